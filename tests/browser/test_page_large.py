"""Two thousand cases stay usable: what is seen first is built first."""

from __future__ import annotations

import pytest

from pytest_mcpparity.report.outcomes import CaseFacts, RunFacts
from tests.browser.conftest import Open
from tests.browser.reading import focused, names, wait_until
from tests.unit.report_made import case, failed, run

pytestmark = pytest.mark.heavy


def many_cases() -> RunFacts:
    cases: list[CaseFacts] = []
    for number in range(2000):
        made = failed if number % 10 == 0 else case
        cases.append(made(case=f"case-{number}", nodeid=f"n{number}", suite=f"suites/s{number // 200}"))
    return run(*cases)


def test_two_thousand_cases_are_painted_before_all_rows_are_built(show: Open) -> None:
    first = show(many_cases(), before="window.setTimeout = () => 0")
    rows = first.locator("tr.case").count()

    assert 0 < rows <= 250


def test_two_thousand_cases_are_all_there_and_painted_soon(show: Open) -> None:
    page = show(many_cases())

    wait_until(page, "document.querySelectorAll('tr.case').length === 2000")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert painted < 5000  # milliseconds: generous, for a busy machine
    page.fill("#search", "case-1990")
    assert names(page) == ["case-1990"]


def test_the_last_of_two_thousand_can_be_reached_before_its_row_is_built(show: Open) -> None:
    page = show(many_cases(), before="window.setTimeout = () => 0")

    page.keyboard.press("p")

    assert focused(page) == "case-1990 1"
