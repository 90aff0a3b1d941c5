"""The whole workspace judged once: documents, rules, evidence, findings (spec, "Pipeline in one page")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reference_server.sdd.architecture.coverage import Coverage, measure_coverage
from reference_server.sdd.architecture.debt import Debt, read_debt
from reference_server.sdd.architecture.diagnostics import (
    Diagnostic,
    architecture,
    in_document,
    in_report_order,
)
from reference_server.sdd.architecture.discovery import discover
from reference_server.sdd.architecture.documents.files import Unreadable, missing_file_text, read_bounded
from reference_server.sdd.architecture.documents.manifest_parsing import parse_manifest
from reference_server.sdd.architecture.documents.model import Manifest
from reference_server.sdd.architecture.edges import DeclaredEdge, Edge, declared_edges, observed_edges
from reference_server.sdd.architecture.evidence import Evidence, collect_evidence
from reference_server.sdd.architecture.findings import Finding, classify
from reference_server.sdd.architecture.membership import Membership
from reference_server.sdd.architecture.ratchet import Ratchet, count_ratchet
from reference_server.sdd.architecture.repository import Repository, build_repository
from reference_server.sdd.architecture.rules.cross_manifest import cross_diagnostics, membership_diagnostics
from reference_server.sdd.architecture.rules.manifests import manifest_diagnostics
from reference_server.sdd.architecture.violations import find_violations


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The architecture of a workspace whose documents are all sound; every tuple is in report order."""

    repository: Repository
    declared: tuple[DeclaredEdge, ...]
    observed: tuple[Edge, ...]
    findings: tuple[Finding, ...]
    coverage: Coverage
    ratchet: Ratchet


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Diagnostics in report order; with any of them there is no snapshot, for all are errors."""

    diagnostics: tuple[Diagnostic, ...]
    snapshot: Snapshot | None


def evaluate(root: Path, membership: Membership, today: str) -> Evaluation:
    """Judge the workspace at `root` (absolute, links resolved); `today` is the UTC date `YYYY-MM-DD`.

    The worktree alone counts: git is never asked.
    """
    diagnostics: list[Diagnostic] = []
    repository = build_repository(tuple(_manifests(root, diagnostics)))
    for manifest in repository.manifests:
        diagnostics.extend(in_document(manifest.path, manifest_diagnostics(manifest)))
    diagnostics.extend(cross_diagnostics(repository))
    diagnostics.extend(membership_diagnostics(repository, membership.by_id))
    debt = read_debt(root)
    diagnostics.extend(debt.diagnostics)
    evidence = collect_evidence(root, membership, repository.project_domains)
    diagnostics.extend(evidence.diagnostics)
    if diagnostics:
        return Evaluation(in_report_order(diagnostics), None)
    return Evaluation((), _compare(repository, membership, evidence, debt, today))


def _manifests(root: Path, diagnostics: list[Diagnostic]) -> Iterator[Manifest]:
    """Every manifest that can be read, in path order; the others go to `diagnostics`."""
    discovery = discover(root)
    diagnostics.extend(discovery.diagnostics)
    for path in discovery.paths:
        data = read_bounded(root / path)
        if not isinstance(data, bytes):
            reason = data.reason if isinstance(data, Unreadable) else missing_file_text(root / path)
            diagnostics.append(architecture("read_failure", path, f"read architecture manifest: {reason}"))
            continue
        parsed = parse_manifest(path, data)
        if isinstance(parsed, Manifest):
            yield parsed
        else:
            diagnostics.append(parsed)


def _compare(
    repository: Repository, membership: Membership, evidence: Evidence, debt: Debt, today: str
) -> Snapshot:
    declared = declared_edges(repository)
    observed = observed_edges(membership, repository.project_domains)
    violations = find_violations(declared, observed, evidence.records)
    findings = classify(violations, debt.baseline, debt.waivers, today)
    return Snapshot(
        repository=repository,
        declared=declared,
        observed=observed,
        findings=findings,
        coverage=measure_coverage(evidence.records),
        ratchet=count_ratchet(findings),
    )
