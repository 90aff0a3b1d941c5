"""Go's writing: JSON, `%q`, and the small text functions."""

from __future__ import annotations

import pytest

from reference_server.go_json import (
    clean_path,
    compact_raw,
    format_float,
    lower,
    marshal,
    marshal_indent,
    quote,
    split_space,
    trim_space,
)


def test_indented_json_keeps_order_and_puts_empties_inline() -> None:
    value = {"b": [], "a": {}, "c": [1, {"d": None}], "e": [["x"], True], "%s": "%d"}

    assert marshal_indent(value) == (
        '{\n  "b": [],\n  "a": {},\n  "c": [\n    1,\n    {\n      "d": null\n    }\n  ],\n'
        '  "e": [\n    [\n      "x"\n    ],\n    true\n  ],\n  "%s": "%d"\n}'
    )


def test_compact_json_has_no_spaces() -> None:
    assert marshal({"a": [1, "x", {"b": False}], "c": {}}) == '{"a":[1,"x",{"b":false}],"c":{}}'


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('"\\/', '"\\"\\\\/"'),
        ("\b\f\n\r\t", '"\\b\\f\\n\\r\\t"'),
        ("\x00\x1f\x7f", '"\\u0000\\u001f\x7f"'),
        ("<>&", '"\\u003c\\u003e\\u0026"'),
        ("\u2028\u2029", '"\\u2028\\u2029"'),
        ("é\u00a0\U0001f600\ufffd", '"é\u00a0\U0001f600\ufffd"'),
        ("\udcff", '"\\ufffd"'),
    ],
)
def test_strings_are_escaped_as_go_does(text: str, written: str) -> None:
    assert marshal(text) == written
    assert marshal_indent([text]) == f"[\n  {written}\n]"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (5.0, "5"),
        (0.5, "0.5"),
        (-0.0, "-0"),
        (0.0, "0"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (-1.25e-9, "-1.25e-9"),
        (1e-10, "1e-10"),
        (123456789.125, "123456789.125"),
        (0.1 + 0.2, "0.30000000000000004"),
        (2.0**53, "9007199254740992"),
    ],
)
def test_floats_have_their_shortest_digits(number: float, written: str) -> None:
    assert format_float(number) == written
    assert marshal(number) == written


def test_raw_json_is_compacted_outside_strings_only() -> None:
    assert compact_raw(b'{ "a b" : "\\" c" ,\n"<" : 1.0 }') == b'{"a b":"\\" c","\\u003c":1.0}'


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON for a object"):
        marshal_indent([object()])


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('a"\\', '"a\\"\\\\"'),
        ("\a\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'),
        ("\x00\x1f\x7f", '"\\x00\\x1f\\x7f"'),
        ("<>& é😀\ufffd", '"<>& é😀\ufffd"'),
        ("\u00a0\u00ad\u200b\u2028\ufeff\u3000", '"\\u00a0\\u00ad\\u200b\\u2028\\ufeff\\u3000"'),
        ("\ue000\u0378\U000e0001", '"\\ue000\\u0378\\U000e0001"'),
        ("\udcff", '"\\xff"'),
        ("\U0001fae8\U00031350", '"\U0001fae8\U00031350"'),
        ("\u2ffc\U0002ebf0", '"\\u2ffc\\U0002ebf0"'),
    ],
)
def test_quoting_shows_what_unicode_15_prints(text: str, quoted: str) -> None:
    assert quote(text) == quoted


def test_white_space_is_unicode_white_space() -> None:
    spaces = "\t\n\v\f\r \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"

    assert trim_space(f"{spaces}a b{spaces}") == "a b"
    assert split_space(f"{spaces}a{spaces}b") == ["a", "b"]


@pytest.mark.parametrize("char", ["\x1c", "\x1f", "\u200b", "\ufeff", "\u180e"])
def test_what_python_or_people_take_for_space_stays(char: str) -> None:
    assert trim_space(char) == char
    assert split_space(f"a{char}b") == [f"a{char}b"]


@pytest.mark.parametrize(("text", "lowered"), [("ABC", "abc"), ("İ", "i"), ("ΑΣ", "ασ"), ("É", "é")])
def test_lower_case_goes_character_by_character(text: str, lowered: str) -> None:
    assert lower(text) == lowered


@pytest.mark.parametrize(
    ("path", "cleaned"),
    [
        ("", "."),
        (".", "."),
        ("a//b/./c/", "a/b/c"),
        ("a/../b", "b"),
        ("a/..", "."),
        ("../../a", "../../a"),
        ("/../a", "/a"),
        ("//a", "/a"),
        ("/", "/"),
    ],
)
def test_paths_are_cleaned_by_their_text_alone(path: str, cleaned: str) -> None:
    assert clean_path(path) == cleaned
