"""One poll loop over a process's pipes: stdout by lines, stderr bounded, stdin never blocking.

Everything happens in the thread that calls `pump`; only `wake` may be called from another.
"""

from __future__ import annotations

import fcntl
import math
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile

from pytest_mcpparity.characters import escape_hidden

STDERR_KEPT = 256 * 1024
_SMALL_READ = 64 * 1024
_BIG_READ = 1024 * 1024
#: Reads after the end of the process: more than a pipe can hold, yet bounded where another writes on.
_LAST_READS = 64
#: How often the process is looked at where the system cannot tell of its end by a file descriptor.
_LOOK_EVERY = 0.1


class Pipes:
    """The poll loop. `lines` are complete lines of stdout, without their newline, not yet taken."""

    def __init__(self, stdin: int, stdout: int, stderr: int, pid: int, max_bytes: int) -> None:
        self.lines: deque[bytes] = deque()
        self.closed = False  # nothing more comes from stdout
        self.exited = False  # as far as the system has told
        self.input_closed = False
        self.oversized = False
        self.woken = False
        self._max_bytes = max_bytes
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self._partial = bytearray()
        self._errors: deque[bytes] = deque()
        self._errors_size = 0
        self._unsent: deque[memoryview] = deque()
        self._read_size = _SMALL_READ
        self._poll = select.poll()
        self._handlers: dict[int, Callable[[int], None]] = {}
        self._wake_lock = threading.Lock()
        self._wake_read, self._wake_write = os.pipe()
        self._pidfd = _open_pidfd(pid)
        self.sees_exit = self._pidfd is not None  # else somebody has to look at the process
        try:
            self._watch_all()
        except BaseException:
            self.close()
            raise

    def _watch_all(self) -> None:
        for fd in (self._stdin, self._stdout, self._stderr, self._wake_read, self._wake_write):
            os.set_blocking(fd, False)
        _widen(self._stdout)
        self._watch(self._stdout, select.POLLIN, self._on_stdout)
        self._watch(self._stderr, select.POLLIN, self._on_stderr)
        self._watch(self._wake_read, select.POLLIN, self._on_wake)
        if self._pidfd is not None:
            self._watch(self._pidfd, select.POLLIN, self._on_exit)

    def _watch(self, fd: int, events: int, handler: Callable[[int], None]) -> None:
        self._poll.register(fd, events)
        self._handlers[fd] = handler

    def _forget(self, fd: int) -> None:
        if self._handlers.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def pump(self, deadline: float) -> bool:
        """Wait once, at most until `deadline` on the monotonic clock; tell whether anything happened."""
        wait = deadline - time.monotonic()
        if not self.sees_exit:
            wait = min(wait, _LOOK_EVERY)
        events = self._poll.poll(math.ceil(wait * 1000) if wait > 0 else 0)
        for fd, event in events:
            if handler := self._handlers.get(fd):  # an earlier handler may have forgotten it
                handler(event)
        return bool(events)

    # -- stdout -------------------------------------------------------------------------------------

    def _on_stdout(self, _event: int) -> None:
        self._read_stdout()

    def _read_stdout(self) -> bool:
        """Read once; tell whether anything came."""
        try:
            chunk = os.read(self._stdout, self._read_size)
        except BlockingIOError:
            return False
        if not chunk:
            self._close_output()
            return False
        if len(chunk) == self._read_size:
            self._read_size = _BIG_READ
        self._split(chunk)
        return True

    def _split(self, chunk: bytes) -> None:
        if b"\n" in chunk:
            first, *others = chunk.split(b"\n")
            if self._partial:
                self._partial += first
                first = bytes(self._partial)
            self._partial = bytearray(others.pop())
            self.lines.append(first)
            self.lines.extend(others)
            if any(len(line) > self._max_bytes for line in (first, *others)):
                self._stop_oversized()
        else:
            self._partial += chunk
        if len(self._partial) > self._max_bytes:
            self._stop_oversized()

    def _stop_oversized(self) -> None:
        """Stop reading; lines before the one that is too long are still given out, none behind it."""
        self._partial = bytearray()
        self.lines = deque(takewhile(lambda line: len(line) <= self._max_bytes, self.lines))
        self.oversized = True
        self._forget(self._stdout)

    def _close_output(self) -> None:
        self.closed = True
        self._forget(self._stdout)

    def take_unfinished(self) -> bytes:
        """What came of a line that never got its newline; empty once it was taken."""
        unfinished, self._partial = bytes(self._partial), bytearray()
        return unfinished

    # -- stderr -------------------------------------------------------------------------------------

    def _on_stderr(self, _event: int) -> None:
        self._read_stderr()

    def _read_stderr(self) -> bool:
        try:
            chunk = os.read(self._stderr, _SMALL_READ)
        except BlockingIOError:
            return False
        if not chunk:
            self._forget(self._stderr)
            return False
        self._errors.append(chunk)
        self._errors_size += len(chunk)
        while self._errors_size - len(self._errors[0]) >= STDERR_KEPT:
            self._errors_size -= len(self._errors.popleft())
        if len(self._errors) > STDERR_KEPT // 64:  # many tiny writes: an object each would cost too much
            self._errors = deque([b"".join(self._errors)])
        return True

    def stderr_tail(self, lines: int) -> str:
        """The last lines of stderr, visible."""
        text = b"".join(self._errors)[-STDERR_KEPT:].decode("utf-8", "backslashreplace")
        return escape_hidden("\n".join(text.replace("\r\n", "\n").rstrip("\n").split("\n")[-lines:]))

    # -- stdin --------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Write `frame` and a newline as far as the pipe takes them; `pump` writes the rest."""
        if self.input_closed:
            return
        view = memoryview(frame + b"\n")
        if not self._unsent:
            view = view[self._write(view) :]
        if len(view) and not self.input_closed:
            self._unsent.append(view)
            self._watch(self._stdin, select.POLLOUT, self._on_stdin)

    def _write(self, view: memoryview) -> int:
        try:
            return os.write(self._stdin, view)
        except BlockingIOError:
            return 0
        except OSError:  # a broken pipe: the target has closed its input
            self._refuse_input()
            return 0

    def _refuse_input(self) -> None:
        self.input_closed = True
        self._unsent.clear()
        self._forget(self._stdin)

    def _on_stdin(self, event: int) -> None:
        if event & (select.POLLERR | select.POLLNVAL):
            self._refuse_input()
        while self._unsent:
            view = self._unsent[0]
            written = self._write(view)
            if self.input_closed:
                break
            if written < len(view):
                self._unsent[0] = view[written:]
                return
            self._unsent.popleft()
        self._forget(self._stdin)
        self.woken = self.input_closed  # who waits for an answer waits in vain

    def unsent(self) -> bool:
        """Tell whether something waits to be written."""
        return bool(self._unsent)

    def stop_writing(self) -> None:
        """Forget stdin, which is about to be closed, and what was to be written."""
        self._refuse_input()

    # -- the end of the process, and other threads -----------------------------------------------------

    def _on_exit(self, _event: int) -> None:
        if self._pidfd is not None:
            self._forget(self._pidfd)
        self.note_exit()

    def note_exit(self) -> None:
        """Take in what the process wrote before its end; another that holds the pipes is not waited for."""
        self.exited = True
        for _ in range(_LAST_READS):
            if self.closed or self.oversized or not self._read_stdout():
                break
        self._close_output()
        for _ in range(_LAST_READS):
            if self._stderr not in self._handlers or not self._read_stderr():
                break

    def _on_wake(self, _event: int) -> None:
        with suppress(BlockingIOError):
            os.read(self._wake_read, _SMALL_READ)
        self.woken = True

    def wake(self) -> None:
        """Make a `pump` return; from any thread, also after `close`."""
        with self._wake_lock, suppress(BlockingIOError):
            if self._wake_write >= 0:
                os.write(self._wake_write, b"w")

    def released(self, wait: float = 0.0) -> bool:
        """Tell whether no process holds the writing ends of stdout and stderr, waiting at most so long."""
        deadline = time.monotonic() + wait
        for fd in (self._stdout, self._stderr):
            hangup = select.poll()
            hangup.register(fd, 0)  # POLLHUP is told without being asked for
            left = max(0.0, deadline - time.monotonic())
            if not any(event & select.POLLHUP for _, event in hangup.poll(math.ceil(left * 1000))):
                return False
        return True

    def close(self) -> None:
        """Close what belongs to the loop itself; idempotent."""
        with self._wake_lock:
            own = [
                fd for fd in (self._wake_read, self._wake_write, self._pidfd) if fd is not None and fd >= 0
            ]
            self._wake_read = self._wake_write = -1
            self._pidfd = None
        for fd in own:
            os.close(fd)
        self._handlers.clear()
        self._poll = select.poll()


def _open_pidfd(pid: int) -> int | None:
    """A descriptor that can be polled for the end of the process; None where the system has none."""
    opener: Callable[[int], int] | None = getattr(os, "pidfd_open", None)
    if opener is None:
        return None
    with suppress(OSError):
        return opener(pid)
    return None


def _widen(fd: int) -> None:
    """Let the pipe hold 1 MiB where that can be asked for: a large answer then needs far fewer turns."""
    command: int | None = getattr(fcntl, "F_SETPIPE_SZ", None)
    if command is not None:
        with suppress(OSError):
            fcntl.fcntl(fd, command, _BIG_READ)
