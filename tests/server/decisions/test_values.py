"""Checks of single values (spec 2.3): each type's reasons in the order of the columns."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions import values
from reference_server.decisions.errors import Fault
from reference_server.decisions.values import Check

CONTROL = "must not hold control characters"
NO_STRING = "must be a string"

SOUND: list[tuple[Check, Any]] = [
    (values.ID, "a"),
    (values.ID, "a-1_b.c"),
    (values.ID, "0" * 128),
    (values.KIND, "a_b-c"),
    (values.KIND, "k" * 64),
    (values.LINE, "\u00e9" * 200),
    (values.LINE, " "),
    (values.TEXT, "a\n\tb"),
    (values.TEXT, "x" * 10000),
    (values.TEXT_OR_EMPTY, ""),
    (values.PATH, "docs/a.md"),
    (values.PATH, "..a/.b/c.."),
    (values.PATH, "p" * 512),
    (values.HASH, "sha256:" + "0a" * 32),
    (values.TIME, "9999-99-99T99:99:99Z"),
    (values.URL, "http://localhost:1/v1"),
    (values.URL, "https://x"),
    (values.VARIABLE, "_A1"),
    (values.one_of("a", "b"), "b"),
    (values.integer(1, 3), 3),
    (values.nullable(values.ID), None),
    (values.list_of(0, 2, values.ID, str), ["a", "b"]),
    (values.list_of(0, 2, values.TEXT_OR_EMPTY), ["b", "b"]),
    (values.object_of({"a": values.ID}), {"a": "x"}),
]

FAULTY: list[tuple[Check, Any, str, str]] = [
    (values.ID, 1, "", NO_STRING),
    (values.ID, None, "", NO_STRING),
    (values.ID, "", "", "must have 1 to 128 characters"),
    (values.ID, "A" * 129, "", "must have 1 to 128 characters"),
    (values.ID, "A", "", "must be an id"),
    (values.ID, "a--b", "", "must be an id"),
    (values.ID, "a\n", "", "must be an id"),
    (values.ID, "\u0661", "", "must be an id"),
    (values.KIND, "a" * 65, "", "must have 1 to 64 characters"),
    (values.KIND, "a.b", "", "must be a kind"),
    (values.LINE, "", "", "must have 1 to 200 characters"),
    (values.LINE, "x" * 201, "", "must have 1 to 200 characters"),
    (values.LINE, "a\tb", "", CONTROL),
    (values.LINE, "a\x7f", "", CONTROL),
    (values.LINE, "a\n", "", CONTROL),
    (values.TEXT, "", "", "must have 1 to 10000 characters"),
    (values.TEXT, "a\r", "", CONTROL),
    (values.TEXT_OR_EMPTY, "x" * 10001, "", "must have 0 to 10000 characters"),
    (values.TEXT_OR_EMPTY, "\x00", "", CONTROL),
    (values.PATH, "", "", "must have 1 to 512 characters"),
    (values.PATH, "p" * 513, "", "must have 1 to 512 characters"),
    *[
        (values.PATH, path, "", "must be a repository path")
        for path in ("/a", "a/", "a//b", ".", "a/./b", "../a", "a/..", "a\\b", "a\tb", "a\x7f")
    ],
    (values.HASH, 1, "", NO_STRING),
    (values.HASH, "sha256:" + "0A" * 32, "", "must be a passage hash"),
    (values.HASH, "", "", "must be a passage hash"),
    (values.TIME, "2026-01-01T00:00:00+00:00", "", "must be a UTC time"),
    (values.TIME, "2026-01-01T00:00:00Z\n", "", "must be a UTC time"),
    (values.URL, "http://a\tb", "", CONTROL),
    (values.URL, "ftp://a", "", "must be an http or https URL"),
    (values.URL, "http://a b", "", "must be an http or https URL"),
    (values.URL, "", "", "must have 1 to 200 characters"),
    (values.VARIABLE, "1A", "", "must be a variable name"),
    (values.VARIABLE, "A\x00", "", CONTROL),
    (values.one_of("a", "b"), "c", "", "must be one of: a, b"),
    (values.one_of("a", "b"), None, "", NO_STRING),
    (values.integer(1, 3), True, "", "must be an integer"),
    (values.integer(1, 3), "1", "", "must be an integer"),
    (values.integer(1, 3), 0, "", "must be from 1 to 3"),
    (values.integer(1, 3), 4, "", "must be from 1 to 3"),
    (values.nullable(values.ID), 1, "", NO_STRING),
    (values.list_of(1, 2, values.ID, str), {}, "", "must be an array"),
    (values.list_of(1, 2, values.ID, str), [], "", "must have 1 to 2 items"),
    (values.list_of(1, 2, values.ID, str), [1, 2, 3], "", "must have 1 to 2 items"),
    (values.list_of(1, 2, values.ID, str), ["b", 1], "/1", NO_STRING),
    (values.list_of(1, 2, values.ID, str), ["b", "a"], "", "must be sorted without duplicates"),
    (values.list_of(1, 2, values.ID, str), ["a", "a"], "", "must be sorted without duplicates"),
    (values.object_of({"a": values.ID}), [], "", "must be an object"),
    (values.object_of({"a": values.ID}), {}, "/a", "is required"),
    (values.object_of({"a": values.ID}), {"a": 1, "z": 1, "b/~": 1}, "/b~1~0", "is not a known field"),
    (values.object_of({"b": values.ID, "a": values.ID}), {"a": 1}, "/b", "is required"),
    (values.object_of({"b": values.ID, "a": values.ID}), {"b": "B"}, "/b", "must be an id"),
]


@pytest.mark.parametrize(("check", "value"), SOUND)
def test_sound_value_has_no_fault(check: Check, value: Any) -> None:
    assert check(value) is None


@pytest.mark.parametrize(("check", "value", "pointer", "reason"), FAULTY)
def test_faulty_value_is_told_where_and_why(check: Check, value: Any, pointer: str, reason: str) -> None:
    assert check(value) == Fault(pointer, reason)


def test_rules_after_the_fields_come_last() -> None:
    check = values.object_of({"a": values.ID}, lambda _value: Fault("/a", "after"))

    assert check({"a": "A"}) == Fault("/a", "must be an id")
    assert check({"a": "a"}) == Fault("/a", "after")
