"""Which parts of an answer differ: each by its step and place, with both of its sides (spec § 4.1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import (
    Answer,
    Exchange,
    Level,
    NoAnswer,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.compare.answers import compare_answers, compare_instructions, compare_refusal
from pytest_mcpparity.compare.differences import (
    BlocksDifference,
    CodeDifference,
    Comparison,
    Difference,
    FrameDifference,
    JsonContent,
    OutcomeDifference,
    PartDifference,
    PresenceDifference,
    StepFrames,
    TextContent,
)
from pytest_mcpparity.json_text import Value, parse
from pytest_mcpparity.places import PartName, Place
from tests.unit.compare_made import Body, answer, blocks, members, structured

FINE = blocks("fine")


def differences(expected: Body, received: Body, level: Level = "content") -> list[Difference]:
    """What differs between two bodies that are the second step of their answers."""
    return list(compare_answers(answer(FINE, expected), answer(FINE, received), level).differences)


def json_changed(part: PartName, old: str, new: str, ordered: bool = False) -> PartDifference:
    return PartDifference(Place(part, 2), JsonContent(parse(old), ordered), JsonContent(parse(new), ordered))


def only(part: PartName, old: str | None, new: str | None, ordered: bool = False) -> PresenceDifference:
    sides = (None if one is None else JsonContent(parse(one), ordered) for one in (old, new))
    return PresenceDifference(Place(part, 2), *sides)


ERROR = RpcError("1", "m", parse('{"a":1}'), members('{"x":1}'))
OUTCOMES: list[tuple[Body, Body]] = [
    (blocks("a"), ERROR),
    (blocks("a"), Result(is_error=True, blocks=(Text("a"),))),
    (ERROR, NoAnswer()),
    (NoAnswer(), blocks("a")),
]


@pytest.mark.parametrize(("expected", "received"), OUTCOMES)
def test_another_outcome_holds_both_answers_whole(expected: Body, received: Body) -> None:
    assert differences(expected, received) == [
        OutcomeDifference(Place("outcome", 2), StepAnswer(expected), StepAnswer(received))
    ]


def test_of_a_tool_error_with_another_text_the_text_is_told_too() -> None:
    expected, received = blocks("a"), Result(is_error=True, blocks=(Text("b"),))

    assert differences(expected, received) == [
        OutcomeDifference(Place("outcome", 2), StepAnswer(expected), StepAnswer(received)),
        PartDifference(Place("block", 2, 1), TextContent("a"), TextContent("b")),
    ]


@pytest.mark.parametrize(
    ("received", "found"),
    [
        (RpcError("2", "m", ERROR.data, ERROR.members), CodeDifference(Place("error code", 2), "1", "2")),
        (
            RpcError("1", "n", ERROR.data, ERROR.members),
            PartDifference(Place("error message", 2), TextContent("m"), TextContent("n")),
        ),
        (
            RpcError("1", None, ERROR.data, ERROR.members),
            PresenceDifference(Place("error message", 2), TextContent("m"), None),
        ),
        (
            RpcError("1", "m", parse('{"a":2}'), ERROR.members),
            json_changed("error data", '{"a":1}', '{"a":2}'),
        ),
        (RpcError("1", "m", members=ERROR.members), only("error data", '{"a":1}', None)),
        (
            RpcError("1", "m", ERROR.data, members('{"x":2}')),
            json_changed("error members", '{"x":1}', '{"x":2}'),
        ),
    ],
)
def test_each_part_of_an_error_is_told_by_itself(received: RpcError, found: Difference) -> None:
    assert differences(ERROR, received) == [found]


def test_a_message_that_came_is_held_by_the_side_that_has_it() -> None:
    assert differences(RpcError("1"), RpcError("1", "")) == [
        PresenceDifference(Place("error message", 2), None, TextContent(""))
    ]


def test_all_parts_that_differ_are_told_in_order() -> None:
    assert [one.place.part for one in differences(ERROR, RpcError("2", "n"))] == [
        *("error code", "error message", "error data", "error members")
    ]
    expected = Result(blocks=(Text("a"),), structured=parse("1"), members=members('{"x":1}'))
    assert [one.place.part for one in differences(expected, blocks("b"))] == [
        *("block", "structured", "result members")
    ]


@pytest.mark.parametrize("level", ["content", "wire"])
def test_the_order_of_structured_members_counts_but_at_json(level: Level) -> None:
    old, turned = '{"a":1,"b":2}', '{"b":2,"a":1}'

    assert differences(structured(old), structured(turned), level) == [
        json_changed("structured", old, turned, ordered=True)
    ]
    assert differences(structured(old), structured(turned), "json") == []
    assert differences(structured(old), structured("{}"), "json") == [json_changed("structured", old, "{}")]
    assert differences(structured(old), Result(), level) == [only("structured", old, None, ordered=True)]
    assert differences(Result(), structured(old), "json") == [only("structured", None, old)]


def test_result_members_are_compared_in_any_order() -> None:
    expected = Result(members=members('{"x":1,"y":2}'))

    assert differences(expected, Result(members=members('{"y":2,"x":1}'))) == []
    assert differences(expected, Result(members=members('{"y":3,"x":1}'))) == [
        json_changed("result members", '{"x":1,"y":2}', '{"y":3,"x":1}')
    ]


def test_an_empty_content_is_told_by_the_blocks_that_came_or_went() -> None:
    empty = Result(members=members('{"content":[],"x":1}'))
    full = Result(blocks=(Text("a"),), members=members('{"x":1}'))

    assert differences(empty, full) == [
        BlocksDifference(Place("block", 2, 1), "extra", (1,), received=Text("a"))
    ]
    assert differences(full, empty) == [
        BlocksDifference(Place("block", 2, 1), "missing", (1,), expected=Text("a"))
    ]
    assert differences(empty, Result(members=members('{"x":1}'))) == [
        json_changed("result members", '{"content":[],"x":1}', '{"x":1}')
    ]


def on_wire(*steps: tuple[str, str | None]) -> Answer:
    question = Question("call", "tool")
    return Answer("case", tuple(Exchange(question, StepAnswer(blocks(text), line)) for text, line in steps))


def test_at_wire_a_line_is_told_where_the_content_is_the_same_and_kept_where_it_is_not() -> None:
    expected = on_wire(("a", "{1}"), ("b", "{2}"), ("c", "{3}"), ("d", "{4}"), ("e", None))
    received = on_wire(("a", "{1}"), ("b", "{ 2}"), ("x", "{ 3}"), ("d", None), ("e", "{5}"))
    text = PartDifference(Place("block", 3, 1), TextContent("c"), TextContent("x"))

    assert compare_answers(expected, received, "wire") == Comparison(
        (FrameDifference(Place("frame", 2), "{2}", "{ 2}"), text),
        steps=5,
        level="wire",
        frames=(StepFrames(3, "{3}", "{ 3}"),),
    )
    assert compare_answers(expected, received, "json") == Comparison((text,), steps=5, level="json")


def test_instructions_are_told_with_the_sides_that_there_are() -> None:
    place = Place("instructions")

    assert compare_instructions("a", "b") == Comparison(
        (PartDifference(place, TextContent("a"), TextContent("b")),)
    )
    assert compare_instructions("a", None) == Comparison((PresenceDifference(place, TextContent("a"), None),))
    assert compare_instructions(None, "b") == Comparison((PresenceDifference(place, None, TextContent("b")),))


def refused(code: str, message: str | None, data: Value = None) -> StepAnswer:
    return StepAnswer(RpcError(code, message, data))


def test_a_removed_tool_that_answers_is_told_beside_the_refusal_that_was_expected() -> None:
    answers = StepAnswer(blocks("here I am"))

    assert compare_refusal(answers, "gone", -32602, None) == Comparison(
        (OutcomeDifference(Place("outcome"), StepAnswer(RpcError("-32602")), answers, "gone"),)
    )
    assert compare_refusal(answers, "gone", -32602, "no {name}") == Comparison(
        (OutcomeDifference(Place("outcome"), StepAnswer(RpcError("-32602", "no gone")), answers, "gone"),)
    )


def test_a_refusal_in_other_words_is_told_by_code_and_message() -> None:
    assert compare_refusal(refused("-1", "any", "more"), "gone", -32602, None) == Comparison(
        (CodeDifference(Place("error code"), "-32602", "-1"),)
    )
    assert compare_refusal(refused("-1", "no"), "gone", -2, "no {name}: {name}") == Comparison(
        (
            CodeDifference(Place("error code"), "-2", "-1"),
            PartDifference(Place("error message"), TextContent("no gone: gone"), TextContent("no")),
        )
    )
    assert compare_refusal(refused("-2", None), "gone", -2, "no") == Comparison(
        (PresenceDifference(Place("error message"), TextContent("no"), None),)
    )
