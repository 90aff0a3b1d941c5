"""Recording: the selected cases are played twice before anything is written (spec § 5).

The second time in reverse order, in a new process and workspace: a case whose two answers differ is
volatile, or leans on another case, and is not written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.answers.file import SESSION
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.compare.answers import compare_answers, compare_instructions
from pytest_mcpparity.errors import AnswerFileFault, ParityError, StartFault
from pytest_mcpparity.journal import Journal
from pytest_mcpparity.play.foresight import Foresight
from pytest_mcpparity.play.interface import (
    Interface,
    giver_of,
    instructions_answer,
    instructions_of,
    tools_answer,
    what_differs,
)
from pytest_mcpparity.play.judge import what_moved
from pytest_mcpparity.play.player import Play, Player
from pytest_mcpparity.play.stage import Charge, Scene
from pytest_mcpparity.play.unfit import fit, unsteady, varying
from pytest_mcpparity.suite.model import Case

T = TypeVar("T")

#: So long after a play the next one begins, in seconds: a clock that shows seconds has moved on by then,
#: and a time in an answer is seen to vary.
TICK = 1.1


@dataclass(slots=True)
class _Pass:
    """One play of all cases to record: a play or the fault that prevented it, by id."""

    plays: dict[str, Play | ParityError] = field(default_factory=dict)
    interface: Interface | ParityError | None = None
    charges: list[Charge] = field(default_factory=list)


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
        self.foresight = Foresight(scene.suite.workspace, scene.target.base)

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
        first, second = (fit(case, played.plays[case.id]) for played in self._passes)
        if not compare_answers(first, second, case.compare).same:
            raise varying(case, first, second, self._scene.suite.workspace, partial(self._alone, case))
        self.foresight.look(first)
        return first

    def record_tools(self) -> None:
        """Write `tools.answer`, under the same conditions."""
        first, second = (_fit_interface(played) for played in self._passes)
        if first.tools is None or second.tools is None:
            return
        comparison = what_differs(first.tools, second.tools)
        if not comparison.same:
            files = self._scene.suite.workspace
            raise unsteady("tools/list varies", comparison, first.tools, second.tools, files)
        self.foresight.look(first.tools)
        self._write(first.tools)

    def record_session(self) -> None:
        """Write `session.answer`; where the server gives no instructions any more, take it away."""
        if self._passes[0].interface is None:
            self.prepare(())
        first, second = (_fit_interface(played) for played in self._passes)
        comparison = compare_instructions(first.instructions, second.instructions)
        if not comparison.same:
            told = (instructions_answer(first.instructions), instructions_answer(second.instructions))
            raise unsteady("the instructions vary", comparison, *told, self._scene.suite.workspace)
        name, given = self._name(SESSION), first.instructions is not None
        if self._store.save_instructions(first.instructions, first.giver):
            what = "the instructions" if given else "removed, the target gives no instructions any more"
            self._journal.written.append(f"{name}: {what}")
        elif given:
            self._journal.left.append(f"{name}: the same as before")
        if first.instructions is not None:
            self.foresight.look(instructions_answer(first.instructions))
            self.foresight.tell(SESSION, name, self._journal)

    def _alone(self, case: Case) -> tuple[Answer, ...]:
        """The answers of two plays of `case` without the others, as far as they come."""
        plays = [self._play([case]).plays[case.id] for _ in range(2)]
        return tuple(play.answer for play in plays if isinstance(play, Play) and play.answer is not None)

    def _write(self, answer: Answer) -> None:
        interface = _fit_interface(self._passes[0])
        moved = self._moved(answer)
        if self._store.save(answer, interface.giver):
            self._journal.written.append(f"{self._name(answer.case)}: {moved}")
        else:
            self._journal.left.append(f"{self._name(answer.case)}: the same as before")
        self._journal.recorded += 1
        self.foresight.tell(answer.case, self._name(answer.case), self._journal)

    def _moved(self, answer: Answer) -> str:
        try:
            before = self._store.load(answer.case)
        except AnswerFileFault:
            return "new"
        if [one.question for one in before.exchanges] != [one.question for one in answer.exchanges]:
            return "another question"
        comparison = what_differs(before, answer)
        return "spelling of the file" if comparison.same else what_moved(comparison)

    def _name(self, case_id: str) -> str:
        return f"{self._where}/answers/{case_id}.answer"


def _fit_interface(played: _Pass) -> Interface:
    if isinstance(played.interface, ParityError):
        raise played.interface
    assert played.interface is not None, "prepare() comes first"
    return played.interface


def _kept(play: Callable[[], T]) -> T | ParityError:
    """What `play` gives, or the fault it raises: it belongs to an item that reports later."""
    try:
        return play()
    except ParityError as fault:
        return fault
