"""The pages that say what was run leave nothing out, and name nothing that is not run."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.targets.pair_table import PAIRS
from tests.targets.releases import TARGETS
from tests.targets.test_bug_reports import TABLE
from tests.targets.test_suites import RECORDED_ON

DOCS = Path(__file__).resolve().parents[2] / "docs"
TARGETS_PAGE = (DOCS / "explanation" / "targets.md").read_text(encoding="utf-8")
REPORTS_PAGE = (DOCS / "reference" / "bug-reports.md").read_text(encoding="utf-8")


def _rows(page: str, first: str) -> dict[str, list[str]]:
    """The cells of the rows whose first cell looks like `first`, by that cell."""
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    return {row[0]: row for row in cells if row and re.fullmatch(first, row[0])}


def test_each_suite_stands_there_with_its_server_cases_and_masks() -> None:
    said = {
        name.strip("`"): (row[1], row[3], row[4]) for name, row in _rows(TARGETS_PAGE, "`[a-z-]+`").items()
    }

    suites = {
        name: tomllib.loads((Path(__file__).parent / name / "mcp-suite.toml").read_text(encoding="utf-8"))
        for name in RECORDED_ON
    }
    releases = {name: TARGETS[target].release for name, target in RECORDED_ON.items()}
    assert said == {
        name: (
            f"{releases[name].package} {releases[name].version}",
            str(len(suite["case"])),
            str(len(suite.get("mask", []))),
        )
        for name, suite in suites.items()
    }


def test_each_pair_stands_there() -> None:
    tested = {number.rstrip("ab") for number in PAIRS} | {"P15"}

    assert set(_rows(TARGETS_PAGE, r"P\d+")) == tested


def test_each_report_stands_there_and_has_a_test() -> None:
    tests = Path(__file__).with_name("test_bug_reports.py").read_text(encoding="utf-8")
    alone = {number.upper() for number in re.findall(r"def test_(b\d+)_", tests)}

    assert set(_rows(REPORTS_PAGE, r"B\d+")) == set(TABLE) | alone
