"""The written form of answers (spec 6.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_server.decisions.serialise import quoted, serialise

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers() | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=20)


@given(VALUES)
def test_text_is_that_of_the_standard_library(value: Any) -> None:
    assert serialise(value) == json.dumps(value, ensure_ascii=False, indent=2)


def test_escapes_are_the_short_ones_and_lower_case_hex() -> None:
    assert quoted('"\\/\n\r\t\b\f\x00\x1f\x7f\u00e9\u2028') == (
        '"\\"\\\\/\\n\\r\\t\\b\\f\\u0000\\u001f\x7f\u00e9\u2028"'
    )


def test_empty_containers_stay_on_their_line() -> None:
    assert serialise({"a": [], "b": {}}) == '{\n  "a": [],\n  "b": {}\n}'


def test_lone_surrogate_stays_an_escape() -> None:
    assert quoted("a\udcff") == '"a\\udcff"'
    assert serialise(["\ud800"]) == '[\n  "\\ud800"\n]'


def test_float_is_refused() -> None:
    with pytest.raises(TypeError, match="float"):
        serialise({"a": 1.0})
