"""Each example of the page on failure messages gives the first line that stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Level, RpcError
from pytest_mcpparity.compare.answers import (
    compare_answers,
    compare_instructions,
    compare_refusal,
    compare_tools,
)
from pytest_mcpparity.compare.differences import Comparison
from pytest_mcpparity.explain.explanation import explain, explain_no_answer
from pytest_mcpparity.json_text import Members, Value, parse
from pytest_mcpparity.projection import project_error, project_result
from tests.unit.compare_made import Body, answer, blocks, framed

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "failure-messages.md"
TEXT = PAGE.read_text("utf-8")
EXAMPLES = re.findall(
    r"^```(example|tools|wire)\nexpected (.*)\nreceived (.*)\n(.*)\n```$", TEXT, re.MULTILINE
)
LINES = re.findall(r"^```text\n(.*)\n```$", TEXT, re.MULTILINE)


def _object(text: str) -> Members:
    value = parse(text)
    assert isinstance(value, Members)
    return value


def _body(text: str) -> Body:
    value = _object(text)
    return project_error(value) if value.has("code") else project_result(value)


def _tools(text: str) -> list[Members]:
    value: Value = parse(text)
    assert isinstance(value, list)
    return [tool for tool in value if isinstance(tool, Members)]


def _compare(sort: str, expected: str, received: str) -> Comparison:
    if sort == "tools":
        return compare_tools(_tools(expected), _tools(received), None, None)
    if sort == "example":
        return compare_answers(answer(_body(expected)), answer(_body(received)), "content")
    level: Level = "wire"
    sides = []
    for line in (expected, received):
        result = _object(line).get("result")
        assert isinstance(result, Members)
        sides.append(framed(project_result(result), line))
    return compare_answers(sides[0], sides[1], level)


@pytest.mark.parametrize(("sort", "expected", "received", "line"), EXAMPLES)
def test_an_example_gives_its_line(sort: str, expected: str, received: str, line: str) -> None:
    assert explain(_compare(sort, expected, received)).first_line == line


def test_lines_without_an_example_are_given_too() -> None:
    refused = compare_refusal(answer(blocks("[]")).exchanges[0].answer, "list_features", -32602, None)

    assert [
        explain_no_answer("the target exited with code 3", 1, 1).first_line,
        explain_no_answer("the target is silent after 20 s", 2, 3).first_line,
        explain(refused).first_line,
        explain(compare_instructions("a", None)).first_line,
    ] == LINES


def test_every_kind_has_an_example_under_its_heading() -> None:
    kinds = set(
        re.findall(r"`([a-z-]+)`", " ".join(re.findall(r"^##.*$", PAGE.read_text("utf-8"), re.MULTILINE)))
    )
    made = {explain(_compare(sort, expected, received)).kind for sort, expected, received, _ in EXAMPLES}

    assert kinds == made | {"no-answer"}
    assert isinstance(_body('{"code": 1}'), RpcError)
    assert len(EXAMPLES) + len(LINES) == TEXT.count("\n```\n")
