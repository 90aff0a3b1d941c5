"""Real runs of pytest against real processes.

Everything that a run needs is imported here: pytest forgets modules that are first imported in a run
inside this process, and a class imported twice is two classes.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import mcp.client.session  # noqa: F401 - see above
import pytest

import pytest_mcpparity.inventory
import pytest_mcpparity.items
import pytest_mcpparity.order
import pytest_mcpparity.scheduler  # noqa: F401 - see above

SUITES = Path(__file__).parent.parent / "suites"
REPOSITORY = SUITES.parent.parent

Play: TypeAlias = Callable[..., pytest.RunResult]


def sound(fault: str = "none") -> str:
    """The option that starts the raw server with one named fault."""
    return f"--mcp-server={{python}} -m reference_server.faults {fault}"


@pytest.fixture(autouse=True)
def _as_a_user_would(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """No options from outside."""
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    monkeypatch.delenv("CI", raising=False)
    pytester.makeini("[pytest]\n")


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    """A copy of the suite that was recorded on the sound server."""
    return shutil.copytree(SUITES / "sound", pytester.path / "suites" / "sound")


@pytest.fixture
def play(pytester: pytest.Pytester) -> Play:
    """Run pytest in this process, without the plugins that the tests are not about."""

    def run(*args: str) -> pytest.RunResult:
        return pytester.runpytest_inprocess("-p", "no:randomly", "-p", "no:asyncio", *args)

    return run
