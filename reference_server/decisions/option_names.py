"""The keys that an option names (5.5): what ties a decision to entities and relationships."""

from __future__ import annotations

from reference_server.decisions.records import Key, Option, Relationship
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import operation_keys


def option_names(repository: Repository, option: Option) -> frozenset[Key]:
    """The keys of its operations, the ends of their relationships, and its graph assumptions.

    Deltas that are rejected are empty, so only the assumptions are left of such an option.
    """
    named = {
        Key(assumption.type, assumption.id)
        for assumption in option.assumptions
        if assumption.type != "decision"
    }
    for key, _, record in operation_keys(option.deltas):
        named.add(key)
        ends = record
        if ends is None and key.type == "relationship":
            ends = repository.relationships.get(key.id)
        if isinstance(ends, Relationship):
            named.update((Key("entity", ends.source), Key("entity", ends.target)))
    return frozenset(named)
