"""Which entries of a list occur more than once (spec § a.3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

Value = TypeVar("Value", bound=Hashable)


def repeats(values: Iterable[Value]) -> Iterator[tuple[int, int, Value]]:
    """`(index, first index, value)` of every later occurrence; all of them cite the first one."""
    first: dict[Value, int] = {}
    for index, value in enumerate(values):
        earlier = first.setdefault(value, index)
        if earlier != index:
            yield index, earlier, value
