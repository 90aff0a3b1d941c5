"""Specs, `specs/*.json`: their shape, their reading and their canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reference_server.go_json import INT, STRING, ListOf, Struct
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.strict_document import read_document

VERSIONS = (1,)

_REQUIREMENT = Struct("SpecRequirement", "features.SpecRequirement", {"id": STRING, "text": STRING})
SPEC = Struct(
    "Spec",
    "features.Spec",
    {
        "$schema": STRING,
        "protocolVersion": INT,
        "feature": STRING,
        "outcomes": ListOf(STRING),
        "nonGoals": ListOf(STRING),
        "requirements": ListOf(_REQUIREMENT),
        "decisions": ListOf(STRING),
    },
)
"""The struct that a spec is decoded into."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec that decodes, in canonical order; `outcomes` and `requirements` are None where absent."""

    schema: str
    version: int
    feature: str
    outcomes: list[str] | None
    non_goals: list[str]
    requirements: list[dict[str, str]] | None
    decisions: list[str]

    def row(self) -> dict[str, Any]:
        """The whole document as it is reported."""
        row: dict[str, Any] = {"$schema": self.schema} if self.schema else {}
        row |= {"protocolVersion": self.version, "feature": self.feature, "outcomes": self.outcomes}
        if self.non_goals:
            row["nonGoals"] = self.non_goals
        row["requirements"] = self.requirements and [
            {"id": requirement.get("id", ""), "text": requirement.get("text", "")}
            for requirement in self.requirements
        ]
        if self.decisions:
            row["decisions"] = self.decisions
        return row


def parse_spec(data: bytes) -> Spec | Diagnostic:
    """The spec in `data`, not yet validated, or the diagnostic that drops it (with its inner field)."""
    document = read_document(data, SPEC, VERSIONS)
    if isinstance(document, Diagnostic):
        return document
    requirements = document.get("requirements")
    return Spec(
        schema=document.get("$schema", ""),
        version=document.get("protocolVersion", 0),
        feature=document.get("feature", ""),
        outcomes=document.get("outcomes"),
        non_goals=document.get("nonGoals") or [],
        requirements=requirements and sorted(requirements, key=lambda r: r.get("id", "")),
        decisions=sorted(document.get("decisions") or ()),
    )
