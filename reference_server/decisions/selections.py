"""Selection maps: from decision id to option id, resolved against the repository's choices (5.1)."""

from __future__ import annotations

from collections.abc import Mapping

from reference_server.decisions.errors import ArgumentError
from reference_server.decisions.records import Decision
from reference_server.decisions.serialise import quoted

Selections = Mapping[str, str | None]
"""A resolved map: every decision of the repository, sorted by id; None is undecided."""


def resolve(decisions: Mapping[str, Decision], given: Mapping[str, str], argument: str) -> Selections:
    """The resolved map of `given`, which came as the argument named `argument`.

    Raises ArgumentError at the first unknown decision or option, keys sorted.
    """
    for decision, option in sorted(given.items()):
        if decision not in decisions:
            raise ArgumentError(f"Unknown decision in {quoted(argument)}: {quoted(decision)}.")
        if option not in decisions[decision].options:
            raise ArgumentError(
                f"Unknown option for decision {quoted(decision)} in {quoted(argument)}: {quoted(option)}."
            )
    return {name: given.get(name, decision.selected_option) for name, decision in decisions.items()}
