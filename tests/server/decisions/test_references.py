"""References between records (spec 3.3, step 4)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.errors import RepositoryError
from reference_server.decisions.repository import load_repository
from tests.server.decisions.repositories import Workspace, deltas, entity, option, relationship


@pytest.fixture
def linked(workspace: Workspace) -> Workspace:
    """Records that name each other soundly; the entity `later` comes from an option alone."""
    adds = {"entities": [entity("later")], "relationships": [relationship("r-later", "a", "later")]}
    workspace.entities("a", "b")
    workspace.put("relationships", "r", source="a", target="later")
    workspace.put("decisions", "d", selected_option="o", options=[option("o", deltas=deltas(adds))])
    workspace.put("aliases", "al", entity="later")
    workspace.put("evidence", "ev")
    workspace.put(
        "claims",
        "c",
        subject={"type": "relationship", "id": "r-later"},
        evidence=["ev"],
        effective_under=[{"decision": "d", "option": "o"}],
    )
    workspace.put("reviews", "v1", seq=2, subject={"type": "entity", "ids": ["later"]})
    workspace.put("reviews", "v2", seq=3, supersedes="v1")
    return workspace


FAULTS: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("aliases", "al", {"entity": "x"}, "/entity", "names no known entity"),
    ("claims", "c", {"subject": {"type": "decision", "id": "x"}}, "/subject/id", "names no known decision"),
    ("claims", "c", {"subject": {"type": "entity", "id": "r"}}, "/subject/id", "names no known entity"),
    (
        "claims",
        "c",
        {"subject": {"type": "relationship", "id": "a"}, "evidence": ["x"]},
        "/subject/id",
        "names no known relationship",
    ),
    ("claims", "c", {"evidence": ["ev", "x"]}, "/evidence/1", "names no known evidence"),
    (
        "claims",
        "c",
        {"effective_under": [{"decision": "x", "option": "o"}]},
        "/effective_under/0/decision",
        "names no known decision",
    ),
    (
        "claims",
        "c",
        {"effective_under": [{"decision": "d", "option": "o"}, {"decision": "d", "option": "x"}]},
        "/effective_under/1/option",
        "names no known option",
    ),
    (
        "decisions",
        "d",
        {"selected_option": "x", "options": [option("o")]},
        "/selected_option",
        "names no known option",
    ),
    ("relationships", "r", {"source": "x", "target": "y"}, "/source", "names no known entity"),
    ("relationships", "r", {"target": "y"}, "/target", "names no known entity"),
    ("reviews", "v2", {"seq": 2, "supersedes": "x"}, "/seq", 'repeats the seq of review "v1"'),
    (
        "reviews",
        "v2",
        {"seq": 3, "subject": {"type": "alias", "ids": ["c"]}, "supersedes": "x"},
        "/subject/ids/0",
        "names no known alias",
    ),
    (
        "reviews",
        "v2",
        {"seq": 3, "judgment": "merge_identity", "subject": {"type": "identity", "ids": ["a", "x"]}},
        "/subject/ids/1",
        "names no known entity",
    ),
    (
        "reviews",
        "v2",
        {"seq": 3, "subject": {"type": "claim", "ids": ["x"]}},
        "/subject/ids/0",
        "names no known claim",
    ),
    (
        "reviews",
        "v2",
        {"seq": 3, "subject": {"type": "relationship", "ids": ["x"]}},
        "/subject/ids/0",
        "names no known relationship",
    ),
    (
        "reviews",
        "v2",
        {"seq": 3, "judgment": "undo", "subject": None, "undoes": "x"},
        "/undoes",
        "names no known review",
    ),
    (
        "reviews",
        "v1",
        {"seq": 2, "judgment": "undo", "subject": None, "undoes": "v2"},
        "/undoes",
        "must name a review with a lower seq",
    ),
    ("reviews", "v2", {"seq": 3, "supersedes": "x"}, "/supersedes", "names no known review"),
    (
        "reviews",
        "v2",
        {"seq": 3, "supersedes": "v2"},
        "/supersedes",
        "must name a review with a lower seq",
    ),
]


def test_sound_references_pass_also_to_what_only_an_option_adds(linked: Workspace) -> None:
    repository = load_repository(linked.root)

    assert repository.known.entities == {"a", "b", "later"}
    assert repository.known.relationships == {"r", "r-later"}
    assert list(repository.entities) == ["a", "b"]


@pytest.mark.parametrize(("folder", "name", "fields", "pointer", "reason"), FAULTS)
def test_broken_reference_is_refused_in_its_place(
    linked: Workspace, folder: str, name: str, fields: dict[str, Any], pointer: str, reason: str
) -> None:
    linked.put(folder, name, **fields)
    if folder == "decisions":
        # The other records lean on the entity that this decision no longer adds.
        for path in ("aliases/al", "claims/c", "relationships/r", "reviews/v1", "reviews/v2"):
            (linked.root / f".decision/{path}.json").unlink()

    with pytest.raises(RepositoryError) as error:
        load_repository(linked.root)

    assert error.value.text == (
        f'Repository error: file ".decision/{folder}/{name}.json", pointer "{pointer}": {reason}.'
    )


def test_entity_of_rejected_structure_is_not_known(workspace: Workspace) -> None:
    broken = deltas({"entities": [entity("x")], "relationships": [{"id": "r"}]})
    workspace.put("decisions", "d", options=[option("o", deltas=broken)]).put("aliases", "al", entity="x")

    with pytest.raises(RepositoryError, match="names no known entity"):
        load_repository(workspace.root)


def test_entity_of_rejected_meaning_stays_known(workspace: Workspace) -> None:
    broken = deltas({"entities": [entity("x")]}, removes={"entities": ["nobody"]})
    workspace.put("decisions", "d", options=[option("o", deltas=broken)]).put("aliases", "al", entity="x")

    assert load_repository(workspace.root).decisions["d"].needs_review
