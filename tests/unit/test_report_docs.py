"""The pages on reports and coverage say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from pytest_mcpparity.answer import Question
from pytest_mcpparity.coverage import Asked, survey
from pytest_mcpparity.coverage_table import coverage_lines
from pytest_mcpparity.report.json_report import report_schema
from pytest_mcpparity.report.outcomes import VERDICTS
from pytest_mcpparity.report.verdicts import KINDS
from tests.unit.test_coverage import tool

DOCS = Path(__file__).parents[2] / "docs"
REPORT = (DOCS / "reference" / "report.md").read_text("utf-8")
COVERAGE = (DOCS / "reference" / "coverage.md").read_text("utf-8")


def words(text: str) -> set[str]:
    """All that stands in backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


def test_every_member_of_the_report_is_told() -> None:
    schema = report_schema()
    entry = schema["$defs"]["case"]["properties"]

    assert set(entry) <= words(REPORT)
    assert set(schema["properties"]) <= words(REPORT)
    assert set(schema["properties"]["run"]["properties"]) - {
        "plugin",
        "python",
        "pytest",
        "platform",
    } <= words(REPORT)


def test_every_verdict_and_kind_of_fault_is_told() -> None:
    assert set(VERDICTS) <= words(REPORT)
    assert {kind for _, kind in KINDS} | {"other", "error"} <= words(REPORT)


def test_every_kind_of_difference_is_told() -> None:
    page = (DOCS / "reference" / "failure-messages.md").read_text("utf-8")
    kinds = words("\n".join(line for line in page.splitlines() if line.startswith("##")))

    assert {"blocks", "parts", "frame"} < kinds
    assert kinds <= words(REPORT)


def test_the_table_of_the_page_is_what_the_plugin_prints() -> None:
    search = '{"properties":{"query":{},"exact":{"type":"boolean"}},"required":["query"]}'
    delete = '{"properties":{"id":{}},"required":["id"]}'
    question = Question("call", "search", '{"query":"x","exact":true,"other":1}')
    asked = [Asked(question, "result")] * 4 + [Asked(question, "rpc-error")]

    lines = coverage_lines(survey([tool("search", search), tool("delete", delete)], asked, ["find"]))

    (table,) = re.findall(r"```text\n(.*?)\n```", COVERAGE, re.DOTALL)
    assert lines == table.split("\n")
