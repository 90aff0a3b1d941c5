"""What a version 2 capability manifest must satisfy (spec § c.3).

Indexes count in each list sorted by identity, not in file order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reference_server.go_json import quote
from reference_server.sdd.architecture.capabilities.identity_rules import (
    duplicate_identity_diagnostics,
    identity_diagnostics,
)
from reference_server.sdd.architecture.capabilities.lists import LISTS, EntryList
from reference_server.sdd.architecture.capabilities.model import CapabilityManifest, Entry
from reference_server.sdd.architecture.capabilities.provenance_rules import provenance_diagnostics
from reference_server.sdd.architecture.capabilities.shared_rules import (
    capability,
    is_blank,
    name_diagnostics,
    project_diagnostics,
    provided_kinds,
    requires_diagnostics,
)
from reference_server.sdd.architecture.diagnostics import Diagnostic


def version2_diagnostics(manifest: CapabilityManifest) -> Iterator[Diagnostic]:
    """Every problem of `manifest`; fields are relative to the document."""
    if manifest.protocol_version != 2:
        yield capability(
            "invalid_protocol_version",
            "protocolVersion",
            f"protocolVersion {manifest.protocol_version} is not supported by the v2 parser (want 2)",
        )
    yield from project_diagnostics(manifest)
    canonical = replace(
        manifest, entries={name: _canonical(entries) for name, entries in manifest.entries.items()}
    )
    provided = provided_kinds(canonical)
    for entry_list in LISTS:
        for index, entry in enumerate(canonical.entries[entry_list.name]):
            place = f"{entry_list.name}[{index}]"
            yield from _entry(place, entry, entry_list)
            if entry_list.name == "requiredCapabilities":
                yield from requires_diagnostics(place, entry, manifest.project, provided, "v2")
    yield from duplicate_identity_diagnostics(canonical)


def _canonical(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """`entries` by identity, with their inner lists in canonical order."""
    ordered = sorted(
        entries,
        key=lambda entry: (
            entry.identity.owner_project,
            entry.identity.kind,
            entry.identity.subkind,
            entry.identity.key,
        ),
    )
    return tuple(
        replace(
            entry,
            requires=tuple(sorted(entry.requires)),
            transports=tuple(sorted(entry.transports, key=lambda transport: transport.role)),
            provenance=replace(
                entry.provenance,
                artifacts=tuple(
                    sorted(
                        entry.provenance.artifacts, key=lambda place: (place.root, place.path, place.digest)
                    )
                ),
            ),
        )
        for entry in ordered
    )


def _entry(place: str, entry: Entry, entry_list: EntryList) -> Iterator[Diagnostic]:
    yield from name_diagnostics(place, entry, entry_list)
    if entry_list.kinds and entry.kind not in entry_list.kinds:
        message = f"{entry_list.noun} {quote(entry.kind)} is not in the v2 set"
        yield capability(entry_list.code, f"{place}.{entry_list.kind_member}", message)
    if entry_list.name == "migrations" and is_blank(entry.kind):
        yield capability("missing_migration_kind", f"{place}.kind", "migration kind is required in v2")
    if entry_list.name == "domainAccess":
        yield from _domain_access(place, entry)
    yield from identity_diagnostics(f"{place}.identity", entry, entry_list)
    yield from provenance_diagnostics(f"{place}.provenance", entry.provenance)


def _domain_access(place: str, entry: Entry) -> Iterator[Diagnostic]:
    subject = f"domainAccess {quote(entry.name)}"
    if is_blank(entry.kind):
        message = f"{subject} must carry the access mode it enforces"
        yield capability("missing_domain_access_mode", f"{place}.mode", message)
    if is_blank(entry.status):
        message = f"{subject} must carry the declared lifecycle status"
        yield capability("missing_domain_access_status", f"{place}.status", message)
    for index, transport in enumerate(entry.transports):
        here = f"{place}.transports[{index}]"
        members = (
            ("role", transport.role),
            ("kind", transport.kind),
            ("availability", transport.availability),
        )
        for member, value in members:
            if is_blank(value):
                yield capability("invalid_name", f"{here}.{member}", "name is required")
