"""Whatever a target answers stays text, or a picture: nothing of it runs, loads or hides."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_mcpparity.answer import Media
from pytest_mcpparity.report.outcomes import RunFacts, TargetFacts
from tests.browser.conftest import Open
from tests.browser.reading import cell, wait_until
from tests.unit.report_made import answer, case, failed, run

pytestmark = pytest.mark.heavy


HOSTILE = (
    "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
    "<svg onload='window.hacked = 3'></svg><style>body{display:none}</style>{{DATA}}"
)


def hostile_run() -> RunFacts:
    bidi = "\u202egnp.exe\u202c\x1b[31m\ud800\r"
    one = failed(
        HOSTILE,
        HOSTILE + bidi,
        case=HOSTILE,
        title=HOSTILE,
        suite=HOSTILE,
        kind=HOSTILE,
        first_line=HOSTILE + bidi,
        message=HOSTILE + "\nmore",
        target=HOSTILE,
    )
    targets = (TargetFacts(HOSTILE, HOSTILE, "auto", "2025-11-25", "stdio", HOSTILE, HOSTILE),)
    return run(one, targets=targets)


def test_a_hostile_answer_stays_text(show: Open) -> None:
    page = show(hostile_run())

    page.locator("button.cell").click()

    assert page.evaluate("typeof window.hacked") == "undefined"
    assert page.locator("img, svg").count() == 0
    assert page.locator("body").is_visible()
    detail = page.locator(".detail")
    assert HOSTILE in detail.inner_text()
    assert detail.locator(".new").last.inner_text().endswith(r"\u202egnp.exe\u202c\u001b[31m\ud800\r")


def test_what_no_eye_would_see_is_shown_and_not_obeyed(show: Open) -> None:
    page = show(hostile_run())
    page.locator("button.cell").click()

    raw = page.evaluate(
        r"() => /[\u202a-\u202e\u001b]/.test(document.querySelector('main').innerText + document.title)"
    )

    assert raw is False
    assert page.locator(".ctl").count() > 0


def test_a_script_that_got_in_all_the_same_would_not_run(browser: Any, show: Open) -> None:
    page = show(run(case()))
    refused: list[str] = []
    context = browser.new_context()
    other = context.new_page()
    other.on("console", lambda message: refused.append(message.text))
    other.goto(page.url)

    other.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.hacked = 1";
          document.body.append(script);
          document.body.setAttribute("onclick", "window.hacked = 2");
          document.body.click();
          const image = new Image();
          image.src = "https://example.test/x.png";
        }"""
    )

    assert other.evaluate("typeof window.hacked") == "undefined"
    assert any("Content Security Policy" in one for one in refused)
    context.close()


def test_a_drawing_with_a_script_is_an_image_and_nothing_more(show: Open) -> None:
    drawing = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="window.hacked=1">'
        b'<script>window.hacked = 1</script><image href="https://example.test/x.png"/></svg>'
    )
    page = show(run(failed(answer(Media("image", "image/svg+xml", drawing)), "none")))

    cell(page, "greet").click()

    wait_until(page, "document.querySelector('.detail img').naturalWidth === 9")
    assert page.evaluate("typeof window.hacked") == "undefined"


@pytest.mark.parametrize("mime", ["text/html", "image/png;x=<b>", "image/png,<script>"])
def test_data_of_another_type_are_named_and_not_opened(show: Open, mime: str) -> None:
    page = show(run(failed(answer(Media("image", mime, b"<b>x</b>")), "none")))

    cell(page, "greet").click()

    assert page.locator(".detail img").count() == 0
    assert mime in page.locator(".detail").inner_text()
