"""The words of Go's JSON readers, and the rules of its decoding."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reference_server.go_json import (
    BOOL,
    FLOAT,
    INT,
    STRING,
    Delimiter,
    JSONFault,
    ListOf,
    MapOf,
    Struct,
    TokenReader,
    check_valid,
    decode_clean,
    decode_document,
    first_null,
    plain,
    raw_members,
    string_type,
    unmarshal,
)

ITEM = Struct("Item", "shop.Item", {"id": STRING, "count": INT, "kind": string_type("shop.Kind")})
BOX = Struct("Box", "shop.Box", {"width": FLOAT}, pointer=True)
FACT = Struct("wireFact", "shop.wireFact", {"name": STRING}, own_decoder=True)
ORDER = Struct(
    "Order",
    "shop.Order",
    {
        "name": STRING,
        "paid": BOOL,
        "tags": ListOf(STRING),
        "items": ListOf(ITEM),
        "labels": MapOf(STRING),
        "box": BOX,
        "facts": ListOf(FACT, named="[]shop.Fact"),
    },
)


def fault(data: bytes) -> str:
    with pytest.raises(JSONFault) as caught:
        check_valid(data)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("}", "invalid character '}' looking for beginning of value"),
        ("[,", "invalid character ',' looking for beginning of value"),
        ("[1,]", "invalid character ']' looking for beginning of value"),
        ("{1", "invalid character '1' looking for beginning of object key string"),
        ('{"a":1,}', "invalid character '}' looking for beginning of object key string"),
        ('{"a"1', "invalid character '1' after object key"),
        ('{"a":1]', "invalid character ']' after object key:value pair"),
        ("[1}", "invalid character '}' after array element"),
        ("1 2", "invalid character '2' after top-level value"),
        ("01", "invalid character '1' after top-level value"),
        ('"a\x01"', "invalid character '\\x01' in string literal"),
        ('"\\x"', "invalid character 'x' in string escape code"),
        ('"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"),
        ("-x", "invalid character 'x' in numeric literal"),
        ("1.x", "invalid character 'x' after decimal point in numeric literal"),
        ("1e+x", "invalid character 'x' in exponent of numeric literal"),
        ("trxe", "invalid character 'x' in literal true (expecting 'u')"),
        ("falsy", "invalid character 'y' in literal false (expecting 'e')"),
        ("tru", "invalid character ' ' in literal true (expecting 'e')"),
        ("1.", "invalid character ' ' after decimal point in numeric literal"),
        ("-", "invalid character ' ' in numeric literal"),
        ("1e", "invalid character ' ' in exponent of numeric literal"),
        ('"\\', "invalid character ' ' in string escape code"),
        ('"\\u1', "invalid character ' ' in \\u hexadecimal character escape"),
        ('"a', "unexpected end of JSON input"),
        ("", "unexpected end of JSON input"),
        ("[1", "unexpected end of JSON input"),
        ('{"a"', "unexpected end of JSON input"),
        ("'", "invalid character '\\'' looking for beginning of value"),
        ('{""x', "invalid character 'x' after object key"),
        ('[""""', "invalid character '\"' after array element"),
        ("\ufeff1", "invalid character 'ï' looking for beginning of value"),
        ("NaN", "invalid character 'N' looking for beginning of value"),
        ("\x00", "invalid character '\\x00' looking for beginning of value"),
    ],
)
def test_a_wrong_text_is_named_at_its_first_wrong_byte(text: str, message: str) -> None:
    assert fault(text.encode()) == message


def test_a_byte_that_is_a_space_in_latin_1_is_shown_escaped() -> None:
    assert fault(b"\xa0") == "invalid character '\\u00a0' looking for beginning of value"


def test_the_10001st_bracket_is_too_deep() -> None:
    deepest = b"[" * 10_000 + b"]" * 10_000

    check_valid(deepest)

    assert fault(b"[" + deepest + b"]") == "invalid character '[' exceeded max depth"
    assert fault(b"[" * 10_000 + b"{") == "invalid character '{' exceeded max depth"


@pytest.mark.parametrize(
    "text", ["0", "-0", "1.5e-3", '"\\u00e9\\n"', "[[],{}]", ' {"a" : [1 , null] } ', "true"]
)
def test_right_texts_are_accepted(text: str) -> None:
    check_valid(text.encode())

    assert plain(unmarshal(f'{{"x":{text}}}'.encode(), MapOf(_any()))["x"]) == json.loads(text)


