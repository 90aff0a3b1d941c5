"""The extractive answer: citations and whether they are grounds enough (spec 9.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from reference_server.decisions.search.lexical import LexicalIndex
from reference_server.decisions.search.passages import Passage
from reference_server.decisions.search.sentences import sentences
from reference_server.decisions.search.tokens import terms, tokens

MAX_CITATIONS = 3


@dataclass(frozen=True, slots=True)
class Citation:
    """One sentence of a returned passage."""

    passage: Passage
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the returned passages answer; `grounded` says whether the citations support it."""

    citations: tuple[Citation, ...]
    grounded: bool

    @property
    def text(self) -> str:
        """The cited sentences joined by one space; empty without any."""
        return " ".join(citation.text for citation in self.citations)


@dataclass(frozen=True, slots=True)
class _Candidate:
    score: int
    place: tuple[int, int]
    citation: Citation


def answer(query: str, returned: Sequence[Passage], backed: Collection[str], lexical: LexicalIndex) -> Answer:
    """The answer to `query` from the `returned` passages, of which those with an id in `backed` are backed.

    `lexical` is the passage index, whose idf weighs the sentences.
    """
    asks_why = tokens(query)[:1] == ["why"]
    query_terms = set(terms(query))
    pool = returned
    if asks_why and backed:
        pool = [passage for passage in returned if passage.id in backed]
    citations = _citations(pool, query_terms, lexical)
    grounded = bool(citations) and _cover_half(citations, query_terms) and not (asks_why and not backed)
    return Answer(citations, grounded)


def _citations(pool: Sequence[Passage], query_terms: set[str], lexical: LexicalIndex) -> tuple[Citation, ...]:
    weights = {term: lexical.idf(term) for term in query_terms}
    candidates = []
    for passage_place, passage in enumerate(pool):
        for place, sentence in enumerate(sentences(passage.kind, passage.text)):
            score = sum(weights[term] for term in query_terms.intersection(terms(sentence)))
            if score > 0:
                candidates.append(_Candidate(score, (passage_place, place), Citation(passage, sentence)))
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.place))
    chosen = [candidate for candidate in candidates if 2 * candidate.score >= candidates[0].score]
    in_order = sorted(chosen[:MAX_CITATIONS], key=lambda candidate: candidate.place)
    return tuple(candidate.citation for candidate in in_order)


def _cover_half(citations: Sequence[Citation], query_terms: set[str]) -> bool:
    """Whether at least half of the query's terms occur in the index texts of the cited passages."""
    covered: set[str] = set()
    for citation in citations:
        covered.update(query_terms.intersection(terms(citation.passage.index_text)))
    return 2 * len(covered) >= len(query_terms)
