"""Which processes descend from a target, as far as the system tells.

On Linux /proc is read: the members of a process group, and descendants that left it. What left the
group and lost its parent before it was looked for cannot be found this way; such a process is found
only where it keeps one of our pipes open. Elsewhere only the process group is known.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Relative:
    """A process by its id and its start time, since ids are used again; 0 where no start time is known."""

    pid: int
    started: int
    name: str = field(default="", compare=False)


def _stat(pid: int) -> tuple[str, str, list[str]] | None:
    """Name, state and the further fields of /proc/PID/stat, or None for a process that is gone."""
    try:
        text = (_PROC / str(pid) / "stat").read_text("utf-8", "replace")
    except OSError:
        return None
    head, _, rest = text.rpartition(")")  # a name may hold blanks and parentheses
    fields = rest.split()
    return head.partition("(")[2], fields[0], fields[1:]


def _relative(pid: int) -> Relative | None:
    stat = _stat(pid)
    if stat is None or stat[1] in "ZX":
        return None
    return Relative(pid, int(stat[2][18]), stat[0])


def of(pid: int) -> set[Relative]:
    """The living descendants of `pid`; empty where /proc does not tell."""
    found: set[Relative] = set()
    queue = [pid]
    while queue:
        for child in _children(queue.pop()):
            relative = _relative(child)
            if relative is not None and relative not in found:
                found.add(relative)
                queue.append(child)
    return found


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for task in (_PROC / str(pid) / "task").iterdir():
            with suppress(OSError):
                children.extend(int(word) for word in (task / "children").read_text().split())
    return children


def group_members(group: int) -> set[Relative]:
    """The living processes of a process group, its leader left out.

    Where /proc does not tell, one nameless process stands for all; the leader must have been waited for.
    """
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return set()
    if not (_PROC / "self" / "stat").exists():
        return {Relative(-group, 0)}
    pids = [int(entry.name) for entry in _PROC.iterdir() if entry.name.isdigit()]
    found: set[Relative] = set()
    for pid in pids:
        stat = _stat(pid)
        if pid != group and stat is not None and stat[1] not in "ZX" and int(stat[2][1]) == group:
            found.add(Relative(pid, int(stat[2][18]), stat[0]))
    return found


def holders(*inodes: int) -> set[Relative]:
    """The processes but this one that hold one of the pipes with these inodes; empty without /proc."""
    wanted = {f"pipe:[{inode}]" for inode in inodes}
    found: set[Relative] = set()
    for entry in _PROC.iterdir() if _PROC.is_dir() else ():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with suppress(OSError):
            if any(os.readlink(fd) in wanted for fd in (entry / "fd").iterdir()):  # noqa: PTH115
                relative = _relative(int(entry.name))
                found |= {relative} if relative else set()
    return found


def lives(relative: Relative) -> bool:
    """Tell whether it still runs, and is still the same process."""
    return _relative(relative.pid) == relative


def send_signal(relative: Relative, number: int) -> None:
    """Send a signal, but only if it is still the same process."""
    if relative.pid > 0 and lives(relative):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(relative.pid, number)


def describe(relative: Relative) -> str:
    """Name and id for a message."""
    return f"{relative.name} ({relative.pid})" if relative.pid > 0 else "a process of its group"
