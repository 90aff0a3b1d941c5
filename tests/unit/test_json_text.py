from __future__ import annotations

import json

import pytest
from hypothesis import given

from pytest_mcpparity import json_text
from pytest_mcpparity.characters import has_hidden
from pytest_mcpparity.json_text import (
    JsonTextError,
    Members,
    Number,
    Value,
    compact,
    parse,
    pretty_json,
    quote,
)
from tests.unit.arbitrary import BOUNDED, texts, values


@pytest.mark.parametrize(
    "text",
    [
        *("null", "true", "0", "-0", "1.0", "1e2", "1E+400", "123456789012345678901234567890", '""'),
        *("[]", "{}", "[[],{}]", '{"a":1,"b":2,"a":3}', '{"b":1,"a":{"":null}}', '"é😀"'),
    ],
)
def test_order_duplicates_and_spelling_survive(text: str) -> None:
    assert compact(parse(text)) == text


def test_kinds_that_look_alike_differ() -> None:
    kinds: list[Value] = [None, False, True, "", "1", "null", [], [None], Members()]
    kinds += [Number("0"), Number("1"), Number("1.0"), Number("1e0"), Members([("a", None)])]

    for index, one in enumerate(kinds):
        for other in kinds[index + 1 :]:
            assert one != other, (one, other)
            assert other != one, (one, other)


@BOUNDED
@given(values)
def test_both_spellings_parse_to_the_value(value: Value) -> None:
    assert parse(pretty_json(value)) == value
    assert parse(compact(value)) == value


@BOUNDED
@given(values)
def test_the_pretty_spelling_holds_nothing_hidden_and_no_blank_at_a_lines_end(value: Value) -> None:
    text = pretty_json(value)

    assert not has_hidden(text)
    assert all(line == line.rstrip(" \t") for line in text.split("\n"))


@BOUNDED
@given(texts)
def test_a_quoted_text_is_one_line_of_json(text: str) -> None:
    quoted = quote(text)

    assert json.loads(quoted) == text
    assert "\n" not in quoted
    assert not has_hidden(quoted)


def test_the_pretty_spelling_has_one_member_or_element_a_line() -> None:
    value = parse('{"a":[1,{"b":[]},[{}]],"c":{"d":"x","d":null},"e":true}')

    assert pretty_json(value) == (
        '{\n  "a": [\n    1,\n    {\n      "b": []\n    },\n    [\n      {}\n    ]\n  ],\n'
        '  "c": {\n    "d": "x",\n    "d": null\n  },\n  "e": true\n}'
    )


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("a/b", '"a/b"'),
        ('"\\', '"\\"\\\\"'),
        ("\n\t", '"\\n\\t"'),
        ("\r\b\f", '"\\u000d\\u0008\\u000c"'),
        ('\n\t\r"', '"\\n\\t\\u000d\\""'),
        ("\x7f\x9f\xad", '"\\u007f\\u009f\\u00ad"'),
        ("\u200b\u2028\ufeff", '"\\u200b\\u2028\\ufeff"'),
        ("\ud800", '"\\ud800"'),
        ("é漢😀<>&", '"é漢😀<>&"'),
    ],
)
def test_strings_have_their_shortest_spelling_but_for_what_is_hidden(text: str, spelling: str) -> None:
    assert quote(text) == spelling
    assert pretty_json(Members([(text, text)])) == f"{{\n  {spelling}: {spelling}\n}}"


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("", "Expecting value", 0),
        ("[1,x]", "Expecting value", 3),
        ('{"a":1', "Expecting ',' delimiter", 6),
        ("NaN", "NaN is no JSON value", 0),
        ("-Infinity", "-Infinity is no JSON value", 0),
        ('{"NaN":"\\"NaN","x":[1,Infinity,NaN]}', "Infinity is no JSON value", 22),
        ('["\n",NaN]', "Invalid control character", 2),
        ("1 2", "Extra data", 2),
        ('"\n"', "Invalid control character", 1),
        ("\ufeff{}", "Expecting value", 0),
        (b'"\xff"', "no UTF-8", 1),
        ("[" * 257 + "]" * 257, "nested deeper than 256 levels", 0),
        ("[" * 100_000, "nested deeper than 256 levels", 0),
        ('{"a":' * 257 + "1" + "}" * 257, "nested deeper than 256 levels", 0),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str | bytes, reason: str, position: int) -> None:
    with pytest.raises(JsonTextError) as caught:
        parse(text)

    assert reason in caught.value.reason
    assert caught.value.position == position
    assert str(caught.value) == f"{caught.value.reason} at character {position}"


