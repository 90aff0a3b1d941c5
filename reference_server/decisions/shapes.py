"""Records and parts of a scenario as JSON values, keys in the order of the answers (8.1, 5, 10)."""

from __future__ import annotations

from typing import Any

from reference_server.decisions.affected import AffectedDecision
from reference_server.decisions.assumptions import InvalidAssumption
from reference_server.decisions.graph import Difference
from reference_server.decisions.identity import IdentityConflict, IdentityGroup, IdentitySuggestion
from reference_server.decisions.impact import LIMITS, MAX_DEPTH, Impact, ImpactItem
from reference_server.decisions.records import Deltas, Entity, Option, Records, Relationship
from reference_server.decisions.repository import Repository
from reference_server.decisions.reviews import verdict_of
from reference_server.decisions.scenario import Conflict, Operation

Json = dict[str, Any]


def entity_json(entity: Entity) -> Json:
    """Entity of 8.1."""
    return {
        "id": entity.id,
        "kind": entity.kind,
        "name": entity.name,
        "description": entity.description,
    }


def relationship_json(relationship: Relationship) -> Json:
    """Relationship of 8.1."""
    return {
        "id": relationship.id,
        "kind": relationship.kind,
        "source": relationship.source,
        "target": relationship.target,
        "description": relationship.description,
    }


def record_json(record: Entity | Relationship) -> Json:
    """Entity or Relationship of 8.1."""
    return entity_json(record) if isinstance(record, Entity) else relationship_json(record)


def alias_json(repository: Repository, name: str, *, effective: bool) -> Json:
    """Alias of 8.1."""
    alias = repository.aliases[name]
    return {
        "id": alias.id,
        "entity": alias.entity,
        "name": alias.name,
        "review": verdict_of(repository.verdicts, "alias", name),
        "effective": effective,
    }


def claim_json(repository: Repository, name: str, *, effective: bool) -> Json:
    """Claim of 8.1."""
    claim = repository.claims[name]
    return {
        "id": claim.id,
        "subject": {"type": claim.subject.type, "id": claim.subject.id},
        "text": claim.text,
        "evidence": list(claim.evidence),
        "effective_under": [
            {"decision": pair.decision, "option": pair.option} for pair in claim.effective_under
        ],
        "review": verdict_of(repository.verdicts, "claim", name),
        "effective": effective,
    }


def evidence_json(repository: Repository, name: str) -> Json:
    """Evidence of 8.1."""
    anchor, state = repository.evidence[name], repository.evidence_states[name]
    return {
        "id": anchor.id,
        "path": anchor.path,
        "heading": list(anchor.heading),
        "passage_hash": anchor.passage_hash,
        "excerpt": anchor.excerpt,
        "state": state.state,
        "start_line": state.start_line,
        "end_line": state.end_line,
    }


def deltas_json(option: Option) -> Json | None:
    """Deltas of 8.1; null when they are rejected."""
    if option.needs_review:
        return None
    deltas: Deltas = option.deltas
    return {
        "adds": _records_json(deltas.adds),
        "removes": {
            "entities": list(deltas.remove_entities),
            "relationships": list(deltas.remove_relationships),
        },
        "replaces": _records_json(deltas.replaces),
    }


def _records_json(records: Records) -> Json:
    return {
        "entities": [entity_json(entity) for entity in records.entities],
        "relationships": [relationship_json(relationship) for relationship in records.relationships],
    }


def group_json(group: IdentityGroup) -> Json:
    """An identity group of 4."""
    return {"id": group.id, "members": list(group.members), "reviews": list(group.reviews)}


def suggestion_json(suggestion: IdentitySuggestion) -> Json:
    """An identity suggestion of 4."""
    return {"entity": suggestion.entity, "name": suggestion.name, "labels": list(suggestion.labels)}


def identity_conflict_json(conflict: IdentityConflict) -> Json:
    """An identity conflict of 4."""
    return {
        "kind": conflict.kind,
        "entities": list(conflict.entities),
        "reviews": list(conflict.reviews),
        "text": conflict.text,
    }


def changed_json(difference: Difference[Entity] | Difference[Relationship]) -> list[Json]:
    """The changed records of 5.7."""
    return [
        {"id": before.id, "before": record_json(before), "after": record_json(after)}
        for before, after in difference.changed
    ]


def difference_json(difference: Difference[Entity] | Difference[Relationship]) -> Json:
    """{added, removed, changed} of one record type (10.1)."""
    return {
        "added": [record_json(record) for record in difference.added],
        "removed": [record_json(record) for record in difference.removed],
        "changed": changed_json(difference),
    }


def conflict_json(conflict: Conflict) -> Json:
    """A conflict of 5.3."""
    return {
        "type": conflict.key.type,
        "id": conflict.key.id,
        "operations": [_operation_json(operation) for operation in conflict.operations],
        "applied": _operation_json(conflict.operations[-1]),
    }


def _operation_json(operation: Operation) -> Json:
    return {"decision": operation.decision, "option": operation.option, "operation": operation.name}


def assumption_json(item: InvalidAssumption) -> Json:
    """An invalid assumption of 5.4."""
    return {
        "decision": item.decision,
        "option": item.option,
        "origin": item.origin,
        "type": item.type,
        "id": item.id,
        "required_option": item.required_option,
        "text": item.text,
        "reason": item.reason,
    }


def affected_json(affected: AffectedDecision) -> Json:
    """An affected decision of 5.6."""
    return {
        "id": affected.decision.id,
        "title": affected.decision.title,
        "reasons": [
            {"kind": reason.kind, "id": reason.id, "text": reason.text} for reason in affected.reasons
        ],
    }


def impact_json(impact: Impact) -> Json:
    """The impact of 10.2."""
    return {
        "max_depth": MAX_DEPTH,
        "truncated": impact.truncated,
        "items": [_impact_item_json(item) for item in impact.items],
        "limits": LIMITS,
    }


def _impact_item_json(item: ImpactItem) -> Json:
    return {
        "changed": {"type": item.changed.type, "id": item.changed.id, "change": item.change},
        "entity": item.entity,
        "name": item.name,
        "depth": item.depth,
        "path": list(item.path),
        "missing_endpoints": [
            {
                "relationship": endpoint.relationship.id,
                "kind": endpoint.relationship.kind,
                "target": endpoint.relationship.target,
                "state": endpoint.state,
                "rewired_to": [
                    {"relationship": edge.id, "target": edge.target} for edge in endpoint.rewired_to
                ],
            }
            for endpoint in item.missing_endpoints
        ],
        "points_at_missing": item.points_at_missing,
    }
