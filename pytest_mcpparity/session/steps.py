"""One step: a question goes out as bytes; its answer, or why none came, is given back (spec §§ 3, 6, 7)."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pytest_mcpparity.answer import NoAnswer, Question, StepAnswer
from pytest_mcpparity.errors import TargetFault
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.json_text import Members, Number, Value
from pytest_mcpparity.session.conversation import Conversation
from pytest_mcpparity.session.frames import Frame, answer_body
from pytest_mcpparity.session.outgoing import cancel_frame, question_frame, request_frame, with_id_zero
from pytest_mcpparity.session.tool_schemas import OutputSchemas

#: Ids of our own start here: the SDK counts its own from 1.
FIRST_ID = 1_000_000
#: Seconds that a target gets to show that it still lives, after its question was cancelled.
CANCEL_GRACE = 1.0


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


class Steps:
    """Plays steps, one at a time.

    Args:
        talk: the conversation with the target.
        meta: what the revision wants in each call and request; None where it wants nothing.
    """

    def __init__(self, talk: Conversation, meta: Members | None) -> None:
        self.schemas = OutputSchemas(())
        self._talk = talk
        self._meta = meta
        self._next_id = FIRST_ID

    def play(self, question: Question, timeout: float, *, keep_wire: bool, expect_no_answer: bool) -> Played:
        """Ask `question` and wait for its answer; see `Session.play`."""
        if self._talk.gone is not None:
            return Played(None, over(self._talk.gone), (), 0.0, None, ())
        gone = self._talk.settle()
        strays = self._talk.findings.take()
        if gone is not None:
            return Played(None, _not_asked(gone), (), 0.0, None, (*strays, *_gap_findings(gone)))
        frame, identity = question_frame(question, self._new_id(), self._meta)
        started = time.monotonic()
        deadline = started + timeout
        # Of a frame that it cannot read, a target need not know the id.
        awaited = (identity, None) if question.kind == "frame" else (identity,)
        if expect_no_answer:
            answer = self._ask_for_nothing(frame, awaited, deadline)
        else:
            answer = self._talk.ask(frame, awaited, deadline)
        fault = None if answer is not None else self._fault(identity, timeout)
        if fault is not None and not fault.asked:  # the target knew nothing of the session any more
            strays += _gap_findings(fault)
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
            why = f"the target answered with a frame that cannot be read ({answer.why})"
            broken = TargetFault("broken-answer", why)
            return Played(None, broken, findings, duration, answer.raw, strays)
        body = answer_body(answer)
        findings += self.schemas.findings(question, body)
        wire = with_id_zero(answer.raw.decode("utf-8", "surrogateescape")) if keep_wire else None
        raw = answer.raw if keep_wire else None
        return Played(StepAnswer(body, wire), None, findings, duration, raw, strays)

    def _ask_for_nothing(
        self, frame: bytes, awaited: tuple[Value, ...], deadline: float
    ) -> Frame | NoAnswer | None:
        probe, probe_id = self._probe()
        self._talk.transport.send(frame)
        first = self._talk.ask(probe, (probe_id, *awaited), deadline)
        while first is None and self._talk.refused is not None and self._talk.refused_id != probe_id:
            first = self._talk.wait((probe_id, *awaited), deadline)  # that no answer comes is the claim
        if first is None:
            return None
        if first.id == probe_id:
            return NoAnswer()
        self._talk.wait((probe_id,), deadline)  # it must not stray into the next step
        return first

    def _probe(self) -> tuple[bytes, Value]:
        number = self._new_id()
        return request_frame(number, "tools/list", None, self._meta), Number(str(number))

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _fault(self, identity: Value, timeout: float) -> TargetFault:
        """Why no answer came; a target that is only slow is told, and killed if it stays silent."""
        if (fault := self._talk.gone or self._talk.refused) is not None:
            return fault
        transport = self._talk.transport
        reads = not transport.unsent()
        closed = transport.input_closed()
        what = f"{'is silent after' if reads else 'does not read what it is sent within'} {timeout:g} s"
        silent = TargetFault(
            "closed-input" if closed else "silent",
            f"the target {'closed its input and does not answer' if closed else what}",
            stderr=transport.stderr_tail(),
        )
        if not reads or closed or not self._survives(identity, timeout):
            self._talk.gone = silent
            self._talk.kill()
        return silent

    def _survives(self, identity: Value, timeout: float) -> bool:
        """Cancel the question, and see whether the target answers anything behind it."""
        self._talk.forgive(identity)
        self._talk.transport.send(cancel_frame(identity, timeout))
        probe, probe_id = self._probe()
        return self._talk.ask(probe, (probe_id,), time.monotonic() + CANCEL_GRACE) is not None


def over(gone: TargetFault | None) -> TargetFault:
    """The fault of a question to a session that is over: the target went before, or was ended."""
    if gone is None:
        return TargetFault("exited", "the session was ended", asked=False)
    return TargetFault(gone.kind, f"{gone.reason}, before it was asked", asked=False)


def _not_asked(gone: TargetFault) -> TargetFault:
    """The fault of a target that was gone before the question was sent."""
    return TargetFault(
        gone.kind,
        f"{gone.reason} after its last answer",
        exit_code=gone.exit_code,
        signal=gone.signal,
        stderr=gone.stderr,
        details=gone.details,
        asked=False,
    )


def _gap_findings(gone: TargetFault) -> tuple[Finding, ...]:
    """The end of a target between two steps as a finding: its input had not ended."""
    match gone.kind:
        case "exited":
            return (Finding("exit-code", f"{gone.reason} after its last answer, before its input ended"),)
        case "refused":
            return (Finding("exit-code", f"{gone.reason} after its last answer: it ended the session"),)
        case "closed-output":
            return (Finding("killed", f"{gone.reason} after its last answer, and was killed"),)
        case _:
            return ()