def _any() -> Any:
    from reference_server.go_json import ANYTHING

    return ANYTHING


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "EOF"),
        (" \n", "EOF"),
        ('{"a":1', "EOF"),
        ('{"a":1,', "EOF"),
        ('{"a"', "EOF"),
        ('{"a":', "EOF"),
        ('{"a":{"b":1}', "EOF"),
        ('{"a":{"b":1', "unexpected EOF"),
        ('{"a":tru', "unexpected EOF"),
        ('{"a', "unexpected EOF"),
        ('{"a" 1}', "expected colon after object key"),
        ("{1", "invalid character '1'"),
        ("{]", "invalid character ']'"),
        ('{"a":1,}', "invalid character '}' looking for beginning of object key string"),
        ('{"a":1,5', "invalid character '5' looking for beginning of object key string"),
        ('{"a":1 "b"', "invalid character '\"' after object key:value pair"),
        ('{"a":1]', "invalid character ']' after object key:value pair"),
        ('{"a":01}', "invalid character '1' after object key:value pair"),
        ('{"a":[1 2]}', "invalid character '2' after array element"),
    ],
)
def test_a_walk_over_the_top_level_has_its_own_texts(text: str, message: str) -> None:
    reader = TokenReader(text.encode())

    with pytest.raises(JSONFault) as caught:
        _walk_top_level(reader)

    assert str(caught.value) == message


def _walk_top_level(reader: TokenReader) -> None:
    reader.token()
    while reader.more():
        reader.token()
        reader.raw_value()
    reader.token()


def test_tokens_come_one_by_one() -> None:
    reader = TokenReader(b' {"a": [1, "x", null] } ')

    tokens = [reader.token() for _ in range(8)]

    assert tokens[0] == Delimiter("{")
    assert tokens[1:7] == ["a", Delimiter("["), "1", "x", None, Delimiter("]")]
    assert tokens[7] == Delimiter("}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"name":5}', "number into Go struct field Order.name of type string"),
        ('{"name":{}}', "object into Go struct field Order.name of type string"),
        ('{"paid":"yes"}', "string into Go struct field Order.paid of type bool"),
        ('{"tags":"x"}', "string into Go struct field Order.tags of type []string"),
        ('{"tags":["x",true]}', "bool into Go struct field Order.tags of type string"),
        ('{"items":{}}', "object into Go struct field Order.items of type []shop.Item"),
        ('{"items":[5]}', "number into Go struct field Order.items of type shop.Item"),
        ('{"items":[{"id":[]}]}', "array into Go struct field Item.items.id of type string"),
        ('{"items":[{"kind":1}]}', "number into Go struct field Item.items.kind of type shop.Kind"),
        ('{"items":[{"count":1.5}]}', "number 1.5 into Go struct field Item.items.count of type int"),
        ('{"items":[{"count":1e2}]}', "number 1e2 into Go struct field Item.items.count of type int"),
        (
            '{"items":[{"count":9223372036854775808}]}',
            "number 9223372036854775808 into Go struct field Item.items.count of type int",
        ),
        ('{"items":[{"count":"1"}]}', "string into Go struct field Item.items.count of type int"),
        ('{"labels":[]}', "array into Go struct field Order.labels of type map[string]string"),
        ('{"labels":{"a":1}}', "number into Go struct field Order.labels of type string"),
        ('{"box":[]}', "array into Go struct field Order.box of type shop.Box"),
        ('{"box":{"width":1e999}}', "number 1e999 into Go struct field Box.box.width of type float64"),
        ('{"facts":{}}', "object into Go struct field Order.facts of type []shop.Fact"),
        ('{"facts":[5]}', "number into Go struct field Order.facts of type shop.wireFact"),
        ('{"facts":[{"name":5}]}', "number into Go struct field Order.facts.name of type string"),
        ("[]", "array into Go value of type shop.Order"),
        ('{"name":1,"paid":2}', "number into Go struct field Order.name of type string"),
        ('{"name":1,"facts":[{"name":2}]}', "number into Go struct field Order.facts.name of type string"),
    ],
)
def test_a_wrong_type_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(JSONFault) as caught:
        decode_document(text.encode(), ORDER)

    assert str(caught.value) == f"json: cannot unmarshal {message}"
    assert decode_clean(text.encode(), ORDER) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"nope":1,"name":2}', 'json: unknown field "nope"'),
        ('{"items":[{"a\\"b":1}]}', 'json: unknown field "a\\"b"'),
        ('{"facts":[{"\\ud800":1}]}', 'json: unknown field "\ufffd"'),
        ('{"name":"x"}{}', "multiple JSON values are not allowed"),
        ('{"name":"x"} 5', "multiple JSON values are not allowed"),
        ('{"name":"x"}[1e999]', "json: cannot unmarshal number 1e999 into Go value of type float64"),
        ('{"name":"x"}x', "invalid character 'x' looking for beginning of value"),
        ('{"name":"x"}[1,', "unexpected EOF"),
        ('{"name":"x"', "unexpected EOF"),
        ("", "EOF"),
    ],
)
def test_a_document_is_refused_at_its_first_problem(text: str, message: str) -> None:
    with pytest.raises(JSONFault) as caught:
        decode_document(text.encode(), ORDER)

    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"NAME":"x"}', {"name": "x"}),
        ('{"item\u017f":[]}', {"items": []}),
        ('{"items":[{"\u212aind":"k"}]}', {"items": [{"kind": "k"}]}),
        ('{"name":"a","Name":"b"}', {"name": "b"}),
        ('{"name":"a","name":null}', {"name": "a"}),
        ('{"tags":["a"],"tags":null}', {}),
        ('{"tags":["a","b"],"tags":[null]}', {"tags": ["a"]}),
        ('{"tags":[null]}', {"tags": [""]}),
        ('{"tags":["a"],"tags":[],"tags":[null]}', {"tags": [""]}),
        (
            '{"items":[{"id":"a","count":1},{"id":"b"}],"items":[{"count":2}]}',
            {"items": [{"id": "a", "count": 2}]},
        ),
        (
            '{"items":[{"id":"a"},{"id":"b"}],"items":[{}],"items":[{},{"count":3}]}',
            {"items": [{"id": "a"}, {"id": "b", "count": 3}]},
        ),
        ('{"labels":{"a":"1"},"labels":{"b":null}}', {"labels": {"a": "1", "b": ""}}),
        ('{"box":{"width":1},"box":null}', {}),
        ('{"facts":[{"name":"a"}],"facts":[{}]}', {"facts": [{}]}),
        ('{"paid":true,"name":"x"}', {"name": "x", "paid": True}),
        ('{"name":"\\ud800\\ud83d\\ude00\\udc00"}', {"name": "\ufffd\U0001f600\ufffd"}),
    ],
)
def test_decoding_follows_go(text: str, value: dict[str, Any]) -> None:
    decoded = decode_document(text.encode(), ORDER)

    assert decoded == value
    assert list(decoded) == list(value)


