"""A target's process: started in a process group of its own, watched, and never left behind (spec § 3)."""

from __future__ import annotations

import atexit
import difflib
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.session import descendants


@dataclass(frozen=True, slots=True)
class Launch:
    """How a target is started: its whole environment, and the command as the user wrote it, for messages."""

    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str]
    shown: str


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended: with an exit code, or by a signal."""

    code: int | None
    signal: int | None

    @property
    def clean(self) -> bool:
        """Tell whether it ended with exit code 0."""
        return self.code == 0

    @property
    def text(self) -> str:
        """The end in words, such as `exited with code 3` or `was ended by SIGSEGV`."""
        if self.signal is None:
            return f"exited with code {self.code}"
        with suppress(ValueError):
            return f"was ended by {signal.Signals(self.signal).name}"
        return f"was ended by signal {self.signal}"


class TargetProcess:
    """A started process with its three pipes, and the group that it leads."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        pipes = popen.stdin, popen.stdout, popen.stderr
        self._files = [pipe for pipe in pipes if pipe is not None]
        self._popen = popen
        self._family: set[descendants.Relative] = set()
        self.pid = popen.pid
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in self._files)
        _living[popen.pid] = (os.getpid(), self)

    def exit(self) -> Exit | None:
        """How it ended, or None while it runs; does not wait."""
        code = self._popen.poll()
        if code is None:
            return None
        return Exit(code, None) if code >= 0 else Exit(None, -code)

    def remember_family(self) -> None:
        """Note which processes descend from this one: after its end nobody can tell any more."""
        if self._popen.returncode is None:
            self._family |= descendants.of(self.pid)

    def signal_group(self, number: int) -> None:
        """Send a signal to every process of the group, and to known descendants that left it."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)
        for relative in self._family:
            descendants.send_signal(relative, number)

    def left_behind(self) -> list[str]:
        """The processes that outlive this one, as far as they can be known, each with its name."""
        found = descendants.group_members(self.pid) | {one for one in self._family if descendants.lives(one)}
        return sorted(descendants.describe(one) for one in found)

    def holders(self) -> list[str]:
        """The processes that hold our pipes open, each with its name; empty where that cannot be known."""
        return sorted(descendants.describe(one) for one in self._holders())

    def kill_holders(self) -> None:
        """End the processes that hold our pipes open."""
        for one in self._holders():
            descendants.send_signal(one, signal.SIGKILL)

    def _holders(self) -> set[descendants.Relative]:
        return descendants.holders(
            *(os.fstat(file.fileno()).st_ino for file in self._files if not file.closed)
        )

    def kill(self, wait: float = 2.0) -> None:
        """End the whole group at once and take up its exit code; waits at most `wait` seconds. Idempotent."""
        self.remember_family()
        self.signal_group(signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(wait)

    def close_input(self) -> None:
        """Let the process read the end of its input."""
        with suppress(OSError):
            self._files[0].close()

    def close(self) -> None:
        """Close all pipes, and forget a process that was ended."""
        for file in self._files:
            with suppress(OSError):
                file.close()
        _living.pop(self.pid, None)


#: Processes that run, with the process that started them: a fork of pytest must not end them.
_living: dict[int, tuple[int, TargetProcess]] = {}


@atexit.register
def _kill_the_living() -> None:
    for owner, process in list(_living.values()):
        if owner == os.getpid():
            process.kill()
            process.close()


def start(launch: Launch) -> TargetProcess:
    """Start `launch` with three pipes, as the leader of a new session and process group.

    Raises:
        StartFault: with the command, the reason of the operating system and the nearest command on PATH.
    """
    try:
        popen = subprocess.Popen(
            list(launch.argv),
            bufsize=0,
            cwd=launch.cwd,
            env=dict(launch.env),
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except (OSError, ValueError) as error:
        raise StartFault(_why_not(launch, error)) from None
    return TargetProcess(popen)


def _why_not(launch: Launch, error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = f"cannot start `{escape_hidden(launch.shown)}`: {reason}"
    if not launch.cwd.is_dir():
        return f"{text}; it was to start in the folder {launch.cwd}, which does not exist"
    program = launch.argv[0] if launch.argv else ""
    text = f"{text}: {escape_hidden(program)}"
    path = launch.env.get("PATH", os.defpath)
    if isinstance(error, FileNotFoundError) and shutil.which(program, path=path) is None:
        near = nearest_command(program, path)
        text += f"; the nearest command on PATH is {near}" if near else "; no command on PATH is near to it"
    elif isinstance(error, FileNotFoundError):
        text += "; the file exists, but the interpreter that its first line names does not"
    return text


def nearest_command(program: str, path: str) -> str | None:
    """The command on `path` whose name is most like that of `program`, or None where none is like it."""
    names: set[str] = set()
    for folder in path.split(os.pathsep):
        with suppress(OSError):
            names.update(os.listdir(folder or "."))  # noqa: PTH208 - thousands of names, no Path objects
    close = difflib.get_close_matches(os.path.basename(program), sorted(names), n=5)  # noqa: PTH119
    return next((name for name in close if shutil.which(name, path=path)), None)
