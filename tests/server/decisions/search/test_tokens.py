"""Tokens and terms (9.2)."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from reference_server.decisions.search.tokens import STOP_WORDS, phrase, terms, tokens


def test_the_examples_of_the_specification() -> None:
    assert tokens("Straße ＳＱＳ’s naïve x²") == ["strasse", "sqs", "s", "naïve", "x2"]
    assert terms("Why are we using Kafka?") == ["kafka"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\n!?", []),
        ("A-b_c.d", ["a", "b", "c", "d"]),
        ("x1 2y 3", ["x1", "2y", "3"]),
        ("ﬁne Ⅷ ½", ["fine", "viii", "1", "2"]),
        ("İ", ["i̇"]),
        ("e\u0301t\u00e9", ["été"]),
        ("日本語 テスト", ["日本語", "テスト"]),
        ("a\u00a0b\u3000c\u200bd", ["a", "b", "c", "d"]),
        ("☕ coffee ☕", ["coffee"]),
        ("ΑΣ ας", ["ασ", "ασ"]),
        ("\u0345", ["ι"]),
    ],
)
def test_tokens_are_runs_of_letters_marks_and_numbers_after_folding(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_every_character_is_kept_or_cut_by_its_category_alone() -> None:
    for code_point in range(0, sys.maxunicode + 1, 7):
        character = chr(code_point)
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold())
        spaced = "".join(each if unicodedata.category(each)[0] in "LMN" else " " for each in folded)

        assert tokens(character) == [run for run in spaced.split(" ") if run]


def test_the_stop_words_are_those_of_the_specification() -> None:
    listed = (
        "a an and are as at be by did do does for from had has have how if in into is it its of on or our so "
        "than that the their them then there these they this to us use used uses using was we were what when "
        "where which who why will with you your"
    )

    assert set(listed.split()) == STOP_WORDS


def test_terms_keep_order_and_repeats_and_are_not_stemmed() -> None:
    assert terms("The queue queues; THE Queue!") == ["queue", "queues", "queue"]


def test_a_phrase_is_the_tokens_joined_by_one_space() -> None:
    assert phrase("  The  Order-Service ") == "the order service"
