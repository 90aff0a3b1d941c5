"""What two plays of one day on one machine cannot show: what differs another day, or elsewhere (spec § 5)."""

from __future__ import annotations

from pathlib import Path

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.answers.file import SESSION
from pytest_mcpparity.journal import Journal
from pytest_mcpparity.play.interface import what_differs
from pytest_mcpparity.play.proposals import Proposal
from pytest_mcpparity.suite.model import WorkspaceRules


class Foresight:
    """What the answers of a recording tell of the day and of the machine, by the id of the case.

    Attributes:
        dated: masks for what tells the date of today.
        local: what they tell of the machine and its user, in words.
    """

    def __init__(self, workspace: WorkspaceRules | None, base: Path) -> None:
        """`workspace` holds what a target is given, `base` is the folder in which commands start."""
        self._workspace, self._base = workspace, base
        self.dated: dict[str, tuple[Proposal, ...]] = {}
        self.local: dict[str, tuple[str, ...]] = {}

    def look(self, answer: Answer) -> None:
        """Keep what may differ, although it was the same in two plays."""
        from pytest_mcpparity.play.another_day import propose_steady
        from pytest_mcpparity.play.another_machine import machine_facts, on_another_machine

        if proposals := propose_steady(answer, answer, self._workspace):
            self.dated[answer.case] = proposals
        elsewhere = on_another_machine(answer, machine_facts(self._base), self._workspace)
        if told := tuple(f"{what}, at {_place(answer, there)}" for what, there in elsewhere):
            self.local[answer.case] = told

    def tell(self, id_: str, name: str, journal: Journal) -> None:
        """Write into the journal what was kept of one answer; `name` is that of its file."""
        if proposals := self.dated.get(id_):
            lines = [f"{name}: it tells the date of today. If that is the clock's, declare", ""]
            lines += [line for proposal in proposals for line in proposal.to_toml(id_)]
            lines.append("in mcp-suite.toml and record again with --mcp-record=all.")
            journal.dated.append("\n".join(lines))
        journal.local.extend(f"{name}: it tells {one}" for one in self.local.get(id_, ()))


def _place(here: Answer, there: Answer) -> str:
    """The first place in which an answer would be another one."""
    from pytest_mcpparity.explain.explanation import explain

    place = explain(what_differs(here, there)).places[0]
    return place.replace("block 1", "instructions", 1) if here.case == SESSION else place
