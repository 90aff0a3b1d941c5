"""The rules of a feature manifest that decodes. Places count in canonical order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reference_server.go_json import quote
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.manifest import VERSIONS, Manifest
from reference_server.sdd.strict_document import INVALID_VERSION, PARSE_ERROR
from reference_server.sdd.verification_rules import check_verification
from reference_server.sdd.vocabulary import RANKS, STAGES, is_feature_id, is_segment, is_text

_INVALID_ID = "features.invalid_id"
_INVALID_STAGE = "features.invalid_stage"
_INVALID_RELATION = "features.invalid_relation"
_INVALID_REQUIREMENT = "features.invalid_requirement"

_TYPES = ("feature", "journey")
_RELATION_KINDS = ("parent", "dependsOn", "includes")
_EVIDENCE_KINDS = frozenset({"capability", "artifact", "attestation"})


def check_manifest(manifest: Manifest) -> list[Diagnostic]:
    """All findings, with inner fields, in no particular order; none for a valid manifest."""
    found: list[Diagnostic] = []
    if manifest.version not in VERSIONS:
        # Only a second member, spelled in another letter case, can bring this number here.
        message = f"protocolVersion {manifest.version} is not supported (want 1 or 2)"
        found.append(Diagnostic(INVALID_VERSION, message, "protocolVersion"))
    namespace = manifest.namespace
    if not is_segment(namespace):
        message = f"namespace {quote(namespace)} must be one lower-case ASCII ID segment"
        found.append(Diagnostic(_INVALID_ID, message, "namespace"))
    if manifest.features is None:
        found.append(Diagnostic(PARSE_ERROR, "features is required and must be an array", "features"))
        return found
    first: dict[str, int] = {}
    for index, feature in enumerate(manifest.features):
        id_ = feature.get("id", "")
        if not is_feature_id(id_) or id_.partition("/")[0] != namespace:
            message = (
                f"feature ID {quote(id_)} must be lower-case slash-separated "
                f"and begin with namespace {quote(namespace)}"
            )
            found.append(Diagnostic(_INVALID_ID, message, f"features[{index}].id"))
        if first.setdefault(id_, index) != index:
            message = f"feature {quote(id_)} is duplicated; first declaration is features[{first[id_]}]"
            found.append(Diagnostic("features.duplicate_feature", message, f"features[{index}].id"))
        found += _check_feature(feature, index)
    return found


def _check_feature(feature: dict[str, Any], index: int) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    type_, target = feature.get("type", ""), feature.get("target", "")
    if type_ not in _TYPES:
        message = f"feature type {quote(type_)} is not supported"
        found.append(Diagnostic("features.invalid_type", message, f"features[{index}].type"))
    for name in ("name", "outcome", "owner"):
        if not is_text(feature.get(name, "")):
            message = f"{name} must be non-empty bounded text without control characters"
            found.append(Diagnostic(_INVALID_ID, message, f"features[{index}].{name}"))
    if target not in RANKS:
        message = f"target {quote(target)} is not in the maturity ladder"
        found.append(Diagnostic(_INVALID_STAGE, message, f"features[{index}].target"))
    relations, requirements = feature.get("relations"), feature.get("requirements")
    if relations:
        found += _check_relations(relations, type_, f"features[{index}].relations")
    if requirements:
        found += _check_requirements(requirements, feature.get("id", ""), f"features[{index}].requirements")
    if RANKS.get(target):
        found += _check_coverage(feature, f"features[{index}].requirements")
    return found


def _check_relations(relations: list[dict[str, Any]], type_: str, place: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    seen: set[tuple[str, str]] = set()
    for index, relation in enumerate(relations):
        kind, target = relation.get("kind", ""), relation.get("target", "")
        if kind not in _RELATION_KINDS:
            message = f"relation kind {quote(kind)} is not supported"
            found.append(Diagnostic(_INVALID_RELATION, message, f"{place}[{index}].kind"))
        if not is_feature_id(target):
            message = f"relation target {quote(target)} is not a canonical feature ID"
            found.append(Diagnostic(_INVALID_RELATION, message, f"{place}[{index}].target"))
        if kind == "includes" and type_ != "journey":
            message = "only journeys may declare includes relations"
            found.append(Diagnostic(_INVALID_RELATION, message, f"{place}[{index}]"))
        if (kind, target) in seen:
            message = f"relation ({quote(kind)}, {quote(target)}) is duplicated"
            found.append(Diagnostic(_INVALID_RELATION, message, f"{place}[{index}]"))
        seen.add((kind, target))
    return found


def _check_requirements(requirements: list[dict[str, Any]], feature: str, place: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    seen: set[str] = set()
    for index, requirement in enumerate(requirements):
        id_, stage = requirement.get("id", ""), requirement.get("stage", "")
        if not is_segment(id_):
            message = f"requirement ID {quote(id_)} must be one lower-case ASCII ID segment"
            found.append(Diagnostic(_INVALID_REQUIREMENT, message, f"{place}[{index}].id"))
        if id_ in seen:
            message = f"requirement ID {quote(id_)} is duplicated in feature {quote(feature)}"
            found.append(Diagnostic(_INVALID_REQUIREMENT, message, f"{place}[{index}].id"))
        seen.add(id_)
        if not RANKS.get(stage):
            message = f"requirement stage {quote(stage)} must be a post-modeled maturity stage"
            found.append(Diagnostic(_INVALID_STAGE, message, f"{place}[{index}].stage"))
        kinds = requirement.get("evidenceKinds") or []
        # Told apart first, so that the many right ones cost nothing more.
        if not kinds or len(set(kinds)) != len(kinds) or not _EVIDENCE_KINDS.issuperset(kinds):
            found += _evidence_findings(kinds, id_, f"{place}[{index}].evidenceKinds")
        if "verification" in requirement:
            found += check_verification(requirement, f"{place}[{index}].verification")
    return found


def _evidence_findings(kinds: list[str], requirement: str, place: str) -> Iterator[Diagnostic]:
    if not kinds:
        message = f"requirement {quote(requirement)} must accept at least one evidence kind"
        yield Diagnostic(_INVALID_REQUIREMENT, message, place)
    for index, kind in enumerate(kinds):
        if kind not in _EVIDENCE_KINDS:
            message = f"evidence kind {quote(kind)} is not supported"
            yield Diagnostic(_INVALID_REQUIREMENT, message, f"{place}[{index}]")
        if kind in kinds[:index]:
            message = f"evidence kind {quote(kind)} is duplicated"
            yield Diagnostic(_INVALID_REQUIREMENT, message, f"{place}[{index}]")


def _check_coverage(feature: dict[str, Any], place: str) -> list[Diagnostic]:
    """Every stage after the first and up to the target needs a requirement."""
    covered = {requirement.get("stage", "") for requirement in feature.get("requirements") or ()}
    return [
        Diagnostic(_INVALID_REQUIREMENT, _uncovered(feature, stage), place)
        for stage in STAGES[1 : RANKS[feature["target"]] + 1]
        if stage not in covered
    ]


def _uncovered(feature: dict[str, Any], stage: str) -> str:
    declared = f"feature {quote(feature.get('id', ''))} must declare at least one requirement"
    return f"{declared} at stage {quote(stage)}"
