"""From what an item raised to the stable word and the first line that reports show."""

from __future__ import annotations

from pytest_mcpparity.errors import (
    AnswerFileFault,
    ChangedAnswer,
    FindingFault,
    KnownDifferenceShown,
    Mismatch,
    MissingAnswer,
    OracleFault,
    OtherQuestion,
    ParityError,
    StartFault,
    SuiteFault,
    UnreadableAnswer,
)
from pytest_mcpparity.play.run import Skipped

#: The kind of each fault that is no difference; the first type that fits counts.
KINDS: tuple[tuple[type[ParityError], str], ...] = (
    (KnownDifferenceShown, "known-difference"),
    (FindingFault, "finding"),
    (StartFault, "start"),
    (OracleFault, "oracle"),
    (MissingAnswer, "missing-answer"),
    (UnreadableAnswer, "unreadable-answer"),
    (ChangedAnswer, "changed-answer"),
    (OtherQuestion, "other-question"),
    (AnswerFileFault, "answer-file"),
    (SuiteFault, "suite"),
    (Skipped, "skipped"),
)


def kind_of(fault: BaseException) -> str:
    """The kind of change or fault in one stable word; `error` for a fault of ours."""
    if isinstance(fault, Mismatch):
        return fault.kind or "other"
    return next((kind for type_, kind in KINDS if isinstance(fault, type_)), "error")


def first_line_of(fault: BaseException) -> str:
    """The first line of its message; of a fault of ours its type too."""
    line = str(fault).split("\n", 1)[0]
    return line if isinstance(fault, ParityError) else f"{type(fault).__name__}: {line}"
