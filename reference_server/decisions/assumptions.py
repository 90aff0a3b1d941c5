"""What a scenario's selected options take for granted and do not find (5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reference_server.decisions.records import Assumption, Key, OptionRef
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import Scenario
from reference_server.decisions.serialise import quoted


@dataclass(frozen=True, slots=True)
class InvalidAssumption:
    """An assumption, or a delta operation, that does not hold; `origin` is assumption or delta."""

    decision: str
    option: str
    origin: str
    type: str
    id: str
    required_option: str | None
    text: str | None
    reason: str

    @property
    def key(self) -> tuple[str, str, str, str, str, str]:
        """What sorts the items and makes two of them the same (5.4, 10.1)."""
        return (
            self.decision,
            self.option,
            self.origin,
            self.type,
            self.id,
            self.required_option or "",
        )


def invalid_assumptions(repository: Repository, scenario: Scenario) -> tuple[InvalidAssumption, ...]:
    """The assumptions of every selected option that do not hold in `scenario`, sorted by key."""
    found: list[InvalidAssumption] = []
    for decision, option in scenario.selections.items():
        if option is None:
            continue
        ref = OptionRef(decision, option)
        for assumption in repository.decisions[decision].options[option].assumptions:
            reason = _broken(repository, scenario, assumption)
            if reason is not None:
                found.append(
                    InvalidAssumption(
                        *ref,
                        "assumption",
                        assumption.type,
                        assumption.id,
                        assumption.option,
                        assumption.text,
                        reason,
                    )
                )
    found.extend(_groundless_operations(scenario))
    return tuple(sorted(found, key=lambda item: item.key))


def _broken(repository: Repository, scenario: Scenario, assumption: Assumption) -> str | None:
    named = f"{assumption.type} {quoted(assumption.id)}"
    if assumption.type != "decision":
        held = Key(assumption.type, assumption.id) in scenario.graph
        return None if held else f"{named} is not in the scenario"
    if assumption.id not in repository.decisions:
        return f"{named} is not in the repository"
    selected = scenario.selections[assumption.id]
    if selected is None:
        return f"{named} has no option selected"
    return None if selected == assumption.option else f"{named} has option {quoted(selected)} selected"


def _groundless_operations(scenario: Scenario) -> Iterator[InvalidAssumption]:
    for key, operations in scenario.operations.items():
        if scenario.exists(key):
            continue
        for operation in operations:
            reason = (
                f"the deltas {operation.name} {key.type} {quoted(key.id)}, which the scenario does not have"
            )
            yield InvalidAssumption(
                operation.decision, operation.option, "delta", key.type, key.id, None, None, reason
            )
