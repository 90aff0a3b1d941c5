"""Findings over all specs of the workspace together."""

from __future__ import annotations

from collections.abc import Iterable

from reference_server.go_json import quote
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.discovery import FoundSpec
from reference_server.sdd.spec_rules import check_spec, is_spec_place, shape_fault
from reference_server.sdd.vocabulary import is_feature_id


def spec_findings(specs: Iterable[FoundSpec], minted: set[str]) -> list[Diagnostic]:
    """Each spec's own findings and those of the repository.

    `minted` are the ids that valid manifests declare.
    Fields carry the spec's path, but for a spec in a place where none may be.
    """
    found: list[Diagnostic] = []
    references: list[tuple[str, str]] = []
    for record in specs:
        place = _place_finding(record.path)
        own = list(check_spec(record.spec))
        feature = record.spec.feature
        if is_feature_id(feature):
            if feature in minted:
                references.append((_field(record.path, placed=place is None), feature))
            else:
                message = f"spec references feature {quote(feature)}, which no authored declaration mints"
                own.append(Diagnostic("features.unknown_feature", message, "feature"))
        found += own if place else [finding.within(record.path) for finding in own]
        if place:
            found.append(place)
    return found + _duplicates(references)


def _place_finding(path: str) -> Diagnostic | None:
    code, _ = shape_fault(path)
    if code:
        message = "discovery source path must be a canonical contained workspace-relative slash path"
        return Diagnostic(code, message, "path")
    if is_spec_place(path):
        return None
    message = "a spec must be a direct JSON child of specs/ at a workspace or exact project root"
    return Diagnostic("features.outside_discovery_root", message, "path")


def _field(path: str, *, placed: bool) -> str:
    return f"{path}#feature" if placed else "feature"


def _duplicates(references: list[tuple[str, str]]) -> list[Diagnostic]:
    """A finding for every spec of a feature but the first, in the order of their fields."""
    first: dict[str, str] = {}
    found = []
    for field, feature in sorted(references):
        if feature in first:
            message = f"feature {quote(feature)} is specified more than once; first spec is {first[feature]}"
            found.append(Diagnostic("features.duplicate_spec", message, field))
        else:
            first[feature] = field
    return found
