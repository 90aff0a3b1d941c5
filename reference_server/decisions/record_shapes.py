"""The shape of each record type: its fields in order and the rules after them (2.4)."""

from __future__ import annotations

from typing import Any

from reference_server.decisions.errors import Fault
from reference_server.decisions.json_text import MAX_INTEGER
from reference_server.decisions.values import (
    HASH,
    ID,
    KIND,
    LINE,
    NOT_A_STRING,
    NOT_AN_OBJECT,
    NOT_NULL,
    PATH,
    TEXT,
    TEXT_OR_EMPTY,
    TIME,
    Check,
    integer,
    list_of,
    nullable,
    object_of,
    one_of,
)


def _itself(value: Any) -> Any:
    return value


def _by_id(value: Any) -> Any:
    return value["id"]


def _anything(_value: Any) -> Fault | None:
    return None


_IDS_OF_DELTAS = list_of(0, 500, ID, _itself)

ALIAS = object_of({"id": ID, "entity": ID, "name": LINE})

CLAIM = object_of(
    {
        "id": ID,
        "subject": object_of({"type": one_of("decision", "entity", "relationship"), "id": ID}),
        "text": TEXT,
        "evidence": list_of(0, 64, ID, _itself),
        "effective_under": list_of(
            0, 64, object_of({"decision": ID, "option": ID}), lambda pair: (pair["decision"], pair["option"])
        ),
    }
)

ENTITY = object_of({"id": ID, "kind": KIND, "name": LINE, "description": TEXT_OR_EMPTY})

EVIDENCE = object_of(
    {
        "id": ID,
        "path": PATH,
        "heading": list_of(0, 6, TEXT_OR_EMPTY),
        "passage_hash": HASH,
        "excerpt": TEXT_OR_EMPTY,
    }
)

RELATIONSHIP = object_of({"id": ID, "kind": KIND, "source": ID, "target": ID, "description": TEXT_OR_EMPTY})

_WHOLE_RECORDS = object_of(
    {
        "entities": list_of(0, 500, ENTITY, _by_id),
        "relationships": list_of(0, 500, RELATIONSHIP, _by_id),
    }
)

DELTAS = object_of(
    {
        "adds": _WHOLE_RECORDS,
        "removes": object_of({"entities": _IDS_OF_DELTAS, "relationships": _IDS_OF_DELTAS}),
        "replaces": _WHOLE_RECORDS,
    }
)


def _option_of_assumption(value: Any) -> Fault | None:
    if value["type"] == "decision":
        return NOT_A_STRING.below("/option") if value["option"] is None else None
    return NOT_NULL.below("/option") if value["option"] is not None else None


_ASSUMPTION = object_of(
    {"type": one_of("decision", "entity", "relationship"), "id": ID, "option": nullable(ID), "text": TEXT},
    _option_of_assumption,
)


def _rejection_of_option(value: Any) -> Fault | None:
    if value["deltas"] is None:
        return NOT_A_STRING.below("/rejection") if value["rejection"] is None else None
    return NOT_NULL.below("/rejection") if value["rejection"] is not None else None


_OPTION = object_of(
    {
        "id": ID,
        "title": LINE,
        "rationale": TEXT_OR_EMPTY,
        # A fault in deltas rejects the deltas, not the repository (3.4): any value passes here.
        "deltas": _anything,
        "rejection": nullable(TEXT),
        "assumptions": list_of(
            0, 64, _ASSUMPTION, lambda value: (value["type"], value["id"], value["option"] or "")
        ),
    },
    _rejection_of_option,
)

DECISION = object_of(
    {
        "id": ID,
        "title": LINE,
        "status": one_of("proposed", "accepted", "deprecated", "superseded"),
        "selected_option": nullable(ID),
        "options": list_of(1, 32, _OPTION, _by_id),
    }
)


def _judging_rules(types: Check, ids: Check) -> Check:
    def check(value: Any) -> Fault | None:
        subject = value["subject"]
        if subject is None:
            return NOT_AN_OBJECT.below("/subject")
        fault = types(subject["type"])
        if fault is not None:
            return fault.below("/subject/type")
        fault = ids(subject)
        if fault is not None:
            return fault.below("/subject/ids")
        return NOT_NULL.below("/undoes") if value["undoes"] is not None else None

    return check


def _id_count(low: int, high: int) -> Check:
    bounds = list_of(low, high, _anything)
    return lambda subject: bounds(subject["ids"])


_ONE_ID, _TWO_IDS, _SOME_IDS = _id_count(1, 1), _id_count(2, 2), _id_count(2, 64)


def _reject_ids(subject: Any) -> Fault | None:
    return _TWO_IDS(subject) if subject["type"] == "identity" else _ONE_ID(subject)


def _undo_rules(value: Any) -> Fault | None:
    if value["subject"] is not None:
        return NOT_NULL.below("/subject")
    if value["undoes"] is None:
        return NOT_A_STRING.below("/undoes")
    return NOT_NULL.below("/supersedes") if value["supersedes"] is not None else None


_SUBJECT_TYPES = ("alias", "claim", "entity", "identity", "relationship")
_RULES_OF_JUDGMENT: dict[str, Check] = {
    "accept": _judging_rules(one_of("alias", "claim", "entity", "relationship"), _ONE_ID),
    "reject": _judging_rules(one_of(*_SUBJECT_TYPES), _reject_ids),
    "merge_identity": _judging_rules(one_of("identity"), _SOME_IDS),
    "undo": _undo_rules,
}

REVIEW = object_of(
    {
        "id": ID,
        "seq": integer(1, MAX_INTEGER),
        "judgment": one_of("accept", "reject", "merge_identity", "undo"),
        "subject": nullable(object_of({"type": one_of(*_SUBJECT_TYPES), "ids": list_of(1, 64, ID, _itself)})),
        "undoes": nullable(ID),
        "supersedes": nullable(ID),
        "reviewer": LINE,
        "note": TEXT_OR_EMPTY,
        "at": TIME,
    },
    lambda value: _RULES_OF_JUDGMENT[value["judgment"]](value),
)
