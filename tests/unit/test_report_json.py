"""The JSON report keeps to its published schema, bounded and in order."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from pytest_mcpparity.answer import Media
from pytest_mcpparity.report.json_report import render_json, report_schema
from pytest_mcpparity.report.outcomes import TargetFacts
from tests.unit.report_made import answer, case, failed, run

COVERAGE = {
    "target": "port",
    "protocol": "auto",
    "covered": 1,
    "countable": 2,
    "percent": 50.0,
    "troubles": [],
    "removed_refused": ["old"],
    "removed_advertised": [],
    "tools": [{"name": "t", "covered": 1, "countable": 2, "missing": ["a"], "outcomes": {"result": 1}}],
}


def validate(report: Any) -> None:
    jsonschema.Draft202012Validator(report_schema()).validate(report)


def test_a_report_of_every_kind_of_case_keeps_to_the_schema() -> None:
    facts = run(
        case(),
        failed(answer("a", Media("image", "image/png", b"1")), answer("b")),
        case(outcome="skipped", first_line="no target", protocol=None, transport=None),
        failed(outcome="xfailed", kind="known-difference"),
        case(case="session", role="session", outcome="error", kind="start", first_line="x"),
        coverage=(COVERAGE,),
    )

    report = json.loads(render_json(facts))

    validate(report)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("format",), 2),
        (("run", "extra"), 1),
        (("cases", 0, "outcome"), "fine"),
        (("cases", 0, "duration"), "fast"),
        (("cases", 0, "expected"), "text"),
        (("totals", "passed"), -1),
        (("coverage", 0, "percent"), 101),
    ],
)
def test_the_schema_refuses_another_shape(place: tuple[Any, ...], value: object) -> None:
    report = json.loads(render_json(run(failed(), coverage=(COVERAGE,))))
    inner = report
    for step in place[:-1]:
        inner = inner[step]

    inner[place[-1]] = value

    with pytest.raises(jsonschema.ValidationError):
        validate(report)


def test_facts_of_the_run_come_first_and_totals_last() -> None:
    report = json.loads(render_json(run(case(), failed(nodeid="x"), failed(nodeid="y"))))

    assert list(report) == ["format", "run", "cases", "coverage", "totals"]
    assert report["totals"] == {
        "total": 3,
        "passed": 1,
        "failed": 2,
        "error": 0,
        "skipped": 0,
        "xfailed": 0,
        "xpassed": 0,
    }


def test_both_sides_are_told_of_a_failure_and_of_no_other_case() -> None:
    passed, changed = json.loads(render_json(run(failed(outcome="passed"), failed("old", "new"))))["cases"]

    assert (passed["expected"], passed["received"]) == (None, None)
    assert changed["expected"][0]["parts"][0]["text"] == "old"
    assert changed["received"][0] == {
        "outcome": "result",
        "parts": [{"name": "block 1", "text": "new", "size": 3, "left_out_before": 0, "left_out_after": 0}],
    }
    assert changed["question"] == [{"kind": "call", "name": "greet", "body": '{"name":"Ada"}'}]


def test_a_text_that_no_terminal_should_see_is_escaped() -> None:
    data = render_json(run(failed("\x1b[31m", "\u202e\ud800")))

    assert data.isascii()
    assert b"\x1b" not in data
    assert json.loads(data)["cases"][0]["received"][0]["parts"][0]["text"] == "\u202e\ud800"


def test_a_target_that_nobody_spoke_to_has_no_revision() -> None:
    nobody = TargetFacts("port", "serve", "2025-11-25", None, None, None, None)

    report = json.loads(render_json(run(targets=(nobody,))))

    validate(report)
    assert report["run"]["targets"][0]["protocol"] is None
