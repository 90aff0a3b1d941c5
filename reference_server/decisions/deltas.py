"""Which option deltas stand and which are rejected, and what is known in a repository (3.4, 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from reference_server.decisions import records
from reference_server.decisions.errors import Fault
from reference_server.decisions.record_shapes import DELTAS
from reference_server.decisions.records import Deltas, Relationship
from reference_server.decisions.serialise import quoted

_UNKNOWN_ENTITY = "names no known entity"
_UNKNOWN_RELATIONSHIP = "names no known relationship"


@dataclass(frozen=True, slots=True)
class Known:
    """The ids of entities and relationships that some record file or sound deltas give (3.3)."""

    base_entities: frozenset[str]
    base_relationships: frozenset[str]
    entities: frozenset[str]
    relationships: frozenset[str]


@dataclass(frozen=True, slots=True)
class Settled:
    """Per decision id and option id: the deltas (empty when rejected) and the review reason or None."""

    options: dict[str, dict[str, tuple[Deltas, str | None]]]
    known: Known


def settle(
    decisions: Iterable[dict[str, Any]],
    base_entities: Iterable[str],
    base_relationships: Iterable[str],
) -> Settled:
    """Check the deltas of all `decisions` (checked JSON): first every structure, then every meaning."""
    decisions = list(decisions)
    structures = {decision["id"]: _structures(decision) for decision in decisions}
    entities, relationships = frozenset(base_entities), frozenset(base_relationships)
    sound = [pair[0] for options in structures.values() for pair in options.values() if pair[1] is None]
    known = Known(
        entities,
        relationships,
        entities.union(*({item.id for item in deltas.adds.entities} for deltas in sound)),
        relationships.union(*({item.id for item in deltas.adds.relationships} for deltas in sound)),
    )
    return Settled({name: _meanings(options, known) for name, options in structures.items()}, known)


def _structures(decision: dict[str, Any]) -> dict[str, tuple[Deltas, str | None]]:
    settled: dict[str, tuple[Deltas, str | None]] = {}
    for position, option in enumerate(decision["options"]):
        value = option["deltas"]
        if value is None:
            settled[option["id"]] = (Deltas(), option["rejection"])
            continue
        fault = DELTAS(value)
        if fault is None:
            settled[option["id"]] = (records.deltas(value), None)
        else:
            settled[option["id"]] = (Deltas(), _reason(position, fault))
    return settled


def _meanings(
    options: dict[str, tuple[Deltas, str | None]], known: Known
) -> dict[str, tuple[Deltas, str | None]]:
    settled: dict[str, tuple[Deltas, str | None]] = {}
    # Options are sorted by id in the file as well as here, so positions agree.
    for position, (name, (deltas, reason)) in enumerate(options.items()):
        fault = next(_meaning_faults(deltas, known), None) if reason is None else None
        settled[name] = (deltas, reason) if fault is None else (Deltas(), _reason(position, fault))
    return settled


def _reason(position: int, fault: Fault) -> str:
    return f"pointer {quoted(f'/options/{position}/deltas{fault.pointer}')}: {fault.reason}"


def _meaning_faults(deltas: Deltas, known: Known) -> Iterator[Fault]:
    added_entities = {item.id for item in deltas.adds.entities}
    added_relationships = {item.id for item in deltas.adds.relationships}
    for position, entity in enumerate(deltas.adds.entities):
        if entity.id in known.base_entities:
            yield Fault(f"/adds/entities/{position}/id", "is already a base record")
    for position, relationship in enumerate(deltas.adds.relationships):
        if relationship.id in known.base_relationships:
            yield Fault(f"/adds/relationships/{position}/id", "is already a base record")
        yield from _endpoints(relationship, f"/adds/relationships/{position}", known)
    yield from _removal_faults(
        "/removes/entities", deltas.remove_entities, added_entities, known.entities, _UNKNOWN_ENTITY
    )
    yield from _removal_faults(
        "/removes/relationships",
        deltas.remove_relationships,
        added_relationships,
        known.relationships,
        _UNKNOWN_RELATIONSHIP,
    )
    for position, entity in enumerate(deltas.replaces.entities):
        at = f"/replaces/entities/{position}"
        if (reason := _replacement(entity.id, added_entities, deltas.remove_entities)) is not None:
            yield Fault(f"{at}/id", reason)
        if entity.id not in known.entities:
            yield Fault(f"{at}/id", _UNKNOWN_ENTITY)
    for position, relationship in enumerate(deltas.replaces.relationships):
        at = f"/replaces/relationships/{position}"
        if (
            reason := _replacement(relationship.id, added_relationships, deltas.remove_relationships)
        ) is not None:
            yield Fault(f"{at}/id", reason)
        if relationship.id not in known.relationships:
            yield Fault(f"{at}/id", _UNKNOWN_RELATIONSHIP)
        yield from _endpoints(relationship, at, known)


def _removal_faults(
    at: str, removed: tuple[str, ...], added: set[str], known: frozenset[str], unknown: str
) -> Iterator[Fault]:
    for position, name in enumerate(removed):
        if name in added:
            yield Fault(f"{at}/{position}", "is also in adds")
        if name not in known:
            yield Fault(f"{at}/{position}", unknown)


def _replacement(name: str, added: set[str], removed: tuple[str, ...]) -> str | None:
    if name in added:
        return "is also in adds"
    return "is also in removes" if name in removed else None


def _endpoints(relationship: Relationship, at: str, known: Known) -> Iterator[Fault]:
    if relationship.source not in known.entities:
        yield Fault(f"{at}/source", _UNKNOWN_ENTITY)
    if relationship.target not in known.entities:
        yield Fault(f"{at}/target", _UNKNOWN_ENTITY)