def test_bytes_that_are_not_utf_8_become_one_replacement_each() -> None:
    assert decode_document(b'{"name":"\xe2\x82x\xff"}', ORDER) == {"name": "\ufffd\ufffdx\ufffd"}


@pytest.mark.parametrize(
    "text",
    [
        '{"name":"x","paid":false,"tags":[],"items":[{"id":"a","count":-1}],"box":{"width":2}}',
        '{"labels":{"b":"1","a":"2"},"facts":[{"name":"\u00e9"}]}',
    ],
)
def test_the_fast_way_gives_what_the_careful_one_gives(text: str) -> None:
    fast = decode_clean(text.encode(), ORDER)

    assert fast is not None
    assert fast == decode_document(text.encode(), ORDER)


@pytest.mark.parametrize(
    "text",
    [
        '{"Name":"x"}',
        '{"name":"x","name":"x"}',
        '{"nope":1}',
        '{"name":null}',
        '{"name":"\\ud800"}',
        '{"box":{"width":NaN}}',
        '{"name":"x"} {}',
        "[]",
    ],
)
def test_the_fast_way_leaves_what_is_doubtful(text: str) -> None:
    assert decode_clean(text.encode(), ORDER) is None


def test_deep_nesting_is_left_to_the_careful_reader() -> None:
    data = b'{"nope":' + b"[" * 5_000 + b"]" * 5_000 + b"}"

    assert unmarshal(data, ORDER) == {}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"b":null,"a":[1,{"c":null}]}', "a[1].c"),
        ('{"a":1,"a":null}', "a"),
        ('{"a":{"x":null},"b":null}', "a.x"),
        ('{"a":[]}', None),
        ("[[null]]", "[0][0]"),
    ],
)
def test_the_first_null_is_found_with_sorted_keys(text: str, path: str | None) -> None:
    assert first_null(text.encode()) == path


def test_raw_members_keep_their_spelling() -> None:
    assert raw_members(b' { "a" : 1.0 , "b":[ 1 ] } ') == [("a", b"1.0"), ("b", b"[ 1 ]")]
