"""Framework evidence: what generated accessors say they implement (spec § c.2)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reference_server.sdd.architecture.capabilities.model import AccessTransport, Entry
from reference_server.sdd.architecture.capabilities.parsing import parse_capabilities
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture, in_document
from reference_server.sdd.architecture.documents.files import Unreadable, read_bounded
from reference_server.sdd.architecture.membership import Membership

CAPABILITIES_PATH = "schema/capabilities.json"


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """One implemented import, attributed to the domain of the project that owns the row.

    `consumer_project` is empty where a finding speaks of a domain as a whole.
    """

    consumer_domain: str
    consumer_project: str
    import_id: str
    mode: str
    transports: tuple[AccessTransport, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """All records in report order, repeats included, and the diagnostics of broken files."""

    records: tuple[EvidenceRecord, ...]
    diagnostics: tuple[Diagnostic, ...]


def collect_evidence(root: Path, membership: Membership, project_domains: Mapping[str, str]) -> Evidence:
    """Read the capability manifests of all mapped projects below `root`."""
    records: list[EvidenceRecord] = []
    diagnostics: list[Diagnostic] = []
    for member in membership.members:
        if member.id not in project_domains:
            continue
        relative = f"{member.path}/{CAPABILITIES_PATH}" if member.path not in ("", ".") else CAPABILITIES_PATH
        data = read_bounded(Path(os.path.normpath(root / relative)))
        if data is None:
            continue
        if isinstance(data, Unreadable):
            message = f"read capability manifest: {data.reason}"
            diagnostics.append(architecture("read_failure", relative, message))
            continue
        parsed = parse_capabilities(data)
        diagnostics.extend(in_document(relative, parsed.diagnostics))
        records.extend(_records(parsed.domain_access, membership, project_domains))
    records.sort(key=_report_order)
    return Evidence(tuple(records), tuple(diagnostics))


def _records(
    rows: tuple[Entry, ...], membership: Membership, project_domains: Mapping[str, str]
) -> Iterator[EvidenceRecord]:
    for row in rows:
        owner = membership.resolve(row.identity.owner_project)
        if owner is not None and owner.id in project_domains:
            transports = sorted(row.transports, key=lambda transport: transport.role)
            yield EvidenceRecord(project_domains[owner.id], owner.id, row.name, row.kind, tuple(transports))


def _report_order(record: EvidenceRecord) -> tuple[str, ...]:
    return record.consumer_domain, record.import_id, record.mode, record.consumer_project
