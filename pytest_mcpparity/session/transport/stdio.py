"""The stdio transport: a process of our own and its pipes, and how both end (spec §§ 3, 6, 7)."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.session.process import Exit, Launch, TargetProcess, start
from pytest_mcpparity.session.transport import Ending, Signal

#: Seconds between the end of input and SIGKILL after SIGTERM, and for SIGKILL to work.
TERM_GRACE = 2.0
KILL_GRACE = 2.0
#: Seconds that children may outlive the target: they saw the end of their input at the same time.
CHILDREN_GRACE = 2.0
#: Seconds for killed children to let go of our pipes, before a search for who holds them begins.
RELEASE_GRACE = 0.1


class StdioTransport:
    """A target that is a process of ours and speaks line by line on its standard streams.

    Raises:
        StartFault: the process cannot be started, or the system lacks what is needed.
    """

    name = "stdio"

    def __init__(self, launch: Launch, max_bytes: int) -> None:
        try:
            from pytest_mcpparity.session.transport.pipes import Pipes  # needs modules that Windows lacks
        except ImportError:
            raise StartFault(f"cannot start `{launch.shown}`: this system cannot poll pipes") from None
        self._process: TargetProcess = start(launch)
        process = self._process
        try:
            self._pipes = Pipes(process.stdin, process.stdout, process.stderr, process.pid, max_bytes)
        except BaseException as error:
            process.kill()  # nobody else knows of it yet
            process.close()
            if isinstance(error, OSError):
                shown = escape_hidden(launch.shown)
                raise StartFault(f"cannot start `{shown}`: {error.strerror or error}") from None
            raise
        self.pid = process.pid
        self._exit: Exit | None = None
        self._finished = False

    def send(self, frame: bytes) -> None:
        """Write one frame and a newline; what the pipe does not take goes out during `receive`."""
        self._pipes.send(frame)

    def unsent(self) -> bool:
        """Tell whether the target has not read everything."""
        return self._pipes.unsent()

    def receive(self, deadline: float) -> bytes | Signal:
        """The next line, or why there is none."""
        pipes = self._pipes
        while True:
            if pipes.lines:
                return pipes.lines.popleft()
            if pipes.oversized:
                return Signal.OVERSIZED
            if pipes.woken:
                pipes.woken = False
                return Signal.WOKEN
            if pipes.closed or self._finished:
                return Signal.CLOSED
            if not self._pump(deadline) and time.monotonic() >= deadline:
                return Signal.TIMEOUT

    def _pump(self, deadline: float) -> bool:
        happened = self._pipes.pump(deadline)
        if happened or self._pipes.sees_exit:
            return happened
        if not self._pipes.exited and self._process.exit() is not None:
            self._pipes.note_exit()
            return True
        return False

    def wake(self) -> None:
        """Make `receive` give `WOKEN`; from any thread."""
        self._pipes.wake()

    def exit(self, seconds: float) -> Exit | None:
        """How the process ended, waiting at most so long."""
        deadline = time.monotonic() + seconds
        while (ended := self._process.exit()) is None and time.monotonic() < deadline:
            self._pump(deadline)
        if ended is not None and not self._pipes.exited:
            self._pipes.note_exit()
        return ended

    def input_closed(self) -> bool:
        """Tell whether the target closed its standard input."""
        return self._pipes.input_closed

    def stderr_tail(self, lines: int = 20) -> str:
        """The last lines of stderr, visible."""
        return self._pipes.stderr_tail(lines)

    def end(self, grace: float, take: Callable[[bytes], None]) -> Ending:
        """End of input, then SIGTERM and SIGKILL to the group where needed; nothing outlives this."""
        if self._finished:
            return Ending(None, ())
        try:
            self._process.remember_family()
            self._pipes.stop_writing()
            self._process.close_input()
            findings = self._see_it_end(grace, take)
            if unfinished := self._pipes.take_unfinished():
                take(unfinished)
            if not any(finding.name == "killed" for finding in findings):
                findings += self._children_left()
        finally:
            self.kill()
        return Ending(self._exit, tuple(findings))

    def _see_it_end(self, grace: float, take: Callable[[bytes], None]) -> list[Finding]:
        ended = self._await_exit(grace, take)
        if ended is not None:
            return [] if ended.clean else [Finding("exit-code", f"the target {ended.text}")]
        self._process.remember_family()
        self._process.signal_group(signal.SIGTERM)
        detail = f"did not end within {grace:g} s after the end of its input and needed SIGTERM"
        if self._await_exit(TERM_GRACE, take) is None:
            detail = f"{detail}, then SIGKILL {TERM_GRACE:g} s later"
            self._process.signal_group(signal.SIGKILL)
            self._await_exit(KILL_GRACE, take)
        return [Finding("killed", f"the target {detail}")]

    def _await_exit(self, seconds: float, take: Callable[[bytes], None]) -> Exit | None:
        deadline = time.monotonic() + seconds
        while True:
            ended = self._process.exit()
            if ended is not None and not self._pipes.exited:
                self._pipes.note_exit()
            while self._pipes.lines:
                take(self._pipes.lines.popleft())
            if ended is not None or time.monotonic() >= deadline:
                self._exit = ended
                return ended
            self._pump(deadline)

    def _children_left(self) -> list[Finding]:
        deadline = time.monotonic() + CHILDREN_GRACE
        pause = 0.005
        while (left := self._left_behind()) and time.monotonic() < deadline:
            time.sleep(pause)
            pause *= 2
        if not left:
            return []
        return [Finding("children-left", f"the target left behind {', '.join(left)}")]

    def _left_behind(self) -> list[str]:
        if left := self._process.left_behind():
            return left
        if self._pipes.released():
            return []
        return self._process.holders() or ["a process that keeps its output open"]

    def kill(self) -> None:
        """End the group at once and free everything; idempotent."""
        if self._finished:
            return
        self._finished = True
        self._process.kill()
        self._exit = self._exit or self._process.exit()
        if not self._pipes.released(wait=RELEASE_GRACE):
            self._process.kill_holders()
        self._pipes.close()
        self._process.close()
