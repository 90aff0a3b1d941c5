"""The capability rules that versions 1 and 2 have in common (spec § c.3)."""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.go_json import quote, trim_space
from reference_server.sdd.architecture.capabilities.lists import EntryList
from reference_server.sdd.architecture.capabilities.model import CapabilityManifest, Entry, Provenance
from reference_server.sdd.architecture.diagnostics import Diagnostic

SOURCE_KINDS = ("framework", "manual", "generated")
_LIST_OF_KIND = {
    "config": "configDefinitions",
    "schema": "schemas",
    "discoverer": "discoverers",
    "migration": "migrations",
    "infra": "infraRequirements",
    "lifecycle": "lifecycleHooks",
}
_PROBES = ("health", "liveness", "readiness")
CAPABILITY_KINDS = (*_LIST_OF_KIND, *_PROBES, "datasource", "package")


def capability(code: str, field: str, message: str) -> Diagnostic:
    """An error of the family `capabilities.`; `code` is its suffix."""
    return Diagnostic(f"capabilities.{code}", field, message)


def is_blank(text: str) -> bool:
    """Whether nothing is left of `text` without Go's white space."""
    return not trim_space(text)


def project_diagnostics(manifest: CapabilityManifest) -> Iterator[Diagnostic]:
    """The document must say which project it is about."""
    if is_blank(manifest.project):
        yield capability("missing_project", "project", "manifest is missing the project identifier")


def name_diagnostics(place: str, entry: Entry, entry_list: EntryList) -> Iterator[Diagnostic]:
    """Blank names of an entry and of its configuration fields."""
    if is_blank(entry.name):
        yield capability("invalid_name", f"{place}.{entry_list.name_member}", "name is required")
    for index, field in enumerate(entry.fields):
        if is_blank(field.name):
            yield capability("invalid_name", f"{place}.fields[{index}].name", "name is required")


def provided_kinds(manifest: CapabilityManifest) -> frozenset[str]:
    """The capability kinds that some entry of `manifest` provides."""
    entries = manifest.entries
    provided = {kind for kind, name in _LIST_OF_KIND.items() if entries[name]}
    provided.update(entry.kind for entry in entries["healthContributors"] if entry.kind in _PROBES)
    if any(not is_blank(entry.datasource) for entry in entries["migrations"]):
        provided.add("datasource")
    if entries["packages"] or entries["packageVersions"]:
        provided.add("package")
    return frozenset(provided)


def requires_diagnostics(
    place: str, entry: Entry, project: str, provided: frozenset[str], allowed: str
) -> Iterator[Diagnostic]:
    """What a required capability asks for; `allowed` ends the text about an unknown kind."""
    if not entry.requires:
        yield capability(
            "missing_requires",
            f"{place}.requires",
            f"requiredCapability {quote(entry.name)} must depend on at least one capability kind",
        )
    for index, kind in enumerate(entry.requires):
        field = f"{place}.requires[{index}]"
        if kind not in CAPABILITY_KINDS:
            message = f"capability kind {quote(kind)} is not in the {allowed} set"
            yield capability("invalid_capability_kind", field, message)
        elif kind not in provided:
            yield capability(
                "missing_required_provider", field, _missing_provider(entry, project, quote(kind))
            )


def _missing_provider(entry: Entry, project: str, kind: str) -> str:
    return (
        f"project {quote(project)} required capability {quote(entry.name)} declared by "
        f"{source_label(entry.provenance)} needs a {kind} provider, but the manifest has none; "
        f"contribute a {kind} provider to project {quote(project)} or remove {kind} from requires"
    )


def source_label(provenance: Provenance) -> str:
    """How a message names the origin of an entry: the first of its places that is not blank."""
    places = (
        provenance.declaration.path,
        provenance.evidence_path,
        provenance.package,
        provenance.project,
    )
    return next((place for place in places if not is_blank(place)), "unknown source")
