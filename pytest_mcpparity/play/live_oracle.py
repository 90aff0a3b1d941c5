"""A second server as the oracle: it gets every step that the target gets (spec § 3).

What it does wrong is told as its own fault, and never blamed on the target. Its findings fail nothing:
it is not the one under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.errors import Mismatch, OracleFault, StartFault
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.play.interface import instructions_of, tools_answer
from pytest_mcpparity.play.judge import charge_lines
from pytest_mcpparity.play.oracle import tools_of
from pytest_mcpparity.play.player import Player, TargetGivenUp, Undeclared
from pytest_mcpparity.play.stage import Scene, Stage
from pytest_mcpparity.suite.model import Case
from pytest_mcpparity.target import Target

T = TypeVar("T")

_STDERR = "\nthe last lines of its stderr:\n"


class LiveOracle:
    """A second server in a workspace of its own; started with the first question, ended with `close`."""

    is_live = True

    def __init__(self, scene: Scene, oracle: Target) -> None:
        """Prepare for the suite and protocol of `scene`; nothing starts yet."""
        self._protocol = scene.protocol
        self._player = Player(replace(scene, target=oracle))
        self._notes: list[str] = []

    def greet(self) -> None:
        """Make sure that the oracle can be asked, in the revision asked for.

        Raises:
            OracleFault: it does not come up, or negotiates another revision.
            TargetGivenUp: it did not come up before.
        """
        revision = self._stage().session.revision
        if self._protocol not in ("auto", revision):
            raise OracleFault(f"the oracle was asked for revision {self._protocol}, it negotiated {revision}")

    def instructions(self) -> str | None:
        """What the oracle gives, masked; None where it gives none.

        Raises:
            OracleFault: it does not come up.
            TargetGivenUp: it did not come up before.
        """
        return instructions_of(self._stage())

    @property
    def gives_tools(self) -> bool:
        """Whether the oracle declares tools.

        Raises:
            OracleFault: it does not come up.
            TargetGivenUp: it did not come up before.
        """
        return self._stage().session.capabilities.has("tools")

    def tools(self) -> tuple[Members, ...]:
        """The descriptors that the oracle lists.

        Raises:
            OracleFault: it does not come up, or cannot list its tools.
            TargetGivenUp: it did not come up before.
            Undeclared: it does not declare what the suite requires.
        """
        stage = self._stage()
        _blaming(lambda: self._player.require(stage))
        listing = stage.listing
        if listing.fault is not None:
            raise OracleFault(_told(f"the oracle gives no tools/list: {listing.fault.reason}"))
        if listing.refused is not None:
            refused = f"rpc-error {listing.refused.code} ({listing.refused.message})"
            raise OracleFault(f"the oracle declares tools, but refuses tools/list with {refused}")
        answer = tools_answer(stage)
        return tools_of(answer) if answer is not None else ()

    def unread(self, case: Case) -> None:
        """There are no files that could hold its answer to `case`."""

    def answer(self, case: Case) -> Answer:
        """The oracle's answer to `case`, masked.

        Raises:
            OracleFault: it does not come up, gives no answer, or does not advertise a tool of the case.
            TargetGivenUp: it did not come up before.
            Undeclared: it does not declare what the suite requires.
        """
        play = _blaming(lambda: self._player.play(case))
        self._note(play.findings, case.id)
        if play.answer is None:
            assert play.fault is not None, "a play has an answer or a fault"
            where = f" in step {play.fault_step}" if len(case.steps) > 1 else ""
            tail = f"{_STDERR}{play.fault.stderr}" if play.fault.stderr else ""
            raise OracleFault(
                f"no answer from the oracle: {_told(play.fault.reason)}{where}\n"
                f"The target has not been asked: there is nothing to hold its answer against.{tail}"
            )
        return play.answer

    def close(self) -> list[str]:
        """End the oracle; who it was, and what it did against the protocol or good manners, a line each."""
        started = self._player.last_start
        self._notes += [_told(line) for line in charge_lines(self._player.end())]
        found = self._player.found
        self._note((*found.session, *found.tools), "")
        notes, self._notes = [f"found at the oracle, fails nothing: {note}" for note in self._notes], []
        if started is None:
            return notes
        return [f"held against {started.session.who}", *notes]

    def kill(self) -> None:
        """Leave no process behind, whatever state it is in."""
        self._player.kill()

    def _stage(self) -> Stage:
        return _blaming(self._player.stage)

    def _note(self, findings: Iterable[Finding], subject: str) -> None:
        where = f" (in {subject})" if subject else ""
        self._notes += [f"{finding.name}: {_told(finding.detail)}{where}" for finding in findings]


def _blaming(ask: Callable[[], T]) -> T:
    """What `ask` gives; its faults are told as the oracle's."""
    try:
        return ask()
    except (TargetGivenUp, Undeclared) as fault:
        raise type(fault)(_told(str(fault))) from None
    except StartFault as fault:
        raise OracleFault(f"the oracle does not come up: {_told(str(fault))}") from None
    except Mismatch as fault:
        raise OracleFault(_told(str(fault))) from None


def _told(text: str) -> str:
    """A fault in the words of a target as one of the oracle; what its stderr says stays as it is."""
    said, marker, stderr = text.partition(_STDERR)
    return said.replace("the target", "the oracle") + marker + stderr
