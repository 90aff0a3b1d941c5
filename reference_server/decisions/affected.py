"""Which decisions a scenario, or a comparison of two, affects and why (5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from reference_server.decisions.assumptions import InvalidAssumption
from reference_server.decisions.graph import ChangeName
from reference_server.decisions.option_names import option_names
from reference_server.decisions.records import Decision, Key
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import Conflict, Scenario
from reference_server.decisions.selections import Selections
from reference_server.decisions.serialise import quoted


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a decision is affected; `id` is what the reason is about."""

    kind: str
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class AffectedDecision:
    """A decision with at least one reason."""

    decision: Decision
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Causes:
    """What the five rows of 5.6 look at.

    `reviewed` are the options whose rejected deltas count for row 2; `conflicts` and `assumptions`
    come with the kind of their reason; `changes` are the changed keys, sorted, and `movers` the
    decisions that touch each of them; `selections` are those of the (after) scenario.
    """

    before: Selections
    selections: Selections
    reviewed: Mapping[str, tuple[str, ...]]
    conflicts: tuple[tuple[str, tuple[Conflict, ...]], ...]
    assumptions: tuple[tuple[str, tuple[InvalidAssumption, ...]], ...]
    changes: Mapping[Key, ChangeName]
    movers: Mapping[Key, frozenset[str]]


def affected_decisions(repository: Repository, causes: Causes) -> tuple[AffectedDecision, ...]:
    """The decisions with a reason, by id, each with its reasons in the order of 5.6."""
    reasons: dict[str, list[Reason]] = {name: [] for name in repository.decisions}
    for name, reason in _all_reasons(repository, causes):
        reasons[name].append(reason)
    return tuple(
        AffectedDecision(repository.decisions[name], tuple(found)) for name, found in reasons.items() if found
    )


def movers_of(scenario: Scenario) -> dict[Key, frozenset[str]]:
    """The decisions with an operation on each key in `scenario`."""
    return {
        key: frozenset(operation.decision for operation in operations)
        for key, operations in scenario.operations.items()
    }


def _all_reasons(repository: Repository, causes: Causes) -> Iterator[tuple[str, Reason]]:
    yield from _selection_reasons(causes)
    for decision, options in causes.reviewed.items():
        for option in options:
            text = f"the deltas of option {quoted(option)} are rejected and left out"
            yield decision, Reason("needs_review", option, text)
    for kind, conflicts in causes.conflicts:
        for conflict in conflicts:
            yield from _conflict_reasons(kind, conflict)
    for kind, items in causes.assumptions:
        for item in items:
            yield item.decision, Reason(kind, item.id, item.reason)
    yield from _dependency_reasons(repository, causes)


def _selection_reasons(causes: Causes) -> Iterator[tuple[str, Reason]]:
    for decision, after in causes.selections.items():
        before = causes.before[decision]
        if before != after:
            text = f"changes from {_named(before)} to {_named(after)}"
            yield decision, Reason("selection_changed", decision, text)


def _named(option: str | None) -> str:
    return "no option" if option is None else f"option {quoted(option)}"


def _conflict_reasons(kind: str, conflict: Conflict) -> Iterator[tuple[str, Reason]]:
    for operation in conflict.operations:
        others = ", ".join(
            f"{other.decision}/{other.option}" for other in conflict.operations if other is not operation
        )
        text = f"{conflict.key.type} {quoted(conflict.key.id)} is also touched by {others}"
        yield operation.decision, Reason(kind, conflict.key.id, text)


def _dependency_reasons(repository: Repository, causes: Causes) -> Iterator[tuple[str, Reason]]:
    for decision, option in causes.selections.items():
        if option is None:
            continue
        named = option_names(repository, repository.decisions[decision].options[option])
        for key in _sorted_common(named, causes.changes):
            if causes.movers.get(key, frozenset()) - {decision}:
                named_key = f"{key.type} {quoted(key.id)}"
                text = f"option {quoted(option)} names {named_key}, which is {causes.changes[key]}"
                yield decision, Reason("depends_on_changed", key.id, text)


def _sorted_common(named: Iterable[Key], changes: Mapping[Key, ChangeName]) -> list[Key]:
    return sorted(key for key in named if key in changes)
