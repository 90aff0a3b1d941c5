"""Identities of version 2 contributions (spec § c.3)."""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.capabilities.lists import LISTS, EntryList
from reference_server.sdd.architecture.capabilities.model import CapabilityManifest, Entry, Identity
from reference_server.sdd.architecture.capabilities.shared_rules import capability, is_blank
from reference_server.sdd.architecture.diagnostics import Diagnostic

CONTRIBUTION_KINDS = frozenset(entry_list.contribution for entry_list in LISTS)


def identity_diagnostics(place: str, entry: Entry, entry_list: EntryList) -> Iterator[Diagnostic]:
    """Problems of the identity of `entry`; `place` is the field of the identity."""
    identity = entry.identity
    if identity.is_missing():
        yield capability("missing_contribution_identity", place, "v2 contribution identity is required")
        return
    if is_blank(identity.owner_project):
        yield capability("missing_owner_project", f"{place}.ownerProject", "ownerProject is required")
    invalid = "invalid_contribution_identity"
    if identity.kind not in CONTRIBUTION_KINDS:
        message = f"contribution kind {quote(identity.kind)} is not in the v2 set"
        yield capability(invalid, f"{place}.kind", message)
    if is_blank(identity.key):
        yield capability(invalid, f"{place}.key", "contribution key is required")
    wanted_kind = quote(entry_list.contribution)
    if entry_list.is_divided and is_blank(identity.subkind):
        message = f"subkind is required for contribution kind {wanted_kind}"
        yield capability(invalid, f"{place}.subkind", message)
    if not entry_list.is_divided and identity.subkind:
        message = f"subkind must be absent for contribution kind {wanted_kind}"
        yield capability(invalid, f"{place}.subkind", message)
    yield from _mismatches(place, entry, entry_list)


def _mismatches(place: str, entry: Entry, entry_list: EntryList) -> Iterator[Diagnostic]:
    identity, project = entry.identity, entry.provenance.project
    if identity.owner_project and project and identity.owner_project != project:
        yield capability(
            "owner_project_mismatch",
            f"{place}.ownerProject",
            f"ownerProject {quote(identity.owner_project)} must equal provenance.project {quote(project)}",
        )
    expected = (entry_list.contribution, entry.kind if entry_list.is_divided else "", entry.name)
    if (identity.kind, identity.subkind, identity.key) != expected:
        triple = ", ".join(quote(part) for part in expected)
        yield capability("identity_mismatch", place, f"identity must equal ({triple}) for this contribution")


def duplicate_identity_diagnostics(manifest: CapabilityManifest) -> Iterator[Diagnostic]:
    """Later holders of an identity, over all lists in their fixed order."""
    first: dict[Identity, str] = {}
    for entry_list in LISTS:
        for index, entry in enumerate(manifest.entries[entry_list.name]):
            if entry.identity.is_missing():
                continue
            place = f"{entry_list.name}[{index}]"
            earlier = first.setdefault(entry.identity, place)
            if earlier != place:
                yield capability(
                    "duplicate_contribution",
                    f"{place}.identity",
                    f"contribution identity is duplicated within the manifest ({earlier} and {place})",
                )
