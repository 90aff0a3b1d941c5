"""Patterns, limits, durations and dates (§ a.1, § i.5)."""

from __future__ import annotations

import pytest

from reference_server.sdd.architecture.rules.durations import is_positive_duration
from reference_server.sdd.architecture.rules.vocabulary import (
    is_bounded_text,
    is_calendar_date,
    is_contract,
    is_domain,
    is_fact,
    is_project,
    is_semantic,
)

DURATIONS = [
    "5m",
    "1ns",
    "1us",
    "1µs",
    "1μs",
    "1ms",
    "+1s",
    "1h30m",
    "1.5h",
    ".5s",
    "1.s",
    "0h0m1ns",
    "9223372036854775807ns",
    "0.000000001s",
    "1" + "0" * 9 + "s",
    "00000000000000000000000000005m",
    "1.00000000000000000000000000000001s",
]
NO_DURATIONS = [
    "",
    "+",
    "0",
    "-0",
    "0s",
    "5",
    "-5m",
    "5d",
    "5 m",
    " 5m",
    "5m ",
    "5M",
    "m",
    ".s",
    "1..5s",
    "--1s",
    "1e3s",
    "0.0000000001s",
    "9223372036854775808ns",
    "2562048h",
    "-9223372036854775808ns",
    "1" + "0" * 5000 + "ns",
    "٣s",
]


@pytest.mark.parametrize("text", DURATIONS)
def test_positive_durations_are_accepted(text: str) -> None:
    assert is_positive_duration(text)


@pytest.mark.parametrize("text", NO_DURATIONS)
def test_other_durations_are_refused(text: str) -> None:
    assert not is_positive_duration(text)


@pytest.mark.parametrize("text", ["a", "a-1", "a/b-c/d", "a" * 5000])
def test_domains_are_accepted(text: str) -> None:
    assert is_domain(text)


@pytest.mark.parametrize("text", ["", "A", "a/", "/a", "a/1", "a_b", "a\n"])
def test_other_domains_are_refused(text: str) -> None:
    assert not is_domain(text)


@pytest.mark.parametrize("text", ["a.b", "a-1.2_b-c", "a." + "b" * 254])
def test_semantic_ids_are_accepted(text: str) -> None:
    assert is_semantic(text)


@pytest.mark.parametrize("text", ["a", "a.", ".a", "a..b", "a_b.c", "a.-b", "A.b", "a.b\n", "a." + "b" * 255])
def test_other_semantic_ids_are_refused(text: str) -> None:
    assert not is_semantic(text)


@pytest.mark.parametrize(("text", "version"), [("a.b.v1", 1), ("a.b.c.v20", 20), ("a.b.v7", None)])
def test_contracts_are_accepted(text: str, version: int | None) -> None:
    assert is_contract(text, version)


@pytest.mark.parametrize(
    ("text", "version"),
    [("a.v1", 1), ("a.b.v0", 0), ("a.b.v01", 1), ("a.b.v2", 1), ("a.b", None), ("a.b.v1\n", 1)],
)
def test_other_contracts_are_refused(text: str, version: int | None) -> None:
    assert not is_contract(text, version)


@pytest.mark.parametrize("text", ["a", "a_1", "a.b_c", "a" * 256])
def test_facts_are_accepted(text: str) -> None:
    assert is_fact(text)


@pytest.mark.parametrize("text", ["", "A", "a-b", "a.", "a.1", "_a", "a\n", "a" * 257])
def test_other_facts_are_refused(text: str) -> None:
    assert not is_fact(text)


@pytest.mark.parametrize("text", ["/a", "/a/b.c", "/(g)", "/é", "/..a", "/" + "a" * 1023])
def test_projects_are_accepted(text: str) -> None:
    assert is_project(text)


@pytest.mark.parametrize(
    "text", ["", "/", "a", "/a/", "//a", "/a/../b", "/.", "/a\0", "/a\\", "/" + "é" * 512]
)
def test_other_projects_are_refused(text: str) -> None:
    assert not is_project(text)


def test_bounds_count_bytes() -> None:
    assert is_bounded_text("éé", 4)
    assert not is_bounded_text("éé", 3)


@pytest.mark.parametrize("text", ["2024-02-29", "2000-02-29", "0000-02-29", "0001-01-01", "9999-12-31"])
def test_real_days_are_accepted(text: str) -> None:
    assert is_calendar_date(text)


@pytest.mark.parametrize(
    "text", ["2023-02-29", "1900-02-29", "2026-04-31", "2026-00-01", "2026-01-00", "20260101", "٢026-01-01"]
)
def test_other_days_are_refused(text: str) -> None:
    assert not is_calendar_date(text)
