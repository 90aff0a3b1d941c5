"""The syntax that is accepted, and the places found in it (12.3, 12.4)."""

from __future__ import annotations

import json

import pytest

from reference_server.decisions.setup.json_spans import ObjectSpan, SyntaxFault, parse_spans

JSON_TEXTS = [
    "{}",
    '{"a": 1}',
    '{"a": {"b": [1, {"c": null}]}, "d": [], "e": [[]]}',
    ' \t\r\n{"a":-0.5e+3,"b":true,"c":false}\n',
    r'{"\u0061\n\\\"": "\/ü"}',
    "[1, 2]",
    '"text"',
    "0",
]
NEITHER = [
    "",
    " ",
    "{",
    "}",
    "[}",
    "{]",
    "{,}",
    "[,]",
    "[1,,2]",
    "[1 2]",
    '{"a"}',
    '{"a":}',
    '{"a" 1}',
    '{"a": 1 "b": 2}',
    "{a: 1}",
    "{'a': 1}",
    "{1: 1}",
    '{"a": 01}',
    '{"a": +1}',
    '{"a": .5}',
    '{"a": 1.}',
    '{"a": NaN}',
    '{"a": Infinity}',
    '{"a": True}',
    '{"a": "b\nc"}',
    '{"a": "\\x"}',
    '{"a": "\\u12"}',
    '{"a": "b}',
    "{} {}",
    "{} x",
    "{},",
    ":",
    '{"a": 1}}',
    "\u00a0{}",
    "# {}",
    '{"a": 1, "a": 2}',
    r'{"a": 1, "\u0061": 2}',
    '{"x": [{"a": 1, "a": 2}]}',
    "/* open {}",
    "// only a comment",
    '{"a": 1,,}',
]
JSONC_ONLY = [
    '{"a": 1,}',
    '{"a": [1,],}',
    '// head\n{"a": 1}',
    '{"a": /* in */ 1 // end\n}',
    '{"a": "//", /* x */ }',
    "{} // tail",
    "{ /* * / ** */ }",
]


@pytest.mark.parametrize("text", JSON_TEXTS)
@pytest.mark.parametrize("jsonc", [False, True])
def test_json_is_accepted_in_both_syntaxes(text: str, jsonc: bool) -> None:
    root = parse_spans(text, jsonc=jsonc)

    assert json.loads(text[root.start : root.end]) == json.loads(text)


@pytest.mark.parametrize("text", NEITHER)
@pytest.mark.parametrize("jsonc", [False, True])
def test_what_is_neither_syntax_is_refused(text: str, jsonc: bool) -> None:
    with pytest.raises(SyntaxFault):
        parse_spans(text, jsonc=jsonc)


@pytest.mark.parametrize("text", JSONC_ONLY)
def test_comments_and_a_trailing_comma_are_jsonc_alone(text: str) -> None:
    accepted = parse_spans(text, jsonc=True)

    assert isinstance(accepted, ObjectSpan)
    with pytest.raises(SyntaxFault):
        parse_spans(text, jsonc=False)


def test_members_are_found_where_they_are() -> None:
    text = '{"a": [1], "b": {"c": "}"} }'

    root = parse_spans(text, jsonc=False)

    assert isinstance(root, ObjectSpan)
    assert {key: text[span.start : span.end] for key, span in root.members.items()} == {
        "a": "[1]",
        "b": '{"c": "}"}',
    }
    assert text[root.tail :] == " }"


def test_the_tail_ends_at_a_trailing_comma_or_comment() -> None:
    text = '{"a": 1, // why\n}'

    root = parse_spans(text, jsonc=True)

    assert isinstance(root, ObjectSpan)
    assert root.trailing_comma
    assert text[root.tail :] == "\n}"


def test_very_deep_nesting_is_read_without_giving_up() -> None:
    text = '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}"

    assert parse_spans(text, jsonc=False).end == len(text)
