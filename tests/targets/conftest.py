"""Runs of pytest inside this process, for servers that are small and of our own.

Everything that such a run needs is imported here: pytest forgets modules that are first imported in a
run inside this process, and a class imported twice is two classes.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

import pytest_mcpparity
from pytest_mcpparity.play import recording
from tests.targets.playing import PLAIN, Outcome, read_outcome

for _name in ("anyio.from_thread", "jsonschema.validators", "mcp.client.session"):
    importlib.import_module(_name)
for _module in pkgutil.walk_packages(pytest_mcpparity.__path__, "pytest_mcpparity."):
    importlib.import_module(_module.name)

PlayHere: TypeAlias = Callable[..., Outcome]


@pytest.fixture
def play_here(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> PlayHere:
    """Run pytest in this process on a suite below `pytester.path`, with the plugin's options.

    No clock stands in the answers, so that a recording need not wait for it between its two plays.
    """
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(recording, "TICK", 0.0)
    pytester.makeini("[pytest]\n")

    def run(folder: Path, *options: str) -> Outcome:
        report = pytester.path / "junit.xml"
        result = pytester.runpytest_inprocess(str(folder), *PLAIN, f"--junitxml={report}", *options)
        return read_outcome(report, "\n".join(result.outlines), int(result.ret))

    return run
