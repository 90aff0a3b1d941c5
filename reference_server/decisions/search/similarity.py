"""The squared cosine of integer vectors, in units of 10^-12 (spec 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

THRESHOLD = 90_000_000_000
"""The least similarity that puts a document on the vector list: cosine 0.3."""

_UNIT = 10**12


def squared_cosine(dot: int, left_norm: int, right_norm: int) -> int:
    """`s` of 9.4 from a dot product and the squared lengths; 0 where `dot` ≤ 0 or a vector is zero."""
    if dot <= 0 or left_norm == 0 or right_norm == 0:
        return 0
    return dot * dot * _UNIT // (left_norm * right_norm)


def dot_product(left: Sequence[int], right: Sequence[int]) -> int:
    """The dot product of two vectors of one length."""
    return sum(map(mul, left, right))


def similar(query: Sequence[int], documents: Sequence[Sequence[int]]) -> dict[int, int]:
    """The similarity to `query` of each document that reaches `THRESHOLD`, by place."""
    norm = dot_product(query, query)
    found: dict[int, int] = {}
    for place, document in enumerate(documents):
        dot = dot_product(query, document)
        if dot > 0:
            similarity = squared_cosine(dot, norm, dot_product(document, document))
            if similarity >= THRESHOLD:
                found[place] = similarity
    return found
