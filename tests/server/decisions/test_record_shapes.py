"""The shapes of records (spec 2.4): the rules after the fields, and agreement with the schemas."""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import Any

import jsonschema
import pytest

from reference_server.decisions import record_shapes
from reference_server.decisions.errors import Fault
from reference_server.decisions.values import Check
from tests.server.decisions.repositories import DEFAULTS, deltas, option

SHAPES: dict[str, Check] = {
    "alias": record_shapes.ALIAS,
    "claim": record_shapes.CLAIM,
    "decision": record_shapes.DECISION,
    "entity": record_shapes.ENTITY,
    "evidence": record_shapes.EVIDENCE,
    "relationship": record_shapes.RELATIONSHIP,
    "review": record_shapes.REVIEW,
}
FOLDERS = {
    "alias": "aliases",
    "claim": "claims",
    "decision": "decisions",
    "entity": "entities",
    "evidence": "evidence",
    "relationship": "relationships",
    "review": "reviews",
}


def sound(kind: str) -> dict[str, Any]:
    value = {"id": "x", **copy.deepcopy(DEFAULTS[FOLDERS[kind]])}
    if kind == "decision":
        value["options"] = [option("a"), option("b", deltas=None, rejection="why")]
    return value


def review(judgment: str, **fields: Any) -> dict[str, Any]:
    return {**sound("review"), "judgment": judgment, **fields}


def identity(*ids: str) -> dict[str, Any]:
    return {"type": "identity", "ids": list(ids)}


ONE = {"type": "claim", "ids": ["c"]}
TWO = {"type": "claim", "ids": ["c", "d"]}
NULL = "must be null"
OBJECT = "must be an object"

REVIEWS: list[tuple[dict[str, Any], Fault | None]] = [
    (review("accept", subject=ONE), None),
    (review("accept", subject=None), Fault("/subject", OBJECT)),
    (review("accept", subject=[]), Fault("/subject", OBJECT)),
    (
        review("accept", subject=identity("a", "b")),
        Fault("/subject/type", "must be one of: alias, claim, entity, relationship"),
    ),
    (review("accept", subject=TWO), Fault("/subject/ids", "must have 1 to 1 items")),
    (review("accept", subject=ONE, undoes="r"), Fault("/undoes", NULL)),
    (review("accept", subject=ONE, supersedes="r"), None),
    (review("reject", subject=identity("a", "b")), None),
    (review("reject", subject=identity("a")), Fault("/subject/ids", "must have 2 to 2 items")),
    (review("reject", subject=identity("a", "b", "c")), Fault("/subject/ids", "must have 2 to 2 items")),
    (review("reject", subject=TWO), Fault("/subject/ids", "must have 1 to 1 items")),
    (review("reject", subject=None), Fault("/subject", OBJECT)),
    (review("merge_identity", subject=identity("a", "b", "c")), None),
    (review("merge_identity", subject=ONE), Fault("/subject/type", "must be one of: identity")),
    (review("merge_identity", subject=identity("a")), Fault("/subject/ids", "must have 2 to 64 items")),
    (review("undo", subject=None, undoes="r"), None),
    (review("undo", subject=ONE, undoes=None), Fault("/subject", NULL)),
    (review("undo", subject=None, undoes=None), Fault("/undoes", "must be a string")),
    (review("undo", subject=None, undoes="r", supersedes="s"), Fault("/supersedes", NULL)),
    (
        review("other"),
        Fault("/judgment", "must be one of: accept, reject, merge_identity, undo"),
    ),
    (review("accept", seq=0), Fault("/seq", "must be from 1 to 9007199254740991")),
]


def decision(**fields: Any) -> dict[str, Any]:
    return {**sound("decision"), "options": [option("a", **fields)]}


def assumption(kind: str, required: str | None, name: str = "x") -> dict[str, Any]:
    return {"type": kind, "id": name, "option": required, "text": "t"}


OPTIONS: list[tuple[dict[str, Any], Fault | None]] = [
    (decision(deltas={"any": [1]}), None),
    (decision(deltas=None), Fault("/options/0/rejection", "must be a string")),
    (decision(deltas=0, rejection="why"), Fault("/options/0/rejection", NULL)),
    (decision(assumptions=[assumption("decision", "o"), assumption("entity", None)]), None),
    (
        decision(assumptions=[assumption("decision", None)]),
        Fault("/options/0/assumptions/0/option", "must be a string"),
    ),
    (decision(assumptions=[assumption("entity", "o")]), Fault("/options/0/assumptions/0/option", NULL)),
    (
        decision(assumptions=[assumption("decision", "o"), assumption("decision", "n")]),
        Fault("/options/0/assumptions", "must be sorted without duplicates"),
    ),
    (
        {**sound("decision"), "options": [option("b"), option("a")]},
        Fault("/options", "must be sorted without duplicates"),
    ),
    ({**sound("decision"), "options": []}, Fault("/options", "must have 1 to 32 items")),
]


@pytest.mark.parametrize(("value", "fault"), REVIEWS)
def test_review_rules_follow_the_judgment(value: dict[str, Any], fault: Fault | None) -> None:
    assert record_shapes.REVIEW(value) == fault


@pytest.mark.parametrize(("value", "fault"), OPTIONS)
def test_option_rules_are_checked_after_its_fields(value: dict[str, Any], fault: Fault | None) -> None:
    assert record_shapes.DECISION(value) == fault


def test_effective_under_is_sorted_by_decision_and_option() -> None:
    pairs = [{"decision": "b", "option": "a"}, {"decision": "a", "option": "b"}]

    fault = record_shapes.CLAIM({**sound("claim"), "effective_under": pairs})

    assert fault == Fault("/effective_under", "must be sorted without duplicates")
    assert record_shapes.CLAIM({**sound("claim"), "effective_under": pairs[::-1]}) is None


def test_deltas_hold_whole_records_and_sorted_ids() -> None:
    unsorted = deltas(removes={"entities": ["b", "a"]})
    broken = deltas(adds={"entities": [{"id": "x"}]})

    assert record_shapes.DELTAS(deltas()) is None
    assert record_shapes.DELTAS(unsorted) == Fault("/removes/entities", "must be sorted without duplicates")
    assert record_shapes.DELTAS(broken) == Fault("/adds/entities/0/kind", "is required")


@pytest.mark.parametrize("kind", SHAPES)
def test_sound_record_passes_and_each_missing_or_extra_field_fails(kind: str) -> None:
    value = sound(kind)

    assert SHAPES[kind](value) is None
    for name in value:
        without = {key: item for key, item in value.items() if key != name}
        assert SHAPES[kind](without) == Fault(f"/{name}", "is required")
    assert SHAPES[kind]({**value, "zz": 1}) == Fault("/zz", "is not a known field")


@pytest.mark.parametrize("kind", SHAPES)
def test_published_schema_agrees_on_sound_and_broken_records(kind: str) -> None:
    file = resources.files("reference_server.decisions").joinpath("schemas", f"{kind}.schema.json")
    schema = json.loads(file.read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)

    assert validator.is_valid(sound(kind))
    assert not validator.is_valid({**sound(kind), "zz": 1})
    assert not validator.is_valid({**sound(kind), "id": "A"})
