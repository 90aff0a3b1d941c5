"""The answers of list_decisions, inspect_architecture, inspect_entity and diff_scenarios (8, 10.1)."""

from __future__ import annotations

from collections.abc import Iterable

from reference_server.decisions.claims import is_effective_alias, is_effective_claim
from reference_server.decisions.comparison import compare_scenarios, report_scenario
from reference_server.decisions.errors import EntityError
from reference_server.decisions.graph import compare
from reference_server.decisions.identity import (
    group_of,
    identity_conflicts,
    identity_groups,
    identity_suggestions,
)
from reference_server.decisions.impact import impact
from reference_server.decisions.option_names import option_names
from reference_server.decisions.receipts import receipt
from reference_server.decisions.records import Decision, Key, Option
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import Scenario, compile_scenario
from reference_server.decisions.selections import resolve
from reference_server.decisions.serialise import quoted
from reference_server.decisions.shapes import (
    Json,
    affected_json,
    alias_json,
    assumption_json,
    changed_json,
    claim_json,
    conflict_json,
    deltas_json,
    difference_json,
    entity_json,
    evidence_json,
    group_json,
    identity_conflict_json,
    impact_json,
    relationship_json,
    suggestion_json,
)


def decision_list(repository: Repository, scenario: Scenario) -> Json:
    """The answer of list_decisions (8.2)."""
    decisions = [
        {
            **_head_json(decision, scenario),
            "needs_review": decision.needs_review,
            "options": [{"id": option.id, "title": option.title} for option in decision.options.values()],
        }
        for decision in repository.decisions.values()
    ]
    return {"decisions": decisions, "receipt": receipt(repository, scenario.selections, {})}


def architecture(repository: Repository, scenario: Scenario) -> Json:
    """The answer of inspect_architecture (8.3)."""
    return {
        "entities": [entity_json(entity) for entity in scenario.graph.entities.values()],
        "relationships": [relationship_json(edge) for edge in scenario.graph.relationships.values()],
        "decisions": [
            {
                **_head_json(decision, scenario),
                "needs_review": decision.needs_review,
                "options": [
                    _full_option_json(option, scenario.selections[decision.id])
                    for option in decision.options.values()
                ],
            }
            for decision in repository.decisions.values()
        ],
        "aliases": _aliases_json(repository, scenario, repository.aliases),
        "claims": _claims_json(repository, scenario, repository.claims),
        "evidence": [evidence_json(repository, name) for name in repository.evidence],
        "identity_groups": [group_json(group) for group in identity_groups(repository.heads)],
        "scenario": _scenario_json(repository, scenario),
        "receipt": receipt(repository, scenario.selections, {}),
    }


def _scenario_json(repository: Repository, scenario: Scenario) -> Json:
    report = report_scenario(repository, scenario)
    entities, relationships = report.difference.entities, report.difference.relationships
    value: Json = {
        "selections": dict(scenario.selections),
        "added": {
            "entities": [entity_json(entity) for entity in entities.added],
            "relationships": [relationship_json(edge) for edge in relationships.added],
        },
        "removed": {
            "entities": [entity_json(entity) for entity in entities.removed],
            "relationships": [relationship_json(edge) for edge in relationships.removed],
        },
        "changed": {"entities": changed_json(entities), "relationships": changed_json(relationships)},
        "conflicts": [conflict_json(conflict) for conflict in report.conflicts],
        "invalid_assumptions": [assumption_json(item) for item in report.invalid_assumptions],
        "affected_decisions": [affected_json(item) for item in report.affected_decisions],
    }
    own = resolve(repository.decisions, {}, "selections")
    if scenario.selections != own:
        before = compile_scenario(repository, own).graph
        value["impact"] = impact_json(impact(before, scenario.graph, compare(before, scenario.graph)))
    return value


def _refuse_unknown(repository: Repository, scenario: Scenario, entity_id: str) -> None:
    if entity_id in scenario.graph.entities:
        return
    if entity_id in repository.known.entities:
        raise EntityError(f"Entity {quoted(entity_id)} is not in this scenario.")
    raise EntityError(f"Unknown entity: {quoted(entity_id)}.")


