"""Places of an answer in words: written, read, and refused with the reason (spec § 1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.places import Place, parse_place, place_text

PLACES = [
    ("step 2 block 1 /entities/0", Place("block", 2, 1, tokens=("entities", "0"))),
    ("block 1", Place("block", 1, 1)),
    ("block 12 members /a~1b", Place("block members", 1, 12, tokens=("a/b",))),
    ("structured /total", Place("structured", tokens=("total",))),
    ("structured", Place("structured")),
    ("result members /x", Place("result members", tokens=("x",))),
    ("error code", Place("error code")),
    ("error message", Place("error message")),
    ("error data /x", Place("error data", tokens=("x",))),
    ("error members", Place("error members")),
    ("outcome", Place("outcome")),
    ("step 3 frame", Place("frame", 3)),
    ("instructions", Place("instructions")),
    ("tools", Place("tools")),
    ("tools sdd.list_specs", Place("tools", name="sdd.list_specs")),
    ("tools sdd.list_specs /description", Place("tools", name="sdd.list_specs", tokens=("description",))),
    ("step 2", Place("answer", 2)),
    ("structured /a b /c", Place("structured", tokens=("a b ", "c"))),
]


@pytest.mark.parametrize(("text", "place"), PLACES)
def test_a_place_is_read_and_written(text: str, place: Place) -> None:
    steps = place.step if text.startswith("step") else 1

    assert parse_place(text) == place
    assert place_text(place, steps) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is none of block N"),
        ("blocks 1", "is none of"),
        ("block", "is none of"),
        ("block 0", "is none of"),
        ("block 01", "is none of"),
        ("structured content", "is none of"),
        ("step 0 block 1", "is none of"),
        ("step two", "is none of"),
        ("answer", "is none of"),
        (" block 1", "is none of"),
        ("block 1 total", "a JSON pointer starts with /"),
        ("block 1 /~2", "~ is written as ~0"),
        ("error code /x", "error code holds no JSON"),
        ("tools /x", "the name of a tool stands before the pointer"),
    ],
)
def test_no_place_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_place(text)
