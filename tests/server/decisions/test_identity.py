"""Labels, identity groups, suggestions and conflicts (spec 4), as inspect_entity shows them."""

from __future__ import annotations

from typing import Any

from reference_server.decisions.tools import call
from tests.server.decisions.repositories import Workspace, deltas, option


def identity(workspace: Workspace, name: str, seq: int, judgment: str, *ids: str) -> None:
    workspace.put(
        "reviews", name, seq=seq, judgment=judgment, subject={"type": "identity", "ids": sorted(ids)}
    )


def view(workspace: Workspace, entity_id: str) -> dict[str, Any]:
    return call(workspace.root, "inspect_entity", {"entity_id": entity_id})


def named(workspace: Workspace, **names: str) -> None:
    for name, title in names.items():
        workspace.put("entities", name, name=title)


def test_merges_that_share_a_member_make_one_group(workspace: Workspace) -> None:
    workspace.entities("a", "b", "c", "d", "e")
    identity(workspace, "v2", 1, "merge_identity", "d", "e")
    identity(workspace, "v3", 2, "merge_identity", "b", "c")
    identity(workspace, "v1", 3, "merge_identity", "a", "c")

    groups = call(workspace.root, "inspect_architecture", {})["identity_groups"]

    assert groups == [
        {"id": "identity-a", "members": ["a", "b", "c"], "reviews": ["v1", "v3"]},
        {"id": "identity-d", "members": ["d", "e"], "reviews": ["v2"]},
    ]
    assert view(workspace, "b")["identity_groups"] == [groups[0]]


def test_entity_without_a_group_has_no_groups_and_no_conflicts(workspace: Workspace) -> None:
    workspace.entities("a", "b")
    identity(workspace, "v1", 1, "reject", "a", "b")

    answer = view(workspace, "a")

    assert (answer["identity_groups"], answer["identity_conflicts"]) == ([], [])


def test_entities_with_a_shared_label_are_suggested(workspace: Workspace) -> None:
    named(workspace, a="Order-Service", b="ORDER service", c="Order", d="--")
    workspace.put("aliases", "al", entity="c", name="order/service").put(
        "aliases", "am", entity="c", name="!"
    )

    suggestions = view(workspace, "a")["identity_suggestions"]

    assert suggestions == [
        {"entity": "b", "name": "ORDER service", "labels": ["order service"]},
        {"entity": "c", "name": "Order", "labels": ["order service"]},
    ]
    # Labels without tokens are dropped, so two nameless entities share nothing.
    assert view(workspace, "d")["identity_suggestions"] == []


def test_shared_labels_of_a_suggestion_are_sorted(workspace: Workspace) -> None:
    named(workspace, a="Zed", b="Zed")
    workspace.put("aliases", "al", entity="a", name="Alpha").put("aliases", "am", entity="b", name="alpha")

    assert view(workspace, "a")["identity_suggestions"][0]["labels"] == ["alpha", "zed"]


def test_rejected_alias_gives_no_label(workspace: Workspace) -> None:
    named(workspace, a="One", b="Two")
    workspace.put("aliases", "al", entity="b", name="one")
    before = view(workspace, "a")["identity_suggestions"]
    workspace.put("reviews", "v", judgment="reject", subject={"type": "alias", "ids": ["al"]})

    assert [item["entity"] for item in before] == ["b"]
    assert view(workspace, "a")["identity_suggestions"] == []


def test_members_and_rejected_partners_are_not_suggested(workspace: Workspace) -> None:
    named(workspace, a="X", b="X", c="X", d="X")
    identity(workspace, "v1", 1, "merge_identity", "a", "b")
    identity(workspace, "v2", 2, "reject", "a", "c")

    assert [item["entity"] for item in view(workspace, "a")["identity_suggestions"]] == ["d"]
    assert [item["entity"] for item in view(workspace, "b")["identity_suggestions"]] == ["c", "d"]


def test_conflicts_tell_differing_kinds_then_rejected_pairs(workspace: Workspace) -> None:
    workspace.put("entities", "a", kind="stream").put("entities", "b", kind="service").put("entities", "c")
    identity(workspace, "v1", 1, "merge_identity", "a", "b", "c")
    identity(workspace, "v3", 2, "reject", "b", "c")
    identity(workspace, "v2", 3, "reject", "a", "b")
    identity(workspace, "v4", 4, "reject", "a", "b")

    conflicts = view(workspace, "c")["identity_conflicts"]

    same = "the members were judged not to be the same"
    assert conflicts == [
        {
            "kind": "kind_mismatch",
            "entities": ["a", "b", "c"],
            "reviews": ["v1"],
            "text": "the members have different kinds: service, stream",
        },
        {"kind": "rejected_pair", "entities": ["a", "b"], "reviews": ["v2"], "text": same},
        {"kind": "rejected_pair", "entities": ["a", "b"], "reviews": ["v4"], "text": same},
        {"kind": "rejected_pair", "entities": ["b", "c"], "reviews": ["v3"], "text": same},
    ]


def test_kinds_are_those_of_members_in_the_scenario(workspace: Workspace) -> None:
    workspace.put("entities", "a", kind="stream").entities("b")
    identity(workspace, "v1", 1, "merge_identity", "a", "b")
    workspace.put("decisions", "d", options=[option("o", deltas=deltas(removes={"entities": ["a"]}))])
    arguments = {"entity_id": "b", "selections": {"d": "o"}}

    conflicts = call(workspace.root, "inspect_entity", arguments)["identity_conflicts"]

    assert conflicts == []
    assert len(view(workspace, "b")["identity_conflicts"]) == 1


def test_groups_keep_all_members_in_the_graph(workspace: Workspace) -> None:
    workspace.entities("a", "b")
    identity(workspace, "v1", 1, "merge_identity", "a", "b")

    answer = call(workspace.root, "inspect_architecture", {})

    assert [item["id"] for item in answer["entities"]] == ["a", "b"]