def test_256_levels_are_parsed_and_written() -> None:
    text = "[" * 256 + "]" * 256

    value = parse(text)

    assert json_text.depth(value) == 256
    assert compact(value) == text
    assert parse(pretty_json(value)) == value


def test_many_containers_side_by_side_are_not_deep() -> None:
    text = "[" + ",".join(["{}"] * 1000) + "]"

    assert json_text.depth(parse(text)) == 2


def test_members_are_looked_up_as_parsers_do() -> None:
    members = Members([("a", Number("1")), ("b", None), ("a", Number("2"))])

    assert members.get("a") == Number("2")
    assert (members.get("b"), members.has("b")) == (None, True)
    assert (members.get("c"), members.has("c")) == (None, False)
    assert members.names() == ["a", "b", "a"]
    assert members.without("a") == Members([("b", None)])


def test_equal_values_hash_alike() -> None:
    assert hash(Members([("a", None)])) == hash(Members([("a", None)]))
    assert hash(Number("1")) == hash(Number("1"))


def test_strings_and_names_are_mapped_and_nothing_else() -> None:
    value = parse('{"a":["b",1,null,true,{"c":"d"}]}')

    mapped = json_text.map_strings(value, str.upper)

    assert compact(mapped) == '{"A":["B",1,null,true,{"C":"D"}]}'


def test_sorting_members_is_deep_stable_and_leaves_arrays() -> None:
    value = parse('{"b":[{"d":1,"c":2},3],"a":1,"b":2,"a":0}')

    assert compact(json_text.sorted_members(value)) == '{"a":1,"a":0,"b":[{"c":2,"d":1},3],"b":2}'


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"a":1,"b":{"a":1}}', None),
        ('[{"a":1},{"a":1}]', None),
        ('{"a":1,"b":2,"b":3,"a":4}', "b"),
        ('[1,{"x":{"c":1,"c":1}}]', "c"),
        ('{"":1,"":1}', ""),
        ('"a"', None),
    ],
)
def test_a_member_that_stands_twice_is_found(text: str, name: str | None) -> None:
    assert json_text.duplicate_member(parse(text)) == name


@pytest.mark.parametrize(
    ("pointer", "tokens"),
    [("", []), ("/", [""]), ("/a/0/b", ["a", "0", "b"]), ("/a~1b/~0/~01", ["a/b", "~", "~1"])],
)
def test_a_pointer_is_split_and_its_tokens_escape_back(pointer: str, tokens: list[str]) -> None:
    assert json_text.pointer_tokens(pointer) == tokens
    assert "".join(f"/{json_text.escape_pointer(token)}" for token in tokens) == pointer


@pytest.mark.parametrize("pointer", ["a", "#/a", "/~", "/~2", "/a~"])
def test_what_is_no_pointer_is_refused(pointer: str) -> None:
    with pytest.raises(ValueError, match="JSON pointer"):
        json_text.pointer_tokens(pointer)


@pytest.mark.parametrize("filler", ["", "x" * 100_000])
def test_a_document_nests_as_deep_as_is_allowed_and_no_deeper_however_long_it_is(filler: str) -> None:
    def nested(levels: int) -> str:
        return "[" * levels + f'"{filler}"' + "]" * levels

    assert json_text.depth(parse(nested(json_text.MAX_DEPTH))) == json_text.MAX_DEPTH
    with pytest.raises(JsonTextError, match="nested deeper"):
        parse(nested(json_text.MAX_DEPTH + 1))
