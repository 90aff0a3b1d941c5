"""The published descriptors (spec 8, App. B), and answers that conform to their output schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reference_server.decisions.descriptors import descriptors
from reference_server.decisions.tools import TOOLS, call
from tests.server.decisions.repositories import SAMPLE

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("list_decisions", {}),
    ("search_decisions", {"query": "Why are we using Kafka?"}),
    ("inspect_architecture", {}),
    ("inspect_architecture", {"selections": {"decision-tracking": "option-polling"}}),
    ("inspect_entity", {"entity_id": "entity-card-processor"}),
    ("inspect_entity", {"entity_id": "entity-tracking-gateway"}),
    ("diff_scenarios", {"after_selections": {"decision-messaging": "option-sqs"}}),
    ("diff_scenarios", {"after_selections": {"decision-tracking": "option-polling"}}),
]


def descriptor(tool: str) -> dict[str, Any]:
    return next(item for item in descriptors() if item["name"] == tool)


def test_five_tools_are_published_in_order() -> None:
    names = [item["name"] for item in descriptors()]

    assert names == [
        "list_decisions",
        "search_decisions",
        "inspect_architecture",
        "inspect_entity",
        "diff_scenarios",
    ]
    assert names == list(TOOLS)


@pytest.mark.parametrize("tool", TOOLS)
def test_tool_says_it_reads_only(tool: str) -> None:
    assert descriptor(tool)["annotations"] == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }


@pytest.mark.parametrize("tool", TOOLS)
def test_declared_arguments_are_those_that_are_checked(tool: str) -> None:
    schema = descriptor(tool)["inputSchema"]

    assert list(schema["properties"]) == [item.name for item in TOOLS[tool].parameters]
    assert schema.get("required", []) == [item.name for item in TOOLS[tool].parameters if item.required]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_answer_conforms_to_the_output_schema(tool: str, arguments: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(descriptor(tool)["outputSchema"])
    answer = call(SAMPLE, tool, arguments)

    assert list(validator.iter_errors(answer)) == []
    assert not validator.is_valid({**answer, "more": 1})


def test_list_says_to_call_it_first_and_the_graph_says_it_is_large() -> None:
    assert "Call this first to find the ids" in descriptor("list_decisions")["description"]
    assert "The response is large" in descriptor("inspect_architecture")["description"]


def test_file_of_descriptors_is_plain_json() -> None:
    package = Path(__file__).parents[3] / "reference_server" / "decisions"

    value = json.loads((package / "schemas" / "tools.json").read_text("utf-8"))

    assert tuple(value) == descriptors()
