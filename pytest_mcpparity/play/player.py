"""Plays the cases of a suite on a target, and says whose a finding is (spec §§ 2.2, 3, 6, 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pytest_mcpparity.answer import Answer, Exchange, Question, StepAnswer
from pytest_mcpparity.errors import Mismatch, ParityError, StartFault, TargetFault
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.nearest import nearest
from pytest_mcpparity.play.stage import Charge, Scene, Stage
from pytest_mcpparity.play.workspace import question_with_workspace
from pytest_mcpparity.session.session import Played
from pytest_mcpparity.suite.model import WORKSPACE, Case, Step

#: So many starts in a row may fail before the rest of the suite is given up.
MAX_FAILED_STARTS = 3


class TargetGivenUp(ParityError):
    """The target failed to start before: the reason has been reported, the rest is skipped."""


class Undeclared(ParityError):
    """The target lacks what the suite or the case requires of it: skipped, with the reason."""


@dataclass(frozen=True, slots=True)
class Play:
    """What playing a case gave: an answer, or the fault that cut it short in `fault_step` (from 1).

    `findings` are this case's own; `before` names the case whose tail they may be.
    """

    answer: Answer | None
    findings: tuple[Finding, ...] = ()
    fault: TargetFault | None = None
    fault_step: int = 1
    before: str | None = None
    durations: tuple[float, ...] = ()


@dataclass(slots=True)
class _Findings:
    """Collects what is charged while cases are played; what the suite allows is not."""

    allow: frozenset[str]
    session: list[Finding] = field(default_factory=list)
    tools: list[Finding] = field(default_factory=list)
    gap: list[Charge] = field(default_factory=list)

    def allowed_out(self, findings: Iterable[Finding]) -> list[Finding]:
        return [finding for finding in findings if finding.name not in self.allow]


class Player:
    """One suite on one target at one protocol: starts processes when they are needed, and ends them."""

    def __init__(self, scene: Scene, expected_names: Callable[[], frozenset[str]] = frozenset) -> None:
        """Prepare; nothing starts yet. `expected_names` gives the tools that the target should advertise."""
        self.scene = scene
        self._expected_names = expected_names
        self.found = _Findings(scene.suite.allow)
        self.last_start: Stage | None = None
        self._stage: Stage | None = None
        self._failed_starts = 0
        self._given_up: str | None = None

    def stage(self) -> Stage:
        """The shared process of the cases, started where none is running.

        Raises:
            StartFault: it does not come up.
            TargetGivenUp: it did not come up before.
        """
        if self._stage is not None and not self._stage.session.alive:
            self._drop(self._stage)
        if self._stage is None:
            self._stage = stage = self._start()
            self._charge_start(stage)
        return self._stage

    def _start(self) -> Stage:
        if self._given_up is not None:
            raise TargetGivenUp(self._given_up)
        try:
            stage = Stage(self.scene)
        except StartFault as fault:
            self._failed_starts += 1
            never = self.last_start is None
            if never or self._failed_starts >= MAX_FAILED_STARTS:
                times = "" if never else f" {self._failed_starts} times in a row"
                first_line = str(fault).split("\n", 1)[0]
                self._given_up = f"the target did not start{times}: {first_line}"
            raise
        self._failed_starts = 0
        self.last_start = stage
        return stage

    def _charge_start(self, stage: Stage) -> None:
        """Charge what happened while it came up to `session` and `tools`, each name once."""
        for charged, new in (
            (self.found.session, stage.session.start_findings),
            (self.found.tools, stage.listing_findings),
        ):
            names = {finding.name for finding in charged}
            charged.extend(one for one in self.found.allowed_out(new) if one.name not in names)

    def _bury(self) -> None:
        """Charge the gap with the end of a process that ended by itself between two cases."""
        stage, self._stage = self._stage, None
        if stage is not None:
            ended = self.found.allowed_out(stage.end().findings)
            self.found.gap.extend(Charge(finding, stage.before) for finding in ended)

    def _drop(self, stage: Stage) -> None:
        """Forget a process that is gone. It is not charged again: the case that lost it has failed."""
        stage.kill()
        if stage is self._stage:
            self._stage = None

    def require(self, stage: Stage) -> None:
        """Make sure that the target declares what the suite requires.

        Raises:
            Undeclared: it does not.
        """
        for name in self.scene.suite.requires:
            if not stage.session.capabilities.has(name):
                raise Undeclared(
                    f"the target does not declare the capability {name!r}, which the suite requires"
                )

    def play(self, case: Case) -> Play:
        """Play the steps of `case`, in a process of its own where its isolation says so.

        Raises:
            StartFault: no process comes up.
            TargetGivenUp: none came up before.
            Undeclared: a capability that the suite requires is missing, or the workspace that a step names.
            Mismatch: a step calls a tool that the target does not advertise.
        """
        if self.scene.target.is_url and case.names_workspace:
            raise Undeclared(f"the case names {WORKSPACE}, and a target by URL has no workspace of ours")
        if case.isolation == "suite":
            played = self._play_on(self.stage(), case)
            if played.fault is not None and not played.fault.asked and played.fault_step == 1:
                self._bury()  # it had died after the case before: this one has not been asked yet
                played = self._play_on(self.stage(), case)
            return played
        stage = self._start()
        try:
            played = self._play_on(stage, case)
            own = [*stage.session.start_findings, *stage.listing_findings]
            if stage.session.alive:
                own += stage.end().findings
        finally:
            stage.kill()
        own += [charge.finding for charge in stage.gap]
        findings = (*played.findings, *self.found.allowed_out(own))
        return Play(played.answer, findings, played.fault, played.fault_step, None, played.durations)

    def _play_on(self, stage: Stage, case: Case) -> Play:
        self.require(stage)
        for number, step in enumerate(case.steps, start=1):
            self._refuse_unadvertised(stage, step, number if len(case.steps) > 1 else None)
        exchanges: list[Exchange] = []
        findings: list[Finding] = []
        durations: list[float] = []
        masks = stage.masks.for_case(case.id)
        before = stage.before
        for number, step in enumerate(case.steps, start=1):
            played = self._step(stage, step.question, case, expect_none=step.outcome == "no-answer")
            self._charge_gap(stage, played)
            findings += self.found.allowed_out(played.findings)
            durations.append(played.duration)
            if played.fault is not None or played.answer is None:
                asked = played.fault is None or played.fault.asked or number > 1
                if asked and not stage.session.alive:
                    self._drop(stage)
                if asked:
                    stage.before = case.id
                return Play(None, tuple(findings), played.fault, number, before, tuple(durations))
            exchanges.append(Exchange(step.question, masks.apply(played.answer)))
            stage.before = case.id
        return Play(Answer(case.id, tuple(exchanges)), tuple(findings), None, 1, before, tuple(durations))

    def renew(self) -> Stage:
        """Charge the end of a shared process that was found gone between two questions; a new one.

        Raises:
            StartFault: it does not come up.
            TargetGivenUp: it did not come up before.
        """
        self._bury()
        return self.stage()

    def ask(
        self, stage: Stage, question: Question, subject: str, timeout: float | None = None
    ) -> tuple[Played, StepAnswer | None]:
        """Ask one question outside the cases: what came, and its answer masked like that of case `subject`.

        `timeout` is in seconds and gives way to the command line's; None stands for the suite's.
        """
        timeout = self.scene.options.step_timeout(self.scene.suite.timeout if timeout is None else timeout)
        try:
            played = stage.session.play(question, timeout=timeout, keep_wire=False, expect_no_answer=False)
        except BaseException:  # Ctrl-C, or a time limit of another plugin: the answer is still on its way
            self._drop(stage)
            raise
        self._charge_gap(stage, played)
        stage.before = subject
        if not stage.session.alive:
            self._drop(stage)
        answer = played.answer
        masked = None if answer is None else stage.masks.for_case(subject).apply(answer)
        return played, masked

    def _step(self, stage: Stage, question: Question, case: Case, *, expect_none: bool) -> Played:
        try:
            return stage.session.play(
                question_with_workspace(question, str(stage.workspace)),
                timeout=self.scene.options.step_timeout(case.timeout),
                keep_wire=case.compare == "wire",
                expect_no_answer=expect_none,
            )
        except BaseException:  # Ctrl-C, or a time limit of another plugin: the answer is still on its way
            self._drop(stage)
            raise

    def _charge_gap(self, stage: Stage, played: Played) -> None:
        charges = [Charge(finding, stage.before) for finding in self.found.allowed_out(played.strays_before)]
        stage.gap.extend(charges)
        if stage is self._stage:
            self.found.gap.extend(charges)

    def _refuse_unadvertised(self, stage: Stage, step: Step, number: int | None) -> None:
        listing = stage.listing
        if step.question.kind != "call" or step.unadvertised or listing.fault or listing.refused:
            return
        names = [str(tool.get("name")) for tool in listing.tools]
        if step.question.name not in names:
            where = f"step {number}: " if number else ""
            near = nearest(step.question.name, self._may_be_meant(step.question.name, names))
            count = f"{len(names)} tool{'' if len(names) == 1 else 's'}"
            hint = f"the nearest advertised name is {near}" if near else f"it advertises {count}"
            raise Mismatch(
                f"{where}the target does not advertise the tool {step.question.name}; {hint}\n"
                "On some servers an unknown tool is an ordinary answer, so a typing error would pass.\n"
                "Where the call is meant, the step says `unadvertised = true`.",
                kind="unadvertised",
            )

    def _may_be_meant(self, name: str, advertised: list[str]) -> list[str]:
        """Those of the `advertised` names that `name` can have become: no tool that stood beside it."""
        expected = self._expected_names()
        return [one for one in advertised if one not in expected] if name in expected else advertised

    def end(self) -> list[Charge]:
        """End the shared process; what its end and the gaps before it are charged with."""
        self._bury()
        charges, self.found.gap = self.found.gap, []
        return charges

    def kill(self) -> None:
        """Leave no process behind, whatever state it is in."""
        if self._stage is not None:
            self._drop(self._stage)
