"""Values that look as if they vary from run to run, and the masks that would allow it (spec §§ 4, 4.1).

A guess, and worded as one: nothing is excused by it. A mask is proposed only if it makes the two sides
equal at the place that it was made for.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from pytest_mcpparity.answer import Absent
from pytest_mcpparity.compare.alignment import common_prefix
from pytest_mcpparity.json_text import Number, Value, escape_pointer
from pytest_mcpparity.suite.toml_text import toml_string

#: How far from the first difference a value is looked for.
_REACH: Final = 160
_WORKSPACE: Final = "{workspace}"
_ABSOLUTE = re.compile(r"(?:file:/{2,3})?(?:/[^/\s\"'<>|]|[A-Za-z]:[\\/])")


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of value that tends to vary: its noun, the name of its mask, and how it is spelled.

    A group in `pattern` is the part that varies; without one all of it does.
    """

    noun: str
    mask: str
    pattern: str


_VERSION: Final = Sort(
    "a version in a URL", "<version>", r"https?://[^\s\"'<>]*?/v?(\d+(?:\.\d+)+)(?=[/\s\"'<>]|$)"
)
_MONTH: Final = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_IN_VERSION: Final = "0123456789."
#: The first that fits on both sides is named.
SORTS: Final = (
    Sort(
        "a UUID",
        "<uuid>",
        r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
    ),
    Sort(
        "a time",
        "<time>",
        r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?",
    ),
    Sort(
        "a time",
        "<time>",
        r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? \d{0,2} ?[A-Z][a-z]{2} [ \d]\d? ?[\d: ]{8,13}"
        r"(?: ?[A-Z]{3,4})?",
    ),
    Sort("a time", "<time>", rf"\b{_MONTH} [ \d]\d \d\d:\d\d(?::\d\d)?(?![\d:])"),  # as `ls -l` has it
    Sort("a date", "<date>", r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)"),
    Sort("a memory address", "<address>", r"0x[0-9a-fA-F]{6,16}"),
    _VERSION,
    Sort(
        "a temporary path",
        "<path>",
        r"(?:/private)?(?:/tmp|/var/tmp|/var/folders)/[^\s\"'<>:,;)]+|[A-Za-z]:\\[^\s\"'<>|]*\\Temp\\[^\s\"'<>|]+",
    ),
    Sort("a time", "<time>", r"(?<![\d:.])\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?: ?[AP]M)?(?![\d:])"),
    Sort(
        "a duration",
        "<duration>",
        r"(?<![\w.])\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|secs?|seconds?|milliseconds?|mins?|minutes?)(?!\w)",
    ),
    Sort("a time", "<time>", r"(?<![\w.])1[0-9]{9}(?:[0-9]{3}|[0-9]{6}|[0-9]{9})?(?:\.\d+)?(?!\w)"),
)
_COMPILED: Final = tuple((sort, re.compile(sort.pattern)) for sort in SORTS)
_EPOCH = re.compile(r"1[0-9]{9}(?:[0-9]{3}|[0-9]{6}|[0-9]{9})?(?:\.\d+)?")
_DURATION_NAME = re.compile(
    r"(?:^|[_\-.])(?:elapsed|duration|took|latency|runtime|uptime|millis|ms|seconds|secs)(?:$|[_\-.A-Z])"
    r"|[a-z](?:Ms|Millis|Seconds|Secs|Elapsed|Duration|Latency)(?:$|[A-Z])|_s$"
)


def writes_own_path(expected: str, received: str, at: int) -> bool:
    """Tell whether `received` has an absolute path where `expected`, at character `at`, has `{workspace}`."""
    return expected.startswith(_WORKSPACE, at) and _ABSOLUTE.match(received, at) is not None


def volatile_text(expected: str, received: str, at: int) -> Sort | None:
    """The sort of value in which two texts differ at character `at`, or None if it looks like none."""
    begin = max(at - _REACH, 0)
    old, new = expected[begin : at + _REACH], received[begin : at + _REACH]
    for sort, pattern in _COMPILED:
        spans = _spans(pattern, old, at - begin) & _spans(pattern, new, at - begin)
        if spans:
            return sort
    return None


def _spans(pattern: re.Pattern[str], text: str, at: int) -> set[int]:
    """Where that starts which varies in a match, if it holds the character `at`, or ends there."""
    spans = (found.span(pattern.groups) for found in pattern.finditer(text))
    return {start for start, end in spans if start <= at <= end}


def volatile_value(
    tokens: tuple[str, ...], expected: Value | Absent, received: Value | Absent
) -> Sort | None:
    """The sort of value that both look like, of a member whose JSON pointer has these `tokens`."""
    if isinstance(expected, str) and isinstance(received, str):
        return volatile_text(expected, received, common_prefix(expected, received))
    if not isinstance(expected, Number) or not isinstance(received, Number):
        return None
    if _EPOCH.fullmatch(expected.spelling) and _EPOCH.fullmatch(received.spelling):
        return Sort("a time", "<time>", _EPOCH.pattern)
    names = [token for token in tokens if not token.isdigit()]
    if names and _DURATION_NAME.search(names[-1]):
        return Sort("a duration", "<duration>", r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
    return None


def pattern_mask(pattern: str, name: str) -> str:
    """A mask entry by pattern, ready for `mcp-suite.toml`."""
    return f"[[mask]]\npattern = {toml_string(pattern)}\nas = {toml_string(name)}"


def pointer_mask(base: str, tokens: tuple[str, ...], name: str) -> str:
    """A mask entry by pointer below `base`: every element of an array that it leads through."""
    steps = ["*" if token.isdigit() else escape_pointer(token) for token in tokens]
    pointer = "".join([base, *(f"/{step}" for step in steps)])
    return f"[[mask]]\npointer = {toml_string(pointer)}\nas = {toml_string(name)}"


def member_pattern(name: str, sort: Sort) -> str:
    """A pattern for the number that a member called `name` has in a text of JSON."""
    return f"{re.escape(json.dumps(name, ensure_ascii=False))}\\s*:\\s*({sort.pattern})"


def sort_pattern(sort: Sort, expected: str, at: int) -> str:
    """A pattern for the value in which two texts differ at character `at`; of a URL only its version."""
    if sort is not _VERSION:
        return sort.pattern
    before = expected[:at].rpartition("://")[2].rstrip(_IN_VERSION)
    return f"{re.escape(before)}(\\d+(?:\\.\\d+)+)"
