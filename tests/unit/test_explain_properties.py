"""The kind that the first line names, for arbitrary JSON and arbitrary changes of known kinds."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_mcpparity.answer import Level
from pytest_mcpparity.compare.answers import compare_answers, covers
from pytest_mcpparity.explain.explanation import explain
from pytest_mcpparity.explain.text_diff import LIMIT
from tests.unit.arbitrary import BOUNDED, EXAMPLES, answers, bodies, texts
from tests.unit.compare_made import answer, blocks, of_texts

# Fewer examples than elsewhere: each one is explained, and that takes its time.
SOME = settings(BOUNDED, max_examples=EXAMPLES * 2 // 5)

# A value that can be changed in every way: an object with a string that has two spellings and two
# normalisation forms, a number with two spellings, and two members that can be swapped.
_leaves = st.one_of(st.none(), st.booleans(), st.integers(-99, 99), st.text("ab<é/ ", max_size=4))
_trees: st.SearchStrategy[Any] = st.recursive(
    _leaves,
    lambda children: st.one_of(
        st.lists(children, max_size=3), st.dictionaries(st.text("abc", max_size=2), children, max_size=3)
    ),
    max_leaves=8,
)


@st.composite
def _objects(draw: st.DrawFn) -> Any:
    inner = {"id": draw(st.integers(0, 99)), "name": "é<" + draw(st.text("ab", max_size=3))}
    return {"rows": [inner, draw(_trees)], "rest": draw(_trees)}


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _order(text: str) -> str:
    value = json.loads(text)
    row = value["rows"][0]
    return _dump({**value, "rows": [{"name": row["name"], "id": row["id"]}, *value["rows"][1:]]})


def _number(text: str) -> str:
    at = text.index('"id": ') + len('"id": ')
    end = at + len(text[at:].split("\n")[0].split(",")[0])
    return text[:end] + ".0" + text[end:]


def _value(text: str) -> str:
    at = text.index('"id": ') + len('"id": ')
    return f"{text[:at]}7{text[at:]}"


FORMS: dict[str, Callable[[str], str]] = {
    "member-order": _order,
    "white-space": lambda text: text.replace("\n  ", "\n      ", 1),
    "newline": lambda text: text.removesuffix("\n"),
    "escapes": lambda text: text.replace("<", "\\u003c", 1),
    "number-spelling": _number,
    "unicode": lambda text: text.replace("é", "e\u0301", 1),
    "crlf": lambda text: text.replace("\n", "\r\n"),
}
WORDS = {
    "member-order": "other member order at /rows/0 (expected id, name; received name, id)",
    "white-space": "other indentation",
    "newline": "trailing newline missing",
    "crlf": "CRLF for LF",
    "escapes": "other escapes (expected <, received \\u003c)",
    "number-spelling": "/rows/0/id is ",
    "unicode": "other Unicode normalisation (expected NFC, received NFD)",
}


@pytest.mark.parametrize("name", FORMS)
@SOME
@given(_objects())
def test_one_form_is_named_by_its_kind(name: str, value: Any) -> None:
    text = _dump(value)

    made = of_texts(text, FORMS[name](text))

    assert made.kind == {"newline": "white-space", "crlf": "white-space"}.get(name, name)
    assert WORDS[name] in made.first_line
    assert " and " not in made.first_line


@SOME
@given(_objects(), st.lists(st.sampled_from(sorted(FORMS)), min_size=2, max_size=4, unique=True))
def test_several_forms_are_all_named(value: Any, names: list[str]) -> None:
    assume(not {"white-space", "crlf"} <= set(names))  # what indents otherwise has other lines anyway
    text = changed = _dump(value)
    for name in (one for one in FORMS if one in names):
        changed = FORMS[name](changed)

    made = of_texts(text, changed)

    for name in names:
        assert WORDS[name] in made.first_line
    assert made.first_line.startswith("block 1: same JSON, ")


@SOME
@given(_objects(), st.lists(st.sampled_from(sorted(FORMS)), max_size=3, unique=True))
def test_a_value_is_a_value_whatever_form_changed_too(value: Any, names: list[str]) -> None:
    text = _dump(value)
    changed = _value(text)
    for name in (one for one in FORMS if one in names):
        changed = FORMS[name](changed)

    made = of_texts(text, changed)

    assert made.kind == "values"
    assert "first /rows/0/id: expected " in made.first_line


_lines = st.lists(
    st.text("abc é", min_size=1, max_size=6).map(lambda line: f"x{line}x"), min_size=2, max_size=8
)


@SOME
@given(_lines, st.randoms(use_true_random=False), st.booleans(), st.booleans())
def test_lines_in_another_order_are_named(lines: list[str], random: Any, newline: bool, crlf: bool) -> None:
    shuffled = random.sample(lines, len(lines))
    assume(shuffled != lines)
    received = "\n".join(shuffled) + ("" if newline else "\n")
    received = received.replace("\n", "\r\n") if crlf else received

    made = of_texts("\n".join(lines) + "\n", received)

    assert made.first_line.startswith("block 1: same lines, ")
    assert made.first_line.endswith("other order")
    assert ("trailing newline missing" in made.first_line) is newline
    assert ("CRLF for LF" in made.first_line) is (crlf and "\r" in received)


@SOME
@given(st.text("ab\n é\t", min_size=1, max_size=30), st.integers(0, 29), st.sampled_from("zß0"))
def test_a_character_put_into_a_text_is_a_change_of_text(text: str, at: int, put: str) -> None:
    changed = text[:at] + put + text[at:]

    assert of_texts(f"+{text}", f"+{changed}").kind == "text"


@SOME
@given(texts, texts)
def test_a_form_of_text_is_named_only_if_it_is_one(expected: str, received: str) -> None:
    assume(expected != received)

    made = of_texts(expected, received)

    if made.kind in ("white-space", "unicode", "line-order"):
        assert _bag(expected) == _bag(received)


def _bag(text: str) -> list[str]:
    """The characters of a text, white space and normalisation aside."""
    return sorted("".join(unicodedata.normalize("NFC", text).split()))


@pytest.mark.parametrize("level", ["content", "json", "wire"])
@SOME
@given(answers)
def test_equal_answers_are_the_same_at_every_level(level: Level, one: Any) -> None:
    assert compare_answers(one, one, level).same


@SOME
@given(bodies, bodies, st.sampled_from(["content", "json"]))
def test_any_two_answers_are_explained_within_bounds(expected: Any, received: Any, level: Level) -> None:
    comparison = compare_answers(answer(expected), answer(received), level)
    back = compare_answers(answer(received), answer(expected), level)

    assert comparison.same == back.same
    assume(not comparison.same)
    made = explain(comparison)
    assert len(made.diff) <= LIMIT
    assert made.first_line.isprintable()
    assert covers(comparison, "step 1")


@SOME
@given(_objects(), st.sampled_from(["/rows/0/id", "/rows/0", "/rows", "/rest", "/rows/1"]))
def test_what_changed_at_a_place_is_covered_by_it_and_by_no_other(value: Any, at: str) -> None:
    changed = json.loads(_dump(value))
    *parents, last = at[1:].split("/")
    holder = changed
    for token in parents:
        holder = holder[int(token) if isinstance(holder, list) else token]
    holder[int(last) if isinstance(holder, list) else last] = "changed"
    text, received = (json.dumps(one, ensure_ascii=False) for one in (value, changed))

    comparison = compare_answers(answer(blocks(text)), answer(blocks(received)), "content")

    assert covers(comparison, f"block 1 {at}")
    assert covers(comparison, "block 1")
    assert not covers(comparison, "block 1 /other")
    apart = "/rest" if at.startswith("/rows") else "/rows"
    assert not covers(comparison, f"block 1 {apart}")
    with_form = compare_answers(answer(blocks(text)), answer(blocks(f"{received} ")), "content")
    assert not covers(with_form, f"block 1 {at}")
