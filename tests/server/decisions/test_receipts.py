"""Receipts (spec 7): what they cover, what they do not, and that nothing else gets in."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from reference_server.decisions.receipts import canonical
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import SAMPLE, Workspace

COMPONENTS = ["records", "review_heads", "evidence_anchors", "selections", "request"]
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)
PROGRAM = """
import json, sys
from pathlib import Path
from reference_server.decisions.tools import call
print(json.dumps(call(Path(sys.argv[1]), "search_decisions", {"query": "Kafka"})["receipt"]))
"""


def receipt(root: Path, tool: str = "list_decisions", **arguments: Any) -> dict[str, Any]:
    found: dict[str, Any] = call(root, tool, arguments)["receipt"]
    return found


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The components that differ, after showing that the digest goes with them."""
    names = [name for name in COMPONENTS if before["components"][name] != after["components"][name]]
    assert (before["digest"] != after["digest"]) == bool(names)
    return names


def edit(workspace: Workspace, path: str, **fields: Any) -> None:
    file = workspace.root / ".decision" / path
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **fields}), "utf-8")


@given(VALUES)
def test_canonical_form_is_that_of_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_components_and_digest_are_hashes_of_canonical_values() -> None:
    found = receipt(SAMPLE, "search_decisions", query="\u00e9")

    components = found["components"]
    assert list(found) == ["digest", "components"]
    assert list(components) == COMPONENTS
    assert found["digest"] == "sha256:" + hashlib.sha256(rfc8785.dumps(components)).hexdigest()
    request = rfc8785.dumps({"query": "\u00e9"})
    assert components["request"] == "sha256:" + hashlib.sha256(request).hexdigest()


def test_records_component_maps_paths_to_parsed_content() -> None:
    folders = ("aliases", "claims", "decisions", "entities", "evidence", "relationships")
    content = {
        f".decision/{folder}/{file.name}": json.loads(file.read_text("utf-8"))
        for folder in folders
        for file in (SAMPLE / ".decision" / folder).glob("*.json")
    }

    expected = "sha256:" + hashlib.sha256(rfc8785.dumps(content)).hexdigest()

    assert receipt(SAMPLE)["components"]["records"] == expected


def test_four_tools_carry_a_receipt_and_the_entity_view_does_not() -> None:
    without = call(SAMPLE, "inspect_entity", {"entity_id": "entity-paygrid"})

    assert "receipt" not in without
    for tool in ("list_decisions", "inspect_architecture", "diff_scenarios"):
        assert list(call(SAMPLE, tool, {}))[-1] == "receipt"
    assert list(call(SAMPLE, "search_decisions", {"query": "q"}))[-1] == "receipt"


def test_list_and_architecture_of_one_scenario_have_one_receipt() -> None:
    selections = {"decision-messaging": "option-sqs"}

    listed = receipt(SAMPLE, selections=selections)

    assert receipt(SAMPLE, "inspect_architecture", selections=selections) == listed
    assert differing(receipt(SAMPLE), listed) == ["selections"]


def test_selected_options_given_or_left_out_are_the_same_input() -> None:
    given_ones = receipt(SAMPLE, selections={"decision-messaging": "option-kafka"})

    assert given_ones == receipt(SAMPLE)


@pytest.mark.parametrize(
    "path",
    [
        "aliases/alias-checkout.json",
        "claims/claim-sqs-delete.json",
        "decisions/decision-payments.json",
        "entities/entity-paygrid.json",
        "relationships/rel-order-calls-payment.json",
    ],
)
def test_record_edit_shows_in_records_alone(sample_copy: Workspace, path: str) -> None:
    before = receipt(sample_copy.root)
    field = "title" if path.startswith("decisions") else "text" if path.startswith("claims") else "name"
    field = "description" if path.startswith("relationships") else field

    edit(sample_copy, path, **{field: "Changed"})

    assert differing(before, receipt(sample_copy.root)) == ["records"]


def test_evidence_edit_shows_in_records_and_anchors(sample_copy: Workspace) -> None:
    before = receipt(sample_copy.root)

    edit(sample_copy, "evidence/evidence-sqs-delete.json", passage_hash="sha256:" + "0" * 64)

    assert differing(before, receipt(sample_copy.root)) == ["records", "evidence_anchors"]


def test_markdown_shows_only_when_it_changes_the_state_of_an_anchor(sample_copy: Workspace) -> None:
    before = receipt(sample_copy.root)
    file = sample_copy.root / "docs/adr/0001-messaging.md"
    text = file.read_text("utf-8")

    file.write_text(text + "\nOne more paragraph.\n", "utf-8")
    added = receipt(sample_copy.root)
    file.write_text(text.replace("seven days", "nine days"), "utf-8")
    changed = receipt(sample_copy.root)

    assert differing(before, added) == []
    assert differing(before, changed) == ["evidence_anchors"]


def test_review_shows_only_through_the_heads(sample_copy: Workspace) -> None:
    before = receipt(sample_copy.root)
    sample_copy.put("reviews", "review-0008", seq=8, subject={"type": "entity", "ids": ["entity-paygrid"]})
    judged = receipt(sample_copy.root)

    sample_copy.put("reviews", "review-0009", seq=9, judgment="undo", subject=None, undoes="review-0008")
    undone = receipt(sample_copy.root)

    assert differing(before, judged) == ["review_heads"]
    assert differing(before, undone) == []


def test_query_shows_in_request_as_given() -> None:
    one = receipt(SAMPLE, "search_decisions", query="Kafka")

    assert differing(one, receipt(SAMPLE, "search_decisions", query="kafka")) == ["request"]
    assert differing(receipt(SAMPLE), one) == ["request"]


def test_settings_connections_and_saved_scenarios_are_not_covered(sample_copy: Workspace) -> None:
    before = receipt(sample_copy.root, "search_decisions", query="q")

    for path in ("config.yaml", "connections/connection-docs.json", "scenarios/scenario-sqs.json"):
        (sample_copy.root / ".decision" / path).unlink()

    assert receipt(sample_copy.root, "search_decisions", query="q") == before


def test_layout_of_the_files_is_no_input(sample_copy: Workspace) -> None:
    before = receipt(sample_copy.root)

    for file in (sample_copy.root / ".decision").rglob("*.json"):
        value = json.loads(file.read_text("utf-8"))
        shuffled = dict(reversed(value.items()))
        file.write_bytes(json.dumps(shuffled, indent=7, ensure_ascii=True).replace("\n", "\r\n").encode())

    assert receipt(sample_copy.root) == before


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "77", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
    ],
)
def test_digest_is_the_same_in_another_process_after_touching_the_files(
    sample_copy: Workspace, environment: dict[str, str]
) -> None:
    for file in sample_copy.root.rglob("*"):
        os.utime(file, (1, 1))

    other = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(sample_copy.root)],
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
    )

    assert json.loads(other.stdout) == receipt(SAMPLE, "search_decisions", query="Kafka")
