"""Rejected deltas: needs_review and its reason (spec 3.4)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.records import Deltas
from reference_server.decisions.repository import load_repository
from reference_server.decisions.tools import TOOLS, call
from tests.server.decisions.repositories import NOTHING, Workspace, deltas, entity, option, relationship

UNKNOWN_ENTITY = "names no known entity"
FAULTS: list[tuple[Any, str, str]] = [
    ([], "", "must be an object"),
    ({"adds": NOTHING, "removes": NOTHING}, "/replaces", "is required"),
    (deltas({"entities": [entity("x", kind="K")]}), "/adds/entities/0/kind", "must be a kind"),
    (deltas({"entities": [entity("a")]}), "/adds/entities/0/id", "is already a base record"),
    (
        deltas({"relationships": [relationship("r", "z", "a")]}),
        "/adds/relationships/0/id",
        "is already a base record",
    ),
    (
        deltas({"relationships": [relationship("n", "z", "y")]}),
        "/adds/relationships/0/source",
        UNKNOWN_ENTITY,
    ),
    (
        deltas({"relationships": [relationship("n", "a", "y")]}),
        "/adds/relationships/0/target",
        UNKNOWN_ENTITY,
    ),
    (
        deltas({"entities": [entity("n")]}, {"entities": ["b", "n"]}),
        "/removes/entities/1",
        "is also in adds",
    ),
    (deltas(removes={"entities": ["r"]}), "/removes/entities/0", UNKNOWN_ENTITY),
    (
        deltas({"relationships": [relationship("n", "a", "b")]}, {"relationships": ["n"]}),
        "/removes/relationships/0",
        "is also in adds",
    ),
    (deltas(removes={"relationships": ["a"]}), "/removes/relationships/0", "names no known relationship"),
    (
        deltas({"entities": [entity("n")]}, replaces={"entities": [entity("n")]}),
        "/replaces/entities/0/id",
        "is also in adds",
    ),
    (
        deltas(removes={"entities": ["a"]}, replaces={"entities": [entity("a")]}),
        "/replaces/entities/0/id",
        "is also in removes",
    ),
    (deltas(replaces={"entities": [entity("z")]}), "/replaces/entities/0/id", UNKNOWN_ENTITY),
    (
        deltas(
            {"relationships": [relationship("n", "a", "b")]},
            replaces={"relationships": [relationship("n", "a", "b")]},
        ),
        "/replaces/relationships/0/id",
        "is also in adds",
    ),
    (
        deltas(removes={"relationships": ["r"]}, replaces={"relationships": [relationship("r", "a", "b")]}),
        "/replaces/relationships/0/id",
        "is also in removes",
    ),
    (
        deltas(replaces={"relationships": [relationship("z", "a", "b")]}),
        "/replaces/relationships/0/id",
        "names no known relationship",
    ),
    (
        deltas(replaces={"relationships": [relationship("r", "a", "z")]}),
        "/replaces/relationships/0/target",
        UNKNOWN_ENTITY,
    ),
    # The order of the table: adds come before removes, entities before relationships.
    (
        deltas({"relationships": [relationship("n", "y", "b")]}, {"entities": ["z"]}),
        "/adds/relationships/0/source",
        UNKNOWN_ENTITY,
    ),
]


@pytest.fixture
def base(workspace: Workspace) -> Workspace:
    workspace.entities("a", "b").put("relationships", "r", source="a", target="b")
    return workspace


@pytest.mark.parametrize(("value", "pointer", "reason"), FAULTS)
def test_faulty_deltas_are_rejected_with_their_first_fault(
    base: Workspace, value: Any, pointer: str, reason: str
) -> None:
    base.put("decisions", "d", options=[option("m"), option("o", deltas=value)])

    decision = load_repository(base.root).decisions["d"]

    assert decision.needs_review
    assert decision.options["o"].review_reason == f'pointer "/options/1/deltas{pointer}": {reason}'
    assert decision.options["o"].deltas == Deltas()
    assert decision.options["m"].review_reason is None


def test_sound_deltas_need_no_review_and_may_name_what_another_option_adds(base: Workspace) -> None:
    adds = deltas({"entities": [entity("n")], "relationships": [relationship("x", "a", "n")]})
    leans = deltas(
        removes={"relationships": ["x"]},
        replaces={"entities": [entity("n")], "relationships": [relationship("r", "n", "b")]},
    )
    base.put("decisions", "d", options=[option("o", deltas=adds)])
    base.put("decisions", "c", options=[option("o", deltas=leans)])

    repository = load_repository(base.root)

    assert not any(decision.needs_review for decision in repository.decisions.values())


def test_null_deltas_give_the_text_of_the_rejection(base: Workspace) -> None:
    base.put("decisions", "d", options=[option("o", deltas=None, rejection="not readable")])

    assert load_repository(base.root).decisions["d"].options["o"].review_reason == "not readable"


def test_rejected_deltas_stop_no_tool_and_change_nothing(base: Workspace) -> None:
    base.put(
        "decisions",
        "d",
        selected_option="o",
        options=[option("o", deltas=deltas(removes={"entities": ["a", "z"]}))],
    )
    arguments: dict[str, dict[str, Any]] = {
        "search_decisions": {"query": "a"},
        "inspect_entity": {"entity_id": "a"},
    }

    answers = {name: call(base.root, name, arguments.get(name, {})) for name in TOOLS}

    assert answers["list_decisions"]["decisions"][0]["needs_review"] is True
    assert [item["id"] for item in answers["inspect_architecture"]["entities"]] == ["a", "b"]
    shown = answers["inspect_architecture"]["decisions"][0]["options"][0]
    assert shown["deltas"] is None
    assert shown["review_reason"] == 'pointer "/options/0/deltas/removes/entities/1": names no known entity'
    assert answers["inspect_architecture"]["scenario"]["affected_decisions"][0]["reasons"] == [
        {
            "kind": "needs_review",
            "id": "o",
            "text": 'the deltas of option "o" are rejected and left out',
        }
    ]
