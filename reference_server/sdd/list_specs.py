"""`sdd.list_specs`: the catalog of durable specs."""

from __future__ import annotations

from typing import Any

from reference_server.sdd.arguments import SPEC_CATALOG, ArgumentFault, decode_arguments
from reference_server.sdd.contained import ContainedReader
from reference_server.sdd.contract import NO_SELECTION, Selection, ToolOutcome, ToolRequest
from reference_server.sdd.diagnostics import Diagnostic, in_order
from reference_server.sdd.discovery import (
    FoundSpec,
    Manifests,
    Roots,
    discover_manifests,
    discover_specs,
    discovery_roots,
)
from reference_server.sdd.git import revision_row
from reference_server.sdd.scope import Scope, scope_of, selection_row
from reference_server.sdd.spec_repository import spec_findings

_SHOWN_OUTCOMES = 4


def list_specs(request: ToolRequest) -> ToolOutcome:
    """Answer one call."""
    try:
        decode_arguments(request.arguments, SPEC_CATALOG)
    except ArgumentFault as fault:
        return ToolOutcome(error=str(fault))
    if request.selection is None:
        return ToolOutcome(error=NO_SELECTION)
    return ToolOutcome(_report(request, request.selection))


def _report(request: ToolRequest, selection: Selection) -> dict[str, Any]:
    roots = discovery_roots(request)
    reader = ContainedReader(request.root)
    manifests = discover_manifests(reader, roots)
    specs = discover_specs(reader, roots)
    scope = scope_of(request, selection)
    authored = scope.selected_ids(manifests)
    covered = [s for s in specs.found if scope.has(s.root) or s.spec.feature in authored]
    beyond = {record.path for record in specs.found} - {record.path for record in covered}
    diagnostics = [d for d in manifests.diagnostics if scope.has_manifest_diagnostic(d)]
    diagnostics += [d for root, d in specs.diagnostics if root is None or scope.has(root)]
    diagnostics += [d for d in spec_findings(specs.found, _minted(manifests)) if d.path not in beyond]
    external = [record.path for record in covered if not scope.has(record.root)]
    specified = {record.spec.feature for record in covered}
    return {
        "revision": revision_row(request.root),
        "selection": selection_row(selection, len(authored), len(covered), external),
        "counts": {
            "specs": len(covered),
            "authoredFeatures": len(authored),
            "featuresWithoutSpec": len(authored - specified),
        },
        "specs": _rows(covered, roots, diagnostics),
        "diagnostics": [diagnostic.row() for diagnostic in in_order(diagnostics)],
    }


def _minted(manifests: Manifests) -> set[str]:
    return Scope(None).selected_ids(manifests)


def _rows(specs: list[FoundSpec], roots: Roots, diagnostics: list[Diagnostic]) -> list[dict[str, Any]]:
    faulty = {diagnostic.path for diagnostic in diagnostics if diagnostic.severity == "error"}
    ordered = sorted(specs, key=lambda record: record.path)
    return [_row(record, roots.project_name(record.root), record.path not in faulty) for record in ordered]


def _row(record: FoundSpec, project: str, valid: bool) -> dict[str, Any]:
    spec = record.spec
    outcomes = spec.outcomes or []
    row: dict[str, Any] = {"feature": spec.feature, "path": record.path}
    if project:
        row["project"] = project
    return row | {
        "outcomes": outcomes[:_SHOWN_OUTCOMES],
        "outcomeCount": len(outcomes),
        "nonGoals": len(spec.non_goals),
        "requirements": len(spec.requirements or ()),
        "decisions": len(spec.decisions),
        "valid": valid,
    }
