"""When two JSON values, or two texts that spell one, are the same (spec § 4)."""

from __future__ import annotations

import re

from pytest_mcpparity.answer import Absent
from pytest_mcpparity.json_text import JsonTextError, Value, compact, parse, sorted_members

#: Texts of more characters are first held against each other without being parsed.
_LARGE = 1 << 20
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_OUTSIDE_STRINGS = '"{}[],:0123456789.eE+-tfn'
_ANYWHERE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/"


def same_value(expected: Value | Absent, received: Value | Absent, ordered: bool) -> bool:
    """Tell whether two values are equal: numbers by spelling, duplicates counted.

    The order of members counts where `ordered`. An absent value equals an absent one only.
    """
    if expected == received and type(expected) is type(received):
        return True
    if ordered or isinstance(expected, Absent) or isinstance(received, Absent):
        return False
    return bool(sorted_members(expected) == sorted_members(received))


def canonical(value: Value) -> str:
    """A text that is equal for two values exactly if they are equal but for the order of members."""
    return compact(sorted_members(value))


def canonical_text(text: str) -> str | None:
    """The same of the value that a text spells, or None if it is no JSON."""
    try:
        return canonical(parse(text))
    except JsonTextError:
        return None


def parse_both(expected: str, received: str) -> tuple[Value, Value] | None:
    """The values that two texts spell, or None if one of them is no JSON."""
    try:
        return parse(expected), parse(received)
    except JsonTextError:
        return None


def same_json_text(expected: str, received: str) -> bool | None:
    """Tell whether two texts spell the same JSON value, order free; None if one of them is no JSON.

    Of two large texts that cannot be the same this is said without parsing them, JSON or not: values of
    20 MB would take half a gigabyte.
    """
    if max(len(expected), len(received)) > _LARGE and _cannot_be_same(expected, received):
        return False
    values = parse_both(expected, received)
    return None if values is None else same_value(*values, ordered=False)


def _cannot_be_same(expected: str, received: str) -> bool:
    """Tell whether two texts differ in what order, white space and escapes leave alone, as JSON."""
    outside = [_STRING.sub('"', text) for text in (expected, received)]
    if any(outside[0].count(character) != outside[1].count(character) for character in _OUTSIDE_STRINGS):
        return True
    if "\\" in expected or "\\" in received:  # an escape may stand for any character
        return False
    return any(expected.count(character) != received.count(character) for character in _ANYWHERE)
