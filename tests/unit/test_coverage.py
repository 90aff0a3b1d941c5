"""What counts as covered (spec § 8): each kind of point covered and missing, and the table of them."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Question
from pytest_mcpparity.coverage import Asked, Point, Surface, survey, unite
from pytest_mcpparity.coverage_table import coverage_lines, percent
from pytest_mcpparity.json_text import Members, parse


def tool(name: str, schema: str = '{"type":"object"}') -> Members:
    made = parse(f'{{"name":"{name}","inputSchema":{schema}}}')
    assert isinstance(made, Members)
    return made


def call(name: str, arguments: str | None = None) -> Asked:
    return Asked(Question("call", name, arguments))


def missing(surface: Surface) -> set[Point]:
    return set(surface.points) - surface.covered


ONE = '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":true}'
FLAG = '{"type":"object","properties":{"f":{"type":"boolean"}},"additionalProperties":true}'
ENUM = '{"type":"object","properties":{"e":{"enum":["x",1,null]}},"additionalProperties":true}'


def test_a_tool_counts_as_covered_only_where_a_step_calls_it() -> None:
    surface = survey([tool("a"), tool("b")], [call("a")])

    assert Point("tool", "a") in surface.covered
    assert Point("tool", "b") in missing(surface)


def test_an_argument_counts_where_it_is_sent_and_left_out_where_it_is_not() -> None:
    sent = survey([tool("t", ONE)], [call("t", '{"a":"x"}')])
    left_out = survey([tool("t", ONE)], [call("t", "{}")])
    not_sent = survey([tool("t", ONE)], [call("t")])

    assert missing(sent) == {Point("left-out", "t", "a")}
    assert missing(left_out) == {Point("argument", "t", "a")}
    assert missing(not_sent) == missing(left_out)


@pytest.mark.parametrize(
    ("sent", "left"),
    [(["true"], {"false"}), (["false"], {"true"}), (["true", "false"], set()), (["1"], None)],
)
def test_both_values_of_a_boolean_count(sent: list[str], left: set[str] | None) -> None:
    surface = survey([tool("t", FLAG)], [call("t", f'{{"f":{value}}}') for value in sent])

    values = {"true", "false"} if left is None else left
    assert missing(surface) == {Point("value", "t", "f", value) for value in values}


def test_a_boolean_among_other_types_counts_too() -> None:
    schema = '{"properties":{"f":{"type":["boolean","null"]}},"additionalProperties":true}'

    surface = survey([tool("t", schema)], [])

    assert Point("value", "t", "f", "true") in surface.points


def test_each_value_of_an_enum_counts_in_any_spelling_of_its_number() -> None:
    surface = survey([tool("t", ENUM)], [call("t", '{"e":"x"}'), call("t", '{"e":1.0}')])

    assert missing(surface) == {Point("value", "t", "e", "null")}


def test_an_enum_below_the_top_level_does_not_count() -> None:
    schema = '{"properties":{"l":{"type":"array","items":{"enum":[1,2]}}},"additionalProperties":true}'

    surface = survey([tool("t", schema)], [])

    assert surface.points == (Point("tool", "t"), Point("argument", "t", "l"))


def test_an_unknown_argument_counts_unless_the_schema_welcomes_it() -> None:
    closed = survey([tool("t", '{"additionalProperties":false}')], [])
    silent = survey([tool("t")], [])
    sent = survey([tool("t")], [call("t", '{"other":1}')])
    welcome = survey([tool("t", '{"additionalProperties":{"type":"string"}}')], [])
    patterned = survey([tool("t", '{"patternProperties":{"^x":{}}}')], [])

    assert missing(closed) >= {Point("unknown", "t")}
    assert missing(silent) >= {Point("unknown", "t")}
    assert Point("unknown", "t") in sent.covered
    assert Point("unknown", "t") not in welcome.points
    assert Point("unknown", "t") not in patterned.points


def test_a_removed_name_counts_as_refused_only_where_it_is_not_advertised() -> None:
    surface = survey([tool("old")], [], removed=["old", "older"])

    assert Point("removed", "older") in surface.covered
    assert Point("removed", "old") in missing(surface)


@pytest.mark.parametrize(
    "question",
    [
        Question("call", "t", '{"a":1}'),
        Question("request", "tools/call", '{"name":"t","arguments":{"a":1}}'),
        Question(
            "frame",
            "",
            '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"a":1}}}',
        ),
    ],
    ids=["call", "request", "frame"],
)
def test_a_call_counts_however_it_is_spelled(question: Question) -> None:
    surface = survey([tool("t", ONE)], [Asked(question)])

    assert surface.covered == {Point("tool", "t"), Point("argument", "t", "a")}


@pytest.mark.parametrize(
    "question",
    [
        Question("request", "resources/read", '{"name":"t"}'),
        Question("request", "tools/call", '{"name":7}'),
        Question("request", "tools/call"),
        Question("frame", "", "no json"),
        Question("frame", "", "[]"),
        Question("call", "elsewhere", "{}"),
    ],
)
def test_what_calls_no_advertised_tool_covers_nothing(question: Question) -> None:
    surface = survey([tool("t", ONE)], [Asked(question)])

    assert surface.covered == frozenset()


def test_arguments_that_are_no_object_cover_the_tool_alone() -> None:
    surface = survey([tool("t", ONE)], [call("t", "[1]")])

    assert surface.covered == {Point("tool", "t")}


def test_outcomes_are_seen_but_change_no_percentage() -> None:
    question = Question("call", "t")

    silent = survey([tool("t")], [Asked(question)])
    told = survey(
        [tool("t")], [Asked(question, "result"), Asked(question, "result"), Asked(question, "rpc-error")]
    )

    assert told.outcomes == {"t": {"result": 2, "rpc-error": 1}}
    assert told.fraction == silent.fraction


def test_suites_of_one_target_cover_together() -> None:
    tools = [tool("a"), tool("b")]

    united = unite([survey(tools, [call("a")]), survey(tools, [call("b", '{"x":1}')])])

    assert missing(united) == {Point("unknown", "a")}


def test_a_removed_name_that_one_suite_still_sees_is_not_refused() -> None:
    gone = survey([], [], removed=["old"])
    there = survey([tool("old")], [], removed=["old"])

    assert Point("removed", "old") in unite([gone, gone]).covered
    assert Point("removed", "old") in missing(unite([gone, there]))


def test_odd_schemas_make_no_points_and_no_trouble() -> None:
    odd = [
        tool("a", "7"),
        tool("b", '{"properties":[],"required":"x"}'),
        tool("c", '{"properties":{"p":true},"required":[1]}'),
    ]

    surface = survey(odd, [call("a", "{}")])

    assert Point("argument", "c", "p") in surface.points
    assert not [point for point in surface.points if point.kind in ("left-out", "value")]


@pytest.mark.parametrize(
    ("covered", "countable", "shown"),
    [
        (1, 2, "50 %"),
        (2, 3, "66.6 %"),
        (999999, 1000000, "99.9 %"),
        (3, 3, "100 %"),
        (0, 5, "0 %"),
        (0, 0, "100 %"),
    ],
)
def test_a_share_is_never_rounded_up(covered: int, countable: int, shown: str) -> None:
    assert percent(covered, countable) == shown


def test_the_table_has_a_row_a_tool_names_what_is_missing_and_ends_in_a_total() -> None:
    schema = '{"properties":{"f":{"type":"boolean"},"q":{}},"required":["q"]}'
    asked = [Asked(Question("call", "search", '{"f":true}'), "result")]

    lines = coverage_lines(survey([tool("search", schema), tool("idle")], asked, removed=["old"]))

    assert lines[1].split("  ")[0] == "search"
    assert lines[1].endswith("f=false, q, an unknown argument")
    assert lines[2].startswith("idle")
    assert lines[2].endswith("no case")
    assert lines[3] == "removed names refused: 1/1"
    assert lines[4] == "total: 50 %, 5 of 10 that can be counted"


def test_a_required_argument_that_is_always_sent_is_named_as_missing() -> None:
    lines = coverage_lines(survey([tool("t", ONE)], [call("t", '{"a":1}')]))

    assert lines[1].endswith("without a")


def test_a_removed_name_that_is_still_there_is_named() -> None:
    lines = coverage_lines(survey([tool("old")], [], removed=["old"]))

    assert "removed names refused: 0/1; still advertised: old" in lines


def test_nothing_of_a_target_is_shown_raw() -> None:
    name = "\\u001b[31mred"

    lines = coverage_lines(survey([tool(name)], []))

    assert "\x1b" not in "".join(lines)
    assert lines[1].startswith("\\x1b[31mred")
