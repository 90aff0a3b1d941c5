"""Lexical ranking: BM25 with k1 = 1.2 and b = 0.75 in integers (spec 9.3)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal

_IDF_UNIT = 10**9
_LN = Context(prec=40, rounding=ROUND_HALF_EVEN)


class LexicalIndex:
    """Counts the documents of one index as they come, in the order of their keys.

    Kept for each document are its length and how often it holds the terms of the query; its other
    terms are only counted, so that a large repository costs little memory.
    """

    def __init__(self, query_terms: Iterable[str]) -> None:
        self._lengths = array("L")
        self._terms = 0
        self._frequencies: dict[str, dict[int, int]] = {term: {} for term in query_terms}

    def add(self, words: Sequence[str]) -> None:
        """Take the next document, given as its terms in order and with repeats."""
        place = len(self._lengths)
        self._lengths.append(len(words))
        self._terms += len(words)
        for term in self._frequencies.keys() & words:
            self._frequencies[term][place] = words.count(term)

    def idf(self, term: str) -> int:
        """The idf of a term of the query, in units of 10^-9; 0 when no document holds it."""
        holding = len(self._frequencies[term])
        if holding == 0:
            return 0
        ratio = _LN.divide(Decimal(2 * len(self._lengths) + 2), Decimal(2 * holding + 1))
        return int(_LN.multiply(_LN.ln(ratio), Decimal(_IDF_UNIT)).to_integral_value(ROUND_HALF_EVEN))

    def scores(self) -> dict[int, int]:
        """The score of each document that has one above 0, by place."""
        scores: dict[int, int] = {}
        documents, terms = len(self._lengths), self._terms
        for term, frequency in self._frequencies.items():
            weight = self.idf(term) * 22 * terms
            for place, count in frequency.items():
                spread = 10 * terms * count + 3 * terms + 9 * self._lengths[place] * documents
                scores[place] = scores.get(place, 0) + weight * count // spread
        return {place: score for place, score in scores.items() if score > 0}
