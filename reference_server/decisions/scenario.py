"""Compiling a scenario: the selected options' deltas on the base graph, and conflicts (5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reference_server.decisions.graph import Graph, base_graph
from reference_server.decisions.records import Deltas, Entity, Key, OperationName, Relationship
from reference_server.decisions.repository import Repository
from reference_server.decisions.selections import Selections


@dataclass(frozen=True, slots=True)
class Operation:
    """One key that a selected option's deltas touch; `record` is None for a removal."""

    decision: str
    option: str
    name: OperationName
    record: Entity | Relationship | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A key that two or more operations touch, by decision id; the last one is applied (5.3)."""

    key: Key
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A resolved selection map and what it makes of the base graph.

    `operations` hold, by key, the operations of the selected options by decision id.
    """

    selections: Selections
    base: Graph
    graph: Graph
    operations: Mapping[Key, tuple[Operation, ...]]

    def exists(self, key: Key) -> bool:
        """Whether the base graph has `key` or any operation adds it (5.2)."""
        return key in self.base or any(operation.name == "add" for operation in self.operations.get(key, ()))

    def conflicts(self) -> tuple[Conflict, ...]:
        """The keys touched more than once, sorted by (type, id)."""
        return tuple(
            Conflict(key, operations)
            for key, operations in sorted(self.operations.items())
            if len(operations) > 1
        )


def operation_keys(deltas: Deltas) -> Iterator[tuple[Key, OperationName, Entity | Relationship | None]]:
    """The keys that `deltas` touch, with what they do and the record they put."""
    for entity in deltas.adds.entities:
        yield Key("entity", entity.id), "add", entity
    for relationship in deltas.adds.relationships:
        yield Key("relationship", relationship.id), "add", relationship
    for name in deltas.remove_entities:
        yield Key("entity", name), "remove", None
    for name in deltas.remove_relationships:
        yield Key("relationship", name), "remove", None
    for entity in deltas.replaces.entities:
        yield Key("entity", entity.id), "replace", entity
    for relationship in deltas.replaces.relationships:
        yield Key("relationship", relationship.id), "replace", relationship


def compile_scenario(repository: Repository, selections: Selections) -> Scenario:
    """The scenario of the resolved map `selections`."""
    operations: dict[Key, list[Operation]] = {}
    for decision, option in selections.items():
        if option is None:
            continue
        # Rejected deltas are empty, so an option that needs review gives no operations.
        deltas = repository.decisions[decision].options[option].deltas
        for key, name, record in operation_keys(deltas):
            operations.setdefault(key, []).append(Operation(decision, option, name, record))
    base = base_graph(repository)
    settled = {key: tuple(items) for key, items in operations.items()}
    return Scenario(selections, base, _applied(base, settled), settled)


def _applied(base: Graph, operations: Mapping[Key, tuple[Operation, ...]]) -> Graph:
    entities = dict(base.entities)
    relationships = dict(base.relationships)
    for key, items in operations.items():
        last = items[-1]
        exists = key in base or any(item.name == "add" for item in items)
        if key.type == "entity":
            entities.pop(key.id, None)
        else:
            relationships.pop(key.id, None)
        if last.name == "replace" and not exists:
            continue
        if isinstance(last.record, Entity):
            entities[key.id] = last.record
        elif isinstance(last.record, Relationship):
            relationships[key.id] = last.record
    return Graph(dict(sorted(entities.items())), dict(sorted(relationships.items())))
