"""Answers of `search_decisions`: worked examples, answer, citations, claims, entities (9.6–9.8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reference_server.decisions.serialise import serialise
from reference_server.decisions.tools import call
from tests.server.decisions.search.conftest import SAMPLE, Folder

EXPECTED = Path(__file__).parents[1] / "data"
WHY = "Why are we using Kafka?"


def names(items: list[dict[str, Any]]) -> list[str]:
    return [item["id"] for item in items]


@pytest.mark.parametrize(
    ("file", "arguments"),
    [
        ("14_2_grounded_answer.json", {"query": WHY}),
        ("14_3_what_if_answer.json", {"query": WHY, "selections": {"decision-messaging": "option-sqs"}}),
    ],
)
def test_the_worked_examples_are_met_to_the_byte(file: str, arguments: dict[str, object]) -> None:
    answer = serialise(call(SAMPLE, "search_decisions", arguments))

    assert answer.encode() == (EXPECTED / file).read_bytes().removesuffix(b"\n")


def test_a_query_that_matches_nothing_gets_an_empty_answer(folder: Folder) -> None:
    folder.write("a.md", "Kafka.\n")

    answer = folder.search("zebra")

    assert {key: answer[key] for key in list(answer)[:-1]} == {
        "query": "zebra",
        "answer": "",
        "grounded": False,
        "citations": [],
        "passages": [],
        "claims": [],
        "entities": [],
    }


@pytest.mark.parametrize("query", ["why are we using it?", "?!", "  why\n"])
def test_a_query_without_terms_is_never_grounded(folder: Folder, query: str) -> None:
    folder.write("a.md", "Kafka.\n")

    answer = folder.search(query)

    assert (answer["query"], answer["answer"], answer["grounded"]) == (query, "", False)


def test_a_repository_without_markdown_still_finds_claims(folder: Folder) -> None:
    folder.claim("claim-a", "Kafka is fast.")

    answer = folder.search("kafka")

    assert names(answer["claims"]) == ["claim-a"]
    assert answer["passages"] == []
    assert answer["grounded"] is False


def test_at_most_five_passages_come_best_first_and_equals_by_key(folder: Folder) -> None:
    for name in ("b", "a", "c"):
        folder.write(f"{name}.md", "queue lag\n\nqueue lag\n")
    folder.write("z.md", "queue queue lag\n")

    answer = folder.search("queue")

    assert names(answer["passages"]) == ["z.md:1-1", "a.md:1-1", "a.md:3-3", "b.md:1-1", "b.md:3-3"]


def test_the_heading_is_searched_but_not_cited(folder: Folder) -> None:
    folder.write("a.md", "# Kafka\n\nEvents are kept.\n")

    answer = folder.search("kafka")

    assert names(answer["passages"]) == ["a.md:3-3"]
    assert answer["citations"] == []
    assert answer["grounded"] is False


def test_a_passage_lists_all_evidence_on_it(folder: Folder) -> None:
    folder.write("a.md", "Kafka.\n\nOther.\n")
    folder.evidence("evidence-b", "a.md", "Kafka.")
    folder.evidence("evidence-a", "a.md", "Kafka.")
    folder.evidence("evidence-c", "b.md", "Kafka.")
    folder.evidence("evidence-d", "a.md", "Other.")

    answer = folder.search("kafka")

    assert answer["passages"][0]["evidence"] == ["evidence-a", "evidence-b"]


def test_code_is_a_passage_without_citations(folder: Folder) -> None:
    folder.write("a.md", "```\nkafka\n```\n")

    answer = folder.search("kafka")

    assert answer["passages"][0]["kind"] == "code"
    assert answer["citations"] == []


def test_at_most_three_sentences_are_cited_in_the_order_of_the_text(folder: Folder) -> None:
    folder.write("a.md", "Queue one. Queue lag. Queue two. Queue three. Lag queue.\n\nOther words.\n")

    answer = folder.search("queue lag")

    # Both terms score twice, and of the sentences with one term the first is left room for.
    assert answer["answer"] == "Queue one. Queue lag. Lag queue."


def test_a_sentence_worth_less_than_half_of_the_best_is_dropped(folder: Folder) -> None:
    common = "\n\n".join(f"Queue number {word}." for word in ("one", "two", "three", "four", "five", "six"))
    folder.write("a.md", "Queue here. Zebra zoo.\n")
    folder.write("b.md", common + "\n")

    answer = folder.search("queue zebra")

    assert answer["answer"] == "Zebra zoo."


def test_equal_scores_are_cited_by_the_place_of_their_passage(folder: Folder) -> None:
    folder.write("a.md", "Zebra a1.\n\nZebra a2. Zebra a3.\n\nZebra a4.\n")

    answer = folder.search("zebra")

    assert names(answer["passages"]) == ["a.md:3-3", "a.md:1-1", "a.md:5-5"]
    assert answer["answer"] == "Zebra a2. Zebra a3. Zebra a1."


@pytest.mark.parametrize(
    ("query", "grounded"),
    [("zebra", True), ("zebra lion", True), ("zebra lion tiger", False), ("zebra zebra lion zebra", True)],
)
def test_half_of_the_terms_must_be_covered(folder: Folder, query: str, grounded: bool) -> None:
    folder.write("a.md", "The zebra.\n")

    assert folder.search(query)["grounded"] is grounded


def test_terms_of_the_heading_of_a_cited_passage_count_as_covered(folder: Folder) -> None:
    folder.write("a.md", "# Lion tiger\n\nThe zebra.\n")

    assert folder.search("zebra lion tiger bear panda")["grounded"] is True


def why_repository(folder: Folder) -> None:
    folder.write("a.md", "Kafka queue.\n\nKafka keeps events.\n")
    folder.evidence("evidence-a", "a.md", "Kafka keeps events.")


def test_why_is_grounded_by_a_claim_that_cites_a_passage_and_cites_only_that(folder: Folder) -> None:
    why_repository(folder)
    folder.claim("claim-a", "Because.", evidence=("evidence-a",))

    answer = folder.search(WHY)

    assert answer["grounded"] is True
    assert answer["answer"] == "Kafka keeps events."
    assert answer["claims"] == [
        {
            "id": "claim-a",
            "subject": {"type": "decision", "id": "decision-x"},
            "text": "Because.",
            "evidence": ["evidence-a"],
            "passages": ["a.md:3-3"],
        }
    ]


def test_other_questions_cite_every_passage(folder: Folder) -> None:
    why_repository(folder)
    folder.claim("claim-a", "Because.", evidence=("evidence-a",))

    answer = folder.search("What is Kafka, and why?")

    assert answer["grounded"] is True
    assert answer["answer"] == "Kafka queue. Kafka keeps events."


def test_why_without_a_claim_is_answered_but_not_grounded(folder: Folder) -> None:
    why_repository(folder)

    answer = folder.search("WHY: Kafka")

    assert answer["grounded"] is False
    assert answer["answer"] == "Kafka queue. Kafka keeps events."


def test_a_rejected_claim_backs_nothing(folder: Folder) -> None:
    why_repository(folder)
    folder.claim("claim-a", "Because.", evidence=("evidence-a",))
    folder.reject("claim", "claim-a")

    answer = folder.search(WHY)

    assert answer["grounded"] is False
    assert answer["claims"] == []


def test_a_claim_of_another_option_backs_nothing_until_it_is_selected(folder: Folder) -> None:
    why_repository(folder)
    under = (("decision-x", "option-b"),)
    folder.claim("claim-a", "Because.", evidence=("evidence-a",), under=under)

    assert folder.search(WHY)["grounded"] is False
    assert folder.search(WHY, {"decision-x": "option-a"})["grounded"] is False
    assert folder.search(WHY, {"decision-x": "option-b"})["grounded"] is True


def test_stale_evidence_backs_nothing(folder: Folder) -> None:
    why_repository(folder)
    folder.claim("claim-a", "Because.", evidence=("evidence-a",))
    folder.write("a.md", "Kafka queue.\n\nKafka keeps all events.\n")

    answer = folder.search(WHY)

    assert answer["grounded"] is False
    assert answer["claims"] == []


def test_the_same_passage_in_another_file_is_not_backed(folder: Folder) -> None:
    why_repository(folder)
    folder.claim("claim-a", "Because.", evidence=("evidence-a",))
    folder.write("b.md", "Kafka keeps events.\n")

    answer = folder.search(WHY)

    assert [item["passage"] for item in answer["citations"]] == ["a.md:3-3"]


def test_a_repeated_passage_is_cited_at_each_of_its_places(folder: Folder) -> None:
    folder.write("a.md", "Kafka.\n\nKafka.\n")
    folder.evidence("evidence-a", "a.md", "Kafka.")
    folder.claim("claim-a", "Because.", evidence=("evidence-a",))

    answer = folder.search("kafka")

    assert answer["claims"][0]["passages"] == ["a.md:1-1", "a.md:3-3"]


def test_five_ranked_claims_come_first_then_those_that_cite_by_id_up_to_ten(folder: Folder) -> None:
    folder.write("a.md", "Kafka keeps events.\n")
    folder.evidence("evidence-a", "a.md", "Kafka keeps events.")
    for number in range(7):
        folder.claim(f"claim-k{number}", "Kafka." if number else "Kafka Kafka and much more besides.")
    for number in range(8):
        folder.claim(f"claim-a{number}", "Because.", evidence=("evidence-a",))

    answer = folder.search("kafka")

    ranked = [f"claim-k{number}" for number in range(1, 6)]
    assert names(answer["claims"]) == ranked + [f"claim-a{number}" for number in range(5)]
    assert answer["claims"][0]["passages"] == []


def test_entities_are_matched_by_query_claim_and_passage(folder: Folder) -> None:
    folder.entity("entity-a", "Order Service")
    folder.entity("entity-b", "Kafka")
    folder.entity("entity-c", "Event-Log")
    folder.entity("entity-d", "Billing")
    folder.entity("entity-e", "Order")
    folder.alias("alias-e", "entity-e", "The log")
    folder.relationship("rel-ad", "entity-a", "entity-d")
    folder.write("a.md", "# Order\n\nKafka is the event log.\n")
    folder.claim("claim-a", "Kafka bills.", subject=("relationship", "rel-ad"))
    folder.claim("claim-b", "Kafka logs.", subject=("entity", "entity-c"))

    answer = folder.search("the KAFKA log")

    assert answer["entities"] == [
        {"id": "entity-b", "kind": "service", "name": "Kafka", "matched_by": ["query", "passage"]},
        {"id": "entity-a", "kind": "service", "name": "Order Service", "matched_by": ["claim"]},
        {"id": "entity-c", "kind": "service", "name": "Event-Log", "matched_by": ["claim", "passage"]},
        {"id": "entity-d", "kind": "service", "name": "Billing", "matched_by": ["claim"]},
    ]


def test_a_label_must_be_a_run_of_whole_tokens(folder: Folder) -> None:
    folder.entity("entity-a", "Order Log")
    folder.entity("entity-b", "Log")
    folder.entity("entity-c", "!?")
    folder.write("a.md", "x\n")

    assert names(folder.search("order the log")["entities"]) == ["entity-b"]
    assert names(folder.search("orders logs")["entities"]) == []
    assert names(folder.search("my order-log")["entities"]) == ["entity-a", "entity-b"]


def test_an_effective_alias_names_its_entity_and_a_rejected_one_does_not(folder: Folder) -> None:
    folder.entity("entity-a", "Order Service")
    folder.alias("alias-a", "entity-a", "Checkout")

    assert names(folder.search("checkout")["entities"]) == ["entity-a"]

    folder.reject("alias", "alias-a")

    assert names(folder.search("checkout")["entities"]) == []


def test_the_endpoint_of_a_relationship_that_the_scenario_lacks_is_left_out(folder: Folder) -> None:
    folder.entity("entity-a", "Alpha")
    folder.entity("entity-b", "Beta")
    folder.relationship("rel-ab", "entity-a", "entity-b")
    folder.claim("claim-a", "Kafka.", subject=("relationship", "rel-ab"))
    folder.reject("entity", "entity-b")

    assert names(folder.search("kafka")["entities"]) == ["entity-a"]


def test_at_most_twenty_entities_are_listed(folder: Folder) -> None:
    for number in range(25):
        folder.entity(f"entity-{number:02}", "Kafka")

    assert names(folder.search("kafka")["entities"]) == [f"entity-{number:02}" for number in range(20)]


def test_the_receipt_covers_the_query_but_no_rank(folder: Folder) -> None:
    folder.write("a.md", "Kafka.\n")
    before = folder.search("kafka")["receipt"]

    folder.write("b.md", "Kafka, Kafka.\n")
    after = folder.search("kafka")["receipt"]
    other = folder.search("kafka?")["receipt"]

    assert before == after
    assert other["components"]["request"] != before["components"]["request"]


def test_a_call_leaves_nothing_that_changes_the_next_answer(folder: Folder) -> None:
    folder.write("a.md", "Kafka here.\n")
    first = folder.search("kafka")

    folder.write("a.md", "Zebra there.\n")
    second = folder.search("kafka")
    folder.write("a.md", "Kafka here.\n")
    third = folder.search("kafka")

    assert first == third
    assert second["passages"] == []
