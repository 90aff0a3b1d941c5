"""The listing of tools: names, duplicates, descriptors (spec § 4.1 row 5)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.compare.answers import compare_tools
from pytest_mcpparity.compare.differences import Comparison, ToolDifference
from pytest_mcpparity.explain.explanation import explain
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.places import Place
from tests.unit.compare_made import members


def tool(name: str, rest: str = "") -> Members:
    return members(f'{{"name":"{name}"{rest}}}')


def line(expected: list[Members], received: list[Members], descriptors: tuple[str, ...] | None = None) -> str:
    return explain(compare_tools(expected, received, descriptors, None)).first_line


HINT = ',"annotations":{"readOnlyHint":%s}'
SCHEMA = ',"inputSchema":{"type":"object","required":["a","b"]}'


@pytest.mark.parametrize(
    ("expected", "received", "first"),
    [
        ([tool("list_specs")], [], "tools: list_specs is missing"),
        ([], [tool("list_specs")], "tools: list_specs is extra"),
        ([tool("a")], [tool("a"), tool("a")], "tools: a is listed twice, expected once"),
        ([tool("a"), tool("a")], [tool("a")], "tools: a is listed once, expected twice"),
        ([tool("a")], [tool("a")] * 3, "tools: a is listed 3 times, expected once"),
        (
            [tool("list_specs", HINT % "true")],
            [tool("list_specs", HINT % "false")],
            "tools: list_specs /annotations/readOnlyHint: expected true, received false",
        ),
        ([tool("a", ',"title":"A"')], [tool("a")], 'tools: a /title is missing (expected "A")'),
        ([tool("a")], [tool("a", ',"title":null')], "tools: a /title is extra (received null)"),
        (
            [tool("a", ',"n":1,"m":1')],
            [tool("a", ',"n":1.0,"m":2')],
            "tools: a /n: expected 1, received 1.0; 1 more value differs",
        ),
        (
            [tool("read-query"), tool("write-query")],
            [tool("read_query"), tool("write_query")],
            "tools: read-query is missing; 3 more parts differ (1 missing, 2 extra)",
        ),
        # What is gone comes first, then what came: who calls it feels that most.
        (
            [tool("a", ',"n":1'), tool("b", ',"n":1'), tool("c"), tool("z")],
            [tool("a", ',"n":2'), tool("b", ',"n":2'), tool("c"), tool("c"), tool("y")],
            "tools: z is missing; 4 more parts differ (1 extra, 1 listed otherwise, 2 described otherwise)",
        ),
        (
            [tool("a", ',"n":1'), tool("c")],
            [tool("a", ',"n":2'), tool("c"), tool("c"), tool("y")],
            "tools: y is extra; 2 more parts differ (1 listed otherwise, 1 described otherwise)",
        ),
        (
            [tool("a", ',"n":1'), tool("b")],
            [tool("a", ',"n":2')],
            "tools: b is missing; 1 more part differs",
        ),
    ],
)
def test_what_moved_in_the_listing_is_named(
    expected: list[Members], received: list[Members], first: str
) -> None:
    assert line(expected, received) == first


def test_order_of_tools_and_of_members_is_free() -> None:
    expected = [tool("a", SCHEMA), members('{"name":"b","x":{"c":1,"d":2}}')]
    received = [members('{"x":{"d":2,"c":1},"name":"b"}'), tool("a", SCHEMA)]

    assert compare_tools(expected, received, None, None).same


def test_order_of_elements_counts() -> None:
    turned = SCHEMA.replace('["a","b"]', '["b","a"]')

    assert line([tool("a", SCHEMA)], [tool("a", turned)]) == (
        "tools: a /inputSchema/required: the same elements in another order"
    )


def test_only_the_descriptors_named_are_compared() -> None:
    expected, received = [tool("a", HINT % "true")], [tool("a", HINT % "false" + ',"title":"A"')]

    assert compare_tools(expected, received, ("title",), None).same is False
    assert compare_tools(expected, received, ("inputSchema",), None).same
    assert line(expected, received, ("annotations",)).startswith("tools: a /annotations/readOnlyHint:")


def test_advertised_names_take_the_place_of_the_recorded_ones() -> None:
    recorded = [tool("a"), tool("old")]

    assert compare_tools(recorded, [tool("a")], None, ("a",)).same
    assert compare_tools(recorded, [tool("new"), tool("a")], None, ("a", "new")).same
    assert explain(compare_tools(recorded, [tool("a"), tool("old")], None, ("a",))).first_line == (
        "tools: old is extra"
    )
    assert explain(compare_tools(recorded, [tool("a")], None, ("a", "new"))).first_line == (
        "tools: new is missing"
    )


def test_a_missing_tool_is_shown_with_the_nearest_extra_one() -> None:
    made = explain(compare_tools([tool("read-query")], [tool("read_query")], None, None))

    assert made.kind == "tools"
    assert "read_query is listed instead, the nearest name." in made.advice
    assert made.places == ("tools read-query", "tools read_query")


def test_a_tool_without_a_name_is_compared_by_what_it_has() -> None:
    assert compare_tools([members("{}")], [members("{}")], None, None).same
    assert not compare_tools([members("{}")], [members('{"name":1}')], None, None).same


def test_hidden_characters_of_a_name_are_shown() -> None:
    name = "a\u202eb"

    assert line([Members([("name", name)])], []) == "tools: a\\u202eb is missing"


def test_each_tool_that_differs_is_told_with_what_is_compared_of_both_sides() -> None:
    expected = [tool("gone", HINT % "true"), tool("a", ',"n":1,"m":1'), tool("b"), tool("b")]
    received = [tool("new", ',"n":1'), tool("b"), tool("a", ',"n":2,"m":2')]

    assert compare_tools(expected, received, ("name", "n"), None) == Comparison(
        (
            ToolDifference(Place("tools", name="gone"), "missing", expected=tool("gone", HINT % "true")),
            ToolDifference(
                Place("tools", name="a"),
                "differs",
                expected=tool("a", ',"n":1'),
                received=tool("a", ',"n":2'),
            ),
            ToolDifference(Place("tools", name="b"), "count", counts=(2, 1)),
            ToolDifference(Place("tools", name="new"), "extra", received=tool("new", ',"n":1')),
        )
    )


def test_of_a_name_listed_twice_each_descriptor_is_compared_with_its_own() -> None:
    expected = [tool("a", ',"n":1'), tool("a", ',"n":2')]
    received = [tool("a", ',"n":1'), tool("a", ',"n":3')]

    assert compare_tools(expected, expected, None, None).same
    assert compare_tools(expected, received, None, None) == Comparison(
        (ToolDifference(Place("tools", name="a"), "differs", expected[1], received[1]),)
    )


def test_a_name_that_must_be_listed_is_expected_once_whatever_was_recorded() -> None:
    twice = [tool("a"), tool("a")]

    assert compare_tools(twice, [tool("a")], None, ("a", "a")).same
    assert compare_tools([], twice, None, ("a",)) == Comparison(
        (ToolDifference(Place("tools", name="a"), "count", counts=(1, 2)),)
    )
    assert compare_tools([], [], None, ("a",)) == Comparison(
        (ToolDifference(Place("tools", name="a"), "missing"),)
    )


def test_tools_whose_names_are_no_strings_are_told_apart_by_their_json() -> None:
    one, two = members('{"name":1}'), members('{"name":[2]}')

    assert compare_tools([one, two], [two, one], None, None).same
    assert compare_tools([one, two], [one], None, None) == Comparison(
        (ToolDifference(Place("tools", name="[2]"), "missing", expected=two),)
    )


@pytest.mark.parametrize(
    ("missing", "extra", "nearest"),
    [
        ("read-query", ["write_query", "read_query"], "read_query"),
        ("read-query", ["Read-Query"], "Read-Query"),
        ("read-query", ["other"], ""),
        ("read-query", [f"zz{number}" for number in range(499)] + ["read_query"], "read_query"),
        # Beyond 500 names, and for names beyond 500 characters, the search would take too long.
        ("read-query", [f"zz{number}" for number in range(500)] + ["read_query"], ""),
        ("a" * 500, ["a" * 499], "a" * 499),
        ("a" * 499, ["a" * 500], "a" * 500),
        ("a" * 501, ["a" * 500], ""),
        ("a" * 500, ["a" * 501], ""),
    ],
)
def test_the_nearest_of_the_extra_names_is_offered(missing: str, extra: list[str], nearest: str) -> None:
    found = compare_tools([tool(missing)], [tool(one) for one in extra], None, None).differences

    assert found[0] == ToolDifference(
        Place("tools", name=missing), "missing", expected=tool(missing), nearest=nearest
    )
