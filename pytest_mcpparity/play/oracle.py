"""Where expected answers come from (spec § 1): here, the recorded answers of a suite.

`live_oracle` is the other kind: a second server.
"""

from __future__ import annotations

from typing import Protocol

from pytest_mcpparity.answer import Answer, Exchange, Result
from pytest_mcpparity.answers.store import SUFFIX, AnswerStore
from pytest_mcpparity.answers.unread import UnreadAnswer
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.masks.masks import Masks
from pytest_mcpparity.suite.model import Case, Mask

TOOLS = "tools"


class Oracle(Protocol):
    """What a target is held against."""

    @property
    def is_live(self) -> bool:
        """Whether it is a second server, so that nothing on disk counts."""

    def greet(self) -> None:
        """Make sure that it can be asked."""

    @property
    def gives_tools(self) -> bool:
        """Whether it has a listing of tools."""

    def instructions(self) -> str | None:
        """The instructions of the server, None where it gives none."""

    def tools(self) -> tuple[Members, ...]:
        """The descriptors of its tools."""

    def unread(self, case: Case) -> UnreadAnswer | None:
        """Its answer to `case` as bytes, where there are any and they are enough; else None."""

    def answer(self, case: Case) -> Answer:
        """Its answer to `case`."""

    def close(self) -> list[str]:
        """Nothing more is asked; what is to be told of it at the end, a line each."""

    def kill(self) -> None:
        """Leave no process behind, whatever state it is in."""


class RecordedOracle:
    """The answers of a suite's folder, held against the lock before they are trusted.

    The `masks` of the suite are applied here too: one may have been declared after the recording.
    """

    is_live = False

    def __init__(self, store: AnswerStore, masks: tuple[Mask, ...] = ()) -> None:
        self._store = store
        self._masks = Masks(masks)

    def greet(self) -> None:
        """Files can always be asked."""

    @property
    def gives_tools(self) -> bool:
        """Whether there is a `tools.answer`, or the lock knows of one."""
        return self._store.knows(TOOLS + SUFFIX) or self._store.path_of(TOOLS).exists()

    def instructions(self) -> str | None:
        """What `session.answer` holds, None where there is no such file."""
        return self._store.load_instructions()

    def tools(self) -> tuple[Members, ...]:
        """What `tools.answer` holds.

        Raises:
            AnswerFileFault: it is missing, unreadable or changed.
        """
        return tools_of(self._masked(self._store.load(TOOLS)))

    def unread(self, case: Case) -> UnreadAnswer | None:
        """The same as bytes, where that is enough to hold it against a received answer.

        Raises:
            AnswerFileFault: it is missing or cannot be read.
        """
        return self._store.unread(case.id, tuple(step.question for step in case.steps))

    def answer(self, case: Case) -> Answer:
        """What the answer file of `case` holds.

        Raises:
            AnswerFileFault: it is missing, unreadable, changed, or recorded for another question.
        """
        recorded = self._store.load(case.id, tuple(step.question for step in case.steps))
        return self._masked(recorded)

    def _masked(self, recorded: Answer) -> Answer:
        masks = self._masks.for_case(recorded.case)
        steps = tuple(Exchange(step.question, masks.apply(step.answer)) for step in recorded.exchanges)
        return Answer(recorded.case, steps)

    def close(self) -> list[str]:
        """There is nothing to tell of files."""
        return []

    def kill(self) -> None:
        """Files leave no process behind."""


def tools_of(answer: Answer) -> tuple[Members, ...]:
    """The descriptors in the answer to tools/list."""
    body = answer.exchanges[0].answer.body
    tools = body.members.get("tools") if isinstance(body, Result) else None
    return tuple(tool for tool in tools if isinstance(tool, Members)) if isinstance(tools, list) else ()
