"""Records a drafted suite, and changes it until it passes: masks, isolation, cases left out (spec § 5).

The plays, the comparison and the files are those of any recording; only what their faults lead to is
decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.answers.file import SESSION
from pytest_mcpparity.answers.inventory import check_inventory
from pytest_mcpparity.answers.recorded import ANSWERS, case_of
from pytest_mcpparity.errors import FindingFault, Mismatch, ParityError, StartFault
from pytest_mcpparity.findings import FINDINGS
from pytest_mcpparity.init.suite_writer import SuiteDraft, suite_text
from pytest_mcpparity.journal import Journal
from pytest_mcpparity.options import Options
from pytest_mcpparity.play.another_day import propose_steady
from pytest_mcpparity.play.oracle import TOOLS
from pytest_mcpparity.play.proposals import Proposal
from pytest_mcpparity.play.run import Skipped, SuiteRun
from pytest_mcpparity.play.stage import Scene
from pytest_mcpparity.suite.model import RESERVED_IDS, SUITE_FILE, Case, WorkspaceRules
from pytest_mcpparity.suite.reader import read_suite
from pytest_mcpparity.target import Target

#: So often a suite is changed and played again before what still varies is left out.
ROUNDS: Final = 4
#: Behind it stands the case before, which matters to a verdict only.
_TAIL: Final = " (it may be the tail of "


class NoSuite(ParityError):
    """No suite can be made of this target; the text is the reason."""


@dataclass(slots=True)
class _Changes:
    """What one play of the suite leads to; `again` is recorded anew, because a play was not as recorded."""

    dropped: dict[str, str] = field(default_factory=dict)
    alone: set[str] = field(default_factory=set)
    masks: dict[str, tuple[Proposal, ...]] = field(default_factory=dict)
    allow: dict[str, str] = field(default_factory=dict)
    again: set[str] = field(default_factory=set)
    without_instructions: bool = False

    def __bool__(self) -> bool:
        found = (self.dropped, self.alone, self.masks, self.allow, self.again)
        return any(found) or self.without_instructions


class Trial:
    """One draft on its way to a suite that passes.

    `left_out` says by id why a case is not in it, `local` what its answer tells of the machine.
    """

    def __init__(
        self, folder: Path, draft: SuiteDraft, target: Target, options: Options, tell: Callable[[str], None]
    ) -> None:
        """Record into `folder`; `tell` is told what is going on."""
        self.folder, self.draft = folder, draft
        self.left_out: dict[str, str] = {}
        self._target, self._options, self._tell = target, options, tell
        self.local: dict[str, tuple[str, ...]] = {}
        self._last_chance = False
        self._files: WorkspaceRules | None = None

    def settle(self) -> None:
        """Record and play the suite, until a play of all of it finds nothing to change.

        Raises:
            NoSuite: the target does not come up, or its listing is not the same twice.
        """
        for number in range(1, 2 * ROUNDS + 1):
            self._last_chance = number >= ROUNDS
            again = "" if number == 1 else ", again: answers varied, or had findings"
            self._tell(f"recording {self._calls}, each played twice{again}")
            changes = self._record()
            if not changes:
                self._tell(f"playing {self._calls} once more")
                changes = self._verify()
                if not changes:
                    return
            self._apply(changes)
        raise NoSuite("what the target answers does not settle: no suite of it would pass twice")

    @property
    def _calls(self) -> str:
        number = len(self.draft.cases)
        return f"{number} call{'' if number == 1 else 's'}"

    def _record(self) -> _Changes:
        run, cases = self._run("missing")
        run.prepare_recording(cases, lambda words: None)
        try:
            changes = self._play(run, cases)
        finally:
            run.kill()
        assert run.recording is not None, "it is a run that records"
        self.local |= run.recording.foresight.local
        for id_, proposals in run.recording.foresight.dated.items():
            if not set(proposals) <= set(self.draft.masks.get(id_, ())):
                changes.masks.setdefault(id_, proposals)
        return changes

    def _verify(self) -> _Changes:
        run, cases = self._run(None)
        try:
            changes = self._play(run, cases)
        finally:
            run.kill()
        if not changes:
            check_inventory(run.scene.suite)
        return changes

    def _run(self, record: str | None) -> tuple[SuiteRun, tuple[Case, ...]]:
        (self.folder / SUITE_FILE).write_text(suite_text(self.draft), encoding="utf-8", newline="\n")
        suite = read_suite(self.folder / SUITE_FILE)
        self._files = suite.workspace
        options = replace(self._options, record="missing" if record else None)
        protocol = self._options.protocols[0]
        return SuiteRun(
            Scene(suite, self._target, protocol, options), "", Journal(), verbose=False
        ), suite.cases

    def _play(self, run: SuiteRun, cases: tuple[Case, ...]) -> _Changes:
        changes = _Changes()
        try:
            run.check_session()
        except FindingFault as fault:
            changes.allow.update(_findings(fault))
        except StartFault as fault:
            raise NoSuite(str(fault)) from None
        except Mismatch as fault:
            if "instructions" not in str(fault):
                raise NoSuite(str(fault)) from None
            changes.without_instructions = not self._may_settle(SESSION, fault, changes)
        try:
            run.check_tools()
        except FindingFault as fault:
            changes.allow.update(_findings(fault))
        except Mismatch as fault:
            if not self._may_settle(TOOLS, fault, changes):
                raise NoSuite(f"no suite of this target would pass twice: {fault}") from None
        except Skipped:
            pass  # it declares no tools: there is nothing to hold
        for case in cases:
            self._try_case(run, case, changes)
        try:
            run.check_goodbye()
        except FindingFault as fault:
            changes.allow.update(_findings(fault))
        run.close(goodbye_selected=False)
        return changes

    def _try_case(self, run: SuiteRun, case: Case, changes: _Changes) -> None:
        try:
            run.check_case(case)
        except FindingFault as fault:
            changes.allow.update(_findings(fault))
        except Mismatch as fault:
            if fault.kind == "leaning":
                changes.alone.add(case.id)
            elif proposals := _proposals(fault.expected, fault.received, self._files):
                changes.masks[case.id] = proposals
            else:
                changes.dropped[case.id] = _first_line(fault)
        except ParityError as fault:
            changes.dropped[case.id] = _first_line(fault)

    def _may_settle(self, id_: str, fault: Mismatch, changes: _Changes) -> bool:
        """Note what may settle the listing or the instructions, which varied; False where nothing is left."""
        if self._last_chance:
            return False
        if fault.expected is None:  # a play was not as recorded: two plays will tell what varies
            changes.again.add(id_)
        elif proposals := _proposals(fault.expected, fault.received, self._files):
            changes.masks[id_] = proposals
        return id_ in changes.again or id_ in changes.masks

    def _apply(self, changes: _Changes) -> None:
        """Change the draft, and forget the answers that no longer hold."""
        known = self.draft.masks
        if self._last_chance:
            for id_ in (*changes.masks, *changes.alone):
                if id_ not in RESERVED_IDS:
                    changes.dropped.setdefault(id_, "its answer varies from play to play, whatever is masked")
        if changes.without_instructions:
            known = {id_: one for id_, one in known.items() if id_ != SESSION}
        self.left_out.update(changes.dropped)
        masks = {id_: tuple(dict.fromkeys((*known.get(id_, ()), *new))) for id_, new in changes.masks.items()}
        masks = {id_: one for id_, one in {**known, **masks}.items() if id_ not in self.left_out}
        self.draft = replace(
            self.draft,
            cases=tuple(
                replace(case, alone=case.alone or case.id in changes.alone)
                for case in self.draft.cases
                if case.id not in self.left_out
            ),
            masks=masks,
            allow={**self.draft.allow, **changes.allow},
            has_instructions=self.draft.has_instructions and not changes.without_instructions,
        )
        self._forget({*changes.dropped, *changes.masks, *changes.alone, *changes.again})
        if changes.without_instructions:
            self._forget({SESSION})

    def _forget(self, ids: set[str]) -> None:
        self.local = {id_: told for id_, told in self.local.items() if id_ not in ids}
        answers = self.folder / ANSWERS
        for file in answers.iterdir() if answers.is_dir() else ():
            if case_of(file.name) in ids:
                file.unlink()


def _findings(fault: FindingFault) -> dict[str, str]:
    """The names of the findings that a fault tells, each with the first that was seen of it."""
    found: dict[str, str] = {}
    for line in str(fault).splitlines():
        name, colon, detail = line.partition(": ")
        if colon and name in FINDINGS:
            found.setdefault(name, detail.split(_TAIL)[0])
    return found


def _proposals(
    first: Answer | None, second: Answer | None, workspace: WorkspaceRules | None
) -> tuple[Proposal, ...]:
    return propose_steady(first, second, workspace) if first is not None and second is not None else ()


def _first_line(fault: ParityError) -> str:
    return str(fault).split("\n", 1)[0].removeprefix("not recorded, ").removeprefix("not recorded: ")
