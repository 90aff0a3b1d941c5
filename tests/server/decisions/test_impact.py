"""Downstream impact (spec 10.2)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.impact import LIMITS
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import SAMPLE, Workspace, deltas, entity, option, relationship


def graph(workspace: Workspace, *edges: str) -> Workspace:
    """Write relationships given as `id:source>target`, and the entities they name."""
    for edge in edges:
        name, _, ends = edge.partition(":")
        source, _, target = ends.partition(">")
        workspace.entities(source, target).put("relationships", name, source=source, target=target)
    return workspace


def impact(workspace: Workspace, **parts: Any) -> dict[str, Any]:
    """The impact of an option with the deltas `parts`."""
    workspace.put("decisions", "d", options=[option("o", deltas=deltas(**parts))])
    answer = call(workspace.root, "diff_scenarios", {"after_selections": {"d": "o"}})
    found: dict[str, Any] = answer["impact"]
    return found


def listed(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(item["changed"]["id"], item["entity"], item["depth"]) for item in found["items"]]


def endpoints(found: dict[str, Any], entity_id: str) -> list[tuple[str, str, str, list[str]]]:
    item = next(item for item in found["items"] if item["entity"] == entity_id)
    return [
        (
            endpoint["relationship"],
            endpoint["target"],
            endpoint["state"],
            [edge["target"] for edge in endpoint["rewired_to"]],
        )
        for endpoint in item["missing_endpoints"]
    ]


def test_equal_scenarios_have_no_items_but_limits() -> None:
    found = call(SAMPLE, "diff_scenarios", {})["impact"]

    assert found == {"max_depth": 4, "truncated": False, "items": [], "limits": LIMITS}


def test_dependents_are_sources_up_to_four_hops_with_paths_back(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a", "r2:c>b", "r3:d>c", "r4:e>d")

    found = impact(workspace, removes={"entities": ["a"]})

    assert listed(found) == [("a", "b", 1), ("a", "c", 2), ("a", "d", 3), ("a", "e", 4)]
    assert found["items"][2]["path"] == ["d", "r3", "c", "r2", "b", "r1", "a"]
    assert found["items"][0]["changed"] == {"type": "entity", "id": "a", "change": "removed"}
    assert found["truncated"] is False


def test_fifth_level_is_cut_off_and_said_so(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a", "r2:c>b", "r3:d>c", "r4:e>d", "r5:f>e")

    found = impact(workspace, removes={"entities": ["a"]})

    assert [item["entity"] for item in found["items"]] == ["b", "c", "d", "e"]
    assert found["truncated"] is True


def test_cycle_ends_at_visited_entities_and_truncates_nothing(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a", "r2:c>b", "r3:a>c", "r4:b>b")

    found = impact(workspace, replaces={"entities": [entity("a", name="New")]})

    assert listed(found) == [("a", "b", 1), ("a", "c", 2)]
    assert found["items"][0]["changed"]["change"] == "replaced"
    assert found["truncated"] is False


def test_first_path_by_entity_and_relationship_id_is_taken(workspace: Workspace) -> None:
    graph(workspace, "r9:b>a", "r8:c>a", "r7:d>c", "r6:d>b", "r5:d>b")

    found = impact(workspace, removes={"entities": ["a"]})

    # b comes before c, and r5 before r6.
    assert found["items"][2]["path"] == ["d", "r5", "b", "r9", "a"]


def test_changed_relationship_starts_at_its_source_at_depth_one(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a", "r2:c>b", "r3:a>b")

    found = impact(workspace, removes={"relationships": ["r1"]})

    assert listed(found) == [("r1", "b", 1), ("r1", "a", 2), ("r1", "c", 2)]
    assert found["items"][0]["path"] == ["b", "r1"]
    assert found["items"][2]["path"] == ["c", "r2", "b", "r1"]


def test_changed_relationship_counts_its_source_as_the_first_of_four_levels(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a", "r2:c>b", "r3:d>c", "r4:e>d", "r5:f>e")

    found = impact(workspace, removes={"relationships": ["r1"]})

    assert listed(found)[-1] == ("r1", "e", 4)
    assert found["truncated"] is True


def test_changed_relationship_without_its_source_has_no_items(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a")
    workspace.put("reviews", "v", judgment="reject", subject={"type": "entity", "ids": ["b"]})

    assert impact(workspace, removes={"relationships": ["r1"]})["items"] == []


def test_items_are_listed_once_for_each_changed_item_entities_first(workspace: Workspace) -> None:
    graph(workspace, "a1:c>z", "r2:c>y")

    found = impact(workspace, removes={"entities": ["y", "z"], "relationships": ["a1"]})

    assert listed(found) == [("y", "c", 1), ("z", "c", 1), ("a1", "c", 1)]


def test_added_keys_are_no_changed_items(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a")

    assert impact(workspace, adds={"relationships": [relationship("s", "a", "b")]})["items"] == []


def test_edge_dangles_without_a_new_target_of_its_kind(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a", "r2:b>c")
    adds = {
        "entities": [entity("n")],
        "relationships": [relationship("s1", "b", "c"), relationship("s2", "b", "n", kind="other")],
    }

    found = impact(workspace, adds=adds, removes={"entities": ["a"]})

    # c was a target before, and n comes by another kind.
    assert endpoints(found, "b") == [("r1", "a", "dangling", [])]
    assert found["items"][0]["points_at_missing"] is True


def test_edge_is_rewired_to_all_new_targets_by_relationship_id(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a")
    adds = {
        "entities": [entity("m"), entity("n")],
        "relationships": [relationship("s1", "b", "n"), relationship("s2", "b", "m")],
    }

    found = impact(workspace, adds=adds, removes={"entities": ["a"], "relationships": ["r1"]})

    assert endpoints(found, "b") == [("r1", "a", "rewired", ["n", "m"])]
    assert found["items"][0]["points_at_missing"] is False


def test_replaced_edge_to_a_missing_entity_is_listed_by_its_new_record(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a").entities("c")
    replaced = {"relationships": [relationship("r1", "b", "c", kind="streams_to")]}

    found = impact(workspace, removes={"entities": ["a", "c"]}, replaces=replaced)

    item = next(item for item in found["items"] if item["entity"] == "b")
    assert [(edge["target"], edge["kind"], edge["state"]) for edge in item["missing_endpoints"]] == [
        ("a", "calls", "dangling"),
        ("c", "streams_to", "dangling"),
    ]


def test_before_record_counts_where_both_rules_give_the_edge(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a")
    replaced = {"relationships": [relationship("r1", "b", "a", kind="other")]}

    found = impact(workspace, removes={"entities": ["a"]}, replaces=replaced)

    assert found["items"][0]["missing_endpoints"][0]["kind"] == "calls"


@pytest.mark.parametrize(("kept", "listed_edges"), [(True, []), (False, ["r1"])])
def test_edge_that_was_missing_before_is_no_news(
    workspace: Workspace, kept: bool, listed_edges: list[str]
) -> None:
    graph(workspace, "r1:b>a", "r2:b>c")
    workspace.put("reviews", "v", judgment="reject", subject={"type": "entity", "ids": ["a"]})
    workspace.put("entities", "e")
    target = "a" if kept else "e"
    removed = ["c"] if kept else ["c", "e"]
    replaced = {"relationships": [relationship("r1", "b", target, description="New")]}

    found = impact(workspace, removes={"entities": removed}, replaces=replaced)

    edges = [edge for edge, *_ in endpoints(found, "b")]
    assert edges == [*listed_edges, "r2"]


def test_dependent_that_is_removed_too_is_listed_without_endpoints(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a")

    found = impact(workspace, removes={"entities": ["a", "b"]})

    assert listed(found) == [("a", "b", 1)]
    assert (found["items"][0]["missing_endpoints"], found["items"][0]["points_at_missing"]) == ([], False)


def test_identity_groups_are_not_followed(workspace: Workspace) -> None:
    graph(workspace, "r1:b>a").entities("c")
    workspace.put("relationships", "r2", source="d", target="c").entities("d")
    workspace.put("reviews", "v", judgment="merge_identity", subject={"type": "identity", "ids": ["a", "c"]})

    assert listed(impact(workspace, removes={"entities": ["a"]})) == [("a", "b", 1)]


def test_kafka_to_sqs_rewires_the_order_service_and_dangles_nothing() -> None:
    found = call(SAMPLE, "diff_scenarios", {"after_selections": {"decision-messaging": "option-sqs"}})

    publishes = [
        endpoint
        for item in found["impact"]["items"]
        for endpoint in item["missing_endpoints"]
        if item["entity"] == "entity-order-service"
    ]
    assert {(item["relationship"], item["state"]) for item in publishes} == {
        ("rel-order-publishes-kafka", "rewired")
    }
    assert not any(item["points_at_missing"] for item in found["impact"]["items"])
    assert found["impact"]["truncated"] is True
