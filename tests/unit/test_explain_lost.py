"""Texts that only lost or gained something: both excerpts tell it, the advice counts it (spec § 4.1)."""

from __future__ import annotations

import pytest

from tests.unit.compare_made import of_texts

RULE = "=" * 20
LONG = "the quick brown fox jumps over the lazy dog"


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        (
            "=" * 80 + "\nReport",
            "=" * 60 + "\nReport",
            f'line 1, character 61: expected "…{RULE * 2}\\nReport", received "…{RULE}\\nReport"',
        ),
        (
            "lorem ipsum " * 40,
            "lorem ipsum " * 20,
            f'line 1, character 241: expected "…{"m ipsum lore" * 5}m ip…", received "…m ipsum lorem ipsum "',
        ),
        # The shorter line is the start of the longer one: what is lost is its end.
        ("ab ab", "ab", 'line 1, character 3: expected "ab ab", received "ab"'),
        ("ab\nc", "ab ab\nc", 'line 1, character 3: expected "ab\\nc", received "ab ab\\nc"'),
        # Repeated in the middle of a line, behind a blank.
        (
            f"a {'-' * 90} b",
            f"a {'-' * 70} b",
            f'line 1, character 73: expected "…{"-" * 40} b", received "…{"-" * 20} b"',
        ),
        # Beyond the characters that are looked at to tell what a line lost.
        (
            "a" * 70000 + "b",
            "a" * 70000,
            f'line 1, character 70001: expected "…{"a" * 20}b", received "…{"a" * 20}"',
        ),
        ("Error: ENOENT", "ENOENT", 'line 1, character 1: expected "Error: ENOENT", received "ENOENT"'),
    ],
)
def test_the_excerpts_of_what_was_lost_differ(expected: str, received: str, line: str) -> None:
    assert of_texts(expected, received).first_line == f"block 1: {line}"


@pytest.mark.parametrize(
    ("expected", "received", "words"),
    [
        ("a" * 80, "a" * 60, "20 characters are missing at the end; all else is the same."),
        ("a" * 40, "a" * 41, "1 character is extra at the end; all else is the same."),
        (f"Error: {LONG}", LONG, "7 characters are missing; all else is the same."),
        (f"a{LONG}c{LONG}", f"a{LONG}{LONG}", "1 character is missing; all else is the same."),
        ("", LONG, "43 characters are extra at the end; all else is the same."),
    ],
)
def test_how_much_a_text_lost_or_gained_is_counted(expected: str, received: str, words: str) -> None:
    assert of_texts(expected, received).advice[0] == words


@pytest.mark.parametrize(
    ("expected", "received"),
    [
        (f"a{LONG}x{LONG}b", f"a{LONG}yy{LONG}b"),
        (f"{LONG}b", f"{LONG}cd"),
        (f'["{LONG}",1]', f'["{LONG}",12]'),
        (f'["{LONG}"]', f'["{LONG}" ]'),
        ("a" * 40, "a" * 20),  # the first line shows all of it
    ],
)
def test_nothing_is_counted_where_more_differs_or_all_is_shown(expected: str, received: str) -> None:
    assert not any("all else is the same" in line for line in of_texts(expected, received).advice)


def test_of_a_short_text_the_first_line_says_all() -> None:
    made = of_texts("alpha beta gamma", "alpha beta")

    assert made.advice == (
        "If it was reviewed and stays: declare a [[known_difference]] with cases, at = 'block 1', and why.",
    )
