"""A known difference holds one place and what lies below it, and nothing else (spec § 2.1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Answer, Level, Result, RpcError, Text
from pytest_mcpparity.compare.answers import (
    compare_answers,
    compare_instructions,
    compare_tools,
    covers,
)
from pytest_mcpparity.compare.differences import Comparison
from pytest_mcpparity.compare.known_difference import outside
from pytest_mcpparity.explain.explanation import explain
from pytest_mcpparity.json_text import parse
from tests.unit.compare_made import Body, answer, blocks, compared, framed, members, png, structured

TWO = '{"entities":[{"n":1},{"n":2}],"total":2}'


def covered(expected: Body, received: Body, at: str, level: Level = "content") -> bool:
    return covers(compared(expected, received, level), at)


@pytest.mark.parametrize(
    ("received", "at"),
    [
        (TWO.replace('"n":1', '"n":7'), "block 1 /entities/0/n"),
        (TWO.replace('"n":1', '"n":7'), "block 1 /entities/0"),
        (TWO.replace('"n":1', '"n":7'), "block 1 /entities"),
        (TWO.replace('"n":1', '"n":7'), "block 1"),
        (TWO.replace('"n":1', '"n":7'), "step 1 block 1 /entities"),
        (TWO.replace('"n":1', '"n":7'), "step 1"),
        (TWO.replace('{"n":1}', "[ 1, 2 ]"), "block 1 /entities/0"),
        (TWO.replace(',{"n":2}', ""), "block 1 /entities/1"),
        (TWO.replace('{"n":1},', ""), "block 1 /entities/0"),
        (TWO.replace(',"total":2', ""), "block 1 /total"),
        (TWO.replace('"total":2', '"total":2.0'), "block 1 /total"),
        ('{"entities":[],"total":2}', "block 1 /entities"),
        ("something else", "block 1"),
    ],
)
def test_what_lies_at_or_below_the_place_is_covered(received: str, at: str) -> None:
    assert covered(blocks(TWO), blocks(received), at)
    assert covered(blocks(received), blocks(TWO), at)


@pytest.mark.parametrize(
    ("received", "at"),
    [
        (TWO.replace('"n":1', '"n":7'), "block 1 /entities/1"),
        (TWO.replace('"n":1', '"n":7'), "block 1 /total"),
        (TWO.replace('"n":1', '"n":7'), "block 2"),
        (TWO.replace('"n":1', '"n":7'), "step 2 block 1"),
        (TWO.replace('"n":1', '"n":7'), "structured"),
        (TWO.replace('"n":1', '"n":7').replace('"total":2', '"total":3'), "block 1 /entities"),
        (TWO.replace('"n":1', '"n":7').replace('"total":2', '"total": 2'), "block 1 /entities"),
        (TWO.replace('"n":1', '"n":7') + "\n", "block 1 /entities"),
        (TWO.replace('"n":1', '"n":7').replace('"total"', '"\\u0074otal"'), "block 1 /entities"),
        ('{"total":2,"entities":[{"n":7},{"n":2}]}', "block 1 /entities"),
        (TWO.replace('"n":1', '"n":7').replace('"n":2', '"n":8'), "block 1 /entities/0"),
        (TWO.replace('"total":2', '"\\u0074otal":3'), "block 1 /total"),
        (TWO.replace('"total":2', '"total": 3'), "block 1 /total"),
        (TWO.replace('"n":1', '"n":7')[:-1], "block 1 /entities/0"),
        (TWO.replace(',"total":2', ""), "block 1 /missing"),
    ],
)
def test_any_other_difference_is_not_covered(received: str, at: str) -> None:
    assert not covered(blocks(TWO), blocks(received), at)
    assert not covered(blocks(received), blocks(TWO), at)


@pytest.mark.parametrize(
    ("received", "places"),
    [
        (TWO.replace('"n":1', '"n":7').replace('"n":2', '"n":8'), ("/entities/0", "/entities/1")),
        (TWO.replace('"n":1', '"n":7').replace('"total":2', '"total":3'), ("/total", "/entities/0/n")),
        (TWO.replace('"n":1', '"n":7').replace('"total":2', '"total":3'), ("/total", "/entities", "/x")),
        ('{"entities":[]}', ("/entities/0", "/entities/1", "/total")),
        ('{"entities":[{"n":2}],"total":1}', ("/entities/0", "/total")),
        ('{"entities":[{"n":7},{"n":2}],"total":2,"z":1}', ("/entities/0/n", "/z")),
    ],
)
def test_several_places_cover_together_and_not_alone(received: str, places: tuple[str, ...]) -> None:
    for level in ("content", "json"):
        named = [f"block 1 {place}" for place in places]
        for old, new in ((TWO, received), (received, TWO)):
            comparison = compared(blocks(old), blocks(new), "json" if level == "json" else "content")
            assert covers(comparison, *named)
            assert covers(comparison, *reversed(named))
            assert not any(covers(comparison, one) for one in named)
    form = compared(blocks(TWO), blocks(received + " "))
    assert not covers(form, *(f"block 1 {place}" for place in places))


def test_places_in_several_parts_cover_together() -> None:
    comparison = compared(blocks("a", '{"x":1}'), blocks("b", '{"x":2}'))

    assert covers(comparison, "block 2 /x", "block 1")
    assert not covers(comparison, "block 2 /x", "block 2")
    assert not covers(comparison)


def test_elements_are_taken_out_by_their_own_indexes_in_whatever_order_they_are_named() -> None:
    eleven, nine = "[0,1,2,3,4,5,6,7,8,9,10]", "[0,1,2,3,4,5,6,7,8]"

    for made in (structured, blocks):
        comparison = compared(made(eleven), made(nine))
        part = "structured" if made is structured else "block 1"
        assert covers(comparison, f"{part} /9", f"{part} /10")
        assert covers(comparison, f"{part} /10", f"{part} /9")
        assert not covers(comparison, f"{part} /9")


@pytest.mark.parametrize(
    "at", ["structured /a/00", "structured /a/0/0", "structured /a/-1", "structured /a/x"]
)
def test_what_names_no_element_covers_nothing(at: str) -> None:
    assert not covered(structured('{"a":[1]}'), structured('{"a":[2]}'), at)
    assert not covered(structured('{"a":null}'), structured('{"a":[2]}'), at)
    assert not covered(structured('{"a":null}'), structured('{"a":"x"}'), at)


def test_null_at_a_place_is_taken_out_as_a_value() -> None:
    assert covered(structured('{"a":null,"b":1}'), structured('{"b":1}'), "structured /a")
    assert covered(structured('{"a":null}'), structured('{"a":1}'), "structured /a")
    assert covered(structured("null"), structured("1"), "structured")


def test_nothing_is_covered_where_nothing_differs() -> None:
    assert not covers(Comparison(), "block 1")
    assert not covered(blocks("a"), blocks("a"), "step 1")


def test_members_taken_from_pretty_text_leave_the_rest_as_it_is() -> None:
    whole = '{\n  "a": 1,\n  "b": {\n    "c": 2\n  },\n  "d": 3\n}\n'

    assert covered(blocks(whole), blocks('{\n  "b": {\n    "c": 2\n  },\n  "d": 3\n}\n'), "block 1 /a")
    assert covered(blocks(whole), blocks('{\n  "a": 1,\n  "d": 3\n}\n'), "block 1 /b")
    assert covered(blocks(whole), blocks('{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}\n'), "block 1 /d")
    assert covered(blocks(whole), blocks('{\n  "a": 1,\n  "b": {},\n  "d": 3\n}\n'), "block 1 /b/c")
    assert not covered(blocks(whole), blocks('{"b": {\n    "c": 2\n  },\n  "d": 3\n}\n'), "block 1 /a")


def test_at_json_form_is_free_around_the_place() -> None:
    received = '{ "total": 2, "entities": [ {"n": 7}, {"n":2} ] }'

    assert covered(blocks(TWO), blocks(received), "block 1 /entities/0", "json")
    assert not covered(blocks(TWO), blocks(received), "block 1 /entities/1", "json")


def test_order_of_structured_members_counts_around_the_place() -> None:
    expected, received = '{"a":1,"b":2}', '{"b":2,"a":7}'

    assert covered(structured(expected), structured('{"a":7,"b":2}'), "structured /a")
    assert not covered(structured(expected), structured(received), "structured /a")
    assert covered(structured(expected), structured(received), "structured /a", "json")
    assert covered(structured(expected), structured(received), "structured")
    assert covered(structured(expected), Result(), "structured")
    assert not covered(structured(expected), Result(), "structured /a")


def test_order_counts_in_the_object_of_the_place_too() -> None:
    expected, received = '{"x":{"a":1,"b":2}}', '{"x":{"b":2,"a":7}}'

    assert covered(structured(expected), structured('{"x":{"a":7,"b":2}}'), "structured /x/a")
    assert not covered(structured(expected), structured(received), "structured /x/a")
    assert covered(structured(expected), structured(received), "structured /x/a", "json")


def test_outcome_code_message_and_data_are_places_of_their_own() -> None:
    old = RpcError("1", "m", parse('{"x":1,"y":2}'))

    assert covered(old, Result(), "outcome")
    assert covered(old, RpcError("2", "m", old.data), "error code")
    assert covered(old, RpcError("1", "n", old.data), "error message")
    assert covered(old, RpcError("1", "m", parse('{"y":2,"x":3}')), "error data /x")
    assert not covered(old, RpcError("2", "n", old.data), "error code")
    assert not covered(old, RpcError("1", "m", parse('{"y":3,"x":3}')), "error data /x")


def test_a_tool_error_with_another_text_is_more_than_another_outcome() -> None:
    same_text, other_text = (Result(is_error=True, blocks=(Text(text),)) for text in "ab")

    assert covered(blocks("a"), same_text, "outcome")
    assert not covered(blocks("a"), other_text, "outcome")
    assert covered(blocks("a"), other_text, "step 1")


def test_blocks_are_covered_one_by_one() -> None:
    assert covered(blocks("a", "b"), blocks("a"), "block 2")
    assert covered(blocks("a"), blocks("a", "b"), "block 2")
    assert not covered(blocks("a", "b"), blocks("a"), "block 1")
    assert not covered(blocks("a", "b"), blocks("b", "a"), "block 1")
    assert covered(blocks("a", "b"), blocks("b", "a"), "step 1")
    assert covered(blocks(png(b"a")), blocks(png(b"b")), "block 1")
    assert not covered(blocks(png(b"a")), blocks(png(b"b")), "block 1 /data")
    assert covered(blocks("a"), blocks(Text("a", members('{"x":1}'))), "block 1")
    assert covered(blocks("a"), blocks(Text("a", members('{"x":1}'))), "block 1 members /x")
    assert not covered(blocks("a"), blocks(Text("b", members('{"x":1}'))), "block 1 members")


def test_a_pointer_into_one_part_covers_no_other_part() -> None:
    expected, received = blocks('{"a":1}', '{"a":1}'), blocks('{"a":2}', '{"a":1}')
    both = Result(blocks=(Text('{"a":1}'),), structured=parse('{"a":1}'))
    other = Result(blocks=(Text('{"a":1}'),), structured=parse('{"a":2}'))

    assert covered(expected, received, "block 1 /a")
    assert not covered(expected, received, "block 2 /a")
    assert not covered(both, other, "block 1 /a")
    assert not covered(both, other, "result members /a")


def test_steps_are_told_apart() -> None:
    expected = answer(blocks("a"), blocks("b"))
    comparison = compare_answers(expected, answer(blocks("a"), blocks("c")), "content")

    assert covers(comparison, "step 2 block 1")
    assert covers(comparison, "step 2")
    assert not covers(comparison, "block 1")
    assert not covers(comparison, "step 1")


def test_the_order_of_members_is_free_around_a_place_in_a_tool() -> None:
    expected = [members('{"name":"a","description":"x","n":{"p":1,"q":2}}')]
    received = [members('{"n":{"q":2,"p":1},"description":"y","name":"a"}')]

    assert covers(compare_tools(expected, received, None, None), "tools a /description")
    assert not covers(compare_tools(expected, received, None, None), "tools a /n")


def test_instructions_and_tools_are_places() -> None:
    expected = [members('{"name":"a","description":"x","n":1}'), members('{"name":"b"}')]
    received = [members('{"name":"a","description":"y","n":1}'), members('{"name":"b"}')]
    comparison = compare_tools(expected, received, None, None)

    assert covers(compare_instructions("a", "b"), "instructions")
    assert covers(comparison, "tools")
    assert covers(comparison, "tools a")
    assert covers(comparison, "tools a /description")
    assert not covers(comparison, "tools a /n")
    assert not covers(comparison, "tools b")
    assert covers(compare_tools(expected, received[:1], None, None), "tools") is True
    assert not covers(compare_tools(expected, received[:1], None, None), "tools a")
    assert not covers(compare_tools(expected, expected[1:], None, None), "tools a /n")


def test_a_place_that_neither_side_has_hides_none_of_the_others() -> None:
    expected, received = structured('{"a":1,"b":1}'), structured('{"a":2,"b":2}')
    comparison = compare_answers(answer(expected), answer(received), "content")

    assert covers(comparison, "structured /a", "structured /b", "structured /z")
    assert not covers(comparison, "structured /a", "structured /z")


FRAME = '{"id":0,"result":{"content":[{"type":"text","text":"{\\"a\\":1}"}]}}'


def test_at_wire_the_rest_of_the_line_has_to_be_the_same() -> None:
    expected = framed(blocks('{"a":1}'), FRAME)
    only = framed(blocks('{"a":2}'), FRAME.replace('"a\\":1', '"a\\":2'))
    more = framed(blocks('{"a":2}'), FRAME.replace('"a\\":1', '"a\\":2').replace('"id":0', '"id": 0'))

    assert covers(compare_answers(expected, only, "wire"), "block 1 /a")
    assert covers(compare_answers(expected, only, "wire"), "block 1")
    assert not covers(compare_answers(expected, more, "wire"), "block 1 /a")
    assert not covers(compare_answers(expected, more, "wire"), "block 1")
    assert covers(compare_answers(expected, more, "wire"), "step 1")


@pytest.mark.parametrize(
    ("expected", "received", "wire", "at"),
    [
        (
            structured('{"a":1}'),
            structured('{"a":2}'),
            '"result":{"structuredContent":{"a":%s}}',
            "structured /a",
        ),
        (structured("1"), structured("2"), '"result":{"structuredContent":%s}', "structured"),
        (RpcError("1", "m"), RpcError("2", "m"), '"error":{"code":%s,"message":"m"}', "error code"),
        (RpcError("0", "1"), RpcError("0", "2"), '"error":{"code":0,"message":"%s"}', "error message"),
        (
            RpcError("0", "m", data=parse("[1]")),
            RpcError("0", "m", data=parse("[2]")),
            '"error":{"code":0,"message":"m","data":[%s]}',
            "error data /0",
        ),
        (
            RpcError("0", "m", members=members('{"x":1}')),
            RpcError("0", "m", members=members('{"x":2}')),
            '"error":{"code":0,"message":"m","x":%s}',
            "error members /x",
        ),
        (
            Result(members=members('{"x":1}')),
            Result(members=members('{"x":2}')),
            '"result":{"x":%s}',
            "result members /x",
        ),
        (
            blocks(Text("t", members('{"x":1}'))),
            blocks(Text("t", members('{"x":2}'))),
            '"result":{"content":[{"type":"text","text":"t","x":%s}]}',
            "block 1 members /x",
        ),
    ],
)
def test_at_wire_each_part_has_its_place_in_the_line(
    expected: Body, received: Body, wire: str, at: str
) -> None:
    line = '{"id":0,' + wire + "}"
    old, new = framed(expected, line % 1), framed(received, line % 2)
    more = framed(received, (line % 2).replace('"id":0', '"id": 0'))

    assert covers(compare_answers(old, new, "wire"), at)
    assert not covers(compare_answers(old, more, "wire"), at)


def test_at_wire_a_place_in_a_text_holds_the_text_and_a_block_all_of_itself() -> None:
    expected = framed(blocks('{"a":1}'), FRAME)
    line = FRAME.replace('"a\\":1', '"a\\":2')
    more = framed(blocks('{"a":2}'), line.replace('"type":"text"', '"type": "text"'))
    escaped = framed(blocks('{"a":2}'), line.replace('{\\"a', '\\u007b\\"a'))

    assert not covers(compare_answers(expected, more, "wire"), "block 1 /a")
    assert covers(compare_answers(expected, more, "wire"), "block 1")
    assert covers(compare_answers(expected, escaped, "wire"), "block 1 /a")


def test_at_wire_the_members_of_a_block_are_a_place_in_its_line() -> None:
    line = '{"id":0,"result":{"content":[{"type":"text","text":"t","x":%s}]}}'
    old, new = blocks(Text("t", members('{"x":1}'))), blocks(Text("t", members('{"x":2}')))
    more = framed(new, (line % 2).replace('"t"', '"\\u0074"'))

    assert covers(compare_answers(framed(old, line % 1), framed(new, line % 2), "wire"), "block 1 members")
    assert not covers(compare_answers(framed(old, line % 1), more, "wire"), "block 1 members /x")


def test_at_wire_another_outcome_that_is_known_is_known_with_its_line() -> None:
    expected = framed(blocks("a"), '{"id":0,"result":{"content":[]}}')
    received = framed(Result(is_error=True, blocks=(Text("a"),)), '{"id":0,"result":{"isError":true}}')

    assert covers(compare_answers(expected, received, "wire"), "outcome")
    assert not covers(compare_answers(expected, received, "wire"), "block 1")


def test_at_wire_each_step_has_a_line_of_its_own() -> None:
    old, new = (structured('{"a":1}'), structured('{"a":2}'))
    lines = [f'{{"id":0,"result":{{"structuredContent":{{"a":{number}}}}}}}' for number in (1, 2)]
    first, second = framed(old, lines[0]).exchanges[0], framed(new, lines[1]).exchanges[0]
    spaced = framed(new, lines[1].replace('"id":0', '"id": 0')).exchanges[0]
    expected = Answer("case", (first, first))

    comparison = compare_answers(expected, Answer("case", (second, second)), "wire")
    more = compare_answers(expected, Answer("case", (second, spaced)), "wire")

    assert covers(comparison, "structured /a", "step 2 structured /a")
    assert not covers(more, "structured /a", "step 2 structured /a")
    assert covers(more, "structured /a", "step 2")
    assert not covers(more, "step 1", "step 2 structured /a")


def test_at_wire_a_frame_alone_is_a_place() -> None:
    comparison = compare_answers(framed(blocks("a"), "{}"), framed(blocks("a"), "{ }"), "wire")

    assert covers(comparison, "frame")
    assert not covers(comparison, "block 1")


def test_covers_refuses_what_is_no_place() -> None:
    with pytest.raises(ValueError, match="is none of"):
        covered(blocks("a"), blocks("b"), "somewhere")


def test_what_is_known_is_taken_out_of_what_is_explained() -> None:
    comparison = compared(blocks("boom", "a"), blocks("boon", "b"), "content")

    left = outside(comparison, "block 1")

    assert explain(left).first_line.startswith("block 2: ")
    assert outside(comparison) == comparison
    assert outside(comparison, "block 1", "block 2") == comparison
