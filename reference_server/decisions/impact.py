"""Downstream impact: who depends on what a scenario removes or replaces, and what dangles (10.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from reference_server.decisions.graph import Graph, GraphDifference
from reference_server.decisions.records import Key, Relationship

MAX_DEPTH = 4
LIMITS = (
    "Impact only sees relationships declared in the graph. It does not read code, runtime traffic, or "
    "undeclared dependencies, and it does not follow identity groups."
)
_Edges = Mapping[str, tuple[Relationship, ...]]


@dataclass(frozen=True, slots=True)
class MissingEndpoint:
    """An edge that now points at a missing entity: dangling unless `rewired_to` has edges, by id."""

    relationship: Relationship
    rewired_to: tuple[Relationship, ...]

    @property
    def state(self) -> Literal["rewired", "dangling"]:
        """Whether the after scenario gives the same source an edge of the kind to a new target."""
        return "rewired" if self.rewired_to else "dangling"


@dataclass(frozen=True, slots=True)
class ImpactItem:
    """One dependent of one changed item; `path` leads from the dependent back to it."""

    changed: Key
    change: Literal["removed", "replaced"]
    entity: str
    name: str
    path: tuple[str, ...]
    missing_endpoints: tuple[MissingEndpoint, ...]

    @property
    def depth(self) -> int:
        """The number of relationships on the path."""
        return len(self.path) // 2

    @property
    def points_at_missing(self) -> bool:
        """Whether any edge dangles."""
        return any(not endpoint.rewired_to for endpoint in self.missing_endpoints)


@dataclass(frozen=True, slots=True)
class Impact:
    """All items, and whether more dependents lie past MAX_DEPTH."""

    truncated: bool
    items: tuple[ImpactItem, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    entity: str
    path: tuple[str, ...]


def impact(before: Graph, after: Graph, difference: GraphDifference) -> Impact:
    """The impact of going from `before` to `after`; `difference` is theirs."""
    incoming: dict[str, list[Relationship]] = {}
    for relationship in before.relationships.values():
        incoming.setdefault(relationship.target, []).append(relationship)
    edges = {name: tuple(found) for name, found in incoming.items()}
    endpoints = _MissingEndpoints(before, after)
    truncated = False
    items: list[ImpactItem] = []
    for key, change in _changed_items(difference):
        levels, more = _levels(before, edges, key)
        truncated = truncated or more
        for level in levels:
            for found in sorted(level, key=lambda found: found.entity):
                name = before.entities[found.entity].name
                missing = endpoints.of(found.entity)
                items.append(ImpactItem(key, change, found.entity, name, found.path, missing))
    return Impact(truncated, tuple(items))


def _changed_items(difference: GraphDifference) -> Iterator[tuple[Key, Literal["removed", "replaced"]]]:
    for kind, changes in (
        ("entity", difference.entities.changes()),
        ("relationship", difference.relationships.changes()),
    ):
        for name, change in sorted(changes.items()):
            if change != "added":
                yield Key(kind, name), "removed" if change == "removed" else "replaced"


def _levels(before: Graph, incoming: _Edges, key: Key) -> tuple[list[list[_Found]], bool]:
    """The dependents of `key` on levels 1 to MAX_DEPTH, and whether there is a level below."""
    levels: list[list[_Found]] = []
    if key.type == "entity":
        visited = {key.id}
        level = [_Found(key.id, (key.id,))]
    else:
        source = before.relationships[key.id].source
        if source not in before.entities:
            return [], False
        visited = {source}
        level = [_Found(source, (source, key.id))]
        levels.append(level)
    while level and len(levels) <= MAX_DEPTH:
        level = _next_level(before, incoming, level, visited)
        levels.append(level)
    return levels[:MAX_DEPTH], any(levels[MAX_DEPTH:])


def _next_level(before: Graph, incoming: _Edges, level: list[_Found], visited: set[str]) -> list[_Found]:
    found: list[_Found] = []
    for dependency in sorted(level, key=lambda item: item.entity):
        for relationship in incoming.get(dependency.entity, ()):
            source = relationship.source
            if source in before.entities and source not in visited:
                visited.add(source)
                found.append(_Found(source, (source, relationship.id, *dependency.path)))
    return found


class _MissingEndpoints:
    """The edges of an entity that point at a missing entity, worked out once an entity."""

    def __init__(self, before: Graph, after: Graph) -> None:
        self._before = before
        self._after = after
        self._outgoing_before = _outgoing(before)
        self._outgoing_after = _outgoing(after)
        self._known: dict[str, tuple[MissingEndpoint, ...]] = {}

    def of(self, entity: str) -> tuple[MissingEndpoint, ...]:
        """By (relationship id, target); empty for an entity that the after scenario does not have."""
        if entity not in self._known:
            self._known[entity] = self._found(entity) if entity in self._after.entities else ()
        return self._known[entity]

    def _found(self, entity: str) -> tuple[MissingEndpoint, ...]:
        before, after = self._before, self._after
        edges: dict[tuple[str, str], Relationship] = {}
        for edge in self._outgoing_before.get(entity, ()):
            if edge.target in before.entities and edge.target not in after.entities:
                edges[edge.id, edge.target] = edge
        for edge in self._outgoing_after.get(entity, ()):
            if edge.target not in after.entities and not self._was_missing(edge):
                edges.setdefault((edge.id, edge.target), edge)
        return tuple(
            MissingEndpoint(edge, self._rewired(edge)) for _, edge in sorted(edges.items(), key=_first)
        )

    def _was_missing(self, edge: Relationship) -> bool:
        old = self._before.relationships.get(edge.id)
        return (
            old is not None
            and (old.source, old.target) == (edge.source, edge.target)
            and edge.target not in self._before.entities
        )

    def _rewired(self, edge: Relationship) -> tuple[Relationship, ...]:
        old_targets = {
            old.target for old in self._outgoing_before.get(edge.source, ()) if old.kind == edge.kind
        }
        return tuple(
            new
            for new in self._outgoing_after.get(edge.source, ())
            if new.kind == edge.kind and new.target in self._after.entities and new.target not in old_targets
        )


def _outgoing(graph: Graph) -> dict[str, list[Relationship]]:
    outgoing: dict[str, list[Relationship]] = {}
    for relationship in graph.relationships.values():
        outgoing.setdefault(relationship.source, []).append(relationship)
    return outgoing


def _first(pair: tuple[tuple[str, str], Relationship]) -> tuple[str, str]:
    return pair[0]
