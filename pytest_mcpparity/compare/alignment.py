"""Where two sequences agree: from both ends, and at elements that stand once in each.

All of it is linear but for the sorting inside `increasing`, which takes n log n steps: nothing here
gets slower than that when everything differs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

#: How much is held together at once while looking for the first difference, at most.
_CHUNK = 1 << 18

Sliced = TypeVar("Sliced", str, bytes)


def common_prefix(first: Sliced, second: Sliced, at: tuple[int, int] = (0, 0)) -> int:
    """The number of characters (or bytes) that agree from `at` on; by slices, never one by one."""
    one, other = at
    limit = min(len(first) - one, len(second) - other)
    return _agreeing(
        limit, lambda low, high: first[one + low : one + high] == second[other + low : other + high]
    )


def common_suffix(first: Sliced, second: Sliced, prefix: int = 0) -> int:
    """The number of characters with which both end, none of them among the first `prefix`."""
    limit = min(len(first), len(second)) - prefix
    return _agreeing(limit, lambda low, high: _tail(first, low, high) == _tail(second, low, high))


def _agreeing(limit: int, same: Callable[[int, int], bool]) -> int:
    """How many agree, at most `limit`; `same` compares those from one number to before another."""
    low, size = 0, 64
    while low < limit:
        high = min(low + size, limit)
        if not same(low, high):
            break
        low, size = high, min(size * 2, _CHUNK)
    else:
        return limit
    while high - low > 1:  # equal before low, different before high
        middle = (low + high) // 2
        if same(low, middle):
            low = middle
        else:
            high = middle
    return low


def _tail(text: Sliced, low: int, high: int) -> Sliced:
    return text[len(text) - high : len(text) - low]


def align(expected: Sequence[Hashable], received: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of indexes of equal elements, rising on both sides: what stayed where it was.

    Equal ends come first, then elements that stand exactly once on each side (the longest rising run
    of them), then what equals around those. What is equal only by repetition may be left out.
    """
    head = 0
    limit = min(len(expected), len(received))
    while head < limit and expected[head] == received[head]:
        head += 1
    tail = 0
    while tail < limit - head and expected[-1 - tail] == received[-1 - tail]:
        tail += 1
    anchors = _anchors(expected, received, head, tail)
    pairs = [(index, index) for index in range(head)]
    ends = (len(expected) - tail, len(received) - tail)
    before = (head, head)
    for anchor in [*anchors, ends]:
        pairs.extend(_around(expected, received, before, anchor))
        if anchor != ends:
            pairs.append(anchor)
        before = (anchor[0] + 1, anchor[1] + 1)
    pairs.extend(zip(range(ends[0], len(expected)), range(ends[1], len(received)), strict=True))
    return pairs


def _anchors(
    expected: Sequence[Hashable], received: Sequence[Hashable], head: int, tail: int
) -> list[tuple[int, int]]:
    """The longest rising run of elements that stand once in the middle of either side."""
    old = range(head, len(expected) - tail)
    new = range(head, len(received) - tail)
    old_counts = Counter(expected[index] for index in old)
    new_counts = Counter(received[index] for index in new)
    at = {received[index]: index for index in new if new_counts[received[index]] == 1}
    unique = [
        (index, at[expected[index]])
        for index in old
        if expected[index] in at and old_counts[expected[index]] == 1
    ]
    return [unique[index] for index in increasing([pair[1] for pair in unique])]


def _around(
    expected: Sequence[Hashable],
    received: Sequence[Hashable],
    start: tuple[int, int],
    stop: tuple[int, int],
) -> list[tuple[int, int]]:
    """Equal elements directly behind `start` and directly before `stop`."""
    (old, new), (old_stop, new_stop) = start, stop
    pairs: list[tuple[int, int]] = []
    while old < old_stop and new < new_stop and expected[old] == received[new]:
        pairs.append((old, new))
        old, new = old + 1, new + 1
    behind: list[tuple[int, int]] = []
    while old < old_stop and new < new_stop and expected[old_stop - 1] == received[new_stop - 1]:
        old_stop, new_stop = old_stop - 1, new_stop - 1
        behind.append((old_stop, new_stop))
    return pairs + behind[::-1]


def increasing(numbers: Sequence[int]) -> list[int]:
    """The indexes of the longest strictly rising run of `numbers`, gaps allowed."""
    tops: list[int] = []
    top_indexes: list[int] = []
    before: list[int] = []
    for index, number in enumerate(numbers):
        pile = bisect_left(tops, number)
        before.append(top_indexes[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(number)
            top_indexes.append(index)
        else:
            tops[pile] = number
            top_indexes[pile] = index
    run: list[int] = []
    index = top_indexes[-1] if top_indexes else -1
    while index >= 0:
        run.append(index)
        index = before[index]
    return run[::-1]
