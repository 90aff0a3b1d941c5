"""Each fault has its own stable word."""

from __future__ import annotations

import pytest

from pytest_mcpparity.errors import (
    AnswerFileFault,
    ChangedAnswer,
    FindingFault,
    KnownDifferenceShown,
    Mismatch,
    MissingAnswer,
    OtherQuestion,
    StartFault,
    SuiteFault,
    UnreadableAnswer,
)
from pytest_mcpparity.play.run import Skipped
from pytest_mcpparity.report.verdicts import first_line_of, kind_of


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Mismatch("x", kind="member-order"), "member-order"),
        (Mismatch("x"), "other"),
        (KnownDifferenceShown("x"), "known-difference"),
        (FindingFault("x"), "finding"),
        (StartFault("x"), "start"),
        (MissingAnswer("x"), "missing-answer"),
        (UnreadableAnswer("x", 1), "unreadable-answer"),
        (ChangedAnswer("x"), "changed-answer"),
        (OtherQuestion("x"), "other-question"),
        (AnswerFileFault("x"), "answer-file"),
        (SuiteFault("x"), "suite"),
        (Skipped("x"), "skipped"),
        (ZeroDivisionError("x"), "error"),
    ],
)
def test_a_fault_has_its_own_word(fault: Exception, kind: str) -> None:
    assert kind_of(fault) == kind


def test_the_first_line_is_the_faults_own_and_names_the_type_of_ours() -> None:
    assert first_line_of(Mismatch("block 1\nmore")) == "block 1"
    assert first_line_of(ZeroDivisionError("no\nmore")) == "ZeroDivisionError: no"
