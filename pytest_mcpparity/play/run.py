"""A run: one suite held against one target at one protocol. The items of pytest ask it for verdicts."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pytest_mcpparity import __version__
from pytest_mcpparity.answer import Answer, Question
from pytest_mcpparity.answers.file import SESSION
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.answers.unread import UnreadAnswer
from pytest_mcpparity.compare.answers import compare_instructions, compare_refusal, compare_tools
from pytest_mcpparity.concealing import presentable
from pytest_mcpparity.errors import AnswerFileFault, Mismatch, ParityError
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.journal import Journal
from pytest_mcpparity.play.interface import instructions_of, shown_tools, tools_answer
from pytest_mcpparity.play.judge import (
    charge_lines,
    judge_charges,
    judge_comparison,
    judge_findings,
    judge_play,
)
from pytest_mcpparity.play.live_oracle import LiveOracle
from pytest_mcpparity.play.oracle import TOOLS, Oracle, RecordedOracle, tools_of
from pytest_mcpparity.play.player import Player, TargetGivenUp, Undeclared
from pytest_mcpparity.play.recording import Recording
from pytest_mcpparity.play.stage import Charge, Scene, Stage
from pytest_mcpparity.session.session import ToolsListing
from pytest_mcpparity.suite.model import Case, KnownDifference, ToolsRules

T = TypeVar("T")


class Skipped(ParityError):
    """The item cannot be judged, and nobody is to blame; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Spoke:
    """Who answered: its own name and version (None where it gives none), the revision, `stdio` or `http`."""

    name: str | None
    version: str | None
    revision: str
    transport: str


