"""Recording: the selected cases are played twice before anything is written (spec § 5).

The second time in reverse order, in a new process and workspace: a case whose two answers differ is
volatile, or leans on another case, and is not written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers.file import SESSION
from pytest_mcpparity.answers.lock import Giver
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.compare.answers import (
    Comparison,
    compare_answers,
    compare_instructions,
    compare_tools,
)
from pytest_mcpparity.errors import AnswerFileFault, FindingFault, Mismatch, ParityError, StartFault
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.journal import Journal
from pytest_mcpparity.json_text import Members, compact, sorted_members
from pytest_mcpparity.play.judge import no_answer, play_findings, what_moved
from pytest_mcpparity.play.oracle import TOOLS, tools_of
from pytest_mcpparity.play.player import Play, Player
from pytest_mcpparity.play.proposals import Proposal, under
from pytest_mcpparity.play.stage import Charge, Scene, Stage
from pytest_mcpparity.suite.model import Case, Step

T = TypeVar("T")

#: So long after a play the next one begins, in seconds: a clock that shows seconds has moved on by then,
#: and a time in an answer is seen to vary.
TICK = 1.1


@dataclass(frozen=True, slots=True)
class Interface:
    """What a target gives beside the answers to cases: who it is, its instructions and its tools."""

    giver: Giver
    instructions: str | None
    tools: Answer | None
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _Pass:
    """One play of all cases to record: a play or the fault that prevented it, by id."""

    plays: dict[str, Play | ParityError] = field(default_factory=dict)
    interface: Interface | ParityError | None = None
    charges: list[Charge] = field(default_factory=list)


def tools_answer(stage: Stage) -> Answer | None:
    """The listing as an answer, sorted by name; None where the target declares no tools."""
    if not stage.session.capabilities.has("tools"):
        return None
    tools = sorted(stage.listing.tools, key=lambda tool: compact(tool.get("name")))
    listing = StepAnswer(Result(members=Members([("tools", list(tools))])))
    masked = stage.masks.for_case(TOOLS).apply(listing)
    return Answer(TOOLS, (Exchange(Question("request", "tools/list"), masked),))


def shown_tools(tools: Iterable[Members]) -> Answer:
    """Descriptors as an answer for reports: tools and members by name, as their order is not compared."""
    ordered = sorted(tools, key=lambda tool: compact(tool.get("name")))
    listing = StepAnswer(Result(members=Members([("tools", [sorted_members(tool) for tool in ordered])])))
    return Answer(TOOLS, (Exchange(Question("request", "tools/list"), listing),))


def instructions_of(stage: Stage) -> str | None:
    """The instructions of the server, masked; None where it gives none."""
    instructions = stage.session.instructions
    if instructions is None:
        return None
    answer = StepAnswer(Result(blocks=(Text(instructions),)))
    masked = stage.masks.for_case(SESSION).apply(answer).body
    block = masked.blocks[0] if isinstance(masked, Result) and masked.blocks else None
    return block.text if isinstance(block, Text) else None


def giver_of(stage: Stage, plugin: str) -> Giver:
    """Who gave an answer, for the lock."""
    session = stage.session
    return Giver(session.server_name, session.server_version, session.revision, session.transport, plugin)


class Recording:
    """The two plays of the cases that a suite's run has to record, and what is written of them."""

    def __init__(
        self,
        scene: Scene,
        store: AnswerStore,
        journal: Journal,
        plugin_version: str,
        *,
        where: str,
        rewrite: bool,
    ) -> None:
        """With `rewrite` answers that differ are written again too; `where` names the suite in messages."""
        self._scene = scene
        self._store = store
        self._journal = journal
        self._plugin = plugin_version
        self._where = where
        self._rewrite = rewrite
        self._passes: tuple[_Pass, _Pass] = (_Pass(), _Pass())
        self._agreed: dict[str, Answer | ParityError] = {}
        self._last_play = float("-inf")
        self.charges: list[Charge] = []
        #: Masks for answers that were the same twice, but tell the date of today.
        self.dated: dict[str, tuple[Proposal, ...]] = {}
        #: What they tell of the machine and its user, in words.
        self.local: dict[str, tuple[str, ...]] = {}

    def wants(self, case_id: str) -> bool:
        """Whether the answer of this id is to be recorded."""
        return self._rewrite or self._store.needs_recording(case_id)

    def require_lock(self) -> None:
        """Make sure that the lock can be read, before anything is played for it.

        Raises:
            AnswerFileFault: it cannot.
        """
        _ = self._store.lock

    @property
    def rewrites(self) -> bool:
        """Whether answers that differ are written again too."""
        return self._rewrite

    @property
    def failed_to_start(self) -> bool:
        """Whether the target did not come up when it was to be played."""
        return isinstance(self._passes[0].interface, StartFault)

    def prepare(self, cases: Sequence[Case]) -> None:
        """Play `cases` forwards and backwards; faults are kept for the items that they belong to."""
        first = self._play(cases)
        second = self._play(tuple(reversed(cases)))
        self._passes = (first, second)
        self.charges = [*first.charges, *second.charges]
        self._agreed = {case.id: _kept(partial(self._agree, case)) for case in cases}
        if self._rewrite:
            self._store.forget(self._replaced())

    def _replaced(self) -> Iterator[str]:
        """The ids whose recorded answers are about to be replaced: a killed run must not leave them known."""
        interface = self._passes[0].interface
        found = [one for one in self._agreed.values() if isinstance(one, Answer)]
        if isinstance(interface, Interface):
            found += [interface.tools] if interface.tools is not None else []
            if _kept(self._store.load_instructions) != interface.instructions:
                yield SESSION
        for answer in found:
            if _kept(partial(self._store.load, answer.case)) != answer:
                yield answer.case

    def _play(self, cases: Sequence[Case]) -> _Pass:
        time.sleep(max(0.0, self._last_play + TICK - time.monotonic()))
        played = _Pass()
        player = Player(self._scene)
        try:
            played.interface = _kept(lambda: self._interface(player))
            for case in cases:
                played.plays[case.id] = _kept(partial(player.play, case))
            played.charges = player.end()
        finally:
            player.kill()
            self._last_play = time.monotonic()
        return played

    def _interface(self, player: Player) -> Interface:
        stage = player.stage()
        findings = (*player.found.session, *player.found.tools)
        return Interface(giver_of(stage, self._plugin), instructions_of(stage), tools_answer(stage), findings)

    def record_case(self, case: Case) -> None:
        """Write the answer of `case`, or fail with the reason why it is not written.

        Raises:
            ParityError: the plays differ, or one of them is not fit to be recorded.
        """
        agreed = self._agreed[case.id]
        if isinstance(agreed, ParityError):
            raise agreed
        self._write(agreed)

    def _agree(self, case: Case) -> Answer:
        """The answer in which both plays of `case` agree; a case that varies is played again, alone."""
        first, second = (self._fit(case, played.plays[case.id]) for played in self._passes)
        if not compare_answers(first, second, case.compare).same:
            raise self._varying(case, first, second)
        self._look_ahead(first)
        return first

    def _look_ahead(self, answer: Answer) -> None:
        """Keep what may differ another day or on another machine, although it is the same in two plays."""
        from pytest_mcpparity.play.another_day import propose_steady
        from pytest_mcpparity.play.another_machine import machine_facts, on_another_machine

        files = self._scene.suite.workspace
        if proposals := propose_steady(answer, answer, files):
            self.dated[answer.case] = proposals
        facts = machine_facts(self._scene.target.base)
        if told := tuple(
            f"{what}, at {_place(answer, there)}" for what, there in on_another_machine(answer, facts, files)
        ):
            self.local[answer.case] = told

    def record_tools(self) -> None:
        """Write `tools.answer`, under the same conditions."""
        first, second = (_fit_interface(played) for played in self._passes)
        if first.tools is None or second.tools is None:
            return
        comparison = _compare(first.tools, second.tools)
        if not comparison.same:
            raise self._unsteady("tools/list varies", comparison, first.tools, second.tools)
        self._look_ahead(first.tools)
        self._write(first.tools)

    def record_session(self) -> None:
        """Write `session.answer`; where the server gives no instructions any more, take it away."""
        if self._passes[0].interface is None:
            self.prepare(())
        first, second = (_fit_interface(played) for played in self._passes)
        comparison = compare_instructions(first.instructions, second.instructions)
        if not comparison.same:
            told = _told(first.instructions), _told(second.instructions)
            raise self._unsteady("the instructions vary", comparison, *told)
        name, given = self._name(SESSION), first.instructions is not None
        if self._store.save_instructions(first.instructions, first.giver):
            what = "the instructions" if given else "removed, the target gives no instructions any more"
            self._journal.written.append(f"{name}: {what}")
        elif given:
            self._journal.left.append(f"{name}: the same as before")
        if first.instructions is not None:
            self._look_ahead(_told(first.instructions))
            self._tell_ahead(SESSION)

    def _unsteady(self, what: str, comparison: Comparison, first: Answer, second: Answer) -> Mismatch:
        """The failure of what is no case, and not the same in two plays."""
        from pytest_mcpparity.play.another_day import propose_steady

        proposals = propose_steady(first, second, self._scene.suite.workspace)
        lines = [f"not recorded, {what} from play to play: {what_moved(comparison)}"]
        if proposals:
            lines += _declare(proposals, first.case)
        else:
            lines.append("No mask makes the two the same: they differ in shape or order.")
        return Mismatch("\n".join(lines), kind="varying", expected=first, received=second)

    def _fit(self, case: Case, play: Play | ParityError) -> Answer:
        if isinstance(play, ParityError):
            raise play
        if play.answer is None:
            raise no_answer(case, play)
        if play.findings:
            raise FindingFault(
                "\n".join([*play_findings(play), "Not recorded: a finding that the suite does not allow."])
            )
        for number, (step, exchange) in enumerate(
            zip(case.steps, play.answer.exchanges, strict=True), start=1
        ):
            _refuse_other_than_claimed(step, exchange.answer, number if len(case.steps) > 1 else None)
        return play.answer

    def _varying(self, case: Case, first: Answer, second: Answer) -> Mismatch:
        from pytest_mcpparity.play.another_day import propose_steady

        what = what_moved(compare_answers(first, second, case.compare))
        lines = [f"not recorded, two plays differ: {what}"]
        proposals = propose_steady(first, second, self._scene.suite.workspace)
        alone = self._alone(case)
        hollow = not proposals or any(one.takes_all for one in proposals)
        leans = alone == () or (alone is not None and hollow and under(first, alone) != under(second, alone))
        if leans:
            steady = f"the same each time{' but for what varies' if alone else ''}"
            lines += [
                f"Alone it answers {steady}, so it leans on the cases around it: put what must",
                'happen in a row into the `steps` of one case, or give the case isolation = "case".',
            ]
        elif proposals:
            lines += _declare(proposals, case.id)
        else:
            lines.append(
                "No mask makes the two the same: they differ in shape or order. Ask for something steadier."
            )
        kind = "leaning" if leans else "varying"
        return Mismatch("\n".join(lines), kind=kind, expected=first, received=second)

    def _alone(self, case: Case) -> tuple[Proposal, ...] | None:
        """The masks under which `case` answers the same each time it is played alone; None where none do."""
        from pytest_mcpparity.play.proposals import propose_masks

        plays = [self._play([case]).plays[case.id] for _ in range(2)]
        answers = [play.answer for play in plays if isinstance(play, Play) and play.answer is not None]
        if len(answers) < 2:
            return None
        proposals = propose_masks(*answers)
        first, second = (under(answer, proposals) for answer in answers)
        return proposals if compare_answers(first, second, case.compare).same else None

    def _write(self, answer: Answer) -> None:
        interface = _fit_interface(self._passes[0])
        moved = self._moved(answer)
        if self._store.save(answer, interface.giver):
            self._journal.written.append(f"{self._name(answer.case)}: {moved}")
        else:
            self._journal.left.append(f"{self._name(answer.case)}: the same as before")
        self._journal.recorded += 1
        self._tell_ahead(answer.case)

    def _tell_ahead(self, id_: str) -> None:
        if proposals := self.dated.get(id_):
            lines = [f"{self._name(id_)}: it tells the date of today. If that is the clock's, declare", ""]
            lines += [line for proposal in proposals for line in proposal.to_toml(id_)]
            lines.append("in mcp-suite.toml and record again with --mcp-record=all.")
            self._journal.dated.append("\n".join(lines))
        self._journal.local.extend(f"{self._name(id_)}: it tells {one}" for one in self.local.get(id_, ()))

    def _moved(self, answer: Answer) -> str:
        try:
            before = self._store.load(answer.case)
        except AnswerFileFault:
            return "new"
        if [one.question for one in before.exchanges] != [one.question for one in answer.exchanges]:
            return "another question"
        comparison = _compare(before, answer)
        return "spelling of the file" if comparison.same else what_moved(comparison)

    def _name(self, case_id: str) -> str:
        return f"{self._where}/answers/{case_id}.answer"


