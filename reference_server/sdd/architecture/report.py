"""The report of one domain, members in declaration order (spec § f)."""

from __future__ import annotations

from collections.abc import Iterable

from reference_server.sdd.architecture.coverage import Coverage
from reference_server.sdd.architecture.diagnostics import Diagnostic
from reference_server.sdd.architecture.domain_view import (
    Json,
    binding_views,
    domain_view,
    local_model_view,
)
from reference_server.sdd.architecture.edges import DeclaredEdge, Edge
from reference_server.sdd.architecture.evaluation import Snapshot
from reference_server.sdd.architecture.evidence import EvidenceRecord
from reference_server.sdd.architecture.findings import Finding
from reference_server.sdd.architecture.ratchet import Ratchet


def build_report(requested: str, snapshot: Snapshot | None, diagnostics: Iterable[Diagnostic]) -> Json:
    """What is known about the domain `requested`; without a snapshot only the diagnostics.

    Findings without an edge belong to every domain; coverage and ratchet are those of the workspace.
    """
    report: Json = {"requested": requested}
    declared: tuple[DeclaredEdge, ...] = ()
    observed: tuple[Edge, ...] = ()
    findings: tuple[Finding, ...] = ()
    if snapshot is not None:
        declared, observed, findings = snapshot.declared, snapshot.observed, snapshot.findings
        manifest = snapshot.repository.domains.get(requested)
        if manifest is not None:
            report["domain"] = domain_view(manifest)
    report["inbound"] = [_declared(edge) for edge in declared if edge.consumer_domain == requested]
    report["outbound"] = [_declared(edge) for edge in declared if edge.producer_domain == requested]
    report["observed"] = [_edge(edge) for edge in observed if edge.touches(requested)]
    report["findings"] = [
        _finding(finding) for finding in findings if finding.edge is None or finding.edge.touches(requested)
    ]
    if snapshot is not None:
        report["coverage"] = _coverage(snapshot.coverage)
        report["ratchet"] = _ratchet(snapshot.ratchet)
    # Only a comparison with the committed baseline could change this, and there is none.
    report["baseline"] = {"compared": False, "priorFile": False}
    report["diagnostics"] = [_diagnostic(diagnostic) for diagnostic in diagnostics]
    return report


def _declared(edge: DeclaredEdge) -> Json:
    item = edge.declaration
    view: Json = {
        "id": item.id,
        "export": item.source.export,
        "producerDomain": edge.producer_domain,
        "consumerDomain": edge.consumer_domain,
        "mode": item.mode,
        "status": item.status,
        "facts": sorted(item.facts),
    }
    if item.local_model is not None:
        view["localModel"] = local_model_view(item.local_model)
    if item.bindings:
        view["bindings"] = binding_views(item.bindings)
    return view


def _edge(edge: Edge) -> Json:
    return {
        "kind": edge.kind,
        "producerDomain": edge.producer_domain,
        "consumerDomain": edge.consumer_domain,
        "producerProject": edge.producer_project,
        "consumerProject": edge.consumer_project,
    }


def _finding(finding: Finding) -> Json:
    view: Json = {
        "id": finding.id,
        "code": finding.code,
        "severity": finding.severity,
        "disposition": finding.disposition,
        "message": finding.message,
    }
    if finding.edge is not None:
        view["edge"] = _edge(finding.edge)
    if finding.evidence is not None:
        view["evidence"] = _evidence(finding.evidence)
    return view


def _evidence(record: EvidenceRecord) -> Json:
    view: Json = {"kind": "framework-primitive", "consumerDomain": record.consumer_domain}
    if record.consumer_project:
        view["consumerProject"] = record.consumer_project
    view["import"] = record.import_id
    view["mode"] = record.mode
    if record.transports:
        view["transports"] = [
            {"role": transport.role, "kind": transport.kind, "availability": transport.availability}
            for transport in record.transports
        ]
    return view


def _coverage(coverage: Coverage) -> Json:
    return {
        "projectDependencies": coverage.project_dependencies,
        "database": coverage.database,
        "http": coverage.http,
        "events": coverage.events,
        "domainAccess": coverage.domain_access,
    }


def _ratchet(ratchet: Ratchet) -> Json:
    return {
        "new": ratchet.new,
        "knownDebt": ratchet.known_debt,
        "waived": ratchet.waived,
        "staleBaseline": ratchet.stale_baseline,
        "staleWaiver": ratchet.stale_waiver,
        "baselineGrowth": ratchet.baseline_growth,
        "expiredWaiver": ratchet.expired_waiver,
    }


def _diagnostic(diagnostic: Diagnostic) -> Json:
    view: Json = {
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "message": diagnostic.message,
    }
    if diagnostic.field:
        view["field"] = diagnostic.field
    return view
