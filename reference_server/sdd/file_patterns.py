"""File patterns of project options: Go's `path.Match`, and `**` for any number of segments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


def patterns_match(patterns: Iterable[str], path: str) -> bool:
    """True if `path` matches an including pattern and none that starts with `!`."""
    included = False
    for written in patterns:
        pattern = written.removeprefix("!").removeprefix("git:").removeprefix("./")
        if _matches(pattern, path):
            if written.startswith("!"):
                return False
            included = True
    return included


def _matches(pattern: str, path: str) -> bool:
    if "**" not in pattern:
        return match_path(pattern, path)
    return _match_segments(pattern.split("/"), path.split("/"))


def _match_segments(patterns: list[str], segments: list[str]) -> bool:
    if not patterns:
        return not segments
    if patterns[0] == "**":
        return any(_match_segments(patterns[1:], segments[skip:]) for skip in range(len(segments) + 1))
    return (
        bool(segments)
        and match_path(patterns[0], segments[0])
        and _match_segments(patterns[1:], segments[1:])
    )


def match_path(pattern: str, path: str) -> bool:
    """Go's `path.Match`; a malformed pattern matches nothing."""
    compiled = _compiled(pattern)
    return compiled is not None and compiled.fullmatch(path) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    """`pattern` as a regular expression, None if it is malformed."""
    parts: list[str] = []
    pos = 0
    while pos < len(pattern):
        char = pattern[pos]
        if char == "[":
            translated = _class(pattern, pos + 1)
            if translated is None:
                return None
            text, pos = translated
            parts.append(text)
            continue
        if char == "\\":
            pos += 1
            if pos == len(pattern):
                return None
            parts.append(re.escape(pattern[pos]))
        else:
            parts.append({"*": "[^/]*", "?": "[^/]"}.get(char) or re.escape(char))
        pos += 1
    return re.compile("".join(parts), re.DOTALL)


def _class(pattern: str, pos: int) -> tuple[str, int] | None:
    """The class whose inside starts at `pos`, and the place after its `]`; None if it is malformed."""
    negated = pattern.startswith("^", pos)
    pos += negated
    ranges: list[str] = []
    while not (pattern.startswith("]", pos) and ranges):
        first = _class_char(pattern, pos)
        if first is None:
            return None
        low, pos = first
        high = low
        if pattern.startswith("-", pos):
            last = _class_char(pattern, pos + 1)
            if last is None:
                return None
            high, pos = last
        # A range that runs backwards is no fault, but holds nothing.
        ranges.append(f"{re.escape(low)}-{re.escape(high)}" if low <= high else "")
    inside = "".join(ranges)
    if not inside:
        return ("[^/]" if negated else "(?!)"), pos + 1
    return f"(?!/)[{'^' if negated else ''}{inside}]", pos + 1


def _class_char(pattern: str, pos: int) -> tuple[str, int] | None:
    """One character of a class and the place after it; None at its end, before `-` or `]`."""
    if pos >= len(pattern) or pattern[pos] in "-]":
        return None
    if pattern[pos] == "\\":
        pos += 1
    # The class has to be closed somewhere after this character.
    return (pattern[pos], pos + 1) if pos + 1 < len(pattern) else None
