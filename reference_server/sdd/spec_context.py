"""`sdd.spec_context`: one feature's whole spec, with its declarations and decision links."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import clean_path, quote
from reference_server.sdd.arguments import SPEC_CONTEXT, ArgumentFault, required_feature
from reference_server.sdd.contained import ContainedFault, ContainedReader
from reference_server.sdd.contract import NO_SELECTION, ToolOutcome, ToolRequest
from reference_server.sdd.declarations import merge
from reference_server.sdd.diagnostics import Diagnostic, in_order
from reference_server.sdd.discovery import (
    FoundSpec,
    Roots,
    discover_manifests,
    discover_specs,
    discovery_roots,
)
from reference_server.sdd.git import revision_row
from reference_server.sdd.paths import path_fault
from reference_server.sdd.spec_repository import spec_findings
from reference_server.sdd.vocabulary import is_selector


def spec_context(request: ToolRequest) -> ToolOutcome:
    """Answer one call."""
    try:
        feature = required_feature(request.arguments, SPEC_CONTEXT, "exact authored feature id")
    except ArgumentFault as fault:
        return ToolOutcome(error=str(fault))
    if request.selection is None:
        return ToolOutcome(error=NO_SELECTION)
    if not is_selector(feature):
        zero = _report({"kind": ""}, "", {}, None, None, None, None)
        return ToolOutcome(zero, "specs inspect requires a valid <feature-id>")
    return _answer(request, feature)


def _report(
    revision: dict[str, Any],
    feature: str,
    source: dict[str, str],
    declarations: list[Any] | None,
    spec: dict[str, Any] | None,
    decisions: list[Any] | None,
    diagnostics: list[Diagnostic] | None,
) -> dict[str, Any]:
    report: dict[str, Any] = {
        "revision": revision,
        "feature": feature,
        "source": source,
        "declarations": declarations,
    }
    if spec is not None:
        report["spec"] = spec
    rows = None if diagnostics is None else [diagnostic.row() for diagnostic in in_order(diagnostics)]
    return report | {"decisions": decisions, "diagnostics": rows}


def _answer(request: ToolRequest, feature: str) -> ToolOutcome:
    roots = discovery_roots(request)
    reader = ContainedReader(request.root)
    declared = merge(discover_manifests(reader, roots).found, (), roots)
    revision = revision_row(request.root)
    if feature not in declared:
        message = f"no authored declaration mints feature {quote(feature)}"
        missing = Diagnostic("features.unknown_feature", message, "feature")
        report = _report(revision, feature, {}, [], None, [], [missing])
        return ToolOutcome(report, f"no authored feature declaration mints {quote(feature)}")
    declarations = declared[feature].declarations
    specs = discover_specs(reader, roots).found
    named = sorted((record for record in specs if record.spec.feature == feature), key=lambda r: r.path)
    if not named:
        report = _report(revision, feature, {}, declarations, None, [], [_missing_spec(feature)])
        return ToolOutcome(report, f"feature {quote(feature)} has no spec under specs/")
    record = named[0]
    decisions = [{"path": link, "exists": _exists(reader, link)} for link in record.spec.decisions]
    diagnostics = [d for d in spec_findings(specs, set(declared)) if d.path == record.path]
    diagnostics += _unresolved(record.path, decisions)
    report = _report(
        revision, feature, _source(record, roots), declarations, record.spec.row(), decisions, diagnostics
    )
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    return ToolOutcome(report, f"specs inspect failed with {errors} spec diagnostic(s)" if errors else None)


def _missing_spec(feature: str) -> Diagnostic:
    advice = f"create one with `putnami specs init {feature}`"
    message = f"feature {quote(feature)} has no durable spec; {advice}"
    return Diagnostic("specs.missing_spec", message, "feature", "warning")


def _source(record: FoundSpec, roots: Roots) -> dict[str, str]:
    project = roots.project_name(record.root)
    return {"path": record.path, **({"project": project} if project else {})}


def _exists(reader: ContainedReader, link: str) -> bool:
    """True if the link names a file in a directory of the workspace that can be read without leaving it."""
    directory, _, name = link.rpartition("/")
    if path_fault(link) or not directory:
        return False
    try:
        entries = reader.names("", directory) or []
        return (name, False) in entries and reader.read("", link, optional=True) is not None
    except ContainedFault:
        return False


def _unresolved(path: str, decisions: list[dict[str, Any]]) -> list[Diagnostic]:
    message = "the linked durable decision record is not present in this worktree"
    return [
        Diagnostic("specs.unresolved_decision", message, f"{path}#decisions[{index}]", "warning")
        for index, decision in enumerate(decisions)
        if not decision["exists"] and _is_record_link(decision["path"])
    ]


def _is_record_link(link: str) -> bool:
    """True for a link that could be a record of this work tree; another one has an error of its own."""
    return (
        bool(link)
        and "\\" not in link
        and "\0" not in link
        and not link.startswith("/")
        and clean_path(link) == link
        and ".." not in link.split("/")
        and link.endswith(".md")
    )