def entity_view(repository: Repository, scenario: Scenario, entity_id: str) -> Json:
    """The answer of inspect_entity (8.4); raises EntityError for an entity the scenario lacks."""
    _refuse_unknown(repository, scenario, entity_id)
    edges = scenario.graph.relationships.values()
    outgoing = [edge for edge in edges if edge.source == entity_id]
    incoming = [edge for edge in edges if edge.target == entity_id]
    keys = {Key("entity", entity_id), *(Key("relationship", edge.id) for edge in outgoing + incoming)}
    claims = [name for name, claim in repository.claims.items() if Key(*claim.subject) in keys]
    cited = {name for claim in claims for name in repository.claims[claim].evidence}
    aliases = [name for name, alias in repository.aliases.items() if alias.entity == entity_id]
    group = group_of(identity_groups(repository.heads), entity_id)
    return {
        "entity": entity_json(scenario.graph.entities[entity_id]),
        "relationships": {
            "outgoing": [relationship_json(edge) for edge in outgoing],
            "incoming": [relationship_json(edge) for edge in incoming],
        },
        "aliases": _aliases_json(repository, scenario, aliases),
        "claims": _claims_json(repository, scenario, claims),
        "evidence": [evidence_json(repository, name) for name in sorted(cited)],
        "decisions": [
            _related_decision_json(decision, scenario)
            for decision in repository.decisions.values()
            if any(option_names(repository, option) & keys for option in decision.options.values())
        ],
        "identity_groups": [] if group is None else [group_json(group)],
        "identity_suggestions": [
            suggestion_json(item) for item in identity_suggestions(repository, scenario, entity_id, group)
        ],
        "identity_conflicts": [
            identity_conflict_json(item) for item in identity_conflicts(repository, scenario, group)
        ],
    }


def scenario_difference(repository: Repository, before: Scenario, after: Scenario) -> Json:
    """The answer of diff_scenarios (10.1)."""
    found = compare_scenarios(repository, before, after)
    maps = {"before": before.selections, "after": after.selections}
    return {
        "selection_changes": [
            {
                "decision": change.decision.id,
                "title": change.decision.title,
                "before_option": change.before_option,
                "after_option": change.after_option,
            }
            for change in found.selection_changes
        ],
        "entities": difference_json(found.difference.entities),
        "relationships": difference_json(found.difference.relationships),
        "conflicts": {
            "appeared": [conflict_json(conflict) for conflict in found.conflicts_appeared],
            "disappeared": [conflict_json(conflict) for conflict in found.conflicts_disappeared],
        },
        "invalid_assumptions": {
            "appeared": [assumption_json(item) for item in found.assumptions_appeared],
            "disappeared": [assumption_json(item) for item in found.assumptions_disappeared],
        },
        "affected_decisions": [affected_json(item) for item in found.affected_decisions],
        "impact": impact_json(found.impact),
        "receipt": receipt(repository, maps, {}),
    }


def _head_json(decision: Decision, scenario: Scenario) -> Json:
    return {
        "id": decision.id,
        "title": decision.title,
        "status": decision.status,
        "selected_option": scenario.selections[decision.id],
    }


def _full_option_json(option: Option, selected: str | None) -> Json:
    return {
        "id": option.id,
        "title": option.title,
        "rationale": option.rationale,
        "selected": option.id == selected,
        "needs_review": option.needs_review,
        "review_reason": option.review_reason,
        "deltas": deltas_json(option),
        "assumptions": [
            {"type": item.type, "id": item.id, "option": item.option, "text": item.text}
            for item in option.assumptions
        ],
    }


def _related_decision_json(decision: Decision, scenario: Scenario) -> Json:
    selected = scenario.selections[decision.id]
    return {
        **_head_json(decision, scenario),
        "rationale": None if selected is None else decision.options[selected].rationale,
        "needs_review": decision.needs_review,
        "options": [
            {
                "id": option.id,
                "title": option.title,
                "rationale": option.rationale,
                "selected": option.id == selected,
            }
            for option in decision.options.values()
        ],
    }


def _aliases_json(repository: Repository, scenario: Scenario, names: Iterable[str]) -> list[Json]:
    return [
        alias_json(
            repository, name, effective=is_effective_alias(repository, scenario, repository.aliases[name])
        )
        for name in names
    ]


def _claims_json(repository: Repository, scenario: Scenario, names: Iterable[str]) -> list[Json]:
    return [
        claim_json(
            repository, name, effective=is_effective_claim(repository, scenario, repository.claims[name])
        )
        for name in names
    ]
