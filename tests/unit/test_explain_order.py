"""Arrays whose elements changed places are told as that, not as elements that went and came (spec § 4.1)."""

from __future__ import annotations

import json

import pytest

from tests.unit.compare_made import explained, of_texts, structured

SAME = "the same elements in another order"


@pytest.mark.parametrize(
    ("expected", "received", "words", "place"),
    [
        ('{"r":[3,1,2]}', '{"r":[1,2,3]}', f"1 value differs; first /r: {SAME}", " /r"),
        ("[1,2]", "[2,1]", f"1 value differs; first the whole value: {SAME}", ""),
        ("[1,1,2]", "[2,1,1]", f"1 value differs; first the whole value: {SAME}", ""),
        (
            '[[1,2],{"a":[[3,4]]}]',
            '[[1,2],{"a":[[4,3]]}]',
            f"1 value differs; first /1/a/0: {SAME}",
            " /1/a/0",
        ),
        ('[{"a":1,"b":2},3]', '[3,{"b":2,"a":1}]', f"1 value differs; first the whole value: {SAME}", ""),
        ('{"r":[1,2],"s":[3,4]}', '{"r":[2,1],"s":[4,3]}', f"2 values differ; first /r: {SAME}", " /r"),
        ('{"r":[1,2],"n":1}', '{"r":[2,1],"n":2}', f"2 values differ; first /r: {SAME}", " /r"),
        # As often, or it is another array.
        ("[1,1,2]", "[1,2,2]", "1 value differs; first /1: expected 1, received 2", " /1"),
        ("[1,2]", "[2,1.0]", "2 values differ; first /0: expected 1, received 2", " /0"),
    ],
)
def test_an_array_whose_elements_changed_places_is_one_value(
    expected: str, received: str, words: str, place: str
) -> None:
    made = explained(structured(expected), structured(received))

    assert made.first_line == f"structured content: {words}"
    assert made.kind == "values"
    assert made.places[0] == f"structured{place}"


def test_the_lines_of_a_pretty_printed_array_do_not_hide_it() -> None:
    expected, received = (json.dumps({"e": list(order)}, indent=2) for order in ("abc", "cab"))

    assert of_texts(expected, received).first_line == f"block 1: 1 value differs; first /e: {SAME}"


def test_what_the_first_line_says_is_not_said_again() -> None:
    assert not any("The elements" in line for line in of_texts("[1,2]", "[2,1]").advice)
