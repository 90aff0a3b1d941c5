"""Findings: names, details and bounds."""

from __future__ import annotations

import pytest

from pytest_mcpparity.findings import FINDINGS, MAX_OF_A_NAME, Finding, FindingLog, show


def test_the_names_are_those_of_the_contract() -> None:
    assert list(FINDINGS) == [
        "stray-output",
        "bad-utf8",
        "duplicate-answer",
        "unknown-id",
        "id-type",
        "result-and-error",
        "bad-frame",
        "duplicate-member",
        "schema-input",
        "schema-output",
        "oversized",
        "exit-code",
        "children-left",
        "killed",
        "capability",
    ]


def test_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match="no finding is called 'odd'"):
        Finding("odd", "")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"plain", "plain"),
        (b"\x1b[31m\x00", "\\u001b[31m\\u0000"),
        (b"\xff\xc3\xa9", "\\xffé"),
        (b"a\tb\nc\r", "a\\tb\\nc\\u000d"),
        (b"x" * 201, "x" * 200 + "… (201 bytes)"),
    ],
)
def test_bytes_are_shown_visibly_and_bounded(raw: bytes, shown: str) -> None:
    assert show(raw) == shown


def test_a_flood_of_one_name_is_counted_and_another_name_still_told() -> None:
    log = FindingLog()

    for number in range(MAX_OF_A_NAME + 5):
        log.add(Finding("stray-output", str(number)))
    log.add(Finding("bad-utf8", "once"))

    taken = log.take()
    assert [finding.detail for finding in taken[-2:]] == ["once", "5 more like these"]
    assert len(taken) == MAX_OF_A_NAME + 2


def test_what_was_taken_is_gone() -> None:
    log = FindingLog()
    log.add(Finding("bad-utf8", "once"))

    log.take()

    assert log.take() == ()
