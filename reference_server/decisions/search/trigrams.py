"""The local vector fallback: runs of three code points, hashed into 512 counts (spec 9.4)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import mul

from reference_server.decisions.search.similarity import THRESHOLD, squared_cosine

DIMENSIONS = 512


class _Positions(dict[str, tuple[int, ...]]):
    """The positions that one occurrence of a term counts at, in order and with repeats."""

    def __missing__(self, term: str) -> tuple[int, ...]:
        framed = f"<{term}>"
        runs = (framed[start : start + 3] for start in range(len(term)))
        self[term] = tuple(_position(run) for run in runs)
        return self[term]


class _Affinities(dict[str, int]):
    """The dot product of the query's vector with one occurrence of a term."""

    def __init__(self, query: Counter[int], positions: _Positions) -> None:
        super().__init__()
        self._query = query
        self._positions = positions

    def __missing__(self, term: str) -> int:
        self[term] = sum(self._query[position] for position in self._positions[term])
        return self[term]


class TrigramIndex:
    """Compares documents with the query as they come, in the order of their keys."""

    def __init__(self, query_words: Sequence[str]) -> None:
        """`query_words` are the terms of the query in order and with repeats."""
        self._positions = _Positions()
        query = self._vector(query_words)
        self._norm = _squared_length(query)
        self._affinities = _Affinities(query, self._positions)
        self._documents = 0
        self._similarities: dict[int, int] = {}

    def add(self, words: Sequence[str]) -> None:
        """Take the next document, given as its terms in order and with repeats."""
        place = self._documents
        self._documents += 1
        dot = sum(map(self._affinities.__getitem__, words))
        # By the least length that so many counts can have, most documents are out without a vector.
        runs = sum(map(len, words))
        least_norm = max(runs, -(-runs * runs // DIMENSIONS))
        if squared_cosine(dot, self._norm, least_norm) < THRESHOLD:
            return
        similarity = squared_cosine(dot, self._norm, _squared_length(self._vector(words)))
        if similarity >= THRESHOLD:
            self._similarities[place] = similarity

    def similarities(self) -> dict[int, int]:
        """The similarity of each document that reaches the threshold of 9.4, by place."""
        return self._similarities

    def _vector(self, words: Iterable[str]) -> Counter[int]:
        return Counter(chain.from_iterable(map(self._positions.__getitem__, words)))


def _position(run: str) -> int:
    digest = hashlib.sha256(run.encode("utf-8")).digest()
    return int.from_bytes(digest[:4], "big") % DIMENSIONS


def _squared_length(vector: Counter[int]) -> int:
    return sum(map(mul, vector.values(), vector.values()))
