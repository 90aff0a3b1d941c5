"""What a version 1 capability manifest must satisfy; a valid one yields no evidence (spec § c.3).

Indexes are positions in the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.capabilities.lists import LISTS, EntryList
from reference_server.sdd.architecture.capabilities.model import CapabilityManifest, Entry, Provenance
from reference_server.sdd.architecture.capabilities.shared_rules import (
    SOURCE_KINDS,
    capability,
    is_blank,
    name_diagnostics,
    project_diagnostics,
    provided_kinds,
    requires_diagnostics,
    source_label,
)
from reference_server.sdd.architecture.diagnostics import Diagnostic

_LISTS = tuple(entry_list for entry_list in LISTS if entry_list.name not in ("packages", "domainAccess"))


def version1_diagnostics(manifest: CapabilityManifest) -> Iterator[Diagnostic]:
    """Every problem of `manifest`; fields are relative to the document."""
    if manifest.protocol_version != 1:
        yield capability(
            "invalid_protocol_version",
            "protocolVersion",
            f"protocolVersion {manifest.protocol_version} is not supported by this parser (want 1)",
        )
    yield from project_diagnostics(manifest)
    provided = provided_kinds(manifest)
    for entry_list in _LISTS:
        entries = manifest.entries[entry_list.name]
        for index, entry in enumerate(entries):
            place = f"{entry_list.name}[{index}]"
            yield from _entry(place, entry, entry_list)
            if entry_list.name == "requiredCapabilities":
                yield from requires_diagnostics(place, entry, manifest.project, provided, "v1")
        if entry_list.name != "migrations":
            yield from _repeated_providers(entry_list, entries)


def _entry(place: str, entry: Entry, entry_list: EntryList) -> Iterator[Diagnostic]:
    yield from name_diagnostics(place, entry, entry_list)
    if entry_list.kinds and entry.kind not in entry_list.kinds:
        yield capability(
            entry_list.code,
            f"{place}.{entry_list.kind_member}",
            f"{entry_list.noun} {quote(entry.kind)} is not in the v1 set: {', '.join(entry_list.kinds)}",
        )
    yield from _provenance(f"{place}.provenance", entry.provenance)


def _provenance(place: str, provenance: Provenance) -> Iterator[Diagnostic]:
    if is_blank(provenance.project):
        message = "entry must carry a provenance project"
        yield capability("missing_provenance", f"{place}.project", message)
    if provenance.source_kind not in SOURCE_KINDS:
        yield capability(
            "invalid_source_kind",
            f"{place}.sourceKind",
            f"sourceKind {quote(provenance.source_kind)} is not in the v1 set: {', '.join(SOURCE_KINDS)}",
        )


def _repeated_providers(entry_list: EntryList, entries: tuple[Entry, ...]) -> Iterator[Diagnostic]:
    """Later holders of a provider key, each compared with the first one."""
    first: dict[str, Entry] = {}
    for index, entry in enumerate(entries):
        key = f"{entry.kind}:{entry.name}" if entry_list.kind_member else entry.name
        earlier = first.setdefault(key, entry)
        if earlier is entry:
            continue
        labels = f"{source_label(earlier.provenance)} and {source_label(entry.provenance)}"
        if _content(earlier) == _content(entry):
            code, message = (
                "duplicate_provider",
                (
                    f"provider {quote(key)} is declared more than once ({labels}); remove one duplicate "
                    "declaration or give each provider a unique name"
                ),
            )
        else:
            code, message = (
                "conflicting_provider",
                (
                    f"provider {quote(key)} has conflicting declarations ({labels}); reconcile the "
                    "definitions or give each provider a unique name"
                ),
            )
        yield capability(code, f"{entry_list.name}[{index}]", message)


def _content(entry: Entry) -> tuple[object, ...]:
    """What two declarations of one provider must agree on; empty where a list has nothing to compare."""
    return entry.fields, entry.path, entry.version, tuple(sorted(entry.requires))
