"""Bad usage ends the run with exit code 4 and one clear line, before anything starts (spec § 3)."""

from __future__ import annotations

import fnmatch
from pathlib import Path

import pytest

from tests.plugin.conftest import Play

_SERVER = "--mcp-server=sh -c 'echo started > trace'"


def refusal(pytester: pytest.Pytester, result: pytest.RunResult) -> str:
    """The one line of a usage error, after a look that nothing has been started or run."""
    errors = [line for line in result.errlines if line.startswith("ERROR: ")]
    assert result.ret == 4
    assert len(errors) == 1
    assert not (pytester.path / "trace").exists()
    assert "Traceback" not in result.stderr.str()
    return errors[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--mcp-server="], "--mcp-server is empty"),
        (["--mcp-server=A=1 run"], "'A=1 run' sets A in front of the command*use --mcp-env 'A=1'"),
        (["--mcp-server=run 'it"], "cannot be split into words: No closing quotation"),
        ([_SERVER, _SERVER], "given 2 times, so each needs a name"),
        (["--mcp-server=a=x", "--mcp-server=y"], "given 2 times*--mcp-server 'NAME=y'"),
        (["--mcp-server=a=x", "--mcp-server=a=y"], "two targets are called 'a'"),
        ([_SERVER, "--mcp-protocol=2025-11-26"], "--mcp-protocol 2025-11-26: known are 2024-11-05, *auto"),
        ([_SERVER, "--mcp-protocol=,"], "--mcp-protocol names no revision"),
        ([_SERVER, "--mcp-timeout=0"], "--mcp-timeout 0: give seconds as a number above 0"),
        ([_SERVER, "--mcp-timeout=soon"], "--mcp-timeout soon: give seconds"),
        ([_SERVER, "--mcp-timeout=-1"], "--mcp-timeout -1: give seconds"),
        ([_SERVER, "--mcp-timeout=nan"], "--mcp-timeout nan: give seconds"),
        ([_SERVER, "--mcp-timeout=99999999999"], "--mcp-timeout 99999999999: give seconds"),
        ([_SERVER, "--mcp-start-timeout=0.0"], "--mcp-start-timeout 0.0: give seconds"),
        ([_SERVER, "--mcp-max-bytes=10"], "--mcp-max-bytes 10: give a whole number of bytes, 1024 or more"),
        ([_SERVER, "--mcp-max-bytes=1e9"], "--mcp-max-bytes 1e9: give a whole number of bytes"),
        ([_SERVER, "--mcp-env=MCP_TEST_UNSET"], "--mcp-env MCP_TEST_UNSET: the variable is not set"),
        ([_SERVER, "--mcp-env=1A=x"], "'1A' is no name of a variable"),
        ([_SERVER, "--mcp-record=some"], "--mcp-record=some: it is missing (the same as bare) or all"),
        (["--mcp-record"], "--mcp-record needs exactly one --mcp-server; there are no"),
        (["--mcp-record", "--mcp-server=a=x", "--mcp-server=b=y"], "exactly one --mcp-server; there are 2"),
        ([_SERVER, "--mcp-record", "--mcp-protocol=2025-11-25,2025-06-18"], "needs one --mcp-protocol"),
        ([_SERVER, "--mcp-record"], "suites/sound is sealed: --mcp-record may not rewrite its answers"),
        ([_SERVER, "--mcp-record=all"], "suites/sound is sealed: --mcp-record may not rewrite its answers"),
        ([_SERVER, "--mcp-suite=sddd"], "--mcp-suite sddd: no suite's folder*did you mean sdd"),
        ([_SERVER, "--mcp-suite=nowhere/at-all"], "--mcp-suite nowhere/at-all: no suite's folder"),
    ],
)
def test_bad_usage_is_refused(
    pytester: pytest.Pytester, suite: Path, play: Play, options: list[str], message: str
) -> None:
    result = play("suites", *options)

    assert fnmatch.fnmatchcase(refusal(pytester, result), f"*{message}*")


def test_the_server_that_the_refusals_speak_of_is_started_otherwise(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    play("suites", _SERVER)

    assert (pytester.path / "trace").exists()


def test_recording_is_refused_where_ci_is_set(
    pytester: pytest.Pytester, suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")

    result = play("suites", _SERVER, "--mcp-record")

    assert "--mcp-record is refused where CI is set" in refusal(pytester, result)


def test_an_empty_ci_refuses_nothing(suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "")

    result = play("suites", _SERVER, "--mcp-record")

    assert "is sealed" in result.stderr.str()


def test_recording_is_refused_with_workers(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    result = play("-p", "xdist", "-p", "xdist.looponfail", "suites", _SERVER, "--mcp-record", "-n", "2")

    assert "--mcp-record cannot be used with -n" in refusal(pytester, result)


@pytest.mark.parametrize("setting", ["mcp_server = A=1 run", "mcp_timeout = never", "mcp_protocol = 1999"])
def test_the_ini_file_is_held_to_the_same_rules(
    pytester: pytest.Pytester, suite: Path, play: Play, setting: str
) -> None:
    pytester.makeini(f"[pytest]\n{setting}\n")

    result = play("suites")

    assert refusal(pytester, result)


def test_an_option_without_its_value_does_not_swallow_the_next_option(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    result = play("suites", "--mcp-server", "--collect-only")

    assert result.ret == 4
    assert "expected one argument" in result.stderr.str()
