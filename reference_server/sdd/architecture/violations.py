"""Where the declared and the observed architecture disagree (spec § d), before debt is considered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote as percent_encode

from reference_server.sdd.architecture.edges import DeclaredEdge, Edge
from reference_server.sdd.architecture.evidence import EvidenceRecord

# The characters that Go's url.PathEscape keeps besides letters and digits.
_UNESCAPED = "$&+=:@-_.~"


@dataclass(frozen=True, slots=True)
class Violation:
    """One disagreement; `code` is a suffix of `architecture.`; at most one attachment is set."""

    id: str
    code: str
    message: str
    edge: Edge | None = None
    evidence: EvidenceRecord | None = None


def find_violations(
    declared: Sequence[DeclaredEdge], observed: Sequence[Edge], records: Sequence[EvidenceRecord]
) -> Iterator[Violation]:
    """Every disagreement of the workspace."""
    yield from _undeclared_dependencies(declared, observed)
    yield from _unobserved_bindings(declared, observed)
    yield from _undeclared_evidence(declared, records)
    yield from _missing_evidence(declared, records)


def finding_id(code: str, *parts: str) -> str:
    """The stable id `architecture.{code}:…` with every part percent-encoded by itself."""
    encoded = (percent_encode(part, safe=_UNESCAPED, errors="surrogateescape") for part in parts)
    return ":".join((f"architecture.{code}", *encoded))


def _edge_id(code: str, edge: Edge) -> str:
    return finding_id(
        code,
        edge.kind,
        edge.consumer_domain,
        edge.producer_domain,
        edge.consumer_project,
        edge.producer_project,
    )


def _undeclared_dependencies(
    declared: Sequence[DeclaredEdge], observed: Sequence[Edge]
) -> Iterator[Violation]:
    authorised = {binding for edge in declared for binding in edge.declaration.bindings}
    code = "undeclared_project_dependency"
    for edge in observed:
        if edge.binding not in authorised:
            message = (
                f"project {edge.consumer_project} in domain {edge.consumer_domain} depends on "
                f"{edge.producer_project} in domain {edge.producer_domain} without an exact DARC binding"
            )
            yield Violation(_edge_id(code, edge), code, message, edge=edge)


def _unobserved_bindings(declared: Sequence[DeclaredEdge], observed: Sequence[Edge]) -> Iterator[Violation]:
    seen = {edge.binding for edge in observed}
    code = "declared_binding_unobserved"
    for edge in declared:
        for binding in edge.declaration.bindings:
            if binding in seen:
                continue
            bound = Edge(
                binding.kind,
                edge.producer_domain,
                edge.consumer_domain,
                binding.producer_project,
                binding.consumer_project,
            )
            message = (
                f"DARC {edge.declaration.id} declares project dependency {binding.consumer_project} -> "
                f"{binding.producer_project}, but the workspace graph no longer observes it"
            )
            yield Violation(_edge_id(code, bound), code, message, edge=bound)


def _undeclared_evidence(
    declared: Sequence[DeclaredEdge], records: Sequence[EvidenceRecord]
) -> Iterator[Violation]:
    imports = {(edge.consumer_domain, edge.declaration.id, edge.declaration.mode) for edge in declared}
    code = "evidence_without_declaration"
    for record in records:
        key = record.consumer_domain, record.import_id, record.mode
        if key not in imports:
            message = (
                f"project {record.consumer_project} implements {record.mode} access for import "
                f"{record.import_id}, which domain {record.consumer_domain} does not declare"
            )
            yield Violation(finding_id(code, *key), code, message, evidence=record)


def _missing_evidence(
    declared: Sequence[DeclaredEdge], records: Sequence[EvidenceRecord]
) -> Iterator[Violation]:
    implemented = {(record.consumer_domain, record.import_id, record.mode) for record in records}
    domains = {record.consumer_domain for record in records}
    code = "declared_without_evidence"
    for edge in declared:
        domain, item = edge.consumer_domain, edge.declaration
        key = domain, item.id, item.mode
        if item.status == "active" and domain in domains and key not in implemented:
            message = (
                f"domain {domain} declares active {item.mode} import {item.id} and implements other "
                "imports, but nothing in it implements this one"
            )
            record = EvidenceRecord(domain, "", item.id, item.mode)
            yield Violation(finding_id(code, *key), code, message, evidence=record)
