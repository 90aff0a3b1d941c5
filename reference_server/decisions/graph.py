"""Graphs of entities and relationships, and what differs between two of them (4, 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from reference_server.decisions.records import Entity, Key, Relationship
from reference_server.decisions.repository import Repository
from reference_server.decisions.reviews import verdict_of

ChangeName = Literal["added", "removed", "changed"]
_Record = TypeVar("_Record", Entity, Relationship)


@dataclass(frozen=True, slots=True)
class Graph:
    """Entities and relationships by id, sorted. A relationship's endpoint may be missing (5.2)."""

    entities: Mapping[str, Entity]
    relationships: Mapping[str, Relationship]

    def __contains__(self, key: Key) -> bool:
        return key.id in (self.entities if key.type == "entity" else self.relationships)


@dataclass(frozen=True, slots=True)
class Difference(Generic[_Record]):
    """Records of one type that differ, by id; `changed` holds (before, after)."""

    added: tuple[_Record, ...]
    removed: tuple[_Record, ...]
    changed: tuple[tuple[_Record, _Record], ...]

    def changes(self) -> dict[str, ChangeName]:
        """What happened to each id that differs."""
        return {
            **{record.id: "added" for record in self.added},
            **{record.id: "removed" for record in self.removed},
            **{before.id: "changed" for before, _ in self.changed},
        }


@dataclass(frozen=True, slots=True)
class GraphDifference:
    """From one graph to another: the two types apart."""

    entities: Difference[Entity]
    relationships: Difference[Relationship]

    def changes(self) -> dict[Key, ChangeName]:
        """What happened to each key that differs, sorted by (type, id)."""
        found = {Key("entity", name): change for name, change in self.entities.changes().items()}
        for name, change in self.relationships.changes().items():
            found[Key("relationship", name)] = change
        return dict(sorted(found.items()))


def base_graph(repository: Repository) -> Graph:
    """The record files whose verdict is not rejected (4)."""
    judged = repository.verdicts
    return Graph(
        {
            name: entity
            for name, entity in repository.entities.items()
            if verdict_of(judged, "entity", name) != "rejected"
        },
        {
            name: relationship
            for name, relationship in repository.relationships.items()
            if verdict_of(judged, "relationship", name) != "rejected"
        },
    )


def compare(before: Graph, after: Graph) -> GraphDifference:
    """What is added, removed and changed from `before` to `after` (5.7)."""
    return GraphDifference(
        _difference(before.entities, after.entities),
        _difference(before.relationships, after.relationships),
    )


def _difference(before: Mapping[str, _Record], after: Mapping[str, _Record]) -> Difference[_Record]:
    return Difference(
        tuple(record for name, record in after.items() if name not in before),
        tuple(record for name, record in before.items() if name not in after),
        tuple(
            (record, after[name])
            for name, record in before.items()
            # Most records are the same object in both; comparing the others costs little.
            if name in after and after[name] is not record and after[name] != record
        ),
    )
