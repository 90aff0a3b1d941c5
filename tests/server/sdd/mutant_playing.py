"""Runs of pytest over the suites of the SDD tools, with the server as a real process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
SUITES = tuple(sorted(file.parent for file in FIXTURES.glob("sdd*/mcp-suite.toml")))
SERVER = "{python} -m reference_server putnami mcp"
_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Run:
    """One run of pytest over suites: its items as `suite::item`, those that failed, and its output."""

    items: frozenset[str]
    failed: frozenset[str]
    output: str


def play(suites: Sequence[Path] = SUITES, *options: str, server_path: Path | None = None) -> Run:
    """Play `suites`, which lie in one folder.

    `server_path` is the folder of the server's package, None for the one installed.
    """
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "junit.xml"
        words = [
            sys.executable,
            "-m",
            "pytest",
            *map(str, suites),
            f"--rootdir={suites[0].parent}",
            "-c",
            os.devnull,
        ]
        words += ["-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:asyncio"]
        words += [f"--junitxml={report}", f"--mcp-server={SERVER}", *options]
        if server_path is not None:
            words.append(f"--mcp-env=PYTHONPATH={server_path}")
        done = subprocess.run(
            words,
            cwd=place,
            env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
        return _read(report, done.stdout.decode("utf-8", "replace"))


def _read(report: Path, output: str) -> Run:
    items, failed = set(), set()
    cases = ElementTree.parse(report).iter("testcase") if report.exists() else ()
    for case in cases:
        name = f"{_suite_of(case.get('classname', ''))}::{case.get('name', '')}"
        items.add(name)
        if case.find("failure") is not None or case.find("error") is not None:
            failed.add(name)
    return Run(frozenset(items), frozenset(failed), output)


def _suite_of(classname: str) -> str:
    """The suite in a class name such as `fixtures.sdd-broken.mcp-suite.toml`."""
    return next((part for part in classname.split(".") if part.startswith("sdd")), classname)
