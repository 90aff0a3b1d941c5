"""Text as TOML strings: read back as it was, with nothing that a terminal would obey."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_mcpparity.suite.toml_text import toml_plain_string, toml_string
from tests.unit.arbitrary import BOUNDED


@BOUNDED
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_read_back_as_it_was(text: str) -> None:
    for spelled in (toml_string(text), toml_plain_string(text)):
        assert tomllib.loads(f"x = {spelled}") == {"x": text}
        assert spelled.isprintable()


@pytest.mark.parametrize(
    ("text", "spelled", "plain"),
    [
        ("a", "'a'", '"a"'),
        (r"\d+", r"'\d+'", r"'\d+'"),
        ('{"a":1}', """'{"a":1}'""", """'{"a":1}'"""),
        ("it's", '"it\'s"', '"it\'s"'),
        ("it's \\", '"it\'s \\\\"', '"it\'s \\\\"'),
        ("é\n\x7f\u202e\U000e0001", '"é\\n\\u007f\\u202e\\U000e0001"', '"é\\n\\u007f\\u202e\\U000e0001"'),
    ],
)
def test_a_string_is_literal_where_that_reads_better(text: str, spelled: str, plain: str) -> None:
    assert (toml_string(text), toml_plain_string(text)) == (spelled, plain)
