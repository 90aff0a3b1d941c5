"""The report's page in a real browser: it opens, filters, obeys the keyboard, and shows pictures."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Media
from tests.browser.conftest import Open
from tests.browser.reading import cell, focused, names, png, two_targets, wait_until
from tests.unit.report_made import answer, case, failed, run

pytestmark = pytest.mark.heavy


def test_the_page_opens_with_a_row_a_case_and_a_column_a_target(show: Open) -> None:
    page = show(two_targets())

    heads = [one.inner_text().split() for one in page.query_selector_all("thead th")]
    assert heads == [["case"], ["old", "2025-11-25"], ["port", "2025-11-25"]]
    assert names(page) == ["one", "two", "three", "three"]
    suites = [one.inner_text() for one in page.query_selector_all("tr.suite th")]
    assert suites == ["suites/s", "suites/other"]
    assert "6" in page.locator("#states button", has_text="all").inner_text()


def test_a_cell_opens_question_and_both_sides_and_closes_again(show: Open) -> None:
    page = show(two_targets())

    cell(page, "two").click()

    detail = page.locator(".detail")
    text = detail.inner_text()
    assert "call greet" in text
    assert '{"name":"Ada"}' in text
    assert detail.locator(".old mark").inner_text() == "beta··"
    assert detail.locator(".new mark").inner_text() == "gamma→\t"
    assert cell(page, "two").get_attribute("aria-expanded") == "true"
    cell(page, "two").click()
    assert detail.count() == 0
    assert cell(page, "two").get_attribute("aria-expanded") == "false"


def test_long_runs_of_equal_lines_are_folded_and_open_on_a_click(show: Open) -> None:
    page = show(two_targets())
    cell(page, "three").click()
    detail = page.locator(".detail")

    assert "line 5\n" not in detail.inner_text()
    assert "line 30" in detail.locator(".old").all_inner_texts()
    detail.locator(".fold button").first.click()

    assert "line 5\n" in detail.inner_text()


def test_a_case_that_passed_shows_its_answer_once(show: Open) -> None:
    page = show(run(failed("hello", "hello", outcome="passed", kind=None, first_line=None, message=None)))

    cell(page, "greet").click()

    assert page.locator(".detail").inner_text().count("hello") == 1
    assert "the same" in page.locator(".detail").inner_text()


def test_the_filter_by_state_keeps_rows_with_such_a_cell(show: Open) -> None:
    page = show(two_targets())

    page.locator("#states button", has_text="failed").click()

    assert names(page) == ["two", "three"]
    assert page.locator("#shown").inner_text() == "2 of 4 rows"
    page.locator("#states button", has_text="all").click()
    assert len(names(page)) == 4


@pytest.mark.parametrize("words", ["two", "the SECOND", "suites/s", "nothing like it"])
def test_the_filter_by_text_looks_at_names_titles_and_first_lines(show: Open, words: str) -> None:
    page = show(two_targets())

    page.fill("#search", words)

    expected = {"two": ["two"], "the SECOND": ["two"], "suites/s": ["one", "two", "three"]}.get(words, [])
    assert names(page) == expected
    assert page.locator("#nothing").is_visible() == (not expected)


def test_a_filter_that_finds_nothing_is_taken_back_by_a_button(show: Open) -> None:
    page = show(two_targets())
    page.fill("#search", "nothing like it")

    page.click("#reset")

    assert len(names(page)) == 4
    assert page.input_value("#search") == ""


def test_everything_can_be_done_from_the_keyboard(show: Open) -> None:
    page = show(two_targets())
    press = page.keyboard.press

    press("/")
    assert focused(page) == "search"
    press("ArrowDown")
    assert focused(page) == "one 1"
    press("ArrowRight")
    press("ArrowDown")
    assert focused(page) == "two 2"
    press("Enter")
    assert page.locator(".detail").count() == 1
    press("Escape")
    assert page.locator(".detail").count() == 0
    assert focused(page) == "two 2"
    press("n")
    assert focused(page) == "three 2"
    press("n")
    assert focused(page) == "two 2"
    press("p")
    assert focused(page) == "three 2"
    press("ArrowLeft")
    assert focused(page) == "three 2"


def test_the_tab_key_comes_to_one_cell_and_not_to_each(show: Open) -> None:
    page = show(two_targets())
    page.focus("#search")

    page.keyboard.press("Tab")

    assert focused(page) == "one 1"
    assert page.locator('.cell[tabindex="0"]').count() == 1


def test_images_are_shown_as_images_on_both_sides(show: Open) -> None:
    old, new = (answer(Media("image", "image/png", png(red))) for red in (10, 200))
    page = show(run(failed(old, new)))

    cell(page, "greet").click()

    wait_until(
        page,
        "[...document.querySelectorAll('.detail img')].filter((one) => one.naturalWidth === 4).length === 2",
    )


def test_a_narrow_window_needs_no_sideways_scrolling(show: Open) -> None:
    page = show(two_targets())
    page.set_viewport_size({"width": 420, "height": 800})
    cell(page, "two").click()

    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_picture_is_what_its_bytes_say() -> None:
    """The pictures above are real ones: their data start as a PNG does, and differ."""
    assert png(1).startswith(b"\x89PNG")
    assert png(1) != png(2)


def test_coverage_is_shown_with_what_is_missing(show: Open) -> None:
    coverage = {
        "target": "port",
        "protocol": "auto",
        "covered": 1,
        "countable": 2,
        "percent": 50.0,
        "troubles": [],
        "removed_refused": [],
        "removed_advertised": ["old_name"],
        "tools": [
            {"name": "t<b>", "covered": 1, "countable": 2, "missing": ["a=1"], "outcomes": {"result": 3}}
        ],
    }
    page = show(run(case(), coverage=(coverage,)))

    text = page.locator("#coverage").inner_text()

    assert "50 %, 1 of 2" in text
    assert "removed, but still advertised: old_name" in text
    assert [one.strip() for one in text.splitlines()[-1].split("\t")] == ["t<b>", "1 of 2", "3 result", "a=1"]
