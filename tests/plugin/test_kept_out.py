"""Test files in a suite's folder are not run, and the summary says so (spec § 2)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, lines_of, small_suite, sound

TEST = "def test_it(): raise AssertionError\n"
TOLD = "mcpparity: "
WAY_OUT = "Move the suite into a folder of its own, or name the files"


@pytest.fixture
def tests(pytester: pytest.Pytester) -> Path:
    """A folder of tests with a suite right in it."""
    folder = small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    return Path(shutil.move(folder, pytester.path / "tests"))


def told(result: pytest.RunResult) -> list[str]:
    return [line for line in lines_of(result, TOLD) if "test file" in line]


def test_tests_beside_and_below_a_suite_are_named_in_the_summary(
    pytester: pytest.Pytester, tests: Path, play: Play
) -> None:
    (tests / "unit").mkdir()
    for name in ("test_a.py", "unit/b_test.py", "unit/helping.py", "conftest.py"):
        (tests / name).write_text(TEST)

    by_folder, by_default = play("tests", "-q"), play("-q", "--collect-only")

    line = (
        "mcpparity: 2 test files lie in a suite's folder and were not collected, as what lies there is data: "
        f"tests/test_a.py, tests/unit/b_test.py. {WAY_OUT}"
    )
    assert told(by_folder) == told(by_default) == [line]


def test_a_suite_below_another_is_named_too(tests: Path, play: Play) -> None:
    shutil.copytree(tests, tests / "inner")

    (line,) = told(play("tests"))

    assert "1 test file lies in a suite's folder and was not collected" in line
    assert "tests/inner/mcp-suite.toml" in line


def test_what_is_data_or_named_or_ignored_anyway_is_not_told(tests: Path, play: Play) -> None:
    with (tests / "mcp-suite.toml").open("a") as file:
        file.write('[workspace]\ncopy = "data/workspace"\ndirty = "changes"\n')
    for name in ("data/workspace/unit", "changes", "answers", "node_modules", "left"):
        (tests / name).mkdir(parents=True)
        (tests / name / "test_data.py").write_text(TEST)
    (tests / "test_named.py").write_text("def test_it(): pass\n")

    assert told(play("tests", "--ignore=tests/left", "--ignore=tests/test_named.py")) == []
    assert told(play("tests/test_named.py")) == []
    assert told(play("tests/mcp-suite.toml")) == []
    (tests / "data" / "test_own.py").write_text(TEST)
    (line,) = told(play("tests", "--ignore=tests/left", "--ignore=tests/test_named.py"))
    assert "1 test file lies" in line
    assert "tests/data/test_own.py" in line


def test_a_suite_in_a_folder_of_its_own_hides_nothing(suite: Path, play: Play) -> None:
    (suite.parent / "test_beside.py").write_text("def test_it(): pass\n")

    result = play("suites", sound())

    assert result.ret == 0
    assert told(result) == []


def test_many_are_counted_and_not_all_named(tests: Path, play: Play) -> None:
    for number in range(12):
        (tests / f"test_{number:02}.py").write_text(TEST)

    (line,) = told(play("tests"))

    assert "12 test files" in line
    assert "tests/test_09.py and 2 more" in line
    assert "tests/test_10.py" not in line


def test_it_is_told_once_under_xdist(tests: Path, play: Play) -> None:
    (tests / "test_a.py").write_text(TEST)

    result = play("tests", "-p", "xdist", "-n", "2")

    assert len(told(result)) == 1
