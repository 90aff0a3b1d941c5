"""Values that are the same under another name, or that were wrapped or unwrapped: for the advice.

The first line tells such a change as members that are missing and extra, and it is that; that nothing but
a name changed is what its reader wants to know next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from pytest_mcpparity.answer import Absent
from pytest_mcpparity.compare.equality import same_value
from pytest_mcpparity.explain.json_diff import ValueChange
from pytest_mcpparity.explain.visible import cut
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.places import pointer_text

_Tokens: TypeAlias = tuple[str, ...]
#: Such names differ by the habits of a language only: `createdAt`, `created_at`, `Created-At`.
_HABITS = re.compile(r"[\W_]")


def moves(expected: Value, received: Value, changes: Sequence[ValueChange]) -> tuple[str, ...]:
    """What can be said of values that are not where they were; `changes` are those between the two values."""
    wrapped = _wrapped("The value", expected, received)
    if not wrapped and len(changes) == 1 and changes[0].tokens:
        only = changes[0]
        if not isinstance(only.expected, Absent) and not isinstance(only.received, Absent):
            wrapped = _wrapped(_shown(only.tokens), only.expected, only.received)
    if wrapped:
        return (wrapped,)
    renamed = list(_renamed(changes))
    if not renamed:
        return ()
    old, new = renamed[0]
    more = f" (and {len(renamed) - 1} more like it)" if len(renamed) > 1 else ""
    return (f"{_shown(new)} has the value that {_shown(old)} had{more}.",)


def _wrapped(what: str, old: Value, new: Value) -> str:
    """What came around a value, or went from around it; empty if neither did."""
    if (inside := _only_child(new)) and same_value(old, inside[1], ordered=False):
        return f"{what} is wrapped in {inside[0]} now; it is the same otherwise."
    if (inside := _only_child(old)) and same_value(inside[1], new, ordered=False):
        return f"{what} is no longer wrapped in {inside[0]}; it is the same otherwise."
    return ""


def _only_child(value: Value) -> tuple[str, Value] | None:
    """The only child of an object or an array, and what it stands in."""
    if isinstance(value, Members) and len(value) == 1:
        return _shown((value[0][0],)), value[0][1]
    if isinstance(value, list) and len(value) == 1:
        return "an array", value[0]
    return None


def _renamed(changes: Sequence[ValueChange]) -> Iterator[tuple[_Tokens, _Tokens]]:
    """Members that are missing, each with the extra one of the same object that has its value."""
    missing: dict[_Tokens, list[ValueChange]] = {}
    extra: dict[_Tokens, list[ValueChange]] = {}
    for change in changes:
        if change.tokens and not change.counts:
            if isinstance(change.received, Absent):
                missing.setdefault(change.tokens[:-1], []).append(change)
            elif isinstance(change.expected, Absent):
                extra.setdefault(change.tokens[:-1], []).append(change)
    for parent, gone in missing.items():
        came = extra.get(parent, [])
        alone = len(gone) == len(came) == 1
        by_name = {_habitless(change): change for change in came}
        for one in gone:
            other = came[0] if alone else by_name.get(_habitless(one))
            if other and same_value(one.expected, other.received, ordered=False):
                yield one.tokens, other.tokens


def _habitless(change: ValueChange) -> str:
    return _HABITS.sub("", change.tokens[-1]).lower()


def _shown(tokens: _Tokens) -> str:
    return cut(pointer_text(tokens), 200)
