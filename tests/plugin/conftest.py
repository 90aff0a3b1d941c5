"""Real runs of pytest against real processes."""

from __future__ import annotations

import importlib
import pkgutil
import re
import shutil
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

import pytest_mcpparity
from pytest_mcpparity.cli import main
from pytest_mcpparity.play import recording

# pytest forgets modules that are first imported in a run inside this process, and importing them in
# every run takes longer than the runs.
for _name in ("anyio.from_thread", "jsonschema.validators", "mcp.client.session"):
    importlib.import_module(_name)
for _module in pkgutil.walk_packages(pytest_mcpparity.__path__, "pytest_mcpparity."):
    importlib.import_module(_module.name)

SUITES = Path(__file__).parent.parent / "suites"
REPOSITORY = SUITES.parent.parent

Play: TypeAlias = Callable[..., pytest.RunResult]
Init: TypeAlias = Callable[..., int]
#: A server that is started with the name of what is wrong with it, `none` for nothing.
FAULTS = "{python} -m reference_server.faults"


def failures(result: pytest.RunResult) -> dict[str, str]:
    """The first line of each item that failed, by the item's name."""
    pattern = re.compile(r"^(?:FAILED|ERROR) \S+mcp-suite\.toml::(\S+) - (.*)$")
    found = (pattern.match(line) for line in result.outlines)
    return {match[1]: match[2] for match in found if match}


def outcomes(result: pytest.RunResult) -> dict[str, str]:
    """The outcome of each item by name, of a run with `-v`."""
    pattern = re.compile(
        r"(?:^|\s)\S*mcp-suite\.toml::(\S+) (PASSED|FAILED|SKIPPED|XFAIL|XPASS|ERROR)|"
        r"\[gw\d\] .*(PASSED|FAILED|SKIPPED|XFAIL|XPASS|ERROR) \S*mcp-suite\.toml::(\S+)"
    )
    found = (pattern.search(line) for line in result.outlines if " - " not in line)
    return {match[1] or match[4]: match[2] or match[3] for match in found if match}


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
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)  # the run inside is no worker, whatever runs these tests
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setattr(recording, "TICK", 0.0)  # no clock in what these servers answer
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


def raw_server(folder: Path, body: str, name: str = "server.py") -> str:
    """Write a script on `tests.plugin.raw_server`; the option that starts it."""
    script = folder / name
    head = "import os, sys, time\nfrom tests.plugin.raw_server import serve, text, write\n"
    script.write_text(head + textwrap.dedent(body))
    return f"--mcp-server={{python}} {script}"


def small_suite(folder: Path, text: str, name: str = "small") -> Path:
    """Write a suite that has nothing recorded yet; its folder."""
    suite = folder / "suites" / name
    suite.mkdir(parents=True)
    (suite / "mcp-suite.toml").write_text(f"format = 1\n{textwrap.dedent(text)}")
    return suite


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`, by its path from there."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def init(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Init:
    """Run `mcpparity init` in `tmp_path`, in this process."""
    monkeypatch.chdir(tmp_path)

    def run(server: str, *options: str) -> int:
        return main(["init", "--server", server.removeprefix("--mcp-server="), *options])

    return run
