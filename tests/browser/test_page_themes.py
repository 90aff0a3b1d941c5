"""Light and dark, wide and narrow: the page can be read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Open
from tests.browser.reading import cell, two_targets

pytestmark = pytest.mark.heavy


def luminance(colour: str) -> float:
    channels = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(page: Any, selector: str) -> float:
    """The contrast of a text to what lies behind it, as WCAG counts it."""
    front, behind = page.evaluate(
        """(selector) => {
          let element = document.querySelector(selector);
          const front = getComputedStyle(element).color;
          let behind = "rgba(0, 0, 0, 0)";
          for (; element && behind === "rgba(0, 0, 0, 0)"; element = element.parentElement) {
            behind = getComputedStyle(element).backgroundColor;
          }
          return [front, behind];
        }""",
        selector,
    )
    light, dark = sorted((luminance(front), luminance(behind)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_themes_can_be_read(show: Open, scheme: str) -> None:
    page = show(two_targets(), color_scheme=scheme)
    cell(page, "two").click()

    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (luminance(background) < 0.1) == (scheme == "dark")
    texts = (
        "h1",
        "#facts",
        "tr.case th",
        "tr.suite td",
        ".cell.passed span:last-child",
        ".cell.failed span:last-child",
    )
    details = (
        ".detail .line",
        ".detail .verdict",
        ".detail .old mark",
        ".detail .new mark",
        ".detail .no",
        ".detail h4",
    )
    for selector in (*texts, *details, "#states button[aria-pressed=true]"):
        assert contrast(page, selector) >= 4.5, selector
