"""Recording tells what will not hold tomorrow, though two plays of today agree (spec § 5)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, raw_server, small_suite

CASE = '[case.today]\ntool = "today"\n'
TODAY = 'serve({"today": lambda _: f"today is {datetime.date.today()}"}'
HEADED = "may differ on another day"
TOLD = r"""
suites/small/answers/today.answer: it tells the date of today. If that is the clock's, declare

[[mask]]
pattern = '\Atoday is (\d{4}-\d{2}-\d{2})\Z'
as = "<date>"
cases = ["today"]

in mcp-suite.toml and record again with --mcp-record=all.
"""


@pytest.fixture
def clock(pytester: pytest.Pytester) -> str:
    return raw_server(pytester.path, f"import datetime\n{TODAY})", "clock.py")


def test_a_date_is_recorded_and_a_mask_for_it_proposed(
    pytester: pytest.Pytester, play: Play, clock: str
) -> None:
    folder = small_suite(pytester.path, CASE)

    result = play(clock, "--mcp-record")

    assert result.ret == 0
    told = result.stdout.str()
    assert TOLD in told.replace("\r\n", "\n")
    assert time.strftime("today is %Y-%m-%d", time.gmtime()) in (folder / "answers/today.answer").read_text()


def test_under_the_mask_nothing_is_told_any_more(pytester: pytest.Pytester, play: Play, clock: str) -> None:
    mask = "[[mask]]\npattern = '\\Atoday is (\\d{4}-\\d{2}-\\d{2})'\nas = \"<date>\"\n"
    folder = small_suite(pytester.path, mask + CASE)

    result = play(clock, "--mcp-record")

    assert HEADED not in result.stdout.str()
    assert "today is <date>" in (folder / "answers/today.answer").read_text()


def test_instructions_and_the_listing_are_looked_at_too(pytester: pytest.Pytester, play: Play) -> None:
    small_suite(pytester.path, CASE)
    told = (
        'instructions=f"It is {datetime.date.today()}.", '
        'described={"today": {"description": f"Not {datetime.date.today()}"}}'
    )
    dated = raw_server(pytester.path, f"import datetime\n{TODAY}, {told})", "dated.py")

    result = play(dated, "--mcp-record")

    assert {f'cases = ["{id_}"]' for id_ in ("session", "tools", "today")} <= set(result.outlines)
    assert HEADED in result.stdout.str()


def test_a_date_in_the_workspace_is_no_clock(pytester: pytest.Pytester, play: Play, clock: str) -> None:
    folder = small_suite(pytester.path, f'[workspace]\ncopy = "workspace"\n{CASE}')
    (folder / "workspace").mkdir()
    Path(folder / "workspace" / "diary.txt").write_text(time.strftime("%Y-%m-%d\n", time.gmtime()))

    result = play(clock, "--mcp-record")

    assert HEADED not in result.stdout.str()
