"""Real runs of pytest against real processes."""

from __future__ import annotations

import importlib
import pkgutil
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

import pytest_mcpparity

# pytest forgets modules that are first imported in a run inside this process, and importing them in
# every run takes longer than the runs.
for _name in ("anyio.from_thread", "jsonschema.validators", "mcp.client.session"):
    importlib.import_module(_name)
for _module in pkgutil.walk_packages(pytest_mcpparity.__path__, "pytest_mcpparity."):
    importlib.import_module(_module.name)

SUITES = Path(__file__).parent.parent / "suites"
REPOSITORY = SUITES.parent.parent

Play: TypeAlias = Callable[..., pytest.RunResult]


def lines_of(result: pytest.RunResult, start: str) -> list[str]:
    """The lines of what a run printed that start like this."""
    return [line for line in result.outlines if line.startswith(start)]


def sound(fault: str = "none") -> str:
    """The option that starts the raw server with one named fault."""
    return f"--mcp-server={{python}} -m reference_server.faults {fault}"


@pytest.fixture(autouse=True)
def _as_a_user_would(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """No options from outside, and a terminal that cuts no line of the short summary."""
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.delenv("CI", raising=False)
    pytester.makeini("[pytest]\n")


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    """A copy of the suite that was recorded on the sound server."""
    return shutil.copytree(SUITES / "sound", pytester.path / "suites" / "sound")


@pytest.fixture
def play(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run pytest in this process, without any plugin that the tests are not about."""

    def run(*args: str) -> pytest.RunResult:
        with monkeypatch.context() as patch:
            patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
            return pytester.runpytest_inprocess("-p", "mcpparity", *args)

    return run
