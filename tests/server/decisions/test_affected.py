"""Which decisions are affected, and why (spec 5.5, 5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.tools import call
from tests.server.decisions.repositories import Workspace, deltas, entity, option, relationship

Reason = tuple[str, str, str]


@pytest.fixture
def base(workspace: Workspace) -> Workspace:
    workspace.entities("a", "b", "c").put("relationships", "r", source="a", target="b")
    return workspace


def affected(workspace: Workspace, tool: str, arguments: dict[str, Any]) -> dict[str, list[Reason]]:
    answer = call(workspace.root, tool, arguments)
    block = answer["scenario"] if tool == "inspect_architecture" else answer
    return {
        item["id"]: [(reason["kind"], reason["id"], reason["text"]) for reason in item["reasons"]]
        for item in block["affected_decisions"]
    }


def inspect(workspace: Workspace, **selections: str) -> dict[str, list[Reason]]:
    return affected(workspace, "inspect_architecture", {"selections": selections})


def diff(workspace: Workspace, before: dict[str, str], after: dict[str, str]) -> dict[str, list[Reason]]:
    return affected(workspace, "diff_scenarios", {"before_selections": before, "after_selections": after})


def decide(workspace: Workspace, name: str, selected: str | None = None, **options: Any) -> None:
    made = [option(key, deltas=value) for key, value in sorted(options.items())]
    workspace.put("decisions", name, selected_option=selected, options=made)


def test_changed_selection_tells_both_options(base: Workspace) -> None:
    decide(base, "d", "n", n=deltas(), o=deltas())
    decide(base, "e", n=deltas())

    assert inspect(base) == {}
    assert inspect(base, d="o", e="n") == {
        "d": [("selection_changed", "d", 'changes from option "n" to option "o"')],
        "e": [("selection_changed", "e", 'changes from no option to option "n"')],
    }
    assert diff(base, {"d": "o"}, {}) == {
        "d": [("selection_changed", "d", 'changes from option "o" to option "n"')]
    }


def test_selected_option_that_needs_review_affects_its_decision(base: Workspace) -> None:
    base.put(
        "decisions",
        "d",
        selected_option="n",
        options=[
            option("n", deltas=None, rejection="why"),
            option("o", deltas=None, rejection="why"),
            option("p"),
        ],
    )
    text = "the deltas of option {} are rejected and left out"

    assert inspect(base)["d"] == [("needs_review", "n", text.format('"n"'))]
    assert diff(base, {}, {"d": "o"})["d"][1:] == [
        ("needs_review", "n", text.format('"n"')),
        ("needs_review", "o", text.format('"o"')),
    ]
    assert diff(base, {}, {}) == {}
    assert [reason[1] for reason in diff(base, {}, {"d": "p"})["d"]] == ["d", "n"]


def test_conflict_names_the_other_decisions_in_order(base: Workspace) -> None:
    for name in ("d", "e", "f"):
        decide(base, name, n=deltas(), o=deltas(removes={"entities": ["a"]}))

    reasons = inspect(base, d="o", e="o", f="o")

    assert ("conflict", "a", 'entity "a" is also touched by d/o, f/o') in reasons["e"]


def test_conflicts_appear_and_disappear_between_scenarios(base: Workspace) -> None:
    for name in ("d", "e"):
        decide(base, name, n=deltas(), o=deltas(removes={"relationships": ["r"]}))
    both = {"d": "o", "e": "o"}

    appeared = diff(base, {"d": "o"}, both)
    disappeared = diff(base, both, {"d": "o"})

    text = 'relationship "r" is also touched by e/o'
    assert ("conflict_appeared", "r", text) in appeared["d"]
    assert ("conflict_disappeared", "r", text) in disappeared["d"]
    assert "conflict_appeared" not in {reason[0] for reason in disappeared["d"]}


def test_assumption_is_broken_and_restored(base: Workspace) -> None:
    needs = {"type": "entity", "id": "a", "option": None, "text": "t"}
    base.put("decisions", "d", selected_option="o", options=[option("o", assumptions=[needs])])
    decide(base, "e", n=deltas(), o=deltas(removes={"entities": ["a"]}))
    reason = 'entity "a" is not in the scenario'

    assert inspect(base, e="o")["d"][0] == ("invalid_assumption", "a", reason)
    assert diff(base, {}, {"e": "o"})["d"][0] == ("assumption_broken", "a", reason)
    assert diff(base, {"e": "o"}, {})["d"][0] == ("assumption_restored", "a", reason)


def named_by(workspace: Workspace, parts: dict[str, Any], **fields: Any) -> list[Reason]:
    """The dependency reasons of d, whose option has `parts`, when e changes b and r."""
    workspace.put(
        "decisions", "d", selected_option="o", options=[option("o", deltas=deltas(**parts), **fields)]
    )
    changes = deltas(
        replaces={
            "entities": [entity("b", name="New")],
            "relationships": [relationship("r", "a", "b", description="New")],
        }
    )
    decide(workspace, "e", n=deltas(), o=changes)
    return [reason for reason in inspect(workspace, e="o").get("d", []) if reason[0] == "depends_on_changed"]


B_CHANGED = ("depends_on_changed", "b", 'option "o" names entity "b", which is changed')
R_CHANGED = ("depends_on_changed", "r", 'option "o" names relationship "r", which is changed')


@pytest.mark.parametrize(
    ("parts", "reasons"),
    [
        ({}, []),
        ({"replaces": {"entities": [entity("b", name="Own")]}}, [B_CHANGED]),
        ({"adds": {"relationships": [relationship("s", "b", "c")]}}, [B_CHANGED]),
        ({"adds": {"relationships": [relationship("s", "c", "b")]}}, [B_CHANGED]),
        ({"removes": {"relationships": ["r"]}}, [B_CHANGED, R_CHANGED]),
        ({"removes": {"entities": ["c"]}}, []),
    ],
)
def test_option_depends_on_what_it_names_and_another_changes(
    base: Workspace, parts: dict[str, Any], reasons: list[Reason]
) -> None:
    assert named_by(base, parts) == reasons


def test_graph_assumptions_are_names_also_when_deltas_are_rejected(base: Workspace) -> None:
    needs = {"type": "relationship", "id": "r", "option": None, "text": "t"}

    assert named_by(base, {}, assumptions=[needs]) == [R_CHANGED]
    assert named_by(base, {"removes": {"entities": ["z"]}}, assumptions=[needs]) == [R_CHANGED]


def test_own_change_alone_is_no_dependency(base: Workspace) -> None:
    decide(base, "d", n=deltas(), o=deltas(removes={"entities": ["a"]}))

    assert [reason[0] for reason in inspect(base, d="o")["d"]] == ["selection_changed"]


def test_movers_of_a_comparison_are_decisions_whose_option_differs(base: Workspace) -> None:
    decide(base, "d", "o", o=deltas(removes={"entities": ["a"]}))
    decide(base, "e", n=deltas(), o=deltas(replaces={"entities": [entity("a", name="E")]}))
    decide(base, "f", "o", o=deltas({"relationships": [relationship("s", "a", "c")]}))

    reasons = diff(base, {}, {"e": "o"})

    # f names a, which e (the only decision that moves) adds again; d touches it but does not move.
    assert reasons["f"] == [("depends_on_changed", "a", 'option "o" names entity "a", which is added')]
    assert ("depends_on_changed", "a", 'option "o" names entity "a", which is added') in reasons["d"]
    assert "depends_on_changed" not in {reason[0] for reason in reasons["e"]}
