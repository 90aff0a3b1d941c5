"""The worked examples of spec 14, to the byte."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from reference_server.decisions.errors import ToolError
from reference_server.decisions.serialise import serialise
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import EXPECTED, SAMPLE, Workspace

QUESTION = "Why are we using Kafka?"
ANSWERS: list[tuple[str, str, dict[str, Any]]] = [
    ("14_1_list.json", "list_decisions", {}),
    ("14_2_grounded_answer.json", "search_decisions", {"query": QUESTION}),
    (
        "14_3_what_if_answer.json",
        "search_decisions",
        {"query": QUESTION, "selections": {"decision-messaging": "option-sqs"}},
    ),
    ("14_5_stale_entity.json", "inspect_entity", {"entity_id": "entity-tracking-gateway"}),
    (
        "14_6_dangling_and_rewired.json",
        "diff_scenarios",
        {"before_selections": {}, "after_selections": {"decision-tracking": "option-polling"}},
    ),
]
WHOLE_GRAPH = {
    "selections": {
        "decision-payments": "option-dual-processor",
        "decision-analytics": "option-stream-export",
    }
}


@pytest.mark.parametrize(("expected", "tool", "arguments"), ANSWERS)
def test_answer_is_the_spec_text_to_the_byte(expected: str, tool: str, arguments: dict[str, Any]) -> None:
    text = serialise(call(SAMPLE, tool, arguments))

    assert text.encode() == (EXPECTED / expected).read_bytes()


def test_whole_graph_has_the_size_and_digest_of_the_spec() -> None:
    text = serialise(call(SAMPLE, "inspect_architecture", WHOLE_GRAPH)).encode()

    digest = hashlib.sha256(text).hexdigest()
    assert len(text) == 41547
    assert digest == "efc99127262cc8596262c662f5d84a51c97ab4cccce24beb3f212431ee21192d"


def test_scenario_block_of_the_whole_graph_is_the_spec_text() -> None:
    answer = call(SAMPLE, "inspect_architecture", WHOLE_GRAPH)

    assert (
        serialise(answer["scenario"]).encode() == (EXPECTED / "14_4_whole_graph_scenario.json").read_bytes()
    )


def test_entity_outside_the_scenario_is_named() -> None:
    arguments = {"entity_id": "entity-kafka-stream", "selections": {"decision-messaging": "option-sqs"}}

    with pytest.raises(ToolError) as error:
        call(SAMPLE, "inspect_entity", arguments)

    assert error.value.text.encode() == (EXPECTED / "14_7_outside_the_scenario.txt").read_bytes()


def test_missing_title_refuses_the_repository(sample_copy: Workspace) -> None:
    path = sample_copy.root / ".decision/decisions/decision-payments.json"
    decision = json.loads(path.read_text("utf-8"))
    del decision["options"][1]["title"]
    path.write_text(json.dumps(decision), "utf-8")

    with pytest.raises(ToolError) as error:
        call(sample_copy.root, "inspect_entity", {"entity_id": "entity-nope"})

    assert error.value.text.encode() == (EXPECTED / "14_8_malformed_repository.txt").read_bytes()
