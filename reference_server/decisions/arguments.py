"""Checking a call's arguments, without a schema validator, so that the texts are ours (8.1, step 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from reference_server.decisions.errors import ArgumentError
from reference_server.decisions.serialise import quoted

MAX_QUERY_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class Parameter:
    """One declared argument: an `id` is any string, a `query` has a size, `selections` is a map."""

    name: str
    kind: Literal["id", "query", "selections"]

    @property
    def required(self) -> bool:
        """Selection maps may be left out; everything else must be there."""
        return self.kind != "selections"


def check_arguments(
    parameters: tuple[Parameter, ...], given: Mapping[str, Any], stray: frozenset[str] = frozenset()
) -> None:
    """Raise ArgumentError at the first fault: undeclared names, then each parameter as declared.

    `stray` names came from where no argument belongs, so they are undeclared whatever they say.
    """
    unknown = (given.keys() - {parameter.name for parameter in parameters}) | stray
    if unknown:
        raise ArgumentError(f"Unknown argument: {quoted(min(unknown))}.")
    for parameter in parameters:
        if parameter.name in given:
            _check_value(parameter, given[parameter.name])
        elif parameter.required:
            raise ArgumentError(f"Missing required argument: {quoted(parameter.name)}.")


def _check_value(parameter: Parameter, value: Any) -> None:
    name = quoted(parameter.name)
    if parameter.kind == "selections":
        _check_selections(name, value)
        return
    if not isinstance(value, str):
        raise ArgumentError(f"Argument {name} must be a string.")
    # str.isspace is False for an empty string, which has nothing to search for either.
    if parameter.kind == "query" and (not value or value.isspace() or len(value) > MAX_QUERY_LENGTH):
        raise ArgumentError(
            f"Argument {name} must have 1 to {MAX_QUERY_LENGTH} characters and not only white space."
        )


def _check_selections(name: str, value: Any) -> None:
    if not isinstance(value, dict):
        raise ArgumentError(f"Argument {name} must be an object.")
    for key in sorted(value):
        if not isinstance(value[key], str):
            raise ArgumentError(
                f"Argument {name} must map decision ids to option ids: "
                f"the value of {quoted(key)} is not a string."
            )
