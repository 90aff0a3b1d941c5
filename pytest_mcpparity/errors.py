"""The kinds of trouble, and the step at which each can happen.

| step | type | whose fault |
|---|---|---|
| options are read | `UsageFault` | the command line |
| a suite is collected | `SuiteFault` | `mcp-suite.toml` or what it names |
| answers are read | `AnswerFileFault` | a file in `answers/`, or the lock |
| a session starts | `StartFault` | the target, or the command that names it |
| a step is played | `TargetFault` | the target: dead, silent or over a limit |
| a live oracle is asked | `OracleFault` | the oracle: the target is not to blame |
| answers are held together | `Mismatch` | the target: it answers, but not the same |
| an item ends | `FindingFault` | the target: the answer is right, its manners are not |

Every message names the place, the reason and the way out. None of these is raised for a fault of
the plugin itself: such a fault keeps its traceback.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_mcpparity.answer import Answer

from typing import Literal, TypeAlias


class ParityError(Exception):
    """What every fault of this package derives from; `str()` of it is the message for the user."""


class UsageFault(ParityError):
    """The command line or the ini file asks for something that cannot be."""


class SuiteFault(ParityError):
    """A suite cannot be read: the message names file, key, reason and the nearest known key."""


class AnswerFileFault(ParityError):
    """An answer file or the lock is missing, unreadable or not what the lock says."""


class MissingAnswer(AnswerFileFault):
    """There is no such file in `answers/`: never recorded, or gone since."""


class UnreadableAnswer(AnswerFileFault):
    """A file is not what writing it would give; `line` counts from 1, `reason` is for people."""

    def __init__(self, reason: str, line: int, file: str = "") -> None:
        super().__init__(f"{file}:{line}: unreadable: {reason}" if file else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class ChangedAnswer(AnswerFileFault):
    """A file's bytes are not those that the lock knows."""


class OtherQuestion(AnswerFileFault):
    """The answer was recorded for another question than the one that the suite asks."""


class StartFault(ParityError):
    """The target does not come up: the message holds the command, the reason and stderr's tail."""


FaultKind: TypeAlias = Literal[
    "exited", "silent", "oversized", "closed-output", "closed-input", "broken-answer", "refused"
]


class TargetFault(ParityError):
    """The target died, fell silent or broke a limit in a step (spec §§ 4.1 row 1 and 7).

    Attributes:
        kind: what happened, in one word.
        reason: the same as a sentence without the step, such as `the target exited with code 3`.
        exit_code: of a target that exited; None if it did not, or a signal ended it.
        signal: the number of the signal that ended it, or None.
        stderr: the last lines of its stderr, visible; empty where it wrote none.
        details: lines about what was asked, what came and what to try; empty where nothing is known.
        asked: False where the target was gone before the question was sent: the step can be played in
            a new session, and the fault belongs to the gap before it (spec § 6).
    """

    def __init__(
        self,
        kind: FaultKind,
        reason: str,
        *,
        exit_code: int | None = None,
        signal: int | None = None,
        stderr: str = "",
        details: str = "",
        asked: bool = True,
    ) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.exit_code = exit_code
        self.signal = signal
        self.stderr = stderr
        self.details = details
        self.asked = asked


class OracleFault(ParityError):
    """The live oracle cannot be asked, or gives no answer; nothing is said about the target."""


class Mismatch(ParityError):
    """Expected and received differ; the first line names the kind of the change (spec § 4.1).

    `kind` is a stable word for reports; `expected` and `received` are the whole answers, where there are
    two.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str = "",
        expected: Answer | None = None,
        received: Answer | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.expected = expected
        self.received = received


class KnownDifferenceShown(ParityError):
    """The answers differ exactly as the suite says they may: the item is an expected failure."""


class FindingFault(ParityError):
    """The answers are the same, but the protocol or good manners were broken (spec § 6)."""
