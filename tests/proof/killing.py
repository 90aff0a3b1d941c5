"""Recordings that are killed at random moments: `python -m tests.proof.killing --times 200 --seed 1 FOLDER`.

Each recording runs pytest in a fork of this process. Half of them are killed by the clock, half in the
middle of a write, which a clock would seldom meet. What is looked at afterwards is told by `_check`.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import pkgutil
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import pytest_mcpparity
from pytest_mcpparity.answers.atomic import is_leftover
from pytest_mcpparity.play import recording

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

CASES: Final = 8
#: Seconds that the target of a killed run may take to see the end of its input.
TARGET_GRACE: Final = 20.0
#: A target whose every answer names the generation that it is given.
SERVER: Final = """
import json, sys
for raw in sys.stdin:
    asked = json.loads(raw)
    if "id" not in asked:
        continue
    text = {"type": "text", "text": "generation " + sys.argv[1] + "\\n" + "filler\\n" * 400}
    result = {
        "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                       "serverInfo": {"name": "g", "version": "1"}},
        "tools/list": {"tools": [{"name": "act", "inputSchema": {"type": "object"}}]},
    }.get(asked["method"], {"content": [text]})
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def _prepare(folder: Path) -> None:
    (folder / "suite").mkdir(parents=True)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "server.py").write_text(SERVER)
    cases = "".join(f'[case.c{number}]\ntool = "act"\n' for number in range(CASES))
    (folder / "suite" / "mcp-suite.toml").write_text(f"format = 1\n{cases}")


def _start(folder: Path, generation: int, before: Callable[[], None]) -> int:
    """Record this generation in a fork; its process id. `before` is called in the fork."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.setsid()
        os.chdir(folder)
        silent = os.open(folder / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        before()
        server = f"--mcp-server={{python}} {folder}/server.py {generation}"
        quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-W", "ignore"]
        code = int(pytest.main([*quiet, server, "--mcp-record=all", "suite"]))
    finally:
        os._exit(code)


def _dying_at(write: int) -> Callable[[], None]:
    """Lets a process kill itself before or after one of its writes reaches the disk."""

    def arm() -> None:
        real, left = os.fsync, [write]

        def fsync(fd: FileDescriptorLike) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            real(fd)
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        os.fsync = fsync

    return arm


def _check(folder: Path, before: dict[str, bytes], generation: int) -> list[str]:
    """What is wrong after a kill: a file that is neither old nor new, another file, a target that runs on."""
    wrong = []
    for path in (folder / "suite" / "answers").iterdir():
        old, data = before.get(path.name), path.read_bytes()
        if not is_leftover(path.name) and data not in (old, _newer(old, generation)):
            wrong.append(f"{path.name} is neither old nor new: {len(data)} bytes")
    missing = set(before) - {path.name for path in (folder / "suite" / "answers").iterdir()}
    wrong += [f"{name} is gone" for name in sorted(missing)]
    deadline = time.monotonic() + TARGET_GRACE
    while (left := _targets(folder)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return wrong + [f"the target {pid} runs on" for pid in left]


def _newer(old: bytes | None, generation: int) -> bytes | None:
    return old and old.replace(
        f"generation {generation - 1}\n".encode(), f"generation {generation}\n".encode()
    )


def _check_mended(folder: Path, generation: int) -> list[str]:
    """What is wrong after the next recording: an answer of another generation, or a lock that disagrees."""
    answers = folder / "suite" / "answers"
    files = {path.name: path.read_bytes() for path in answers.iterdir()}
    wrong = [f"{name} is left over" for name in files if is_leftover(name)]
    wrong += [
        f"{name} is old" for name, data in files.items()
        if name.startswith("c") and f"generation {generation}\n".encode() not in data
    ]  # fmt: skip
    lock = json.loads((folder / "suite" / "answers.lock").read_bytes())
    known = {name: entry["sha256"] for name, entry in lock["answers"].items()}
    if known != {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}:
        wrong.append("the lock disagrees with the answers")
    return wrong


def _targets(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and f"{folder}/server.py" in (process / "cmdline").read_text():
                found.append(process.name)
        except OSError:
            continue
    return found


def kill_many(folder: Path, times: int, seed: int) -> tuple[list[str], int]:
    """Kill `times` recordings; what was wrong, and how many were killed before their end."""
    folder = folder.resolve()
    _prepare(folder)
    chance = random.Random(seed)
    wrong: list[str] = []
    killed = 0
    started = time.monotonic()
    os.waitpid(_start(folder, 0, lambda: None), 0)
    seconds = time.monotonic() - started
    for generation in range(1, times + 1):
        before = {path.name: path.read_bytes() for path in (folder / "suite" / "answers").iterdir()}
        by_clock = generation % 2 == 0
        act = (lambda: None) if by_clock else _dying_at(chance.randint(1, 4 * CASES + 8))
        child = _start(folder, generation, act)
        if by_clock:
            time.sleep(chance.uniform(0.0, seconds))
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        killed += os.waitstatus_to_exitcode(status) == -signal.SIGKILL
        found = _check(folder, before, generation)
        os.waitpid(_start(folder, generation, lambda: None), 0)
        found += _check_mended(folder, generation)
        wrong += [f"recording {generation}: {one}" for one in found]
        print(f"recording {generation}: {killed} killed, {len(wrong)} wrong", flush=True)
    return wrong, killed


def main(argv: list[str]) -> int:
    """The exit code is 1 where anything was wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args(argv)
    os.environ.pop("CI", None)
    for name in ("anyio.from_thread", "jsonschema.validators", "mcp.client.session"):
        importlib.import_module(name)
    for module in pkgutil.walk_packages(pytest_mcpparity.__path__, "pytest_mcpparity."):
        importlib.import_module(module.name)
    recording.TICK = 0.0  # no clock in what this target answers
    wrong, killed = kill_many(chosen.folder, chosen.times, chosen.seed)
    print("\n".join([*wrong, f"{chosen.times} recordings, {killed} killed, {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
