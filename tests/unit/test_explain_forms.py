"""Forms are named only where they explain all that differs (spec § 4.1 row 6), at every sort of part."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import RpcError
from pytest_mcpparity.json_text import parse
from tests.unit.compare_made import explained, of_texts

TEXT_FORMS = [
    ("white-space", "a\nb\n", "a\nb", "same text, trailing newline missing"),
    ("white-space", "a\nb", "a\nb\n", "same text, trailing newline extra"),
    ("white-space", "a\nb\n", "a\r\nb\r\n", "same text, CRLF for LF"),
    ("white-space", "a\r\nb", "a\nb", "same text, LF for CRLF"),
    ("white-space", "a\rb", "a\nb", "same text, LF for CR"),
    ("white-space", "a\r\nb\n", "a\nb\r\n", "same text, other line ends"),
    ("white-space", "a\r\nb\nc", "a\nb\nc", "same text, other line ends"),
    ("white-space", "a\r\nb\r\nc", "a\r\nb\nc", "same text, other line ends"),
    ("white-space", "a\nb\n", "a\r\nb", "same text, CRLF for LF and trailing newline missing"),
    ("white-space", "a\r\nb\r\n", "a\r\nb", "same text, trailing newline missing"),
    ("white-space", "a\r\nb", "a\r\nb\r\n", "same text, trailing newline extra"),
    ("white-space", "a\n\n\n", "a\n", "same text, 2 trailing newlines missing"),
    ("white-space", "a\n", "a\r\n", "same text, other newline at the end"),
    ("white-space", "a  \nb", "a\nb", "same text, trailing blanks missing"),
    ("white-space", "a\nb", "a\t\nb", "same text, trailing blanks extra"),
    ("white-space", "a \nb", "a\t\nb", "same text, other trailing blanks"),
    ("white-space", "a  \nb", "a \nb", "same text, other trailing blanks"),
    ("white-space", "a\n  b", "a\n\tb", "same text, other indentation"),
    ("white-space", " a\na", "a\n a", "same text, other indentation"),
    (
        "white-space",
        " a\na\n",
        "a\n a",
        "same text, trailing newline missing and other indentation",
    ),
    (
        "white-space",
        "a\nb \n",
        "a\nb",
        "same text, trailing newline missing and trailing blanks missing",
    ),
    ("white-space", "a\n", "a\n\n\n", "same text, 2 trailing newlines extra"),
    (
        "unicode",
        "5 K",
        "5 \u212a",
        "same text, other Unicode normalisation (expected NFC, received neither NFC nor NFD) at character 3",
    ),
    ("white-space", "a b", "a  b", "same text, other white space"),
    ("white-space", "a b", "a\nb", "same text, other white space"),
    (
        "unicode",
        "ein Text, ein Mü",
        "ein Text, ein Mu\u0308",
        "same text, other Unicode normalisation (expected NFC, received NFD) at character 16",
    ),
    (
        "unicode",
        "x\u2126",
        "x\u03a9",
        "same text, other Unicode normalisation (expected neither NFC nor NFD, received NFC) at character 2",
    ),
    (
        "unicode",
        "e\u0301 é",
        "e\u0301 e\u0301",
        "same text, other Unicode normalisation (expected NFC, received NFD) at character 4",
    ),
    (
        "unicode",
        "xéa\u0301\u0323",
        "xéa\u0323\u0301",
        "same text, other Unicode normalisation (expected neither NFC nor NFD, received NFD) at character 4",
    ),
    ("line-order", "a\nb\nc", "b\na\nc", "same lines, other order"),
    (
        "white-space",
        "a\nb\nc\n",
        "b\r\na\r\nc\r\n",
        "same lines, CRLF for LF and other order",
    ),
    (
        "unicode",
        "a\né",
        "e\u0301\na",
        "same lines, other Unicode normalisation (expected NFC, received NFD) at character 1 and other order",
    ),
    (
        "unicode",
        "é\nx\na",
        "a\nx\ne\u0301",
        "same lines, other Unicode normalisation (expected NFC, received NFC) at character 5 and other order",
    ),
    (
        "unicode",
        "a\nx\ne\u0301",
        "é\nx\na",
        "same lines, other Unicode normalisation (expected NFC, received NFC) at character 5 and other order",
    ),
]


@pytest.mark.parametrize(("kind", "expected", "received", "words"), TEXT_FORMS)
def test_a_form_that_explains_all_is_named(kind: str, expected: str, received: str, words: str) -> None:
    made = of_texts(expected, received)

    assert made.first_line == f"block 1: {words}"
    assert made.kind == kind


@pytest.mark.parametrize(
    ("expected", "received", "kind"),
    [
        # A value that changed within another form is a value that changed.
        ('{"a":1,"b":2}', '{"b":3,"a":1}', "values"),
        ('{"a":1}', '{\n  "a": 2\n}', "values"),
        ('{"a":"<"}', '{"a":"\\u003e"}', "values"),
        ('{"a":1}', '{"a":1.1}', "values"),
        ('{"a":0}', '{"a":-0}', "values"),
        ('{"a":9007199254740992}', '{"a":9007199254740993.0}', "values"),
        ('{"a":1}', '{"a":"1"}', "values"),
        ('{"a":"1.0"}', '{"a":"1"}', "values"),
        ('{"a":"x y"}', '{"a":"x  y"}', "values"),
        ('{"a":"x\\ny"}', '{"a":"x\\r\\ny"}', "values"),
        ('{"a":1,"b":2}', '{"b":1,"a":2}', "values"),
        ('{"a":1,"a":2}', '{"a":2,"a":1}', "values"),
        ('{"a":1,"b":1}', '{"a":1,"b":1,"a":1}', "values"),
        ("[1,2]", "[2,1]", "values"),
        ('[{"n":"a"},{"n":"b"}]', '[{"n":"b"},{"n":"a"}]', "values"),
        # Lines whose values went to other objects: not the same elements.
        (
            '[\n{\n"o": "x",\n"n": 1\n},\n{\n"o": "y",\n"n": 2\n}\n]',
            '[\n{\n"o": "y",\n"n": 1\n},\n{\n"o": "x",\n"n": 2\n}\n]',
            "values",
        ),
        # Compatibility is not normalisation, a no-break space is no white space.
        ("ﬁn", "fin", "text"),
        ("a b", "a\u00a0b", "text"),
        ("a b", "ab", "text"),
        ("a\u00a0", "a", "text"),
        ("aX", "a", "text"),
        ("aX\n", "a", "text"),
        ("a\nb", "a\\nb", "text"),
        ("a\nb\nb", "b\na\na", "text"),
        ("a\nb", "b\nc", "text"),
        ("ab", "ba", "text"),
        ("Ünder", "under", "text"),
        ("a\r\nb", "a\nc", "text"),
        ("é\u0301", "\u0301é", "text"),
        # JSON on one side only.
        ('{"a":1}', "{'a': 1}", "text"),
        ('{"a":1}', '\ufeff{"a":1}', "text"),
    ],
)
def test_a_near_miss_is_not_called_a_form(expected: str, received: str, kind: str) -> None:
    assert of_texts(expected, received).kind == kind
    assert of_texts(received, expected).kind == kind


def test_elements_in_another_order_at_several_depths_are_said_to_be_so_in_the_advice() -> None:
    advice = of_texts('[{"n":["a","b"]},{"n":["c"]}]', '[{"n":["c"]},{"n":["b","a"]}]').advice

    assert "The elements are the same, in another order." in advice
    assert "The elements are the same, in another order." not in of_texts("[1]", "[2]").advice


def test_at_json_only_forms_that_count_there_are_named() -> None:
    made = of_texts('{"b":1,"a":"<"}', '{ "a": "\\u003c", "b": 1.0 }', "json")

    assert made.first_line == "block 1: same JSON, /b is 1 expected, 1.0 received"


def test_parts_whose_order_is_free_name_no_member_order() -> None:
    old, new = (RpcError("1", "m", parse(text)) for text in ('{"a":1,"b":2}', '{"b":2.0,"a":1}'))

    assert explained(old, new).first_line == "error data: same JSON, /b is 2 expected, 2.0 received"


def test_a_message_that_is_json_is_explained_as_json() -> None:
    made = explained(RpcError("1", '[{"code":"x"}]'), RpcError("1", '[ {"code":"x"} ]'))

    assert made.first_line == "error message: same JSON, other white space"
