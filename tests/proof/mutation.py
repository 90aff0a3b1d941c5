"""Mutation testing of one room: `python -m tests.proof.mutation ROOM --share 0.5 --seconds 600`.

Each mistake is put into a fork of this process that then runs the room's unit tests; nothing on disk is
changed. A mistake survives if they pass. What survives is printed with its place, and has to be read.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

import hypothesis
import pytest

from tests.proof.mutants import Mutant, count, mutant

REPOSITORY: Final = Path(__file__).parents[2]
#: The modules of each room, and the unit tests that hold them.
ROOMS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "compare": ("compare/*.py", ("compare*", "known_difference*")),
    "explain": ("explain/*.py", ("explain*",)),
    "masks": ("masks/*.py", ("masks*",)),
    "answer-file": ("answers/[rsw]*[re]*r.py", ("answer_*", "answers*")),
    "answers": (
        "answers/*.py",
        ("answer_*", "lock*", "store*", "inventory*", "unread*", "questions*", "atomic*"),
    ),
}
#: Words in the names of tests that take long.
SLOW: Final = "large or linear or arbitrary or given or properties or tokens or aligned or elements or ends"
#: Seconds after which a mistake counts as found: it made the tests hang.
LIMIT: Final = 300
assert hypothesis.__version__, "imported once, for all forks"


class _Broken(MetaPathFinder, Loader):
    """Imports one module from a source that is not the one on disk."""

    def __init__(self, module: str, source: str) -> None:
        self._module, self._source = module, source

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self._module else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._source, f"<{self._module}>", "exec"), module.__dict__)


def survives(module: str, mistake: Mutant, tests: Sequence[str]) -> bool:
    """Whether the tests pass although the mistake is there."""
    child = os.fork()
    if child == 0:
        _run(module, mistake.source, tests)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def _run(module: str, source: str, tests: Sequence[str]) -> None:
    signal.alarm(LIMIT)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, _Broken(module, source))
    code = 1
    try:
        importlib.import_module(module)  # before pytest sets an importer of its own in front
        # What this process has imported already, pytest cannot rewrite any more: no reason to warn.
        quiet = ["-q", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        code = int(pytest.main([*quiet, "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))
    finally:
        os._exit(code)


def _modules(pattern: str) -> Iterator[tuple[str, str]]:
    for file in sorted((REPOSITORY / "pytest_mcpparity").glob(pattern)):
        if file.name != "__init__.py":
            dotted = ".".join(file.relative_to(REPOSITORY).with_suffix("").parts)
            yield dotted, file.read_text(encoding="utf-8")


def _test_files(patterns: Sequence[str]) -> list[str]:
    unit = REPOSITORY / "tests" / "unit"
    return [str(file) for pattern in patterns for file in sorted(unit.glob(f"test_{pattern}.py"))]


def main(argv: list[str]) -> None:
    """Try a random share of the mistakes of one room; print what survives, and the score."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("room", choices=sorted(ROOMS))
    asked.add_argument("--share", type=float, default=1.0)
    asked.add_argument("--seconds", type=float, default=3600.0)
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args(argv)
    pattern, patterns = ROOMS[chosen.room]
    tests = _test_files(patterns)
    every = [(module, source, one) for module, source in _modules(pattern) for one in range(count(source))]
    picked = random.Random(chosen.seed).sample(every, round(len(every) * chosen.share))
    stop = time.monotonic() + chosen.seconds
    tried = survivors = 0
    for module, source, number in picked:
        if time.monotonic() > stop:
            break
        tried += 1
        mistake = mutant(source, number)
        # What is slow is asked last: most mistakes are found before.
        quick, slow = [*tests, "-m", "not heavy", "-k", f"not ({SLOW})"], [*tests, "-k", SLOW]
        if survives(module, mistake, quick) and survives(module, mistake, slow):
            survivors += 1
            print(f"{module}:{mistake.line}: {mistake.before!r} -> {mistake.after!r}", flush=True)
    print(f"{chosen.room}: {tried} of {len(every)} tried, {tried - survivors} found, {survivors} survive")


if __name__ == "__main__":
    main(sys.argv[1:])
