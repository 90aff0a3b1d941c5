"""inspect_entity (spec 8.4)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.errors import EntityError
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import SAMPLE, Workspace, deltas, entity, option


def view(workspace: Workspace, entity_id: str, **selections: str) -> dict[str, Any]:
    return call(workspace.root, "inspect_entity", {"entity_id": entity_id, "selections": selections})


@pytest.fixture
def base(workspace: Workspace) -> Workspace:
    workspace.entities("a", "b", "c")
    workspace.put("relationships", "r2", source="a", target="b")
    workspace.put("relationships", "r1", source="c", target="a")
    workspace.put("relationships", "r3", source="a", target="a")
    return workspace


def test_relationships_are_split_and_a_loop_is_in_both(base: Workspace) -> None:
    found = view(base, "a")["relationships"]

    assert [item["id"] for item in found["outgoing"]] == ["r2", "r3"]
    assert [item["id"] for item in found["incoming"]] == ["r1", "r3"]


def test_keys_are_those_of_the_spec_without_a_receipt(base: Workspace) -> None:
    assert list(view(base, "a")) == [
        "entity",
        "relationships",
        "aliases",
        "claims",
        "evidence",
        "decisions",
        "identity_groups",
        "identity_suggestions",
        "identity_conflicts",
    ]


def test_claims_on_the_entity_and_its_relationships_bring_their_evidence(base: Workspace) -> None:
    base.put("evidence", "e2").put("evidence", "e1").put("evidence", "unused")
    base.put("decisions", "d", options=[option("o")])
    base.put("claims", "c2", evidence=["e1", "e2"])
    held = [{"decision": "d", "option": "o"}]
    base.put("claims", "c1", subject={"type": "relationship", "id": "r1"}, effective_under=held)
    base.put("claims", "c3", subject={"type": "entity", "id": "b"}, evidence=["unused"])

    answer = view(base, "a")

    assert [(item["id"], item["effective"]) for item in answer["claims"]] == [("c1", False), ("c2", True)]
    assert [item["id"] for item in answer["evidence"]] == ["e1", "e2"]


def test_aliases_are_listed_effective_or_not(base: Workspace) -> None:
    base.put("aliases", "x", entity="a").put("aliases", "y", entity="b").put("aliases", "w", entity="a")
    base.put("reviews", "v", judgment="reject", subject={"type": "alias", "ids": ["x"]})

    assert [(item["id"], item["review"]) for item in view(base, "a")["aliases"]] == [
        ("w", "unreviewed"),
        ("x", "rejected"),
    ]


def test_decisions_with_any_option_that_names_the_entity_are_related(base: Workspace) -> None:
    touches = option("o", rationale="because", deltas=deltas(replaces={"entities": [entity("a")]}))
    base.put("decisions", "d1", options=[option("n", rationale="none"), touches])
    base.put("decisions", "d2", options=[option("o", deltas=deltas(removes={"relationships": ["r2"]}))])
    base.put("decisions", "d3", options=[option("o", deltas=deltas(removes={"entities": ["b"]}))])

    undecided = view(base, "a")["decisions"]
    decided = view(base, "a", d1="o")["decisions"]

    assert [item["id"] for item in undecided] == ["d1", "d2"]
    assert undecided[0]["rationale"] is None
    assert decided[0]["rationale"] == "because"
    assert decided[0]["options"] == [
        {"id": "n", "title": "n", "rationale": "none", "selected": False},
        {"id": "o", "title": "o", "rationale": "because", "selected": True},
    ]


def test_unknown_and_absent_entities_differ_in_words(base: Workspace) -> None:
    base.put("decisions", "d", options=[option("o", deltas=deltas({"entities": [entity("later")]}))])

    with pytest.raises(EntityError) as unknown:
        view(base, 'z"')
    with pytest.raises(EntityError) as absent:
        view(base, "later")

    assert unknown.value.text == 'Unknown entity: "z\\"".'
    assert absent.value.text == 'Entity "later" is not in this scenario.'
    assert view(base, "later", d="o")["entity"]["id"] == "later"


def test_rejected_entity_is_known_but_not_in_the_scenario(base: Workspace) -> None:
    base.put("reviews", "v", judgment="reject", subject={"type": "entity", "ids": ["a"]})

    with pytest.raises(EntityError, match="is not in this scenario"):
        view(base, "a")


def test_sample_group_is_shown_for_each_member() -> None:
    groups = [
        call(SAMPLE, "inspect_entity", {"entity_id": name})["identity_groups"]
        for name in ("entity-card-processor", "entity-paygrid")
    ]

    assert groups[0] == groups[1]
    assert groups[0][0]["members"] == ["entity-card-processor", "entity-paygrid"]
