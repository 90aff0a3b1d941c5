"""Feature manifests, `putnami.features.json`: their shape, their reading and their canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reference_server.go_json import FLOAT, INT, STRING, ListOf, Struct, string_type
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.strict_document import UNKNOWN_FIELD, read_document
from reference_server.sdd.vocabulary import RANKS

MANIFEST_FILE = "putnami.features.json"
VERSIONS = (1, 2)

_WINDOW = Struct(
    "VerificationWindow",
    "features.VerificationWindow",
    {"kind": string_type("features.VerificationWindowKind"), "seconds": INT},
    pointer=True,
)
_VERIFICATION = Struct(
    "VerificationCriterion",
    "features.VerificationCriterion",
    {
        "kind": string_type("features.VerificationKind"),
        "checks": ListOf(STRING),
        "metric": STRING,
        "aggregation": string_type("features.VerificationAggregation"),
        "operator": string_type("features.VerificationOperator"),
        "target": FLOAT,
        "unit": STRING,
        "window": _WINDOW,
        "environment": STRING,
        "maxAgeSeconds": INT,
    },
    pointer=True,
)
_REQUIREMENT = Struct(
    "Requirement",
    "features.Requirement",
    {
        "id": STRING,
        "stage": string_type("features.MaturityStage"),
        "evidenceKinds": ListOf(string_type("features.EvidenceKind")),
        "verification": _VERIFICATION,
    },
)
_RELATION = Struct(
    "Relation",
    "features.Relation",
    {"kind": string_type("features.RelationKind"), "target": STRING},
)
_FEATURE = Struct(
    "Feature",
    "features.Feature",
    {
        "id": STRING,
        "type": string_type("features.FeatureType"),
        "name": STRING,
        "outcome": STRING,
        "owner": STRING,
        "target": string_type("features.MaturityStage"),
        "relations": ListOf(_RELATION),
        "requirements": ListOf(_REQUIREMENT),
    },
)
MANIFEST = Struct(
    "Manifest",
    "features.Manifest",
    {"$schema": STRING, "protocolVersion": INT, "namespace": STRING, "features": ListOf(_FEATURE)},
)
"""The struct that a manifest is decoded into."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest that decodes, in canonical order; `authored` gives each feature's position in the file.

    `features` is None if the member is absent.
    """

    version: int
    namespace: str
    features: list[dict[str, Any]] | None
    authored: tuple[int, ...]


def parse_manifest(data: bytes) -> Manifest | Diagnostic:
    """The manifest in `data`, not yet validated, or the diagnostic that drops it (with its inner field)."""
    document = read_document(data, MANIFEST, VERSIONS)
    if isinstance(document, Diagnostic):
        return document
    version = document.get("protocolVersion", 0)
    features: list[dict[str, Any]] = document.get("features") or []
    if version == 1:
        place = _verification_place(features)
        if place:
            message = "verification requires feature manifest protocolVersion 2"
            return Diagnostic(UNKNOWN_FIELD, message, place)
    authored = sorted(range(len(features)), key=lambda index: features[index].get("id", ""))
    return Manifest(
        version=version,
        namespace=document.get("namespace", ""),
        features=[_canonical(features[index]) for index in authored] if "features" in document else None,
        authored=tuple(authored),
    )


def _verification_place(features: list[dict[str, Any]]) -> str:
    """Where the first verification stands, in authored positions, or ""."""
    for i, feature in enumerate(features):
        for j, requirement in enumerate(feature.get("requirements") or ()):
            if "verification" in requirement:
                return f"features[{i}].requirements[{j}].verification"
    return ""


def _canonical(feature: dict[str, Any]) -> dict[str, Any]:
    """`feature` with its lists in canonical order."""
    relations, requirements = feature.get("relations"), feature.get("requirements")
    if relations and len(relations) > 1:
        relations.sort(key=lambda r: (r.get("kind", ""), r.get("target", "")))
    if requirements:
        for requirement in requirements:
            _make_canonical(requirement)
        requirements.sort(key=_requirement_order)
    return feature


def _make_canonical(requirement: dict[str, Any]) -> None:
    kinds = requirement.get("evidenceKinds")
    if kinds and len(kinds) > 1:
        kinds.sort()
    verification = requirement.get("verification")
    if verification and verification.get("checks"):
        verification["checks"].sort()


def _requirement_order(requirement: dict[str, Any]) -> tuple[int, str]:
    return RANKS.get(requirement.get("stage", ""), len(RANKS)), requirement.get("id", "")


def declared_row(source: str, project: str, feature: dict[str, Any], authored: int) -> dict[str, Any]:
    """The declaration of a valid, canonical `feature` as it is reported."""
    row: dict[str, Any] = {"kind": "manifest", "source": source}
    if project:
        row["project"] = project
    # Lists and their objects stand in wire order already, and those of a valid feature are whole.
    for name in ("name", "outcome", "owner", "type", "target"):
        row[name] = feature[name]
    relations, requirements = feature.get("relations"), feature.get("requirements")
    if relations:
        row["relations"] = relations
    if requirements:
        row["requirements"] = [
            _verified_row(requirement) if "verification" in requirement else requirement
            for requirement in requirements
        ]
    row["provenance"] = {"path": source, "symbol": f"features[{authored}]"}
    return row


def _verified_row(requirement: dict[str, Any]) -> dict[str, Any]:
    return requirement | {"verification": _verification_row(requirement["verification"])}


def _verification_row(verification: dict[str, Any]) -> dict[str, Any]:
    """Members in wire order; empty ones are left out, but for a target of 0."""
    row: dict[str, Any] = {}
    for name in _VERIFICATION.members:
        value = verification.get(name)
        if name == "window" and value is not None:
            row[name] = {
                "kind": value["kind"],
                **({"seconds": value["seconds"]} if value.get("seconds") else {}),
            }
        elif value or (name == "target" and value is not None):
            row[name] = value
    return row
