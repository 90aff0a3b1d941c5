"""Where expected answers come from (spec § 1): here, the recorded answers of a suite."""

from __future__ import annotations

from typing import Protocol

from pytest_mcpparity.answer import Answer, Result
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.answers.unread import UnreadAnswer
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.suite.model import Case

TOOLS = "tools"


class Oracle(Protocol):
    """What a target is held against."""

    def instructions(self) -> str | None:
        """The instructions of the server, None where it gives none."""

    def tools(self) -> tuple[Members, ...]:
        """The descriptors of its tools."""

    def unread(self, case: Case) -> UnreadAnswer | None:
        """Its answer to `case` as bytes, where there are any and they are enough; else None."""

    def answer(self, case: Case) -> Answer:
        """Its answer to `case`."""


class RecordedOracle:
    """The answers of a suite's folder, held against the lock before they are trusted."""

    def __init__(self, store: AnswerStore) -> None:
        self._store = store

    def instructions(self) -> str | None:
        """What `session.answer` holds, None where there is no such file."""
        return self._store.load_instructions()

    def tools(self) -> tuple[Members, ...]:
        """What `tools.answer` holds.

        Raises:
            AnswerFileFault: it is missing, unreadable or changed.
        """
        return tools_of(self._store.load(TOOLS))

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
        return self._store.load(case.id, tuple(step.question for step in case.steps))


def tools_of(answer: Answer) -> tuple[Members, ...]:
    """The descriptors in the answer to tools/list."""
    body = answer.exchanges[0].answer.body
    tools = body.members.get("tools") if isinstance(body, Result) else None
    return tuple(tool for tool in tools if isinstance(tool, Members)) if isinstance(tools, list) else ()
