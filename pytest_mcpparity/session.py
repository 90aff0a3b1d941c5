"""One MCP session: opened by the SDK, played step by step as bytes, and ended (spec §§ 3, 6, 7)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from pytest_mcpparity.answer import NoAnswer, Question, RpcError, StepAnswer
from pytest_mcpparity.conversation import Conversation
from pytest_mcpparity.errors import TargetFault
from pytest_mcpparity.findings import Finding, show
from pytest_mcpparity.frames import Frame, answer_body
from pytest_mcpparity.json_text import Number, Value
from pytest_mcpparity.listing import ToolsListing, ask_for_tools
from pytest_mcpparity.opening import Opened, Wish, open_conversation
from pytest_mcpparity.outgoing import cancel_frame, question_frame, request_frame, with_id_zero
from pytest_mcpparity.process import Launch
from pytest_mcpparity.schemas import OutputSchemas
from pytest_mcpparity.transport import Limits
from pytest_mcpparity.transport.stdio import StdioTransport

__all__ = ["Ended", "Launch", "Limits", "Played", "Session", "ToolsListing", "open_session"]

#: Ids of our own start here: the SDK counts its own from 1.
FIRST_ID = 1_000_000
#: Seconds that a target gets to show that it still lives, after its question was cancelled.
CANCEL_GRACE = 1.0
#: The request that lists what a capability promises.
LIST_REQUESTS = {"tools": "tools/list", "resources": "resources/list", "prompts": "prompts/list"}


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one step: an answer or a fault, never both, never neither.

    Attributes:
        answer: the answer; None where there is a fault.
        fault: why there is none; its `asked` is False where the target was gone before the question.
        findings: what was found between the question and its answer.
        duration: seconds from the question to its answer.
        raw: the line of the answer, where it was to be kept.
        strays_before: what was found since the answer before, and belongs to the gap.
    """

    answer: StepAnswer | None
    fault: TargetFault | None
    findings: tuple[Finding, ...]
    duration: float
    raw: bytes | None
    strays_before: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a target ended, and what was found since the last answer; empty after an end by the plugin."""

    exit_code: int | None = None
    signal: int | None = None
    findings: tuple[Finding, ...] = ()


class Session:
    """A session that has been negotiated.

    Attributes:
        revision: the negotiated protocol revision.
        server_name: the `name` of the target's serverInfo; empty where it gives none.
        server_version: its `version`, likewise.
        instructions: the target's instructions, or None where it gives none.
        capabilities: what the target declares.
        transport: `stdio` or `http`.
        start_findings: what was found while the target started and negotiated.
    """

    def __init__(self, opened: Opened, limits: Limits) -> None:
        self.revision = opened.revision
        self.server_name = opened.server_name
        self.server_version = opened.server_version
        self.instructions = opened.instructions
        self.capabilities = opened.capabilities
        self.transport = opened.conversation.transport.name
        self.start_findings = opened.conversation.findings.take()
        self._talk: Conversation = opened.conversation
        self._meta = opened.meta
        self._limits = limits
        self._next_id = FIRST_ID
        self._listing: ToolsListing | None = None
        self._schemas = OutputSchemas(())
        self._ended: Ended | None = None

    @property
    def alive(self) -> bool:
        """Tell whether the target can be asked, as far as is known without looking."""
        return self._ended is None and self._talk.gone is None

    # -- steps ----------------------------------------------------------------------------------------

    def play(
        self, question: Question, *, timeout: float, keep_wire: bool, expect_no_answer: bool = False
    ) -> Played:
        """Ask `question` and wait for its answer.

        Args:
            question: with the real workspace path.
            timeout: seconds for the step, writing included.
            keep_wire: keep the line of the answer (level `wire`).
            expect_no_answer: the step claims that nothing comes: a `tools/list` is sent behind it, and
                its answer must be the first to come.
        """
        if not self.alive:
            return Played(None, self._over(), (), 0.0, None, ())
        gone = self._talk.settle()
        strays = self._talk.findings.take()
        if gone is not None:
            return Played(None, _not_asked(gone), (), 0.0, None, (*strays, *_gap_findings(gone)))
        frame, identity = question_frame(question, self._new_id(), self._meta)
        started = time.monotonic()
        deadline = started + timeout
        if expect_no_answer:
            answer = self._ask_for_nothing(frame, identity, deadline)
        else:
            answer = self._talk.ask(frame, (identity,), deadline)
        fault = None if answer is not None else self._fault(identity, timeout)
        duration = time.monotonic() - started
        return self._played(question, answer, fault, duration, strays, keep_wire=keep_wire)

    def _played(
        self,
        question: Question,
        answer: Frame | NoAnswer | None,
        fault: TargetFault | None,
        duration: float,
        strays: tuple[Finding, ...],
        *,
        keep_wire: bool,
    ) -> Played:
        findings = self._talk.findings.take()
        if isinstance(answer, NoAnswer):
            return Played(StepAnswer(answer), None, findings, duration, None, strays)
        if answer is None:
            return Played(None, fault, findings, duration, None, strays)
        if answer.kind == "broken":
            broken = TargetFault("broken-answer", "the target answered with a frame that cannot be read")
            return Played(None, broken, findings, duration, answer.raw, strays)
        body = answer_body(answer)
        findings += self._schemas.findings(question, body)
        wire = with_id_zero(answer.raw.decode("utf-8", "surrogateescape")) if keep_wire else None
        raw = answer.raw if keep_wire else None
        return Played(StepAnswer(body, wire), None, findings, duration, raw, strays)

    def _ask_for_nothing(self, frame: bytes, identity: Value, deadline: float) -> Frame | NoAnswer | None:
        probe, probe_id = self._probe()
        self._talk.transport.send(frame)
        first = self._talk.ask(probe, (probe_id, identity), deadline)
        if first is None:
            return None
        if first.id == probe_id:
            return NoAnswer()
        self._talk.wait((probe_id,), deadline)  # it must not stray into the next step
        return first

    def _probe(self) -> tuple[bytes, Value]:
        number = self._new_id()
        return request_frame(number, "tools/list", None, self._meta), Number(str(number))

    def _over(self) -> TargetFault:
        """The fault of a question to a session that is over."""
        gone = self._talk.gone
        reason = "the session was ended" if gone is None else f"{gone.reason} in an earlier step"
        return TargetFault("exited" if gone is None else gone.kind, reason, asked=False)

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _fault(self, identity: Value, timeout: float) -> TargetFault:
        """Why no answer came; a target that is only slow is told, and killed if it stays silent."""
        if self._talk.gone is not None:
            return self._talk.gone
        transport = self._talk.transport
        reads = not transport.unsent()
        closed = transport.input_closed()
        what = "is silent after" if reads else "does not read what it is sent within"
        fault = TargetFault(
            "closed-input" if closed else "silent",
            f"the target {'closed its input and ' if closed else ''}{what} {timeout:g} s",
            stderr=transport.stderr_tail(),
        )
        if not reads or closed or not self._survives(identity, timeout):
            self._talk.gone = fault
            self.kill()
        return fault

    def _survives(self, identity: Value, timeout: float) -> bool:
        """Cancel the question, and see whether the target answers anything behind it."""
        self._talk.forgive(identity)
        self._talk.transport.send(cancel_frame(identity, timeout))
        probe, probe_id = self._probe()
        return self._talk.ask(probe, (probe_id,), time.monotonic() + CANCEL_GRACE) is not None

    # -- what the target offers -----------------------------------------------------------------------

    def list_tools(self) -> ToolsListing:
        """The advertised tools, asked for once, and only where tools are declared; all pages."""
        if self._listing is None:
            self._listing = ask_for_tools(self._ask) if self.capabilities.has("tools") else ToolsListing()
            self._schemas = OutputSchemas(self._listing.tools)
        return self._listing

    def _ask(self, question: Question) -> Played:
        return self.play(question, timeout=self._limits.step, keep_wire=False)

    def check_capabilities(self, requires: frozenset[str]) -> tuple[Finding, ...]:
        """A finding for each capability that is required and declared, but whose list request is refused."""
        found: list[Finding] = []
        for name in sorted(requires & LIST_REQUESTS.keys()):
            if not self.capabilities.has(name):
                continue
            refused = self._refusal(name)
            if refused is not None:
                error = f"rpc-error {refused.code}: {refused.message}"
                told = show(error.encode("utf-8", "backslashreplace"))
                detail = f"{name} is declared, but {LIST_REQUESTS[name]} is refused with {told}"
                found.append(Finding("capability", detail))
        return tuple(found)

    def _refusal(self, capability: str) -> RpcError | None:
        if capability == "tools":
            return self.list_tools().refused
        played = self._ask(Question("request", LIST_REQUESTS[capability]))
        body = played.answer.body if played.answer is not None else None
        return body if isinstance(body, RpcError) else None

    # -- the end --------------------------------------------------------------------------------------

    def end(self, grace: float = 5.0) -> Ended:
        """End of input, and see the target end; what it did since its last answer is found here.

        A target that is gone already, or that the plugin ended, is not charged a second time.

        Args:
            grace: seconds until the target is made to end.
        """
        if self._ended is not None:
            return Ended(self._ended.exit_code, self._ended.signal)
        known = self._talk.gone is not None
        self._talk.settle()
        ending = self._talk.end(grace)
        code, signal = (ending.exit.code, ending.exit.signal) if ending.exit else (None, None)
        findings = (*self._talk.findings.take(), *ending.findings)
        self._ended = Ended(code, signal, () if known else findings)
        return self._ended

    def kill(self) -> None:
        """End the target at once, with all that it started; idempotent."""
        self._talk.kill()
        self._ended = self._ended or Ended()


def _not_asked(gone: TargetFault) -> TargetFault:
    """The fault of a target that was gone before the question was sent."""
    return TargetFault(
        gone.kind,
        f"{gone.reason} after its last answer",
        exit_code=gone.exit_code,
        signal=gone.signal,
        stderr=gone.stderr,
        asked=False,
    )


def _gap_findings(gone: TargetFault) -> tuple[Finding, ...]:
    """The end of a target between two steps as a finding: its input had not ended."""
    match gone.kind:
        case "exited":
            return (Finding("exit-code", f"{gone.reason} after its last answer, before its input ended"),)
        case "closed-output":
            return (Finding("killed", f"{gone.reason} after its last answer, and was killed"),)
        case _:
            return ()


def open_session(
    launch: Launch,
    *,
    protocol: str,
    accepted: tuple[str, ...] | None,
    client: frozenset[str],
    workspace: Path,
    limits: Limits,
) -> Session:
    """Start a target on stdio and negotiate.

    Args:
        launch: what is started; `auto` may start it twice.
        protocol: the revision to offer, or `auto`.
        accepted: the revisions that the suite's answers hold for; None for any.
        client: the capabilities that the client declares.
        workspace: the root that `roots` is answered with.
        limits: of the start, of listings and of a frame.

    Raises:
        StartFault: the target does not come up, or does not agree to what was asked for.
    """

    def connect() -> StdioTransport:
        return StdioTransport(launch, limits.max_bytes)

    wish = Wish(protocol, accepted, client, workspace)
    return Session(open_conversation(connect, wish, limits, launch.shown), limits)
