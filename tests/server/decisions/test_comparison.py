"""Comparing two scenarios (spec 10.1) and when inspect_architecture tells impact (8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.tools import call
from tests.server.decisions.repositories import SAMPLE, Workspace, deltas, entity, option, relationship

KEYS = [
    "selection_changes",
    "entities",
    "relationships",
    "conflicts",
    "invalid_assumptions",
    "affected_decisions",
    "impact",
    "receipt",
]


def diff(workspace: Workspace, before: dict[str, str], after: dict[str, str]) -> dict[str, Any]:
    return call(workspace.root, "diff_scenarios", {"before_selections": before, "after_selections": after})


@pytest.fixture
def base(workspace: Workspace) -> Workspace:
    """Two decisions whose options o replace the entity a, each in its own way."""
    workspace.entities("a", "b").put("relationships", "r", source="a", target="b")
    for name in ("d", "e"):
        changed = deltas(
            adds={"relationships": [relationship(f"r-{name}", "b", "a")]},
            removes={"entities": ["b"]},
            replaces={"entities": [entity("a", name=name)]},
        )
        needs = {"type": "entity", "id": "b", "option": None, "text": "t"}
        options = [option("n"), option("o", deltas=changed, assumptions=[needs])]
        workspace.put("decisions", name, selected_option="n", options=options)
    return workspace


@pytest.mark.parametrize("arguments", [{}, {"before_selections": {}}, {"after_selections": {}}])
def test_omitted_and_empty_maps_mean_the_selected_options(arguments: dict[str, Any]) -> None:
    answer = call(SAMPLE, "diff_scenarios", arguments)

    assert list(answer) == KEYS
    assert answer["selection_changes"] == []
    assert answer["entities"] == {"added": [], "removed": [], "changed": []}
    assert answer["conflicts"] == {"appeared": [], "disappeared": []}
    assert answer["affected_decisions"] == []


def test_selecting_what_is_selected_anyway_changes_nothing() -> None:
    answer = call(SAMPLE, "diff_scenarios", {"after_selections": {"decision-messaging": "option-kafka"}})

    assert answer["selection_changes"] == []


def test_selection_changes_go_by_id_with_both_options(base: Workspace) -> None:
    base.put("decisions", "c", options=[option("o")])

    changes = diff(base, {"e": "o"}, {"c": "o", "d": "o"})["selection_changes"]

    assert [(item["decision"], item["before_option"], item["after_option"]) for item in changes] == [
        ("c", None, "o"),
        ("d", "n", "o"),
        ("e", "o", "n"),
    ]


def test_records_are_split_into_added_removed_and_changed(base: Workspace) -> None:
    answer = diff(base, {}, {"d": "o"})

    assert answer["entities"]["removed"] == [entity("b")]
    assert answer["entities"]["changed"] == [
        {"id": "a", "before": entity("a"), "after": entity("a", name="d")}
    ]
    assert [item["id"] for item in answer["relationships"]["added"]] == ["r-d"]
    back = diff(base, {"d": "o"}, {})
    assert back["entities"]["added"] == [entity("b")]


def test_conflicts_with_other_operations_are_other_conflicts(base: Workspace) -> None:
    options = [option(name, deltas=deltas(removes={"entities": ["b"]})) for name in ("n", "o")]
    base.put("decisions", "f", selected_option="n", options=options)

    answer = diff(base, {"d": "o"}, {"d": "o", "f": "o"})

    appeared, disappeared = answer["conflicts"]["appeared"], answer["conflicts"]["disappeared"]
    assert [item["applied"]["option"] for item in appeared] == ["o"]
    assert [item["applied"]["option"] for item in disappeared] == ["n"]
    assert diff(base, {"d": "o"}, {"d": "o"})["conflicts"] == {"appeared": [], "disappeared": []}


def test_assumptions_are_the_same_by_key_whatever_the_reason(base: Workspace) -> None:
    needs = {"type": "decision", "id": "g", "option": "o", "text": "t"}
    base.put("decisions", "f", selected_option="o", options=[option("o", assumptions=[needs])])
    base.put("decisions", "g", options=[option("n"), option("o"), option("p")])

    undecided_to_other = diff(base, {}, {"g": "n"})["invalid_assumptions"]
    undecided_to_met = diff(base, {}, {"g": "o"})["invalid_assumptions"]

    assert undecided_to_other == {"appeared": [], "disappeared": []}
    assert [item["reason"] for item in undecided_to_met["disappeared"]] == [
        'decision "g" has no option selected'
    ]


def test_receipt_covers_both_maps(base: Workspace) -> None:
    def selections(before: dict[str, str], after: dict[str, str]) -> str:
        components: dict[str, str] = diff(base, before, after)["receipt"]["components"]
        return components["selections"]

    assert selections({}, {"d": "o"}) != selections({"d": "o"}, {})
    assert selections({}, {"d": "n"}) == selections({}, {})


def test_impact_is_told_only_when_selections_differ_from_the_choices(base: Workspace) -> None:
    same = call(base.root, "inspect_architecture", {"selections": {"d": "n"}})["scenario"]
    other = call(base.root, "inspect_architecture", {"selections": {"d": "o"}})["scenario"]

    assert "impact" not in same
    assert other["impact"] == diff(base, {}, {"d": "o"})["impact"]
    assert list(other)[-1] == "impact"


def test_architecture_is_compared_with_the_records_on_disk(base: Workspace) -> None:
    options = [option("o", deltas=deltas({"entities": [entity("z")]}))]
    base.put("decisions", "f", selected_option="o", options=options)

    block = call(base.root, "inspect_architecture", {})["scenario"]

    # The repository's own choices already change the records on disk.
    assert [item["id"] for item in block["added"]["entities"]] == ["z"]
    assert "impact" not in block
