"""What holds for any repository: every value is answered or refused in words, and answers fit together."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference_server.decisions.descriptors import descriptors
from reference_server.decisions.errors import RepositoryError
from reference_server.decisions.repository import load_repository
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import Workspace, deltas, entity, option, relationship

NAMES = ["a", "b", "c", "d", "e", "f"]
EDGES = ["r1", "r2", "r3", "r4", "r5", "r6", "r7"]
SCHEMAS = {item["name"]: jsonschema.Draft202012Validator(item["outputSchema"]) for item in descriptors()}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["a", "", "A b", "\n"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "type", "deltas", "adds", "entities", "z"]), inner)
    ),
    max_leaves=8,
)


def subset(values: list[str]) -> st.SearchStrategy[list[str]]:
    return st.sets(st.sampled_from(values), max_size=3).map(sorted)


@st.composite
def some_deltas(draw: st.DrawFn) -> dict[str, Any]:
    """Deltas that may or may not make sense on a graph of NAMES and EDGES."""
    ends = st.sampled_from(NAMES)

    def edges(names: list[str]) -> list[dict[str, Any]]:
        return [
            relationship(name, draw(ends), draw(ends), kind=draw(st.sampled_from("kl"))) for name in names
        ]

    added = draw(subset(["n1", "n2"]))
    removed, replaced = draw(subset(NAMES)), draw(subset(NAMES))
    cut, moved = draw(subset(EDGES)), draw(subset(EDGES))
    return deltas(
        {"entities": [entity(name) for name in added], "relationships": edges(draw(subset(["s1", "s2"])))},
        {"entities": removed, "relationships": cut},
        {
            "entities": [entity(name, name="New") for name in replaced if name not in removed],
            "relationships": edges([name for name in moved if name not in cut]),
        },
    )


@st.composite
def repositories(draw: st.DrawFn) -> list[tuple[str, str, dict[str, Any]]]:
    """Records of a sound repository with decisions d1 to d3 of options o and p."""
    ends = st.sampled_from(NAMES)
    records: list[tuple[str, str, dict[str, Any]]] = [("entities", name, {"kind": "k"}) for name in NAMES]
    for name in EDGES:
        records.append(("relationships", name, {"source": draw(ends), "target": draw(ends), "kind": "k"}))
    for name in ("d1", "d2", "d3"):
        needs = {"type": "entity", "id": draw(ends), "option": None, "text": "t"}
        options = [option("o", deltas=draw(some_deltas()), assumptions=[needs])]
        options.append(option("p", deltas=draw(some_deltas())))
        chosen = draw(st.sampled_from([None, "o", "p"]))
        records.append(("decisions", name, {"selected_option": chosen, "options": options}))
    rejected = draw(st.sampled_from([None, *NAMES]))
    if rejected is not None:
        subject = {"type": "entity", "ids": [rejected]}
        records.append(("reviews", "v", {"judgment": "reject", "subject": subject}))
    return records


SELECTIONS = st.dictionaries(st.sampled_from(["d1", "d2", "d3"]), st.sampled_from(["o", "p"]))


@contextmanager
def written(records: list[tuple[str, str, dict[str, Any]]]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder))
        for kind, name, fields in records:
            workspace.put(kind, name, **fields)
        yield workspace.root


@settings(max_examples=60, deadline=None)
@given(repositories(), SELECTIONS, SELECTIONS)
def test_answers_conform_to_their_schemas_and_mirror_each_other(
    records: list[tuple[str, str, dict[str, Any]]], before: dict[str, str], after: dict[str, str]
) -> None:
    with written(records) as root:
        there = call(root, "diff_scenarios", {"before_selections": before, "after_selections": after})
        back = call(root, "diff_scenarios", {"before_selections": after, "after_selections": before})
        whole = call(root, "inspect_architecture", {"selections": after})

    assert list(SCHEMAS["diff_scenarios"].iter_errors(there)) == []
    assert list(SCHEMAS["inspect_architecture"].iter_errors(whole)) == []
    for kind in ("entities", "relationships"):
        assert there[kind]["added"] == back[kind]["removed"]
        assert [item["before"] for item in there[kind]["changed"]] == [
            item["after"] for item in back[kind]["changed"]
        ]
    for kind in ("conflicts", "invalid_assumptions"):
        assert len(there[kind]["appeared"]) == len(back[kind]["disappeared"])


@settings(max_examples=60, deadline=None)
@given(repositories(), SELECTIONS)
def test_impact_is_the_shortest_way_along_the_before_graph(
    records: list[tuple[str, str, dict[str, Any]]], after: dict[str, str]
) -> None:
    with written(records) as root:
        found = call(root, "diff_scenarios", {"after_selections": after})
        graph = call(root, "inspect_architecture", {})

    edges = {item["id"]: (item["source"], item["target"]) for item in graph["relationships"]}
    names = {item["id"] for item in graph["entities"]}
    expected = set()
    removed_or_changed = [
        *(item["id"] for item in found["entities"]["removed"] + found["entities"]["changed"]),
    ]
    for start in removed_or_changed:
        distances = reach(start, edges, names)
        expected |= {(start, name, depth) for name, depth in distances.items() if 0 < depth <= 4}
        assert found["impact"]["truncated"] or max(distances.values()) <= 4
    items = [item for item in found["impact"]["items"] if item["changed"]["type"] == "entity"]
    assert {(item["changed"]["id"], item["entity"], item["depth"]) for item in items} == expected
    for item in items:
        chain = item["path"]
        for place in range(0, len(chain) - 1, 2):
            assert edges[chain[place + 1]] == (chain[place], chain[place + 2])


def reach(start: str, edges: dict[str, tuple[str, str]], names: set[str]) -> dict[str, int]:
    """The distance of every entity that depends on `start`, by relaxing all edges until nothing moves."""
    distances = {start: 0}
    for _ in names:
        for source, target in edges.values():
            if source in names and target in distances:
                distances[source] = min(distances.get(source, 99), distances[target] + 1)
    return distances


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["aliases", "claims", "decisions", "entities", "evidence", "reviews"]), JSON)
def test_any_json_in_a_record_file_is_refused_in_words(folder: str, value: Any) -> None:
    with written([]) as root:
        Workspace(root).put_value(folder, "a", value)

        with pytest.raises(RepositoryError, match="Repository error: file "):
            load_repository(root)


@settings(max_examples=150, deadline=None)
@given(JSON)
def test_any_json_as_deltas_is_answered(value: Any) -> None:
    rejection = "why" if value is None else None
    with written([("decisions", "d", {"options": [option("o", deltas=value, rejection=rejection)]})]) as root:
        answer = call(root, "inspect_architecture", {"selections": {"d": "o"}})

    assert answer["decisions"][0]["needs_review"] is True
    assert list(SCHEMAS["inspect_architecture"].iter_errors(answer)) == []
