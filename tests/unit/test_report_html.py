"""The page as bytes: one file, a strict policy, and data that cannot leave their block."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any

import pytest

from pytest_mcpparity.report import html_report
from pytest_mcpparity.report.html_report import page_data, render_html
from pytest_mcpparity.report.marking import line_runs
from tests.unit.report_made import answer, case, failed, run

HOSTILE = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> &amp; {{SCRIPT}}"


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_policy_allows_the_pages_own_script_and_style_and_nothing_else() -> None:
    page = render_html(run(case())).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    script = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    style = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)

    assert policy is not None
    assert policy[1].startswith("default-src 'none'; ")
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]
    for kind, (inside,) in (("script", script), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy[1]


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    page = render_html(run(case())).decode()

    assert not re.findall(r"""(?:src|href|action)=["'](?!data:)""", page)
    assert "@import" not in page
    assert "fetch(" not in page


def test_a_hostile_answer_stays_in_its_block_and_comes_back_as_it_was() -> None:
    page = render_html(run(failed(HOSTILE, HOSTILE + "x", first_line=HOSTILE, title=HOSTILE))).decode()

    (one,) = data_of(page)["cases"]
    assert one["first_line"] == HOSTILE
    assert one["steps"][0]["parts"][0]["received"]["text"] == HOSTILE + "x"
    assert "alert(1)</script>" not in page
    assert page.count("</script>") == 2


def test_no_part_of_the_page_sets_markup() -> None:
    page = render_html(run()).decode()

    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert way not in page


def test_columns_are_targets_and_protocols_and_each_case_has_its_place() -> None:
    facts = run(
        case(),
        case(target="port", asked_protocol="2025-06-18", nodeid="b"),
        case(target="oracle", suite="suites/t", nodeid="c"),
    )

    data = page_data(facts)

    assert [one["target"] for one in data["columns"]] == ["port", "port", "oracle"]
    assert [(one["suite"], one["column"]) for one in data["cases"]] == [(0, 0), (0, 1), (1, 2)]


def test_parts_face_each_other_by_name() -> None:
    data = page_data(run(failed(answer("same", "old"), answer("same", "new", "more"))))

    first, second, third = data["cases"][0]["steps"][0]["parts"]
    assert (first["name"], first["same"]) == ("block 1", True)
    assert (second["same"], second["runs"]) == (False, [[0, 1, 1]])
    assert (third["expected"], third["received"]["text"]) == (None, "more")


def test_an_answer_that_passed_is_shown_once() -> None:
    (step,) = page_data(run(failed("a", "a", outcome="passed")))["cases"][0]["steps"]

    assert (step["same"], step["received"]) == (True, "result")
    assert step["parts"] == [
        {"name": "block 1", "same": True, "expected": {"text": "a", "before": 0, "after": 0}}
    ]


def test_where_nothing_was_received_the_page_does_not_say_that_it_was_the_same() -> None:
    (step,) = page_data(run(failed("a", "a", outcome="failed")))["cases"][0]["steps"]

    assert (step["same"], step["received"]) == (False, None)


def test_a_page_that_holds_enough_leaves_further_answers_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html_report, "_ENOUGH", 100)

    first, second = page_data(run(failed("x" * 40, "y" * 40), failed("x" * 40, "y" * 40)))["cases"]

    assert first["steps"]
    assert (second["steps"], second["left_out"]) == ([], True)


@pytest.mark.parametrize(
    ("expected", "received", "runs"),
    [
        ("a\nb", "a\nb", [[2, 0, 0]]),
        ("a\nb\nc", "a\nX\nc", [[1, 1, 1], [1, 0, 0]]),
        ("a\nb", "b", [[0, 1, 0], [1, 0, 0]]),
        ("a", "a\nb\nc", [[1, 0, 2]]),
        ("", "x", [[0, 1, 1]]),
        ("a\nb\nc\nd\ne", "a\nX\nc\nd\nY", [[1, 1, 1], [2, 1, 1]]),
    ],
)
def test_runs_of_lines_tell_what_stayed_and_what_came_for_what(
    expected: str, received: str, runs: list[list[int]]
) -> None:
    found = line_runs(expected, received)

    assert found == runs
    assert sum(equal + removed for equal, removed, _ in found) == len(expected.split("\n"))
    assert sum(equal + added for equal, _, added in found) == len(received.split("\n"))
