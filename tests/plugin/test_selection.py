"""Any selection, in any order, gives each item the verdict of the whole run (spec § 2.2)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, outcomes, sound

FAULT = sound("value")  # `report` differs, all else is the same
ALL = 15


@pytest.fixture
def whole(suite: Path, play: Play) -> dict[str, str]:
    """The verdicts of the whole run."""
    return outcomes(play(FAULT, "-v", "-p", "no:cacheprovider"))


def test_the_whole_run_has_one_failure(whole: dict[str, str]) -> None:
    assert len(whole) == ALL
    assert [name for name, outcome in whole.items() if outcome != "PASSED"] == ["report"]


@pytest.mark.parametrize(
    ("selection", "number"),
    [
        (["-k", "report or greet"], 3),
        (["-k", "goodbye"], 1),
        (["-k", "refused"], 1),
        (["suites/sound/mcp-suite.toml::tools"], 1),
        (["suites/sound/mcp-suite.toml::report", "suites/sound/mcp-suite.toml::check"], 2),
        (["-x", "--maxfail=1"], 4),
        (["--deselect=suites/sound/mcp-suite.toml::session"], ALL - 1),
    ],
)
def test_a_selection_gives_the_verdicts_of_the_whole_run(
    whole: dict[str, str], play: Play, selection: list[str], number: int
) -> None:
    selected = outcomes(play(FAULT, "-v", *selection))

    assert len(selected) == number
    assert selected.items() <= whole.items()


def test_last_failed_runs_what_failed(whole: dict[str, str], play: Play) -> None:
    play(FAULT)

    again = play(FAULT, "--lf", "-v")

    assert outcomes(again) == {"report": "FAILED"}


def test_failed_first_keeps_the_order_of_a_suite(whole: dict[str, str], play: Play) -> None:
    play(FAULT)

    again = play(FAULT, "--ff", "-v")

    assert list(outcomes(again)) == list(whole)


def test_a_shuffle_keeps_the_order_of_a_suite_and_shuffles_the_others(
    pytester: pytest.Pytester, whole: dict[str, str], play: Play
) -> None:
    pytester.makepyfile(test_plain="def test_a(): pass\ndef test_b(): pass\n")
    pytester.makeconftest("def pytest_collection_modifyitems(items): items.reverse()\n")

    result = play(FAULT, "-v")

    assert list(outcomes(result)) == list(whole)
    result.stdout.fnmatch_lines(["*::test_b PASSED*", "*::test_a PASSED*"])


def test_pytest_randomly_keeps_the_order_of_a_suite(
    pytester: pytest.Pytester, whole: dict[str, str], play: Play
) -> None:
    result = play(FAULT, "-p", "randomly", "-v")

    assert list(outcomes(result)) == list(whole)
    result.stdout.fnmatch_lines(["Using --randomly-seed=*"])


def test_two_suites_are_played_one_after_the_other(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    shutil.copytree(suite, suite.parent / "twin")
    log = pytester.path / "log"
    server = f"sh -c 'echo start >> {log}; {{python}} -m reference_server.faults none; echo end >> {log}'"
    pytester.makeconftest(
        "def pytest_collection_modifyitems(items): items.sort(key=lambda item: item.name)\n"
    )

    result = play(f"--mcp-server={server}")

    result.assert_outcomes(passed=2 * ALL)
    assert log.read_text().split() == ["start", "end", "start", "end"]


def test_a_case_that_leans_on_nothing_gets_its_verdict_from_a_session_of_its_own(
    suite: Path, play: Play
) -> None:
    result = play(sound("crash-in-call"), "-k", "greet or memo")

    assert failures(result).keys() == {"greet", "greet-nobody"}
