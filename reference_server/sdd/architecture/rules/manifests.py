"""What a manifest says about itself: its head, owned concepts and repeats (spec § a.3).

Fields are relative to the manifest. Every rule is judged on its own, also for values that another
rule has refused already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture
from reference_server.sdd.architecture.documents.model import Manifest, OwnedConcept
from reference_server.sdd.architecture.rules.exports import export_diagnostics
from reference_server.sdd.architecture.rules.imports import import_diagnostics
from reference_server.sdd.architecture.rules.repeats import repeats
from reference_server.sdd.architecture.rules.vocabulary import (
    OWNERSHIP_KINDS,
    is_bounded_text,
    is_domain,
    is_project,
    is_semantic,
)

OWNER_LIMIT = 256
CONCEPT_LIMIT = 2048


def manifest_diagnostics(manifest: Manifest) -> Iterator[Diagnostic]:
    """Every problem of `manifest` that shows without looking at other manifests."""
    yield from _head(manifest)
    yield from _projects(manifest.projects)
    yield from _owns(manifest.owns)
    exports, imports = manifest.exports or (), manifest.imports or ()
    for index, export in enumerate(exports):
        yield from export_diagnostics(f"exports[{index}]", export)
    for index, item in enumerate(imports):
        yield from import_diagnostics(f"imports[{index}]", item)
    yield from _repeated_ids("export", "exports", "duplicate_export", [export.id for export in exports])
    yield from _repeated_ids("import", "imports", "duplicate_import", [item.id for item in imports])


def protocol_version_diagnostics(version: int) -> Iterator[Diagnostic]:
    """A number other than 1, which another spelling of the member can smuggle past the token check."""
    if version != 1:
        yield architecture(
            "invalid_protocol_version", "protocolVersion", f"protocol version {version} is not supported"
        )


def _head(manifest: Manifest) -> Iterator[Diagnostic]:
    yield from protocol_version_diagnostics(manifest.protocol_version)
    if not is_domain(manifest.domain):
        yield architecture(
            "invalid_domain", "domain", "domain must be a lower-case slash-separated semantic ID"
        )
    if not is_bounded_text(manifest.owner, OWNER_LIMIT):
        yield architecture("invalid_domain", "owner", "owner is required and must be bounded text")
    required = (
        ("projects", manifest.projects, "the domain maps no project yet"),
        ("exports", manifest.exports, "the domain publishes nothing"),
        ("imports", manifest.imports, "the domain consumes nothing"),
    )
    for name, value, when in required:
        if value is None:
            yield architecture("parse_error", name, f"{name} is required; use an empty array when {when}")


def _projects(projects: tuple[str, ...] | None) -> Iterator[Diagnostic]:
    for index, project in enumerate(projects or ()):
        if not is_project(project):
            yield architecture(
                "invalid_project",
                f"projects[{index}]",
                "project must be one canonical absolute Putnami project ID",
            )
    for index, first, project in repeats(projects or ()):
        yield architecture(
            "duplicate_project",
            f"projects[{index}]",
            f"project {quote(project)} is repeated (also projects[{first}])",
        )


def _owns(owns: tuple[OwnedConcept, ...]) -> Iterator[Diagnostic]:
    for index, concept in enumerate(owns):
        place = f"owns[{index}]"
        if not is_semantic(concept.id):
            yield architecture(
                "invalid_id", f"{place}.id", "owned concept ID must be a lower-case dotted semantic ID"
            )
        if concept.kind not in OWNERSHIP_KINDS:
            yield architecture("invalid_id", f"{place}.kind", f"unknown ownership kind {quote(concept.kind)}")
        if not is_bounded_text(concept.description, CONCEPT_LIMIT):
            yield architecture("invalid_id", f"{place}.description", "owned concept description is required")
    yield from _repeated_ids("owned concept", "owns", "invalid_id", [concept.id for concept in owns])


def _repeated_ids(noun: str, member: str, code: str, ids: Iterable[str]) -> Iterator[Diagnostic]:
    for index, first, value in repeats(ids):
        yield architecture(
            code, f"{member}[{index}].id", f"{noun} {quote(value)} is repeated (also {member}[{first}])"
        )
