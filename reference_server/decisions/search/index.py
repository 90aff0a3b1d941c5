"""The two indexes of one call, built anew over its texts (spec 9.3–9.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reference_server.decisions.search.lexical import LexicalIndex
from reference_server.decisions.search.ranking import FUSED_DEPTH, best, fused
from reference_server.decisions.search.similarity import similar
from reference_server.decisions.search.tokens import terms
from reference_server.decisions.search.trigrams import TrigramIndex
from reference_server.decisions.settings import EmbeddingSettings


@dataclass(frozen=True, slots=True)
class Index:
    """An index asked for one query: its lexical counts, and the places of all fused documents, best first."""

    lexical: LexicalIndex
    order: tuple[int, ...]


def build_indexes(
    groups: Sequence[Sequence[str]], query: str, embedding: EmbeddingSettings | None
) -> list[Index]:
    """One index for each group of index texts, a group in the order of its keys.

    Without `embedding` the vectors are the local fallback. Raises `EmbeddingError` (9.4).
    """
    words = terms(query)
    if embedding is None:
        return [_local_index(texts, words) for texts in groups]
    # Only those who configured a model pay for loading an HTTP client.
    from reference_server.decisions.search.embeddings import embed

    vectors = embed(embedding, [text for texts in groups for text in texts] + [query])
    indexes = []
    start = 0
    for texts in groups:
        similarities = similar(vectors[-1], vectors[start : start + len(texts)])
        indexes.append(_fused_index(_lexical_index(texts, words), similarities))
        start += len(texts)
    return indexes


def _local_index(texts: Iterable[str], query_words: Sequence[str]) -> Index:
    """One pass, so that each text is cut into terms once and its terms are not kept."""
    lexical = LexicalIndex(query_words)
    trigrams = TrigramIndex(query_words)
    for text in texts:
        words = terms(text)
        lexical.add(words)
        trigrams.add(words)
    return _fused_index(lexical, trigrams.similarities())


def _lexical_index(texts: Iterable[str], query_words: Sequence[str]) -> LexicalIndex:
    lexical = LexicalIndex(query_words)
    for text in texts:
        lexical.add(terms(text))
    return lexical


def _fused_index(lexical: LexicalIndex, similarities: Mapping[int, int]) -> Index:
    lists = (best(scores, FUSED_DEPTH) for scores in (lexical.scores(), similarities))
    return Index(lexical, tuple(fused(lists)))
