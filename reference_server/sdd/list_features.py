"""`sdd.list_features`: the catalog of declared features."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import lower, split_space
from reference_server.sdd.arguments import FEATURE_CATALOG, ArgumentFault, decode_arguments
from reference_server.sdd.contained import ContainedReader
from reference_server.sdd.contract import NO_SELECTION, Selection, ToolOutcome, ToolRequest
from reference_server.sdd.declarations import MergedFeature, merge
from reference_server.sdd.design_graph import Unreadable, read_graphs
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.discovery import FoundManifest, Manifests, discover_manifests, discovery_roots
from reference_server.sdd.git import revision_row
from reference_server.sdd.scope import Scope, scope_of, selection_row
from reference_server.sdd.vocabulary import is_selector

_BAD_QUERY = "feature catalog query must be bounded text without control characters"


def list_features(request: ToolRequest) -> ToolOutcome:
    """Answer one call."""
    try:
        query: str = decode_arguments(request.arguments, FEATURE_CATALOG).get("query", "")
    except ArgumentFault as fault:
        return ToolOutcome(error=str(fault))
    if request.selection is None:
        return ToolOutcome(error=NO_SELECTION)
    if query and not is_selector(query):
        return ToolOutcome(_zero_report(), _BAD_QUERY)
    return ToolOutcome(_report(request, request.selection, query))


def _zero_report() -> dict[str, Any]:
    selection: dict[str, Any] = {"mode": "", "scoped": False, "projects": None}
    return {
        "compatibility": "",
        "revision": {"kind": ""},
        "selection": selection | {"features": 0, "specs": 0, "externalRecords": None},
        "graphs": 0,
        "manifests": 0,
        "features": None,
    }


def _report(request: ToolRequest, selection: Selection, query: str) -> dict[str, Any]:
    roots = discovery_roots(request)
    manifests = discover_manifests(ContainedReader(request.root), roots)
    scope = scope_of(request, selection)
    covered, external = _in_scope(manifests, scope)
    graph_paths = sorted({"", *roots.hosts})
    graphs, unreadable = read_graphs(request.root, [path for path in graph_paths if scope.has(path)])
    features = merge(covered, graphs, roots)
    report: dict[str, Any] = {
        "compatibility": "provisional",
        "revision": revision_row(request.root),
        "selection": selection_row(selection, len(features), 0, external),
    }
    if query:
        report["query"] = query
    report["graphs"] = len(graphs)
    report["manifests"] = len(covered)
    report["features"] = [_row(feature) for feature in _matching(features, query)]
    in_scope = [finding for finding in manifests.diagnostics if scope.has_manifest_diagnostic(finding)]
    return report | unreadable_member(unreadable, in_scope)


def _in_scope(manifests: Manifests, scope: Scope) -> tuple[list[FoundManifest], list[str]]:
    """Manifests at seeds and, whole, those elsewhere that declare a selected id; and the latter's paths."""
    if scope.seeds is None:
        return list(manifests.found), []
    selected = scope.selected_ids(manifests)
    covered, external = [], []
    for record in manifests.found:
        if scope.has(record.root):
            covered.append(record)
        elif any(feature["id"] in selected for feature in record.manifest.features or ()):
            covered.append(record)
            external.append(record.path)
    return covered, external


def _matching(features: dict[str, MergedFeature], query: str) -> list[MergedFeature]:
    words = split_space(lower(query))
    if not words:
        return list(features.values())
    return [feature for feature in features.values() if _matches(feature, words)]


def _matches(feature: MergedFeature, words: list[str]) -> bool:
    rows = [feature.declarations[0], *feature.declarations]
    texts = [feature.id, *(row[name] for row in rows for name in ("name", "outcome", "owner"))]
    text = lower(" ".join(texts))
    return all(word in text for word in words)


def _row(feature: MergedFeature) -> dict[str, Any]:
    first = feature.declarations[0]
    row = {
        "id": feature.id,
        "name": first["name"],
        "outcome": first["outcome"],
        "owner": first["owner"],
        "projects": feature.projects,
        "declarations": feature.declarations,
    }
    if len(feature.declarations) > 1:
        if feature.conflicts:
            row["conflicts"] = feature.conflicts
        if feature.conflicting_sources:
            row["conflictingSources"] = feature.conflicting_sources
    return row


def unreadable_member(graphs: list[Unreadable], findings: list[Diagnostic]) -> dict[str, Any]:
    """The `unreadable` member: unusable graphs and manifest findings, by path; nothing if there are none."""
    entries = [(entry.path, entry.reason) for entry in graphs]
    entries += [(finding.path, f"{finding.code}: {finding.message}") for finding in findings]
    return (
        {"unreadable": [{"path": path, "reason": reason} for path, reason in sorted(entries)]}
        if entries
        else {}
    )
