"""What carries frames to a target and back. A transport knows lines and bytes, and nothing of MCP.

The main thread owns it: it alone sends, receives and ends. Only `wake` may be called from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from pytest_mcpparity.errors import FaultKind
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.json_text import Value
from pytest_mcpparity.session.process import Exit


class Signal(Enum):
    """What `Transport.receive` gives where no frame came."""

    TIMEOUT = "the deadline has passed"
    WOKEN = "another thread called wake"
    CLOSED = "nothing more can come"
    OVERSIZED = "a frame grew over the limit; the rest of it was not read"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits: seconds for one step, seconds for start and handshake, bytes of one frame."""

    step: float = 30.0
    start: float = 60.0
    max_bytes: int = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ending:
    """How a target ended: its exit, None where it is no process or was ended before; and what that showed."""

    exit: Exit | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class NoReply:
    """No answer will come to the question `identity` (its id, None for a frame without one), and why.

    `reason` is a sentence as of `TargetFault`, `details` are lines that go below it. `over` tells that
    nothing more can be asked, `asked` is False where the target did not take the question at all.
    """

    identity: Value
    reason: str
    details: str = ""
    kind: FaultKind = "refused"
    over: bool = False
    asked: bool = True


class Transport(Protocol):
    """A connection to one target."""

    name: str

    def send(self, frame: bytes) -> None:
        """Take one frame without its line end, to be sent; never blocks, the rest goes out in `receive`."""

    def unsent(self) -> bool:
        """Tell whether the target has not taken everything that was sent."""

    def receive(self, deadline: float) -> bytes | Signal | NoReply | Finding:
        """The next frame without its line end, or why there is none; or what was found beside the frames.

        Args:
            deadline: on the monotonic clock; one that has passed asks for what is there already.
        """

    def wake(self) -> None:
        """Make `receive` give `WOKEN`; may be called from any thread."""

    def exit(self, seconds: float) -> Exit | None:
        """How the target's process ended, waiting at most so long; None while it runs or if there is none."""

    def input_closed(self) -> bool:
        """Tell whether the target closed its side of what we send."""

    def stderr_tail(self, lines: int = 20) -> str:
        """The last lines that the target wrote to stderr, made visible."""

    def end(self, grace: float, take: Callable[[bytes], None]) -> Ending:
        """Tell the target that nothing more comes, and see it end; frames that still come go to `take`.

        Args:
            grace: seconds until it is made to end.
            take: is given each frame.
        """

    def kill(self) -> None:
        """End the target at once, with all that it started, and free everything; idempotent."""
