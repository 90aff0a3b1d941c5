"""Which values differ between two JSON values (spec § 4.1 row 7); the order of members is no value.

An element that was put into an array or taken out of it is one difference, not as many as follow it, and
an array whose elements only changed places is one, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_mcpparity.answer import ABSENT, Absent
from pytest_mcpparity.compare.alignment import align
from pytest_mcpparity.compare.equality import canonical
from pytest_mcpparity.json_text import Members, Value


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value that differs.

    `tokens` are those of its JSON pointer: in the expected value, or in the received one for a value
    that is extra. `ABSENT` is the side that lacks it. `counts` say how often an object names a member, where
    both sides do, but not equally often; which of the values went or came cannot be told then. `reordered`
    where both sides are arrays of the same elements in another order.
    """

    tokens: tuple[str, ...]
    expected: Value | Absent = ABSENT
    received: Value | Absent = ABSENT
    counts: tuple[int, int] | None = None
    reordered: bool = False


def value_changes(expected: Value, received: Value) -> list[ValueChange]:
    """All values that differ, in the order of the expected value; empty if only the order of members does."""
    return list(_changes((), expected, received))


def same_but_for_elements(expected: Value, received: Value) -> bool:
    """Tell whether two values are equal when the elements of every array may stand in any order."""
    return canonical(_elements_sorted(expected)) == canonical(_elements_sorted(received))


def _elements_sorted(value: Value) -> Value:
    if isinstance(value, list):
        return sorted((_elements_sorted(child) for child in value), key=canonical)
    if isinstance(value, Members):
        return Members((name, _elements_sorted(child)) for name, child in value)
    return value


def _changes(tokens: tuple[str, ...], old: Value, new: Value) -> Iterator[ValueChange]:
    if isinstance(old, Members) and isinstance(new, Members):
        yield from _member_changes(tokens, old, new)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _element_changes(tokens, old, new)
    elif old != new:
        yield ValueChange(tokens, old, new)


def _member_changes(tokens: tuple[str, ...], old: Members, new: Members) -> Iterator[ValueChange]:
    received = _by_name(new)
    for name, values in _by_name(old).items():
        others = received.pop(name, [])
        if len(values) == len(others):
            for pair in zip(values, others, strict=True):
                yield from _changes((*tokens, name), *pair)
        elif others:
            yield ValueChange((*tokens, name), counts=(len(values), len(others)))
        else:
            yield from (ValueChange((*tokens, name), expected=value) for value in values)
    for name, others in received.items():
        yield from (ValueChange((*tokens, name), received=value) for value in others)


def _by_name(members: Members) -> dict[str, list[Value]]:
    """The values of each name, in the order of the names' first."""
    values: dict[str, list[Value]] = {}
    for name, value in members:
        values.setdefault(name, []).append(value)
    return values


def _element_changes(tokens: tuple[str, ...], old: list[Value], new: list[Value]) -> Iterator[ValueChange]:
    if len(old) == len(new) == 1:
        yield from _changes((*tokens, "0"), old[0], new[0])
        return
    keys = [canonical(value) for value in old], [canonical(value) for value in new]
    if keys[0] != keys[1] and Counter(keys[0]) == Counter(keys[1]):
        yield ValueChange(tokens, old, new, reordered=True)
        return
    before = (-1, -1)
    for anchor in [*_pairs(*keys), (len(old), len(new))]:
        olds = range(before[0] + 1, anchor[0])
        news = range(before[1] + 1, anchor[1])
        shared = min(len(olds), len(news))
        for i, j in zip(olds[:shared], news[:shared], strict=True):
            yield from _changes((*tokens, str(i)), old[i], new[j])
        for i in olds[shared:]:
            yield ValueChange((*tokens, str(i)), expected=old[i])
        for j in news[shared:]:
            yield ValueChange((*tokens, str(j)), received=new[j])
        before = anchor


def _pairs(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Elements that are the same: by index, unless fewer differ when some were put in or taken out."""
    aligned = align(old, new)
    if len(old) != len(new):
        return aligned
    by_index = [(i, i) for i in range(len(old)) if old[i] == new[i]]
    return aligned if len(aligned) > len(by_index) + 1 else by_index
