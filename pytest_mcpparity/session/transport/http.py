"""The transport over streamable HTTP: a URL of somebody else's process (spec §§ 2.2, 3, 6, 7).

HTTP runs in a thread of its own, so that an answer of the client can be sent while the stream of a
question is open. The main thread puts frames in and takes out what came.
"""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from pytest_mcpparity.findings import Finding
from pytest_mcpparity.session.process import Exit
from pytest_mcpparity.session.transport import Ending, NoReply, Signal
from pytest_mcpparity.session.transport.endpoint import Endpoint
from pytest_mcpparity.session.transport.http_inbox import Inbox

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal

    from pytest_mcpparity.session.transport.http_traffic import Traffic

#: Seconds that the end of a session may take where the plugin ends it after a fault.
KILL_GRACE = 1.0


class HttpTransport:
    """A target that listens at a URL.

    Raises:
        StartFault: the environment names a proxy or certificates that cannot be used.
    """

    name = "http"

    def __init__(self, endpoint: Endpoint, max_bytes: int) -> None:
        from anyio.from_thread import start_blocking_portal

        from pytest_mcpparity.session.transport.http_traffic import Traffic

        self._inbox = Inbox()
        self._finished = False
        self._stack = ExitStack()
        _open[self] = os.getpid()
        try:
            self._portal: BlockingPortal = self._stack.enter_context(
                start_blocking_portal("asyncio", name="mcpparity-http")
            )
            self._traffic: Traffic = self._portal.call(Traffic, endpoint, self._inbox, max_bytes)
        except BaseException:
            self._close()  # nobody else knows of the thread yet
            raise

    def send(self, frame: bytes) -> None:
        """Have `frame` sent in a POST of its own."""
        if not self._finished:
            self._portal.start_task_soon(self._traffic.send, frame)

    def unsent(self) -> bool:
        """Always False: what the target has taken of a request, HTTP does not tell."""
        return False

    def receive(self, deadline: float) -> bytes | Signal | NoReply | Finding:
        """The next frame, or why there is none."""
        if self._finished:
            return Signal.CLOSED
        if deadline <= time.monotonic() and not self._inbox.await_rest():
            self._portal.call(self._traffic.abandon)
        return self._inbox.take(deadline)

    def wake(self) -> None:
        """Make `receive` give `WOKEN`; from any thread."""
        self._inbox.wake()

    def exit(self, seconds: float) -> Exit | None:
        """Always None: the process belongs to somebody else."""
        return None

    def input_closed(self) -> bool:
        """Always False: each frame has a request of its own."""
        return False

    def stderr_tail(self, lines: int = 20) -> str:
        """Always empty: nobody sees the stderr of somebody else's process."""
        return ""

    def end(self, grace: float, take: Callable[[bytes], None]) -> Ending:
        """End the session with a DELETE where there is one; what still comes is taken."""
        if self._finished:
            return Ending(None, ())
        found: list[Finding] = []
        try:
            self._inbox.await_rest()
            ended = self._portal.call(self._traffic.end, grace)
            for item in self._inbox.drain():
                if isinstance(item, bytes):
                    take(item)
                elif isinstance(item, Finding):
                    found.append(item)
            if ended is not None:
                found.append(ended)
        finally:
            self._close()
        return Ending(None, tuple(found))

    def kill(self) -> None:
        """End everything at once; the target is told once, if it can be. Idempotent."""
        if self._finished:
            return
        try:
            self._portal.call(self._traffic.end, KILL_GRACE)
        finally:
            self._close()

    def _close(self) -> None:
        self._finished = True
        _open.pop(self, None)
        with suppress(Exception):
            self._portal.call(self._traffic.close)
        with suppress(Exception):
            self._portal.call(self._portal.stop, True)  # with every request that is still under way
        with suppress(Exception):
            self._stack.close()


#: Transports that are open, by the process that opened them: one that were only forgotten would be closed
#: by the garbage collector, in any thread and at any time, and could wait for itself for ever.
_open: dict[HttpTransport, int] = {}


@atexit.register
def _close_the_open() -> None:
    for transport, owner in list(_open.items()):
        if owner == os.getpid():
            transport.kill()
