"""Two large JSON values as text: only the lines from the first difference on (spec § 4.1).

The lines are those of an answer file, two spaces a level. What is equal before the first difference is
counted and never written, so that a value of 20 MB costs no text of 20 MB.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from pytest_mcpparity.json_text import Members, Value, children, compact, quote, scalar

#: So many lines of either side are written.
_LINES: Final = 400
_Holder: TypeAlias = list[Value] | Members


@dataclass(frozen=True, slots=True)
class JsonWindow:
    """The lines of both sides from number `line` (from 1) on; the lines before are the same."""

    line: int
    expected: str
    received: str


def exceeds(value: Value, limit: int) -> bool:
    """Tell whether `value` has more than `limit` bytes when written compactly; looks no further than that."""
    size = -1  # no comma stands behind the whole
    waiting: list[Iterator[Value]] = [iter([value])]
    while waiting:
        for one in waiting[-1]:
            size += _own_size(one)
            if size > limit:
                return True
            if isinstance(one, list | Members):
                waiting.append(children(one))
                break
        else:
            waiting.pop()
    return False


def _own_size(value: Value) -> int:
    """The bytes that `value` takes beside its children, and a comma behind it; the last child has none."""
    if isinstance(value, Members):
        return sum(_written(name) + 1 for name, _ in value) + (2 if value else 3)
    if isinstance(value, list):
        return 2 if value else 3
    return _written(value) + 1


def _written(value: Value) -> int:
    return len(compact(value).encode("utf-8", "surrogatepass"))


def first_difference(expected: Value, received: Value) -> JsonWindow:
    """What follows from the first member or element on that differs; the order of members counts."""
    pair = _holders(expected, received)
    if pair is None:
        old, new = (islice(_lines(side, 0, ""), _LINES) for side in (expected, received))
        return JsonWindow(1, "\n".join(old), "\n".join(new))
    line, depth = 1, 0
    while True:
        index = _differing_child(*pair)
        line += 1 + sum(_count(child) for child in islice(children(pair[0]), index))
        depth += 1
        below = _children_at(*pair, index)
        if below is None:
            return JsonWindow(line, _rest(pair[0], index, depth), _rest(pair[1], index, depth))
        pair = below


def _holders(old: Value, new: Value) -> tuple[_Holder, _Holder] | None:
    """Both, if both are objects or both arrays, and neither is empty."""
    if old and new and isinstance(old, list | Members) and isinstance(new, type(old)):
        return old, new
    return None


def _differing_child(old: _Holder, new: _Holder) -> int:
    """The index of the first child that differs; that behind the last one if one side has more."""
    shared = min(len(old), len(new))
    return next((index for index in range(shared) if old[index] != new[index]), shared)


def _children_at(old: _Holder, new: _Holder, index: int) -> tuple[_Holder, _Holder] | None:
    """The children of both at `index`, if they have one name and children that can be told apart."""
    one, other = (next(_named(side, index), None) for side in (old, new))
    return _holders(one[1], other[1]) if one and other and one[0] == other[0] else None


def _count(value: Value) -> int:
    """The lines that `value` takes."""
    total = 0
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | Members) and one:
            total += 2
            waiting.extend(children(one))
        else:
            total += 1
    return total


def _rest(value: _Holder, index: int, depth: int) -> str:
    """The lines from the child `index` on; its parent's closing bracket ends them."""
    return "\n".join(islice(_inside(value, depth, index), _LINES))


def _inside(value: _Holder, depth: int, first: int = 0, comma: str = "") -> Iterator[str]:
    """The lines of the children from `first` on, and the closing bracket with the `comma` behind it."""
    closing = "}" if isinstance(value, Members) else "]"
    for count, child in enumerate(_named(value, first), first + 1):
        yield from _lines(child[1], depth, child[0], "," if count < len(value) else "")
    yield "  " * (depth - 1) + closing + comma


def _named(value: _Holder, first: int) -> Iterator[tuple[str, Value]]:
    """The children of an array or object from `first` on, with what stands before each on its line."""
    if isinstance(value, Members):
        return ((f"{quote(name)}: ", child) for name, child in islice(value, first, None))
    return (("", child) for child in islice(value, first, None))


def _lines(value: Value, depth: int, prefix: str, comma: str = "") -> Iterator[str]:
    start = "  " * depth + prefix
    if isinstance(value, list | Members) and value:
        yield start + ("{" if isinstance(value, Members) else "[")
        yield from _inside(value, depth + 1, comma=comma)
    elif isinstance(value, list | Members):
        yield f"{start}{'{}' if isinstance(value, Members) else '[]'}{comma}"
    else:
        yield f"{start}{quote(value) if isinstance(value, str) else scalar(value)}{comma}"
