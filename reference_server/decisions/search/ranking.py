"""Ranked lists and their fusion (spec 9.3–9.5).

A document is its place in the sorted keys of its index, so that a lower place is the smaller key.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

FUSED_DEPTH = 50
"""How many documents of each list take part in the fusion (9.5)."""

_FUSION_UNIT = 10**12
_FUSION_CONSTANT = 60


def best(scores: Mapping[int, int], limit: int) -> list[int]:
    """The `limit` documents of highest score, equals by ascending place."""
    return heapq.nsmallest(limit, scores, key=lambda place: (-scores[place], place))


def fused(lists: Iterable[Sequence[int]]) -> list[int]:
    """Reciprocal rank fusion of ranked `lists`: every document in one of their heads, best first (9.5)."""
    scores: Counter[int] = Counter()
    for ranked in lists:
        for rank, place in enumerate(ranked[:FUSED_DEPTH], start=1):
            scores[place] += _FUSION_UNIT // (_FUSION_CONSTANT + rank)
    return best(scores, len(scores))
