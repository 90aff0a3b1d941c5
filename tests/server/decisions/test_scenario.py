"""Selections, compiling, conflicts and invalid assumptions (spec 5.1-5.4, 5.7)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.errors import ArgumentError
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import Workspace, deltas, entity, option, relationship


@pytest.fixture
def base(workspace: Workspace) -> Workspace:
    """Entities a and b, a relationship between them, and two decisions that say nothing."""
    workspace.entities("a", "b").put("relationships", "r", source="a", target="b")
    workspace.put("decisions", "d1", options=[option("n"), option("o")])
    workspace.put("decisions", "d2", selected_option="o", options=[option("n"), option("o")])
    return workspace


def scenario(workspace: Workspace, selections: dict[str, str] | None = None) -> dict[str, Any]:
    answer = call(workspace.root, "inspect_architecture", {"selections": selections or {}})
    block: dict[str, Any] = answer["scenario"]
    return block


def decide(workspace: Workspace, name: str, *, assumptions: Any = (), **parts: Any) -> None:
    chosen = option("o", deltas=deltas(**parts), assumptions=list(assumptions))
    workspace.put("decisions", name, options=[option("n"), chosen])


def test_left_out_decisions_keep_their_selected_option(base: Workspace) -> None:
    assert scenario(base)["selections"] == {"d1": None, "d2": "o"}
    assert scenario(base, {"d1": "n"})["selections"] == {"d1": "n", "d2": "o"}
    assert scenario(base, {"d2": "n"})["selections"] == {"d1": None, "d2": "n"}


@pytest.mark.parametrize(
    ("selections", "text"),
    [
        ({"x": "o"}, 'Unknown decision in "selections": "x".'),
        ({"d1": "x"}, 'Unknown option for decision "d1" in "selections": "x".'),
        ({"x": "o", "d1": "y"}, 'Unknown option for decision "d1" in "selections": "y".'),
        ({'q"\n': "o"}, 'Unknown decision in "selections": "q\\"\\n".'),
    ],
)
def test_unknown_selection_is_named(base: Workspace, selections: dict[str, str], text: str) -> None:
    with pytest.raises(ArgumentError) as error:
        scenario(base, selections)

    assert error.value.text == text


def test_before_selections_are_checked_before_after_selections(base: Workspace) -> None:
    with pytest.raises(ArgumentError) as error:
        call(base.root, "diff_scenarios", {"after_selections": {"x": "o"}, "before_selections": {"y": "o"}})

    assert error.value.text == 'Unknown decision in "before_selections": "y".'


def test_deltas_add_remove_and_replace(base: Workspace) -> None:
    decide(
        base,
        "d1",
        adds={"entities": [entity("c")], "relationships": [relationship("s", "a", "c")]},
        removes={"entities": ["b"]},
        replaces={"entities": [entity("a", name="New")]},
    )

    block = scenario(base, {"d1": "o"})

    assert [item["id"] for item in block["added"]["entities"]] == ["c"]
    assert [item["id"] for item in block["added"]["relationships"]] == ["s"]
    assert [item["id"] for item in block["removed"]["entities"]] == ["b"]
    assert block["changed"]["entities"] == [
        {"id": "a", "before": entity("a"), "after": entity("a", name="New")}
    ]
    # The relationship keeps its missing target (5.2).
    assert block["removed"]["relationships"] == []


def test_equal_replacement_changes_nothing(base: Workspace) -> None:
    decide(base, "d1", replaces={"entities": [entity("a")]})

    assert scenario(base, {"d1": "o"})["changed"]["entities"] == []


def test_last_decision_by_id_wins_and_the_conflict_tells(base: Workspace) -> None:
    decide(base, "d1", removes={"entities": ["a"]})
    decide(base, "d2", replaces={"entities": [entity("a", name="Two")]})

    block = scenario(base, {"d1": "o", "d2": "o"})

    assert [item["after"]["name"] for item in block["changed"]["entities"]] == ["Two"]
    first = {"decision": "d1", "option": "o", "operation": "remove"}
    last = {"decision": "d2", "option": "o", "operation": "replace"}
    assert block["conflicts"] == [{"type": "entity", "id": "a", "operations": [first, last], "applied": last}]


def test_replacement_of_what_does_not_exist_puts_nothing(base: Workspace) -> None:
    adds = option("m", deltas=deltas({"entities": [entity("c")]}))
    base.put("decisions", "d1", options=[adds, option("n")])
    decide(base, "d2", replaces={"entities": [entity("c", name="New")]})

    without = scenario(base, {"d2": "o"})
    together = scenario(base, {"d1": "m", "d2": "o"})

    assert without["added"]["entities"] == []
    assert without["invalid_assumptions"] == [
        {
            "decision": "d2",
            "option": "o",
            "origin": "delta",
            "type": "entity",
            "id": "c",
            "required_option": None,
            "text": None,
            "reason": 'the deltas replace entity "c", which the scenario does not have',
        }
    ]
    assert together["added"]["entities"] == [entity("c", name="New")]
    assert together["invalid_assumptions"] == []


def test_removal_of_a_rejected_record_is_an_invalid_assumption(base: Workspace) -> None:
    base.put("reviews", "v", judgment="reject", subject={"type": "relationship", "ids": ["r"]})
    decide(base, "d1", removes={"relationships": ["r"]})

    found = scenario(base, {"d1": "o"})["invalid_assumptions"]

    assert [item["reason"] for item in found] == [
        'the deltas remove relationship "r", which the scenario does not have'
    ]


def assumed(kind: str, name: str, required: str | None = None) -> dict[str, Any]:
    return {"type": kind, "id": name, "option": required, "text": f"needs {name}"}


def test_assumptions_that_do_not_hold_are_listed_by_key_with_their_reasons(base: Workspace) -> None:
    base.put("decisions", "d3", options=[option("o")])
    decide(
        base,
        "d1",
        assumptions=[
            assumed("decision", "d2", "n"),
            assumed("decision", "d2", "o"),
            assumed("decision", "d3", "o"),
            assumed("decision", "d9", "o"),
            assumed("entity", "a"),
            assumed("entity", "z"),
            assumed("relationship", "r"),
            assumed("relationship", "z"),
        ],
    )

    found = scenario(base, {"d1": "o"})["invalid_assumptions"]

    assert [(item["type"], item["id"], item["required_option"], item["reason"]) for item in found] == [
        ("decision", "d2", "n", 'decision "d2" has option "o" selected'),
        ("decision", "d3", "o", 'decision "d3" has no option selected'),
        ("decision", "d9", "o", 'decision "d9" is not in the repository'),
        ("entity", "z", None, 'entity "z" is not in the scenario'),
        ("relationship", "z", None, 'relationship "z" is not in the scenario'),
    ]
    assert {(item["decision"], item["option"], item["origin"]) for item in found} == {
        ("d1", "o", "assumption")
    }
    assert found[0]["text"] == "needs d2"
    assert scenario(base)["invalid_assumptions"] == []


def test_assumptions_of_an_option_that_needs_review_count(base: Workspace) -> None:
    rejected = option("o", deltas=None, rejection="why", assumptions=[assumed("entity", "z")])
    base.put("decisions", "d1", options=[rejected])

    assert [item["id"] for item in scenario(base, {"d1": "o"})["invalid_assumptions"]] == ["z"]


def test_claims_hold_under_their_options_and_with_their_subject(base: Workspace) -> None:
    decide(base, "d1", removes={"relationships": ["r"]})
    base.put("claims", "c1", subject={"type": "relationship", "id": "r"})
    base.put("claims", "c2", effective_under=[{"decision": "d1", "option": "o"}])
    base.put("claims", "c3", subject={"type": "decision", "id": "d1"})

    def effective(selections: dict[str, str]) -> list[str]:
        answer = call(base.root, "inspect_architecture", {"selections": selections})
        return [item["id"] for item in answer["claims"] if item["effective"]]

    assert effective({}) == ["c1", "c3"]
    assert effective({"d1": "o"}) == ["c2", "c3"]


def test_alias_of_an_entity_outside_the_scenario_is_not_effective(base: Workspace) -> None:
    decide(base, "d1", removes={"entities": ["a"]})
    base.put("aliases", "al", entity="a")

    answer = call(base.root, "inspect_architecture", {"selections": {"d1": "o"}})

    assert answer["aliases"][0]["effective"] is False
