"""`sdd.feature_context`: one feature with its declarations and technical facts."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import quote
from reference_server.sdd.arguments import FEATURE_CONTEXT, ArgumentFault, required_feature
from reference_server.sdd.contained import ContainedReader
from reference_server.sdd.contract import NO_SELECTION, ToolOutcome, ToolRequest
from reference_server.sdd.declarations import merge
from reference_server.sdd.design_graph import read_graphs
from reference_server.sdd.discovery import discover_manifests, discovery_roots
from reference_server.sdd.git import revision_row
from reference_server.sdd.implementations import implementation_rows
from reference_server.sdd.list_features import unreadable_member
from reference_server.sdd.vocabulary import is_selector

_ACCEPTED = "exact feature id or unambiguous final segment"
_MAX_CANDIDATES = 20


class _Unmatched(Exception):
    """A selector that names no single feature."""


def feature_context(request: ToolRequest) -> ToolOutcome:
    """Answer one call."""
    try:
        selector = required_feature(request.arguments, FEATURE_CONTEXT, _ACCEPTED)
    except ArgumentFault as fault:
        return ToolOutcome(error=str(fault))
    if request.selection is None:
        return ToolOutcome(error=NO_SELECTION)
    try:
        return ToolOutcome(_report(request, selector))
    except _Unmatched as unmatched:
        return ToolOutcome(_zero_report(), str(unmatched))


def _zero_report() -> dict[str, Any]:
    texts = dict.fromkeys(("compatibility", "id", "name", "outcome", "owner"), "")
    return {"revision": {"kind": ""}, **texts, "declarations": None, "implementations": None}


def _report(request: ToolRequest, selector: str) -> dict[str, Any]:
    if not is_selector(selector):
        raise _Unmatched("feature_context requires a valid feature selector")
    roots = discovery_roots(request)
    manifests = discover_manifests(ContainedReader(request.root), roots)
    graphs, unreadable = read_graphs(request.root, sorted({"", *roots.hosts}))
    features = merge(manifests.found, graphs, roots)
    feature = features[_match(selector, list(features))]
    first = feature.declarations[0]
    report: dict[str, Any] = {
        "revision": revision_row(request.root),
        "compatibility": "provisional",
        "id": feature.id,
        "name": first["name"],
        "outcome": first["outcome"],
        "owner": first["owner"],
        "declarations": feature.declarations,
    }
    if feature.conflicting_sources:
        report["conflictingSources"] = feature.conflicting_sources
    report["implementations"] = implementation_rows(feature.id, graphs, request.projects)
    return report | unreadable_member(unreadable, list(manifests.diagnostics))


def _match(selector: str, ids: list[str]) -> str:
    """The id that `selector` means: an exact one, else the only one with that last segment."""
    if selector in ids:
        return selector
    candidates = [] if "/" in selector else [id_ for id_ in ids if _last_segment(id_) == selector]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        listed = ", ".join(candidates[:_MAX_CANDIDATES])
        raise _Unmatched(f"feature selector is ambiguous; use one exact candidate ID: {listed}")
    raise _Unmatched(f"no authored manifest or native design declaration matches feature {quote(selector)}")


def _last_segment(id_: str) -> str:
    return id_.rstrip("/").rpartition("/")[2]
