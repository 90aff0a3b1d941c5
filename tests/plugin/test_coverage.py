"""`--mcp-coverage` in whole runs: what is counted does not depend on what was selected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.conftest import Play, lines_of, raw_server, small_suite, sound

TOTAL = "total: 57.8 %, 11 of 19 that can be counted"
TITLE = "mcpparity: coverage of the surface"


def test_the_table_names_what_no_case_asks_for(suite: Path, play: Play) -> None:
    result = play(sound(), "--mcp-coverage")

    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            f"*{TITLE}*",
            "tool * covered * missing",
            "greet * 75 % * 1/1 * an unknown argument",
            "removed names refused: 1/1",
            TOTAL,
        ]
    )


def test_without_the_option_nothing_is_counted(suite: Path, play: Play) -> None:
    assert TITLE not in play(sound()).stdout.str()


@pytest.mark.parametrize(
    "selection",
    [["-k", "greet"], ["-k", "inventory"], ["suites/sound/mcp-suite.toml::lines"], ["-m", "not mcpparity"]],
)
def test_a_selection_does_not_change_what_is_counted(suite: Path, play: Play, selection: list[str]) -> None:
    result = play(sound(), "--mcp-coverage", *selection)

    assert lines_of(result, "total: ") == [TOTAL]


@pytest.mark.parametrize("selection", [[], ["-k", "inventory"]])
def test_workers_do_not_change_what_is_counted(
    suite: Path, pytester: pytest.Pytester, selection: list[str]
) -> None:
    result = pytester.runpytest_subprocess(
        "-p", "no:randomly", "-n", "2", sound(), "--mcp-coverage=60", *selection
    )

    assert lines_of(result, "total: ") == [TOTAL]
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_two_suites_of_one_target_are_counted_together(play: Play, pytester: pytest.Pytester) -> None:
    server = raw_server(pytester.path, 'serve({"one": lambda a: "1", "two": lambda a: "2"})')
    small_suite(pytester.path, '[case.a]\ntool = "one"\n', "first")
    small_suite(pytester.path, '[case.b]\ntool = "two"\narguments = \'{"x":1}\'\n', "second")

    result = play(server, "--mcp-coverage")

    assert lines_of(result, "total: ") == ["total: 75 %, 3 of 4 that can be counted"]


def test_each_target_has_a_table_of_its_own(suite: Path, play: Play) -> None:
    two = [sound().replace("=", f"={name}=", 1) for name in ("one", "two")]

    result = play(*two, "--mcp-coverage")

    titles = [line.strip(" =") for line in result.outlines if TITLE in line]
    assert titles == [f"{TITLE} [one]", f"{TITLE} [two]"]


@pytest.mark.parametrize(("least", "code"), [("57", 0), ("57.89", 0), ("57.9", 1), ("100", 1)])
def test_less_than_the_least_share_fails_the_run_with_one_line(
    suite: Path, play: Play, least: str, code: int
) -> None:
    result = play(sound(), f"--mcp-coverage={least}")

    assert result.ret == code
    under = f"ERROR: coverage of the surface is 57.8 %, under the {least} % that --mcp-coverage asks for"
    assert lines_of(result, "ERROR") == ([under] if code else [])


def test_a_word_behind_the_bare_option_is_a_path(suite: Path, play: Play) -> None:
    result = play(sound(), "--mcp-coverage", "suites/sound")

    assert result.ret == 0
    assert lines_of(result, "total: ") == [TOTAL]


@pytest.mark.parametrize("least", ["much", "101", "-1", ""])
def test_a_share_that_cannot_be_is_a_usage_error(suite: Path, play: Play, least: str) -> None:
    result = play(sound(), f"--mcp-coverage={least}")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--mcp-coverage={least}: give the least percentage*"])


def test_a_target_that_does_not_start_cannot_be_counted(suite: Path, play: Play) -> None:
    result = play("--mcp-server={python} -c 1/0", "--mcp-coverage=10")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["not counted: suites/sound: *", "ERROR: coverage of the surface cannot be counted: *"]
    )


@pytest.mark.parametrize("options", [["--collect-only"], []])
def test_nothing_is_started_to_count_where_nothing_may_be(
    suite: Path, play: Play, options: list[str]
) -> None:
    server = [sound()] if options else []

    result = play(*server, "--mcp-coverage", *options)

    assert result.ret == 0
    assert TITLE not in result.stdout.str()
    assert "faulty" not in result.stdout.str()


def test_outcomes_come_from_the_recorded_answers(suite: Path, play: Play) -> None:
    result = play(sound("value"), "--mcp-coverage")

    (check,) = lines_of(result, "check ")
    assert check.split()[-6:-3] == ["-", "1", "-"]


def test_a_recording_is_counted_with_what_it_has_written(play: Play, pytester: pytest.Pytester) -> None:
    server = raw_server(pytester.path, 'serve({"one": lambda a: "1"})')
    small_suite(pytester.path, '[case.a]\ntool = "one"\n')

    result = play(server, "--mcp-record", "--mcp-coverage")

    (row,) = lines_of(result, "one ")
    assert row.split()[-6:-3] == ["1", "-", "-"]
