"""What to do about a difference: a mask, or a known difference (spec §§ 2.1 and 4).

How to accept an answer that is right depends on the suite and is said by who runs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pytest_mcpparity.compare.alignment import common_prefix, common_suffix
from pytest_mcpparity.compare.differences import PartDifference, TextContent
from pytest_mcpparity.explain.instants import same_epoch, same_instant
from pytest_mcpparity.explain.json_diff import ValueChange
from pytest_mcpparity.explain.part_words import PartWords
from pytest_mcpparity.explain.volatile import (
    Sort,
    member_pattern,
    pattern_mask,
    pointer_mask,
    sort_pattern,
    volatile_text,
    volatile_value,
    writes_own_path,
)
from pytest_mcpparity.places import Place


@dataclass(frozen=True, slots=True)
class Hint:
    """What the first difference of a part looks like: words for the first line, and a mask if one helps."""

    words: str
    mask: str | None = None


def hint(one: PartDifference, words: PartWords) -> Hint | None:
    """What `one` looks like, or None if it looks like nothing that is known to vary."""
    if words.changes:
        return _value_hint(one, words.changes[0])
    if words.at >= 0 and words.sides:
        old, new = words.sides
        if writes_own_path(old, new, words.at):
            return Hint(_OWN_PATH)
        if same_instant(old, new, words.at):
            return Hint(_SAME_TIME)
        sort = volatile_text(old, new, words.at)
        if sort and isinstance(one.expected, TextContent):
            return Hint(_looks_like(sort), pattern_mask(sort_pattern(sort, old, words.at), sort.mask))
    return None


_OWN_PATH: Final = "the target wrote its own absolute path"
#: The first line shows all of a text of so many characters.
_SHORT: Final = 40
_SAME_TIME: Final = "the same time in another spelling"


def _looks_like(sort: Sort) -> str:
    return f"this looks like {sort.noun}; declare a mask if it may vary"


def _value_hint(one: PartDifference, change: ValueChange) -> Hint | None:
    old, new = change.expected, change.received
    if isinstance(old, str) and isinstance(new, str):
        at = common_prefix(old, new)
        if writes_own_path(old, new, at):
            return Hint(_OWN_PATH)
        if same_instant(old, new, at):
            return Hint(_SAME_TIME)
    if same_epoch(old, new):
        return Hint(_SAME_TIME)
    sort = volatile_value(change.tokens, old, new)
    return Hint(_looks_like(sort), _value_mask(one, change, sort)) if sort else None


def _value_mask(one: PartDifference, change: ValueChange, sort: Sort) -> str:
    if not isinstance(one.expected, TextContent):
        return pointer_mask(_base(one.place), change.tokens, sort.mask)
    if isinstance(change.expected, str):
        at = common_prefix(change.expected, str(change.received))
        return pattern_mask(sort_pattern(sort, change.expected, at), sort.mask)
    return pattern_mask(member_pattern(change.tokens[-1], sort), sort.mask)


def _base(place: Place) -> str:
    """The pointer of a part within the result or error object."""
    return {
        "block": f"/content/{place.number - 1}",
        "block members": f"/content/{place.number - 1}",
        "structured": "/structuredContent",
        "error data": "/data",
    }.get(place.part, "")


def next_steps(places: tuple[str, ...], first: Hint | None, part: PartWords | None) -> tuple[str, ...]:
    """What can be done about a difference whose first place is the first of `places`."""
    lines: list[str] = [*part.moves] if part else []
    if part and part.reordered and not all(change.reordered for change in part.changes):
        lines.append("The elements are the same, in another order.")
    if part and (words := _only_lost(part)):
        lines.append(words)
    if first and first.mask:
        lines += ["If it may vary: declare a mask in mcp-suite.toml:", *_indented(first.mask)]
    if first and first.words == _OWN_PATH:
        lines.append("Let the target write the workspace's path as it was given, or a relative one.")
    at = "" if "'" in places[0] else f" at = '{places[0]}',"
    lines.append(f"If it was reviewed and stays: declare a [[known_difference]] with cases,{at} and why.")
    return tuple(lines)


def _only_lost(part: PartWords) -> str:
    """How much a text only lost, or only gained; empty where it did neither."""
    if part.at < 0 or not part.sides or part.first_line > 1:  # of the end of a text not all can be told
        return ""
    old, new = part.sides
    if max(len(old), len(new)) <= _SHORT:
        return ""
    if part.at + common_suffix(old, new, part.at) < min(len(old), len(new)):
        return ""
    count = abs(len(old) - len(new))
    are = "character is" if count == 1 else "characters are"
    change = "missing" if len(new) < len(old) else "extra"
    where = " at the end" if part.at == min(len(old), len(new)) else ""
    return f"{count} {are} {change}{where}; all else is the same."


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.split("\n")]
