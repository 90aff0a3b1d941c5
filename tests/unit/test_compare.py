"""What is the same and what is not, at each level (spec § 4)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Level, NoAnswer, Result, RpcError, StepAnswer, Text
from pytest_mcpparity.compare.answers import compare_answers, compare_instructions, compare_refusal
from pytest_mcpparity.compare.differences import BlocksDifference, FrameDifference, PartDifference
from pytest_mcpparity.json_text import Members, Number, parse
from tests.unit.compare_made import answer, blocks, compared, framed, members, other, png, same, structured

LEVELS: tuple[Level, ...] = ("content", "json", "wire")

SAME_AT_CONTENT = [
    (blocks(), blocks()),
    (NoAnswer(), NoAnswer()),
    (blocks(png(b"a")), blocks(png(b"a"))),
    (blocks(other('{"type":"x","a":1}')), blocks(other('{"a":1,"type":"x"}'))),
    (Result(members=members('{"a":1,"b":2}')), Result(members=members('{"b":2,"a":1}'))),
    (RpcError("-1", "m", parse('{"a":1,"b":2}')), RpcError("-1", "m", parse('{"b":2,"a":1}'))),
    (
        blocks(Text("a", members('{"_meta":{"x":1,"y":2}}'))),
        blocks(Text("a", members('{"_meta":{"y":2,"x":1}}'))),
    ),
]

DIFFERENT_AT_EVERY_LEVEL = [
    (blocks("a"), Result(blocks=(Text("a"),), is_error=True)),
    (blocks(), blocks("")),
    (Result(members=members('{"content":[]}')), blocks("")),
    (Result(members=members('{"content":[]}')), Result()),
    (blocks("a", "b"), blocks("b", "a")),
    (blocks("a", "b"), blocks("ab")),
    (blocks("a"), blocks("a\n")),
    (blocks("caf\u00e9"), blocks("cafe\u0301")),
    (blocks(png(b"a")), blocks(png(b"b"))),
    (blocks(png(b"a")), blocks(png(b"a", "image/jpeg"))),
    (structured('{"a":1}'), structured('{"a":1.0}')),
    (structured('{"a":1}'), structured('{"a":"1"}')),
    (structured('{"a":true}'), structured('{"a":1}')),
    (structured('{"a":null}'), structured("{}")),
    (structured("{}"), structured("[]")),
    (structured("null"), Result()),
    (structured('{"a":1,"a":2}'), structured('{"a":2}')),
    (structured('{"a":1,"a":2}'), structured('{"a":2,"a":1}')),
    (structured('{"a":-0.0}'), structured('{"a":0.0}')),
    (Result(members=Members([("x", True)])), Result(members=Members([("x", Number("1"))]))),
    (RpcError("-32602"), RpcError("-32601")),
    (RpcError("1"), RpcError("1.0")),
    (RpcError("1"), RpcError("1", "")),
    (RpcError("1", "m"), RpcError("1", "m", None)),
    (RpcError("1", "m"), NoAnswer()),
    (RpcError("1", "m"), blocks("m")),
    (blocks('{"a":1}'), blocks('{"a":1.0}')),
    (blocks('{"a":1}'), blocks('{"a":1,"a":1}')),
    (blocks("[1,2]"), blocks("[2,1]")),
]

SAME_AT_JSON_ONLY = [
    (blocks('{"a":1,"b":2}'), blocks('{"b":2,"a":1}')),
    (blocks('{"a":1}'), blocks('{\n  "a": 1\n}\n')),
    (blocks('["<"]'), blocks('["\\u003c"]')),
    (blocks("1"), blocks(" 1 ")),
    (structured('{"a":1,"b":2}'), structured('{"b":2,"a":1}')),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("expected", "received"), SAME_AT_CONTENT)
def test_what_content_leaves_free_is_the_same(expected: Result, received: Result, level: Level) -> None:
    assert same(expected, received, level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("expected", "received"), DIFFERENT_AT_EVERY_LEVEL)
def test_what_differs_differs_in_both_directions(expected: Result, received: Result, level: Level) -> None:
    assert not same(expected, received, level)
    assert not same(received, expected, level)


@pytest.mark.parametrize(("expected", "received"), SAME_AT_JSON_ONLY)
def test_form_counts_at_content_and_not_at_json(expected: Result, received: Result) -> None:
    assert not same(expected, received, "content")
    assert same(expected, received, "json")


def test_text_that_is_json_on_one_side_only_is_compared_as_text_at_json() -> None:
    found = compared(blocks('{"a":1}'), blocks('{"a":1'), "json").differences

    assert isinstance(found[0], PartDifference)
    assert getattr(found[0].expected, "as_value", None) is False


def test_large_json_that_differs_in_form_only_is_the_same_at_json() -> None:
    value = "[" + ",".join(f'{{"a":{number},"b":"x"}}' for number in range(60_000)) + "]"
    turned = "[" + ", ".join(f'{{"b":"\\u0078","a":{number}}}' for number in range(60_000)) + "]"

    assert len(value) > 1 << 20
    assert same(blocks(value), blocks(turned), "json")
    assert same(blocks(turned), blocks(value), "json")
    assert same(blocks(value), blocks(turned.replace("\\u0078", "x")), "json")
    assert not same(blocks(value), blocks(value.replace('"x"', '"y"', 1)), "json")
    assert not same(blocks(value), blocks(value[:-1]), "json")


def test_the_frame_counts_at_wire_only() -> None:
    expected = framed(blocks("a"), '{"id":0,"result":{}}')
    received = framed(blocks("a"), '{"result":{},"id":0}')

    found = compare_answers(expected, received, "wire").differences

    assert isinstance(found[0], FrameDifference)
    assert len(found) == 1
    assert compare_answers(expected, received, "content").same


def test_a_frame_is_not_reported_beside_other_content() -> None:
    expected = framed(blocks("a"), '{"id":0,"result":"a"}')
    received = framed(blocks("b"), '{"id":0,"result":"b"}')

    comparison = compare_answers(expected, received, "wire")

    assert [one.place.part for one in comparison.differences] == ["block"]
    assert len(comparison.frames) == 1


def test_each_step_is_compared() -> None:
    expected = answer(blocks("a"), blocks("b"), blocks("c"))
    received = answer(blocks("a"), blocks("x"), blocks("y"))

    comparison = compare_answers(expected, received, "content")

    assert [one.place.step for one in comparison.differences] == [2, 3]
    assert comparison.steps == 3


def test_answers_of_other_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        compare_answers(answer(blocks("a"), blocks("b")), answer(blocks("a")), "content")


@pytest.mark.parametrize(("expected", "received"), [("a", "b"), (None, ""), ("", None), ("a", "a\n")])
def test_instructions_differ_by_text_and_presence(expected: str | None, received: str | None) -> None:
    assert not compare_instructions(expected, received).same


@pytest.mark.parametrize("text", ["a", "", None])
def test_equal_instructions_are_the_same(text: str | None) -> None:
    assert compare_instructions(text, text).same


REFUSED = StepAnswer(RpcError("-32602", "unknown tool: gone", parse("[1]")))


def test_a_refusal_holds_code_and_if_asked_for_the_message() -> None:
    assert compare_refusal(REFUSED, "gone", -32602, None).same
    assert compare_refusal(REFUSED, "gone", -32602, "unknown tool: {name}").same
    assert not compare_refusal(REFUSED, "gone", -32601, None).same
    assert not compare_refusal(REFUSED, "gone", -32602, "no such tool: {name}").same
    assert not compare_refusal(StepAnswer(blocks("here I am")), "gone", -32602, None).same


def test_blocks_that_only_spell_their_json_otherwise_change_places_at_json_alone() -> None:
    expected, received = blocks('{"a":1}', '{"b":2}'), blocks('{"b": 2}', '{"a": 1}')

    at_json = compared(expected, received, "json").differences
    at_content = compared(expected, received, "content").differences

    assert [type(one) for one in at_json] == [BlocksDifference]
    assert {type(one) for one in at_content} == {PartDifference}


def test_of_blocks_of_which_one_is_gone_the_pair_of_one_type_is_held_together() -> None:
    picture = png(b"a")

    first_gone = compared(blocks(picture, "abc def"), blocks("abc deg")).differences
    last_gone = compared(blocks("abc def", picture), blocks("abc deg")).differences

    assert [(type(one), one.place.number) for one in first_gone] == [
        (BlocksDifference, 1),
        (PartDifference, 2),
    ]
    assert {(type(one), one.place.number) for one in last_gone} == {
        (BlocksDifference, 2),
        (PartDifference, 1),
    }
