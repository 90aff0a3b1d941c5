from __future__ import annotations

from pathlib import Path

import pytest

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.suite.bundled import bundled_suites, find_suite

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def test_the_suites_beside_a_checkout_are_bundled() -> None:
    suites = bundled_suites()

    assert suites["sdd"] == FIXTURES / "sdd"


def test_a_bundled_name_finds_its_suite_from_any_folder(tmp_path: Path) -> None:
    found = find_suite("sdd", tmp_path)

    assert found == FIXTURES / "sdd" / "mcp-suite.toml"


def test_a_path_wins_over_a_bundled_name(tmp_path: Path) -> None:
    own = tmp_path / "sdd" / "mcp-suite.toml"
    own.parent.mkdir()
    own.write_text("format = 1\n")

    found = find_suite("sdd", tmp_path)

    assert found == own


def test_an_unknown_name_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="no bundled suite.*did you mean.*sdd"):
        find_suite("sdb", tmp_path)