def _told(instructions: str | None) -> Answer:
    """Instructions as an answer; one without blocks where there are none."""
    blocks = () if instructions is None else (Text(instructions),)
    return Answer(SESSION, (Exchange(Question("request", "initialize"), StepAnswer(Result(blocks=blocks))),))


def _declare(proposals: Sequence[Proposal], id_: str) -> list[str]:
    """The advice to declare these masks, which settle what varies."""
    lines = ["If that may vary, declare it in mcp-suite.toml and record again:", ""]
    return [*lines, *(line for proposal in proposals for line in proposal.to_toml(id_))]


def _place(here: Answer, there: Answer) -> str:
    """The first place in which an answer would be another one."""
    from pytest_mcpparity.explain.explanation import explain

    place = explain(_compare(here, there)).places[0]
    return place.replace("block 1", "instructions", 1) if here.case == SESSION else place


def _compare(before: Answer, after: Answer) -> Comparison:
    """All that moved between two answers; the listing is told tool by tool."""
    if before.case == TOOLS:
        return compare_tools(tools_of(before), tools_of(after), None, None)
    return compare_answers(before, after, "wire")


def _fit_interface(played: _Pass) -> Interface:
    if isinstance(played.interface, ParityError):
        raise played.interface
    assert played.interface is not None, "prepare() comes first"
    return played.interface


def _refuse_other_than_claimed(step: Step, answer: StepAnswer, number: int | None) -> None:
    where = f"step {number} " if number else "the case "
    if step.outcome is not None and step.outcome != answer.outcome:
        raise Mismatch(
            f"not recorded: {where}claims outcome {step.outcome}, received {answer.outcome}", kind="claim"
        )
    blocks = len(answer.body.blocks) if isinstance(answer.body, Result) else 0
    if step.blocks is not None and step.blocks != blocks:
        raise Mismatch(f"not recorded: {where}claims {step.blocks} blocks, received {blocks}", kind="claim")


def _kept(play: Callable[[], T]) -> T | ParityError:
    """What `play` gives, or the fault it raises: it belongs to an item that reports later."""
    try:
        return play()
    except ParityError as fault:
        return fault
