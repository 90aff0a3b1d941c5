"""Lexical and vector ranks and their fusion (9.3–9.5), with the check values of 9.8."""

from __future__ import annotations

import hashlib

import pytest

from reference_server.decisions.repository import load_repository
from reference_server.decisions.search.lexical import LexicalIndex
from reference_server.decisions.search.passages import Passage
from reference_server.decisions.search.ranking import best, fused
from reference_server.decisions.search.similarity import THRESHOLD, similar, squared_cosine
from reference_server.decisions.search.tokens import terms
from reference_server.decisions.search.trigrams import TrigramIndex
from tests.server.decisions.search.conftest import SAMPLE

CHECK_VALUES = [
    ("docs/adr/0001-messaging.md:19-22", 2, 16, 2117223870, 14, 197, 198984771573),
    ("docs/adr/0001-messaging.md:11-11", 2, 18, 2040055745, 12, 198, 145454545454),
    ("docs/adr/0001-messaging.md:17-17", 1, 11, 1757844644, 7, 80, 122500000000),
    ("docs/runbook.md:4-6", 1, 15, 1561663576, 5, 88, 56818181818),
]


def sample_passages() -> list[Passage]:
    files = load_repository(SAMPLE).markdown
    return [passage for path in files.paths() for passage in files.passages(path)]


def counts(words: list[str]) -> list[int]:
    """The vector of 9.4, spelled out."""
    vector = [0] * 512
    for word in words:
        framed = f"<{word}>"
        for start in range(len(framed) - 2):
            digest = hashlib.sha256(framed[start : start + 3].encode()).digest()
            vector[int.from_bytes(digest[:4], "big") % 512] += 1
    return vector


def lexical(documents: list[list[str]], *query: str) -> LexicalIndex:
    index = LexicalIndex(query)
    for words in documents:
        index.add(words)
    return index


def trigram_similarities(documents: list[list[str]], *query: str) -> dict[int, int]:
    index = TrigramIndex(query)
    for words in documents:
        index.add(words)
    return index.similarities()


def test_the_sample_gives_the_check_values_of_the_lexical_index() -> None:
    passages = sample_passages()
    documents = [terms(passage.index_text) for passage in passages]

    index = lexical(documents, "kafka")

    scores = {passages[place].id: score for place, score in index.scores().items()}
    assert (len(documents), sum(map(len, documents))) == (21, 303)
    assert index.idf("kafka") == 1586965057
    assert scores == {passage: score for passage, _, _, score, *_ in CHECK_VALUES}
    for passage, frequency, length, *_ in CHECK_VALUES:
        words = next(words for words, each in zip(documents, passages, strict=True) if each.id == passage)
        assert (words.count("kafka"), len(words)) == (frequency, length)


def test_the_sample_gives_the_check_values_of_the_vectors() -> None:
    passages = sample_passages()
    documents = [terms(passage.index_text) for passage in passages]

    similarities = trigram_similarities(documents, "kafka")

    found = {passages[place].id: value for place, value in similarities.items()}
    expected = {passage: s for passage, *_, s in CHECK_VALUES}
    assert found == {passage: s for passage, s in expected.items() if s >= THRESHOLD}
    for passage, _, _, _, dot, norm, s in CHECK_VALUES:
        assert squared_cosine(dot, 5, norm) == expected[passage] == s


def test_positions_of_kafka_are_those_of_the_specification() -> None:
    assert [place for place, count in enumerate(counts(["kafka"])) if count] == sorted(
        [244, 46, 155, 272, 463]
    )


def test_pruning_never_changes_a_similarity() -> None:
    documents = [terms(passage.index_text) for passage in sample_passages()]
    documents += [["kafka"], ["kafka"] * 40, ["ka", "fka"], [], ["a"], ["kafkaesque", "stream"]]
    query = ["kafka", "stream", "kafka", "b"]

    found = trigram_similarities(documents, *query)

    vectors = [counts(words) for words in documents]
    assert found == similar(counts(query), vectors)
    assert 0 < len(found) < len(documents)


def test_an_unknown_term_has_no_weight_and_no_documents() -> None:
    index = lexical([["a1", "b1"], ["b1"]], "absent")

    assert index.idf("absent") == 0
    assert index.scores() == {}


def test_a_repeated_query_term_counts_once() -> None:
    documents = [["queue", "lag"], ["other"]]

    assert lexical(documents, "queue", "queue").scores() == lexical(documents, "queue").scores()


def test_scores_of_distinct_terms_add_up() -> None:
    documents = [["queue", "lag"], ["queue"], ["lag", "lag", "x1"]]

    both = lexical(documents, "queue", "lag").scores()

    queue, lag = lexical(documents, "queue").scores(), lexical(documents, "lag").scores()
    assert both == {place: queue.get(place, 0) + lag.get(place, 0) for place in (0, 1, 2)}


@pytest.mark.parametrize(
    ("documents", "holding", "expected"),
    [(1, 1, 287682072), (2, 1, 693147181), (3, 1, 980829253), (2, 2, 182321557), (100, 1, 4209655409)],
)
def test_idf_is_the_rounded_logarithm(documents: int, holding: int, expected: int) -> None:
    index = lexical([["w1"]] * holding + [["x1"]] * (documents - holding), "w1")

    assert index.idf("w1") == expected


def test_an_empty_index_ranks_nothing() -> None:
    assert lexical([], "kafka").scores() == {}
    assert lexical([], "kafka").idf("kafka") == 0
    assert trigram_similarities([], "kafka") == {}


def test_a_query_without_terms_is_similar_to_nothing() -> None:
    assert trigram_similarities([["kafka"], []]) == {}


@pytest.mark.parametrize(
    ("dot", "left", "right", "expected"),
    [(0, 4, 4, 0), (-3, 9, 9, 0), (1, 0, 1, 0), (1, 1, 0, 0), (3, 9, 1, 10**12), (2, 3, 7, 190476190476)],
)
def test_squared_cosine_is_floored_and_zero_without_a_common_direction(
    dot: int, left: int, right: int, expected: int
) -> None:
    assert squared_cosine(dot, left, right) == expected


def test_the_threshold_itself_is_on_the_list() -> None:
    # Cosines 0.3 and a hair less, against a query along the first axis.
    at = [300_000_000, 953_939_201]
    below = [299_999_999, 953_939_202]

    found = similar([1, 0], [[3, 0], at, below, [0, 5], [-3, 0], [0, 0]])

    assert squared_cosine(at[0], 1, at[0] ** 2 + at[1] ** 2) >= THRESHOLD
    assert list(found) == [0, 1]


def test_equals_are_ranked_by_key() -> None:
    assert best({5: 7, 1: 7, 3: 9, 2: 1}, 3) == [3, 1, 5]


def test_fusion_adds_reciprocal_ranks_of_both_lists() -> None:
    # 2 is first and second; 0 and 9 are on one list each, at ranks that differ.
    assert fused([[2, 0], [9, 2]]) == [2, 9, 0]


def test_fusion_floors_each_part_before_adding() -> None:
    # 61 + 63 beats 62 + 62 by convexity, which rounding must not hide.
    assert fused([[1, 0, 2], [2, 0, 1]]) == [1, 2, 0]


def test_only_the_first_fifty_of_a_list_take_part() -> None:
    assert fused([list(range(60)), []]) == list(range(50))
