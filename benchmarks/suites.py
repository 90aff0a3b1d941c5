"""Suites to be measured: written into a fresh folder and recorded from the trivial server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import OURS, REPOSITORY, run_child

SERVER = REPOSITORY / "benchmarks" / "trivial_server.py"


@contextmanager
def empty_project() -> Iterator[Path]:
    """A fresh folder with a pytest.ini of its own."""
    with TemporaryDirectory(prefix="mcpparity-bench-") as name:
        folder = Path(name)
        (folder / "pytest.ini").write_text("[pytest]\n")
        yield folder


def server(*options: str) -> str:
    """The option that names the trivial server as target."""
    return f"--mcp-server={sys.executable} {SERVER} {' '.join(options)}"


def write_suite(folder: Path, count: int, call: str = "echo", member: str = "text") -> None:
    """A suite of `count` cases of one call each, not recorded yet; `member` is the argument, "" for none."""
    folder.mkdir(parents=True)
    lines = ["format = 1", 'title = "a suite to be measured"', ""]
    for number in range(count):
        arguments = f'{{"{member}":"answer {number}"}}' if member else "{}"
        lines += [f"[case.case-{number:05}]", f'title = "the call of number {number}"', f'tool = "{call}"']
        lines += [f"arguments = '{arguments}'", ""]
    (folder / "mcp-suite.toml").write_text("\n".join(lines))


def record(project: Path, *options: str) -> None:
    """Record all suites of `project` from the trivial server with `options`."""
    run_child(["-m", "pytest", "-q", *OURS, server(*options), "--mcp-record"], project)


def write_plain(folder: Path, count: int) -> None:
    """A file of `count` plain items, for `-p benchmarks.plain_items`."""
    folder.mkdir(parents=True)
    (folder / "items.plain").write_text(str(count))
