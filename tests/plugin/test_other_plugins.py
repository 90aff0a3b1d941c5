"""Beside other plugins: neither breaks nor is broken (spec § 3)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, outcomes, raw_server, small_suite, sound

_FAKE = """
def pytest_addoption(parser):
    parser.addoption("--mcp-server", help="of the other plugin")

def pytest_report_header(config):
    return f"the other plugin has {config.option.mcp_server}"
"""
#: Read before the fixtures take it away.
ORIGINAL_CI = os.environ.get("CI")
LONG = sound().replace("--mcp-server", "--mcpparity-server")


@pytest.mark.parametrize(
    ("order", "workers"),
    [
        (("other", "mcpparity"), ()),
        (("mcpparity", "other"), ()),
        (("mcpparity", "other"), ("-p", "xdist", "-n", "2")),
    ],
)
def test_a_plugin_that_owns_mcp_server_keeps_it_in_either_order(
    pytester: pytest.Pytester,
    suite: Path,
    monkeypatch: pytest.MonkeyPatch,
    order: tuple[str, ...],
    workers: tuple[str, ...],
) -> None:
    (pytester.path / "other.py").write_text(_FAKE)
    pytester.syspathinsert()
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([os.environ["PYTHONPATH"], str(pytester.path)]))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    plugins = [word for name in order for word in ("-p", name)]

    run = pytester.runpytest_subprocess if workers else pytester.runpytest_inprocess
    result = run(*plugins, *workers, "--mcp-server", "theirs", LONG, "suites")

    result.assert_outcomes(passed=15)
    result.stdout.fnmatch_lines(["the other plugin has theirs"])
    result.stdout.fnmatch_lines(
        ["mcpparity: left to another plugin: --mcp-server; use --mcpparity-… instead"]
    )


def test_a_conftest_may_own_it_too(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    pytester.makeconftest(_FAKE)

    result = play(LONG, "--mcp-server=theirs", "suites")

    result.assert_outcomes(passed=15)
    result.stdout.fnmatch_lines(["the other plugin has theirs"])


def test_where_nobody_owns_it_nothing_is_said(suite: Path, play: Play) -> None:
    result = play(LONG, "suites")

    result.assert_outcomes(passed=15)
    assert "left to another plugin" not in result.stdout.str()


def test_the_skip_reason_names_the_spelling_that_is_free(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    pytester.makeconftest(_FAKE)

    result = play("--mcp-server=theirs", "suites", "-rs")

    result.stdout.fnmatch_lines(["*no target: give --mcpparity-server=CMD*"])


def test_the_real_plugin_of_that_kind_runs_beside(
    pytester: pytest.Pytester, suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target)]
    done = subprocess.run([*install, "pytest-mcp-assert"], capture_output=True, text=True)
    if done.returncode != 0:
        reason = f"pytest-mcp-assert cannot be installed: {done.stderr.strip().splitlines()[-1:]}"
        (pytest.fail if ORIGINAL_CI else pytest.skip)(reason)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([os.environ["PYTHONPATH"], str(target)]))

    result = pytester.runpytest_subprocess("-p", "no:randomly", LONG, "suites")

    result.assert_outcomes(passed=15)
    result.stdout.fnmatch_lines(["plugins: *mcp*"])


def test_async_tests_of_asyncio_and_anyio_run_beside_a_suite(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    pytester.makepyfile(
        test_async="""
        import asyncio, pytest

        @pytest.mark.asyncio
        async def test_asyncio(): await asyncio.sleep(0)

        @pytest.mark.anyio
        async def test_anyio(): await asyncio.sleep(0)
        """
    )
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")

    result = play("-p", "asyncio", "-p", "anyio", sound(), ".")

    assert result.ret == 0
    assert result.parseoutcomes()["passed"] >= 17


def test_a_limit_of_pytest_timeout_ends_one_item_and_the_next_gets_a_new_process(
    pytester: pytest.Pytester, play: Play
) -> None:
    small_suite(pytester.path, "".join(f'[case.{name}]\ntool = "{name}"\n' for name in "abc"))
    tools = '{{"a": lambda _: "1", "b": lambda _: {b} or "2", "c": lambda _: "3"}}'
    play(raw_server(pytester.path, f"serve({tools.format(b=0)})"), "--mcp-record")
    log = f'open("{pytester.path}/log", "a").write("start ")'
    slow = raw_server(pytester.path, f"{log}\nserve({tools.format(b='time.sleep(60)')})")

    result = play("-p", "timeout", slow, "--timeout=2", "-v")

    assert failures(result).keys() == {"b"}
    assert "Timeout" in failures(result)["b"]
    assert outcomes(result)["c"] == "PASSED"
    assert (pytester.path / "log").read_text().split() == ["start", "start"]
