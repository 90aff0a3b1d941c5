"""Comparing two scenarios: what differs, what appeared and disappeared, who is affected (10.1)."""

from __future__ import annotations

from dataclasses import dataclass

from reference_server.decisions.affected import AffectedDecision, Causes, affected_decisions, movers_of
from reference_server.decisions.assumptions import InvalidAssumption, invalid_assumptions
from reference_server.decisions.graph import GraphDifference, compare
from reference_server.decisions.impact import Impact, impact
from reference_server.decisions.records import Decision, Key
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import Conflict, Scenario


@dataclass(frozen=True, slots=True)
class SelectionChange:
    """A decision whose resolved option differs; None: undecided."""

    decision: Decision
    before_option: str | None
    after_option: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that diff_scenarios tells, in its order, without the receipt."""

    selection_changes: tuple[SelectionChange, ...]
    difference: GraphDifference
    conflicts_appeared: tuple[Conflict, ...]
    conflicts_disappeared: tuple[Conflict, ...]
    assumptions_appeared: tuple[InvalidAssumption, ...]
    assumptions_disappeared: tuple[InvalidAssumption, ...]
    affected_decisions: tuple[AffectedDecision, ...]
    impact: Impact


@dataclass(frozen=True, slots=True)
class ScenarioReport:
    """What one scenario does to the base graph (the `scenario` block of 8.3, without impact)."""

    difference: GraphDifference
    conflicts: tuple[Conflict, ...]
    invalid_assumptions: tuple[InvalidAssumption, ...]
    affected_decisions: tuple[AffectedDecision, ...]


def compare_scenarios(repository: Repository, before: Scenario, after: Scenario) -> Comparison:
    """The comparison from `before` to `after`."""
    changes = tuple(
        SelectionChange(decision, before.selections[name], after.selections[name])
        for name, decision in repository.decisions.items()
        if before.selections[name] != after.selections[name]
    )
    difference = compare(before.graph, after.graph)
    appeared = _new_conflicts(after.conflicts(), before.conflicts())
    disappeared = _new_conflicts(before.conflicts(), after.conflicts())
    broken_before = invalid_assumptions(repository, before)
    broken_after = invalid_assumptions(repository, after)
    broken = _without(broken_after, broken_before)
    restored = _without(broken_before, broken_after)
    causes = Causes(
        before.selections,
        after.selections,
        {change.decision.id: _reviewed(change) for change in changes},
        (("conflict_appeared", appeared), ("conflict_disappeared", disappeared)),
        (("assumption_broken", broken), ("assumption_restored", restored)),
        difference.changes(),
        _movers(before, after, frozenset(change.decision.id for change in changes)),
    )
    return Comparison(
        changes,
        difference,
        appeared,
        disappeared,
        broken,
        restored,
        affected_decisions(repository, causes),
        impact(before.graph, after.graph, difference),
    )


def report_scenario(repository: Repository, scenario: Scenario) -> ScenarioReport:
    """What `scenario` does to the records on disk, and whom it affects."""
    difference = compare(scenario.base, scenario.graph)
    conflicts = scenario.conflicts()
    broken = invalid_assumptions(repository, scenario)
    causes = Causes(
        {name: decision.selected_option for name, decision in repository.decisions.items()},
        scenario.selections,
        {
            name: (option,)
            for name, option in scenario.selections.items()
            if option is not None and repository.decisions[name].options[option].needs_review
        },
        (("conflict", conflicts),),
        (("invalid_assumption", broken),),
        difference.changes(),
        movers_of(scenario),
    )
    return ScenarioReport(difference, conflicts, broken, affected_decisions(repository, causes))


def _reviewed(change: SelectionChange) -> tuple[str, ...]:
    options = (change.before_option, change.after_option)
    return tuple(name for name in options if name is not None and change.decision.options[name].needs_review)


def _conflict_parts(conflict: Conflict) -> tuple[Key, tuple[tuple[str, str, str], ...]]:
    # The fields that are shown; records put by the operations are not among them.
    return conflict.key, tuple((item.decision, item.option, item.name) for item in conflict.operations)


def _new_conflicts(conflicts: tuple[Conflict, ...], others: tuple[Conflict, ...]) -> tuple[Conflict, ...]:
    known = {_conflict_parts(other) for other in others}
    return tuple(conflict for conflict in conflicts if _conflict_parts(conflict) not in known)


def _without(
    items: tuple[InvalidAssumption, ...], others: tuple[InvalidAssumption, ...]
) -> tuple[InvalidAssumption, ...]:
    keys = {other.key for other in others}
    return tuple(item for item in items if item.key not in keys)


def _movers(before: Scenario, after: Scenario, moved: frozenset[str]) -> dict[Key, frozenset[str]]:
    movers: dict[Key, frozenset[str]] = {}
    for scenario in (before, after):
        for key, decisions in movers_of(scenario).items():
            movers[key] = movers.get(key, frozenset()) | (decisions & moved)
    return movers
