"""What a run does not need is not imported, and what it sets aside is given back (spec §§ 3, 11)."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, sound

#: A conftest that tells at the end which modules of ours, and whether the SDK, have been imported.
TELL = """
import sys

def pytest_unconfigure():
    ours = sorted(name for name in sys.modules if name.startswith("pytest_mcpparity."))
    print("imported:", " ".join(ours), "mcp" if "mcp" in sys.modules else "")
"""


def imported(pytester: pytest.Pytester, *args: str) -> set[str]:
    pytester.makeconftest(TELL)
    result = pytester.runpytest_subprocess("-p", "no:randomly", "-p", "no:asyncio", *args)
    line = next(one for one in result.outlines if "imported:" in one)
    return set(line.partition("imported:")[2].split())


def test_an_unused_plugin_imports_its_hooks_fixtures_and_names_and_nothing_else(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile("def test_passes(): pass")

    modules = imported(pytester)

    assert modules == {f"pytest_mcpparity.{name}" for name in ("plugin", "fixtures", "option_names")}


def test_a_setting_in_the_ini_file_is_use_enough(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmcp_server = anything\n")

    modules = imported(pytester)

    assert "pytest_mcpparity.options" in modules


@pytest.mark.usefixtures("suite")
def test_collecting_without_a_target_imports_neither_sessions_nor_the_sdk(pytester: pytest.Pytester) -> None:
    modules = imported(pytester, "--collect-only")

    assert "pytest_mcpparity.items" in modules
    assert modules.isdisjoint({"mcp", "pytest_mcpparity.play.run", "pytest_mcpparity.session.session"})


@pytest.mark.usefixtures("suite")
def test_what_explains_failures_is_imported_with_the_first_failure(pytester: pytest.Pytester) -> None:
    explaining = "pytest_mcpparity.explain.explanation"

    assert explaining not in imported(pytester, sound())
    assert explaining in imported(pytester, sound("value"))


@pytest.mark.usefixtures("suite")
def test_what_was_set_aside_is_taken_back_at_the_end(play: Play, pytester: pytest.Pytester) -> None:
    pytester.makeconftest("import gc\ndef pytest_sessionfinish(): print('aside:', gc.get_freeze_count() > 0)")

    result = play(sound())

    result.stdout.fnmatch_lines(["*aside: True*"])
    assert gc.get_freeze_count() == 0


def test_nothing_is_set_aside_where_other_tests_run(
    play: Play, pytester: pytest.Pytester, suite: Path
) -> None:
    pytester.makeconftest("import gc\ndef pytest_sessionfinish(): print('aside:', gc.get_freeze_count() > 0)")
    pytester.makepyfile("def test_passes(): pass")

    result = play(sound(), ".", str(suite))

    result.stdout.fnmatch_lines(["*aside: False*"])
