"""The kinds of trouble, and the step at which each can happen.

| step | type | whose fault |
|---|---|---|
| options are read | `UsageFault` | the command line |
| a suite is collected | `SuiteFault` | `mcp-suite.toml` or what it names |
| answers are read | `AnswerFileFault` | a file in `answers/`, or the lock |
| a session starts | `StartFault` | the target, or the command that names it |
| a step is played | `TargetFault` | the target: dead, silent or over a limit |
| answers are held together | `Mismatch` | the target: it answers, but not the same |
| an item ends | `FindingFault` | the target: the answer is right, its manners are not |

Every message names the place, the reason and the way out. None of these is raised for a fault of
the plugin itself: such a fault keeps its traceback.
"""

from __future__ import annotations


class ParityError(Exception):
    """What every fault of this package derives from; `str()` of it is the message for the user."""


class UsageFault(ParityError):
    """The command line or the ini file asks for something that cannot be."""


class SuiteFault(ParityError):
    """A suite cannot be read: the message names file, key, reason and the nearest known key."""


class AnswerFileFault(ParityError):
    """An answer file or the lock is missing, unreadable or not what the lock says."""


class StartFault(ParityError):
    """The target does not come up: the message holds the command, the reason and stderr's tail."""


class TargetFault(ParityError):
    """The target died, fell silent or broke a limit in a step (spec §§ 4.1 row 1 and 7)."""


class Mismatch(ParityError):
    """Expected and received differ; the first line names the kind of the change (spec § 4.1)."""


class FindingFault(ParityError):
    """The answers are the same, but the protocol or good manners were broken (spec § 6)."""