class SuiteRun:
    """The verdicts on one target, and the processes and answers behind them."""

    def __init__(self, scene: Scene, label: str, journal: Journal, *, verbose: bool) -> None:
        """Prepare a run; nothing starts before the first verdict is asked for."""
        self.scene, self.label = scene, label
        self._journal, self._verbose = journal, verbose
        self._store = AnswerStore(scene.suite.folder)
        live = scene.options.oracle
        self._oracle: Oracle = (
            LiveOracle(scene, live) if live is not None else RecordedOracle(self._store, scene.suite.masks)
        )
        self._player = Player(scene, self._expected_names)
        self.proven: dict[str, str] = {}  # cases whose files gave just what came, with their sha256
        self._seen: Stage | None = None
        self.sides: tuple[Answer, Answer | None] | None = None
        self.recording: Recording | None = None
        if scene.options.record is not None:
            rewrite = scene.options.record == "all"
            self.recording = Recording(
                scene, self._store, journal, __version__, where=self.where, rewrite=rewrite
            )

    def _expected_names(self) -> frozenset[str]:
        """The tools that the oracle lists; none where it cannot tell, which is said elsewhere."""
        try:
            return frozenset(str(tool.get("name")) for tool in self._oracle.tools())
        except ParityError:
            return frozenset()

    def prepare_recording(
        self, selected: Sequence[Case], tell: Callable[[str], None], *, tools: bool = True
    ) -> None:
        """Play what is to be recorded, twice, before the first item reports; `tell` is told of it.

        With `tools` the listing is among what was selected.

        Raises:
            AnswerFileFault: the lock is malformed, or cannot be written.
        """
        assert self.recording is not None
        self.recording.require_lock()
        wanted = [case for case in selected if self.recording.wants(case.id)]
        if not wanted and not (tools and self.recording.wants(TOOLS)):
            return
        number = f"{len(wanted)} case{'' if len(wanted) == 1 else 's'}"
        tell(f"recording {self.where}: playing {number} twice")
        self.recording.prepare(wanted)

    def check_session(self) -> None:
        """The target starts, speaks the revision asked for, and gives the instructions recorded."""
        stage = self._stage()
        judge_findings(self._taken(self._player.found.session))
        asked = self.scene.protocol
        if asked not in ("auto", stage.session.revision):
            raise Mismatch(f"asked for revision {asked}, negotiated {stage.session.revision}", kind="session")
        _skipping(self._oracle.greet)
        if not self.scene.suite.instructions:
            return
        received = instructions_of(stage)
        recording = self.recording
        if recording is not None and (
            recording.rewrites or (received is not None and recording.wants(SESSION))
        ):
            recording.record_session()
            return
        judge_comparison(
            compare_instructions(self._oracle.instructions(), received),
            self._known(SESSION),
            verbose=self._verbose,
            intended=self._intended(SESSION),
        )

    def check_tools(self) -> None:
        """The advertised names and descriptors are as recorded; `sides` as for a case."""
        self.sides = None
        stage = self._stage()
        _skipping(lambda: self._player.require(stage))
        judge_findings(self._taken(self._player.found.tools))
        _judge_listing(stage)
        if self.recording is not None and self.recording.wants(TOOLS):
            self.recording.record_tools()
            return
        received = tools_answer(stage)
        if received is None and not _skipping(lambda: self._oracle.gives_tools):
            raise Skipped("neither the target nor the oracle has tools")
        expected = _skipping(self._oracle.tools)
        rules = self.scene.suite.tools or ToolsRules()
        comparison = compare_tools(
            expected, tools_of(received) if received else (), rules.descriptors, rules.advertised
        )
        self._journal.compared += 1
        if self.scene.options.wants_report:
            self.sides = shown_tools(expected), shown_tools(tools_of(received)) if received else None
        judge_comparison(
            comparison, self._known(TOOLS), verbose=self._verbose, intended=self._intended(TOOLS)
        )

    def check_refused(self, name: str) -> None:
        """The removed tool is not advertised, and a call of it with `{}` is refused."""
        stage = self._stage()
        _skipping(lambda: self._player.require(stage))
        rules = self.scene.suite.tools or ToolsRules()
        if any(tool.get("name") == name for tool in stage.listing.tools):
            raise Mismatch(f"tools: the removed tool {name} is advertised", kind="tools")
        subject = f"refused[{name}]"
        played, answer = self._player.ask(stage, Question("call", name, "{}"), subject)
        if answer is None:
            from pytest_mcpparity.explain.explanation import explain_no_answer

            explanation = explain_no_answer(str(played.fault), 1, 1)
            raise Mismatch(explanation.first_line, kind=explanation.kind)
        message = rules.refusal_message and rules.refusal_message.replace("{name}", name)
        self._journal.compared += 1
        judge_comparison(
            compare_refusal(answer, name, rules.refusal_code, message or None),
            (),  # a known difference names cases and the listing
            verbose=self._verbose,
            intended=(),
        )
        judge_findings(self._player.found.allowed_out(played.findings))

    def check_case(self, case: Case) -> None:
        """The answer is the same, or is recorded; `sides` holds what was held together, for reports."""
        self.sides = None
        if self.recording is not None and self.recording.wants(case.id):
            recording = self.recording
            if recording.failed_to_start:
                self._stage()  # fails the first item with the reason, and skips the others
            _skipping(lambda: recording.record_case(case))
            return
        unread = self._oracle.unread(case)
        expected = _skipping(lambda: self._oracle.answer(case)) if unread is None else None
        play = _skipping(lambda: self._player.play(case))
        self._note(self._player.last_start)
        known = self._known(case.id)
        if expected is None:
            expected = self._held(case, unread, play.answer)
        if play.answer is not None:
            self._journal.compared += 1
        if self.scene.options.wants_report:
            self.sides = expected, play.answer
        judge_play(
            case,
            play,
            expected,
            known,
            masks=self.scene.suite.masks,
            verbose=self._verbose,
            intended=self._intended(case.id),
        )

    def _held(self, case: Case, unread: UnreadAnswer | None, received: Answer | None) -> Answer:
        """What was expected: the very answer that came, where its bytes show it, or what has to be read."""
        if unread is not None and received is not None and unread.holds(received):
            self.proven[case.id] = unread.sha256
            return received
        return self._oracle.answer(case)

    def check_goodbye(self) -> None:
        """End of input ends the target, and nothing happened between the cases."""
        self._stage()
        judge_charges(self._end())

    def close(self, *, goodbye_selected: bool) -> None:
        """End what still runs; what `goodbye` would have failed for is noted, or counts if selected."""
        lines = [f"{self.where}: {line}" for line in charge_lines(self._end())]
        (self._journal.unclaimed if goodbye_selected else self._journal.notes).extend(lines)
        unclaimed = [*self._taken(self._player.found.session), *self._taken(self._player.found.tools)]
        self._journal.notes.extend(f"{self.where}: {one.name}: {one.detail}" for one in unclaimed)
        self._journal.sessions.extend(f"{self.where}: {line}" for line in self._oracle.close())
        self._flush_or_tell()

    def flush(self) -> None:
        """Write the lock, where answers have been recorded.

        Raises:
            AnswerFileFault: it cannot be written.
        """
        if self.recording is not None:
            self._store.flush()

    def kill(self) -> None:
        """Leave no process behind, whatever state it is in, and no answer that the lock does not know."""
        try:
            self._player.kill()
            self._oracle.kill()
        finally:
            self._flush_or_tell()

    def _flush_or_tell(self) -> None:
        """Write the lock where no item is left that could fail for it: the whole run does."""
        try:
            self.flush()
        except AnswerFileFault as fault:
            if (line := f"{self.where}: {fault}") not in self._journal.unwritten:
                self._journal.unwritten.append(line)

    def _end(self) -> list[Charge]:
        charges = self._player.end()
        if self.recording is not None:
            charges, self.recording.charges = [*self.recording.charges, *charges], []
        return charges

    def _stage(self) -> Stage:
        """A running target that declares what the suite requires of it."""
        stage = _skipping(self._player.stage)
        self._note(stage)
        return stage

    def _note(self, stage: Stage | None) -> None:
        """Tell once in the summary who was spoken to, and in which revision."""
        if stage is not None and self._seen is None:
            self._seen = stage
            self._journal.sessions.append(f"{self.where}: {stage.session.who}")

    @property
    def spoke(self) -> Spoke | None:
        """Who was spoken to first; None where nobody was, or the answers were played for a recording only."""
        if self._seen is None:
            return None
        session = self._seen.session
        return Spoke(session.server_name, session.server_version, session.revision, session.transport)

    @property
    def listed(self) -> ToolsListing | None:
        """The tools/list that the target gave; None where it has not been asked."""
        return None if self._seen is None else self._seen.listing

    def ask_listing(self) -> ToolsListing:
        """The tools/list that the target gives; it is started where it was not spoken to.

        Raises:
            ParityError: it does not come up, or did not before.
        """
        if self._seen is None:
            self._note(self._player.stage())
            self.kill()
        assert self._seen is not None, "a stage has been noted"
        return self._seen.listing

    def conceal(self, text: str) -> str:
        """`text` for a terminal: without the secrets that the user brought in (spec § 3), nothing raw."""
        return presentable(text, self.scene.options.environment.secrets)

    @property
    def folder(self) -> str:
        """The suite's folder, from rootdir where it lies below."""
        folder, rootdir = self.scene.suite.folder, self.scene.options.rootdir
        return str(folder.relative_to(rootdir) if folder.is_relative_to(rootdir) else folder)

    @property
    def where(self) -> str:
        """The suite and the target in a few words, for the summary."""
        return f"{self.folder} [{self.label}]" if self.label else self.folder

    def _taken(self, findings: list[Finding]) -> list[Finding]:
        taken = list(findings)
        findings.clear()
        return taken

    def _known(self, subject: str) -> tuple[KnownDifference, ...]:
        return tuple(
            entry
            for entry in self.scene.suite.known_differences
            if entry.covers(subject, self.scene.target.name)
        )

    def _intended(self, subject: str) -> tuple[str, ...]:
        if self._oracle.is_live:
            return ()  # there is no answer to record or to amend
        if self.scene.suite.sealed:
            return (
                "The suite is sealed: the target has to change, or a known_difference says why it may not.",
                f'To bless a reviewed edit: mcpparity amend {shlex.quote(self.folder)} {subject} --why "…"',
            )
        return ("If the new answer is right: record it again with --mcp-record=all, and review the change.",)


def _judge_listing(stage: Stage) -> None:
    """Fail where the tools could not be listed at all."""
    listing = stage.listing
    if listing.fault is not None:
        told = f"{listing.fault.details}\n{listing.fault.stderr}".strip()
        raise Mismatch(f"tools: no listing: {listing.fault.reason}\n{told}", kind="tools")
    if listing.refused is not None:
        refused = f"rpc-error {listing.refused.code} ({listing.refused.message})"
        raise Mismatch(f"tools: tools are declared, but tools/list is refused with {refused}", kind="tools")


def _skipping(ask: Callable[[], T]) -> T:
    """What `ask` gives; a target that cannot be asked any more, or not for this, skips the item."""
    try:
        return ask()
    except (TargetGivenUp, Undeclared) as reason:
        raise Skipped(str(reason)) from None
