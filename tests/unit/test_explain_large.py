"""Large parts are explained as text, from the first difference on (spec § 4.1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.explain.json_window import exceeds, first_difference
from pytest_mcpparity.explain.part import LARGE
from pytest_mcpparity.json_text import parse, pretty_json
from tests.unit.compare_made import explained, of_texts, structured


def test_a_large_part_is_explained_as_text() -> None:
    rows = ",".join(f'{{"a":{number},"b":2}}' for number in range(80_000))
    text = f"[{rows}]"

    assert len(text) > 1 << 20
    assert of_texts(text, text.replace('"b":2', '"b": 2', 1)).kind == "text"
    assert of_texts(text, text + "\n").first_line == "block 1: same text, trailing newline extra"
    assert of_texts("a\n" * 600_000, "a\r\n" * 600_000).first_line == "block 1: same text, CRLF for LF"
    assert of_texts("a\n" * 600_000, "a\r\n" * 599_999 + "b\r\n").kind == "text"


@pytest.mark.parametrize("letter", ["x", "é"])
def test_a_text_is_large_from_more_than_1_mib_on(letter: str) -> None:
    size = LARGE - len('{"b":1,"a":""}')
    value = letter * (size // len(letter.encode())) + "x" * (size % len(letter.encode()))
    expected, received = f'{{"b":1,"a":"{value}"}}', f'{{"a":"{value}","b":1}}'

    assert of_texts(expected, received).kind == "member-order"
    assert of_texts(expected, received.replace('"b":1', '"b": 1')).kind == "text"
    assert of_texts(expected.replace('"b":1', '"b": 1'), received).kind == "text"


@pytest.mark.parametrize(
    ("expected", "received", "words"),
    [
        ("\na", "\r\na", "CRLF for LF"),
        ("\r\na", "\na", "LF for CRLF"),
        ("\n", "", "trailing newline missing"),
        ("", "\n\n", "2 trailing newlines extra"),
    ],
)
def test_forms_of_large_texts_are_named(expected: str, received: str, words: str) -> None:
    made = of_texts("x" * LARGE + expected, "x" * LARGE + received)

    assert (made.kind, made.first_line) == ("white-space", f"block 1: same text, {words}")


def test_of_a_large_value_only_what_follows_the_first_difference_is_shown() -> None:
    old, new = (structured(f'{{"a":"{"x" * LARGE}","b":{number}}}') for number in (1, 2))

    made = explained(old, new)

    assert made.kind == "text"
    assert made.first_line == (
        'structured content: line 3, character 8: expected "  \\"b\\": 1\\n}", received "  \\"b\\": 2\\n}"'
    )
    assert made.diff == ("@@ -3,2 +3,2 @@", '-  "b": 1', '+  "b": 2', " }")
    assert not any("all else is the same" in line for line in made.advice)
    assert explained(old, structured("1")).kind == explained(structured("1"), old).kind == "text"


def test_of_the_end_of_a_large_value_it_is_not_told_how_much_it_lost() -> None:
    old, new = (structured(f'["{word}","{"x" * LARGE}"]') for word in ("a", "ab"))

    assert explained(old, new).advice == (
        (
            "If it was reviewed and stays: "
            "declare a [[known_difference]] with cases, at = 'structured', and why."
        ),
    )


def test_a_large_value_is_explained_as_text() -> None:
    rows = ",".join(f'{{"a":{number}}}' for number in range(90_000))

    made = explained(structured(f"[{rows}]"), structured(f'[{rows},{{"a":1}}]'))

    assert made.kind == "text"
    assert made.first_line.startswith('structured content: line 270002, character 1: expected "]", received ')
    assert made.diff == ("@@ -270002,1 +270002,4 @@", "+  {", '+    "a": 1', "+  }", " ]")
    assert explained(structured(f"[{rows}]"), structured("[]")).kind == "text"
    assert explained(structured("[]"), structured(f"[{rows}]")).kind == "text"


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        ('{"a":1,"b":{"c":[1,2,3]},"d":4}', '{"a":1,"b":{"c":[1,7,3]},"d":4}', 6),
        ('{"a":[{"x":1}],"b":2}', '{"a":[{"x":1}],"c":2}', 7),
        ('{"a":[],"b":{},"c":"x"}', '{"a":[],"b":{},"c":{"x":1}}', 4),
        ("[1,2]", "[1,2,[3]]", 4),
        ("[[1]]", "[[]]", 2),
        ("[1,[2],{},3]", "[0,[2],{},3]", 2),
        ("[1]", "{}", 1),
        ('"a"', "[]", 1),
        ('"a"', "[1]", 1),
        ("[1,2]", '{"a":1}', 1),
    ],
)
def test_the_window_into_two_values_has_the_lines_of_an_answer_file(
    expected: str, received: str, line: int
) -> None:
    window = first_difference(parse(expected), parse(received))

    assert window.line == line
    for text, value in ((window.expected, expected), (window.received, received)):
        whole = pretty_json(parse(value)).split("\n")
        lines = text.split("\n")
        assert lines == whole[line - 1 : line - 1 + len(lines)]
    assert window.expected != window.received


@pytest.mark.parametrize("other", ["{}", "[0]"])
def test_the_window_into_two_values_ends_after_400_lines(other: str) -> None:
    long = parse(f"[{','.join(['1'] * 1000)}]")

    for window in (first_difference(long, parse(other)), first_difference(parse(other), long)):
        assert max(side.count("\n") for side in (window.expected, window.received)) == 399


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "1",
        "null",
        '"é"',
        '"\\n"',
        '"\ud800"',
        '{"aé":[1,-2.5,true],"b":{"c":{},"d":[]}}',
        "[[],[1]]",
    ],
)
def test_the_size_of_a_value_is_judged_by_the_bytes_that_it_would_take(text: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))

    assert exceeds(parse(text), size - 1)
    assert not exceeds(parse(text), size)
