"""Frames to and fro: each received line finds its owner, and what is wrong with it is noted (spec §§ 3, 6).

An answer to a step of ours is given back. What the target asks, tells or answers to the SDK is handed
to the SDK, whose own frames are sent from here. Everything else is a finding.
"""

from __future__ import annotations

import time
from concurrent.futures import Future
from dataclasses import replace

from pytest_mcpparity.errors import TargetFault
from pytest_mcpparity.findings import Finding, FindingLog, show
from pytest_mcpparity.json_text import Members, Value, parse
from pytest_mcpparity.session.frames import Frame, id_key, read_frame, same_id
from pytest_mcpparity.session.negotiation import SdkLink
from pytest_mcpparity.session.process import Exit
from pytest_mcpparity.session.transport import Ending, NoReply, Signal, Transport

#: Seconds that a target whose output ended gets to exit, so that its exit code can be told.
EXIT_GRACE = 1.0
#: Seconds after which a target that writes on and on between two steps is stopped.
SETTLE_LIMIT = 5.0


class Conversation:
    """The frames between one target, the steps and the SDK.

    `negotiated` holds the target's answers to `initialize` and `server/discover`, `sent` the frames with
    which the SDK asked, both by method. `refused` tells why the question in flight gets no answer from a
    target that can be asked on.
    """

    def __init__(self, transport: Transport, max_bytes: int) -> None:
        self.transport = transport
        self.findings = FindingLog()
        self.link: SdkLink | None = None
        self.negotiated: dict[str, Frame] = {}
        self.sent: dict[str, Members] = {}
        self.gone: TargetFault | None = None
        self.refused: TargetFault | None = None
        self.refused_id: Value = None
        self._max_bytes = max_bytes
        self._besides = 0  # bytes that came since the last question and are no answer to it
        self._asked_by_sdk: dict[str, str] = {}
        self._answered: set[str] = set()
        self._forgiven: set[str] = set()

    # -- waiting --------------------------------------------------------------------------------------

    def settle(self) -> TargetFault | None:
        """Take in everything that has come, and look for the end; nothing that comes now is an answer."""
        self._besides = 0
        stop = time.monotonic() + SETTLE_LIMIT
        while self.gone is None:
            received = self.transport.receive(0.0)
            if isinstance(received, bytes):
                self._take(received, ())
            elif self._stop(received, ()):
                break
            if time.monotonic() > stop:
                self._oversized("messages without end")
        return self.gone

    def ask(self, frame: bytes, awaited: tuple[Value, ...], deadline: float) -> Frame | None:
        """Send `frame` and wait for the answer to one of `awaited`; None when it did not come.

        The target is gone if `gone` tells so afterwards, and refused if `refused` does; otherwise it was
        silent until the deadline.
        """
        self._besides = 0
        self.refused = None
        self.transport.send(frame)
        return self._wait(awaited, deadline)

    def wait(self, awaited: tuple[Value, ...], deadline: float) -> Frame | None:
        """Wait on, for a question that was sent before."""
        self.refused = None
        return self._wait(awaited, deadline)

    def negotiate(self, future: Future[None], deadline: float) -> bool:
        """Carry the SDK's frames until `future` is done; False where the deadline or an end came first.

        An answer that the SDK cannot take ends the wait too: `negotiated` has it.
        """
        while not future.done():
            self._send_for_sdk()
            received = self.transport.receive(deadline)
            if isinstance(received, bytes):
                frame = self._take(received, ())
                if frame is not None or self.gone is not None or time.monotonic() > deadline:
                    return False
            elif self._stop(received, tuple(parse(asked) for asked in self._asked_by_sdk)):
                return False
        self._send_for_sdk()
        return True

    def _wait(self, awaited: tuple[Value, ...], deadline: float) -> Frame | None:
        while self.gone is None:
            if self.transport.input_closed():  # it cannot have read the question: soon it will be gone
                deadline = min(deadline, time.monotonic() + EXIT_GRACE)
            received = self.transport.receive(deadline)
            if isinstance(received, bytes):
                frame = self._take(received, awaited)
                if frame is not None:
                    return frame
                if time.monotonic() > deadline:  # a flood of other messages stops no clock
                    return None
            elif self._stop(received, awaited):
                return None
        return None

    def _stop(self, received: Signal | NoReply | Finding, awaited: tuple[Value, ...]) -> bool:
        """Take what is no frame, and note why nothing more comes; tell whether that ends a wait."""
        if isinstance(received, Finding):
            self.findings.add(received)
            return False
        if isinstance(received, NoReply):
            return self._take_no_reply(received, awaited)
        if received is Signal.WOKEN:
            self._send_for_sdk()
            return False
        if received is Signal.OVERSIZED:
            self._oversized("a frame")
        elif received is Signal.CLOSED:
            self.gone = self._why_closed()
        return True

    def _take_no_reply(self, received: NoReply, awaited: tuple[Value, ...]) -> bool:
        fault = TargetFault(received.kind, received.reason, details=received.details, asked=received.asked)
        if received.over and id_key(received.identity) not in self._answered:
            self.gone = fault
            return True
        if all(same_id(one, received.identity) == "other" for one in awaited):
            return False  # that of a question whose answer came, or is not waited for any longer
        self.refused, self.refused_id = fault, received.identity
        return True

    def _oversized(self, what: str) -> None:
        limit = f"{self._max_bytes} bytes"
        self.findings.add(Finding("oversized", f"{what} of more than {limit}; nothing more was read"))
        self.gone = TargetFault(
            "oversized",
            f"the target wrote {what} of more than {limit}",
            stderr=self.transport.stderr_tail(),
        )
        self.transport.kill()

    def _why_closed(self) -> TargetFault:
        ended = self.transport.exit(EXIT_GRACE)
        stderr = self.transport.stderr_tail()
        if ended is not None:
            return exit_fault(ended, stderr)
        self.transport.kill()
        return TargetFault("closed-output", "the target closed its output and ran on", stderr=stderr)

    # -- taking ---------------------------------------------------------------------------------------

    def take(self, raw: bytes) -> None:
        """Take a line that can be no answer to a step: the target is about to end."""
        self._take(raw, ())

    def _take(self, raw: bytes, awaited: tuple[Value, ...]) -> Frame | None:
        frame = read_frame(raw)
        if frame.findings:
            own = frame.kind != "stray" and any(same_id(one, frame.id) != "other" for one in awaited)
            self.findings.add(*(replace(finding, own=own) for finding in frame.findings))
        if frame.kind in ("answer", "broken") and self._is_awaited(frame, awaited):
            return frame
        self._besides += len(raw)
        if self._besides > self._max_bytes:
            self._oversized("messages besides the answer")
            return None
        if frame.kind == "answer":
            return self._take_other_answer(frame)
        if frame.kind in ("request", "notification"):
            self._hand_to_sdk(frame)
        elif frame.kind == "broken" and self._asked_by_sdk and self.link is not None:
            return frame
        return None

    def _is_awaited(self, frame: Frame, awaited: tuple[Value, ...]) -> bool:
        for identity in awaited:
            likeness = same_id(identity, frame.id)
            if likeness == "other":
                continue
            if likeness == "respelled":
                self._find("id-type", f"the question has the id {id_key(identity)}", frame, own=True)
            self._answered.add(id_key(identity))
            return True
        if frame.kind == "answer" and frame.id is None and awaited and frame.value.has("error"):
            # One question at a time: what else could an error without an id answer?
            self._find("unknown-id", f"the question has the id {id_key(awaited[0])}", frame)
            self._answered.add(id_key(awaited[0]))
            return True
        return False

    def _take_other_answer(self, frame: Frame) -> Frame | None:
        key = id_key(frame.id)
        for asked, method in self._asked_by_sdk.items():
            if same_id(parse(asked), frame.id) != "other":
                if asked != key:
                    self._find("id-type", f"the question has the id {asked}", frame)
                del self._asked_by_sdk[asked]
                self.negotiated[method] = frame
                self._answered.add(asked)
                return None if self._hand_to_sdk(frame) else frame
        if key in self._forgiven:
            self._forgiven.discard(key)
            self._answered.add(key)
        elif key in self._answered:
            self._find("duplicate-answer", f"the id {key} was answered before", frame)
        else:
            self._find("unknown-id", f"no question has the id {key}", frame)
        return None

    def _find(self, name: str, what: str, frame: Frame, *, own: bool = False) -> None:
        self.findings.add(Finding(name, f"{what}: {show(frame.raw)}", own))

    def end(self, grace: float) -> Ending:
        """Let the target end; what it still writes is judged."""
        ending = self.transport.end(grace, self.take)
        self._close_link()
        return ending

    def kill(self) -> None:
        """End the target and the SDK's session at once; idempotent."""
        self.transport.kill()
        self._close_link()

    def _close_link(self) -> None:
        link, self.link = self.link, None
        if link is not None:
            link.close()

    def forgive(self, identity: Value) -> None:
        """Let a late answer to a question that is not waited for any longer pass."""
        self._forgiven.add(id_key(identity))

    # -- the SDK --------------------------------------------------------------------------------------

    def _hand_to_sdk(self, frame: Frame) -> bool:
        return self.link is not None and self.link.deliver(frame.raw)

    def _send_for_sdk(self) -> None:
        while self.link is not None and self.link.outgoing:
            raw = self.link.outgoing.popleft()
            message = parse(raw)
            if isinstance(message, Members) and message.has("method") and message.has("id"):
                method = str(message.get("method"))
                self._asked_by_sdk[id_key(message.get("id"))] = method
                self.sent[method] = message
            self.transport.send(raw)


def exit_fault(ended: Exit, stderr: str) -> TargetFault:
    """The fault of a target that is no more."""
    return TargetFault(
        "exited", f"the target {ended.text}", exit_code=ended.code, signal=ended.signal, stderr=stderr
    )
