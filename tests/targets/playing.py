"""Runs of pytest against real servers: a process of its own, and a verdict for each item."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SUITES = Path(__file__).parent
#: Without the plugins that these runs are not about.
PLAIN = ("-p", "no:randomly", "-p", "no:asyncio", "-p", "no:cacheprovider", "-q", "--tb=short")
_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run of pytest said: the first line of each item that failed, and all that it printed.

    `passed` and `skipped` are the names of the other items.
    """

    passed: frozenset[str]
    skipped: frozenset[str]
    failed: dict[str, str]
    output: str
    exit_code: int


def play(folder: Path, options: Iterable[str], run_in: Path) -> Outcome:
    """Run pytest on the suite in `folder` with the plugin's `options`; `run_in` is its rootdir."""
    report = run_in / "junit.xml"
    words = [sys.executable, "-m", "pytest", str(folder), *PLAIN, f"--rootdir={run_in}", "-c", os.devnull]
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "COLUMNS")}
    environment = {name: value for name, value in environment.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [*words, f"--junitxml={report}", *options],
        cwd=run_in,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_SECONDS,
        check=False,
    )
    output = done.stdout.decode("utf-8", "replace")
    return read_outcome(report, output, done.returncode)


def read_outcome(report: Path, output: str, exit_code: int) -> Outcome:
    """What the JUnit report of a run says of each item."""
    passed, skipped, failed = set(), set(), {}
    cases = ElementTree.parse(report).iter("testcase") if report.exists() else ()
    for case in cases:
        name = case.get("name", "")
        bad = case.find("failure")
        bad = case.find("error") if bad is None else bad
        if bad is not None:
            failed[name] = bad.get("message", "")
        elif case.find("skipped") is not None:
            skipped.add(name)
        else:
            passed.add(name)
    return Outcome(frozenset(passed), frozenset(skipped), failed, output, exit_code)


def copied(name: str, run_in: Path) -> Path:
    """A copy of the suite called `name` in a fresh place below `run_in`."""
    return shutil.copytree(SUITES / name, run_in / "suites" / name)
