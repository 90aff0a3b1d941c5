"""Several targets and protocols in one run, and the table at its end (spec § 3)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_mcpparity.matrix import matrix_lines, verdicts_by_item
from tests.plugin.conftest import Play, failures, outcomes, sound


def named(name: str, fault: str = "none") -> str:
    """The option that starts the raw server under a name."""
    return sound(fault).replace("--mcp-server=", f"--mcp-server={name}=")


def table(result: pytest.RunResult) -> list[list[str]]:
    """The rows of the table at the end, head included; empty where there is none."""
    starts = [n for n, line in enumerate(result.outlines) if "mcpparity: suites by target" in line]
    if not starts:
        return []
    rows = []
    for line in result.outlines[starts[0] + 1 :]:
        if line.startswith("="):
            break
        rows.append(line.replace("(on disk)", "(on-disk)").split())
    return [row for row in rows if len(row) == 6]


HEAD = ["suite", "target", "passed", "failed", "skipped", "known"]


def test_every_case_runs_once_for_each_target_and_protocol(play: Play, suite: Path) -> None:
    result = play(
        str(suite),
        named("a"),
        named("b"),
        "--mcp-protocol=2025-06-18,2025-11-25",
        "-v",
        "-k",
        "greet or memo",
    )

    assert {name for name in outcomes(result) if name.startswith("memo")} == {
        f"memo[{target}-{protocol}]" for target in "ab" for protocol in ("2025-06-18", "2025-11-25")
    }
    assert table(result) == [
        HEAD,
        *(
            ["suites/sound", f"{target}-{protocol}", "3", "0", "0", "0"]
            for target in "ab"
            for protocol in ("2025-06-18", "2025-11-25")
        ),
    ]


def test_the_table_tells_which_target_fails_and_what_is_known(play: Play, suite: Path) -> None:
    with (suite / "mcp-suite.toml").open("a") as file:
        file.write('\n[[known_difference]]\ncases = ["report"]\ntargets = ["known"]\nwhy = "moved"\n')

    result = play(str(suite), named("good"), named("bad", "value"), named("known", "value"))

    assert failures(result).keys() == {"report[bad]"}
    assert table(result) == [
        HEAD,
        ["suites/sound", "good", "14", "0", "0", "0"],
        ["suites/sound", "bad", "13", "1", "0", "0"],
        ["suites/sound", "known", "13", "0", "0", "1"],
        ["suites/sound", "(on-disk)", "1", "0", "0", "0"],
    ]


def test_a_protocol_that_the_answers_do_not_hold_for_is_counted_as_skipped(play: Play, suite: Path) -> None:
    file = suite / "mcp-suite.toml"
    file.write_text(file.read_text().replace("timeout = 1", 'timeout = 1\nprotocols = ["2025-11-25"]'))

    result = play(str(suite), sound(), "--mcp-protocol=2025-06-18,2025-11-25")

    assert table(result)[1:3] == [
        ["suites/sound", "2025-06-18", "0", "0", "14", "0"],
        ["suites/sound", "2025-11-25", "14", "0", "0", "0"],
    ]


def test_the_table_is_the_same_on_two_workers(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, suite: Path
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    options = [str(suite), named("good"), named("bad", "value"), "-p", "mcpparity", "-p", "xdist"]

    alone = pytester.runpytest_subprocess(*options)
    spread = pytester.runpytest_subprocess(*options, "-n", "2")

    assert table(alone)[0] == HEAD
    assert len(table(alone)) == 4
    assert sorted(table(spread)) == sorted(table(alone))


def test_there_is_no_table_for_one_target(play: Play, suite: Path) -> None:
    result = play(str(suite), sound())

    assert result.ret == 0
    assert table(result) == []


@dataclass(frozen=True)
class _Report:
    nodeid: str


def test_a_test_that_failed_in_its_teardown_has_failed() -> None:
    report = _Report("s/mcp-suite.toml::a[x]")

    verdicts = verdicts_by_item({"passed": [report, _Report("test_a.py::test_a")], "error": [report]})

    assert verdicts == {"s/mcp-suite.toml::a[x]": "failed"}


def test_a_label_that_ends_like_another_is_told_apart() -> None:
    verdicts = {"s/mcp-suite.toml::a[port]": "passed", "s/mcp-suite.toml::a[old-port]": "failed"}

    lines = matrix_lines(verdicts, ["port", "old-port"])

    assert [line.split() for line in lines[1:]] == [
        ["s", "port", "1", "0", "0", "0"],
        ["s", "old-port", "0", "1", "0", "0"],
    ]
