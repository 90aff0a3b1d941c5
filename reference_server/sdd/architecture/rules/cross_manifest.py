"""What manifests must satisfy together (spec § a.3, table "Cross-manifest").

Fields come out complete, with the path of their manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence

from reference_server.go_json import quote
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture, in_document
from reference_server.sdd.architecture.documents.model import Binding, Export, Import, Manifest
from reference_server.sdd.architecture.repository import PublishedExport, Repository


def cross_diagnostics(repository: Repository) -> Iterator[Diagnostic]:
    """Every clash and every dangling reference between the manifests of `repository`."""
    yield from _duplicate_domains(repository)
    yield from _duplicate_contracts(repository, "export", lambda manifest: manifest.exports)
    yield from _duplicate_contracts(repository, "import", lambda manifest: manifest.imports)
    yield from _duplicate_bindings(repository)
    for manifest in repository.manifests:
        yield from in_document(manifest.path, _references(manifest, repository))


def membership_diagnostics(repository: Repository, members: Container[str]) -> Iterator[Diagnostic]:
    """Mapped projects that the workspace does not have; `members` holds its project ids."""
    for manifest in repository.manifests:
        for index, project in enumerate(manifest.projects or ()):
            if project not in members:
                found = architecture(
                    "unknown_project",
                    f"projects[{index}]",
                    f"project {quote(project)} is not present in the resolved Putnami workspace",
                )
                yield from in_document(manifest.path, [found])


def _duplicate_domains(repository: Repository) -> Iterator[Diagnostic]:
    for manifest in repository.manifests:
        first = repository.domains[manifest.domain]
        if first is not manifest:
            found = architecture(
                "duplicate_domain",
                "domain",
                f"domain {quote(manifest.domain)} is also declared by {first.path}",
            )
            yield from in_document(manifest.path, [found])


def _duplicate_contracts(
    repository: Repository,
    noun: str,
    contracts: Callable[[Manifest], Sequence[Export | Import] | None],
) -> Iterator[Diagnostic]:
    first_path: dict[str, str] = {}
    for manifest in repository.manifests:
        for index, contract in enumerate(contracts(manifest) or ()):
            if contract.id in first_path:
                found = architecture(
                    f"duplicate_{noun}",
                    f"{noun}s[{index}].id",
                    f"{noun} {quote(contract.id)} is also declared by {first_path[contract.id]}",
                )
                yield from in_document(manifest.path, [found])
            first_path.setdefault(contract.id, manifest.path)


def _duplicate_bindings(repository: Repository) -> Iterator[Diagnostic]:
    first_import: dict[Binding, str] = {}
    for manifest in repository.manifests:
        for index, item in enumerate(manifest.imports or ()):
            for position, binding in enumerate(item.bindings):
                if binding in first_import:
                    found = architecture(
                        "duplicate_binding",
                        f"imports[{index}].bindings[{position}]",
                        f"binding is already authorized by import {quote(first_import[binding])}",
                    )
                    yield from in_document(manifest.path, [found])
                first_import.setdefault(binding, item.id)


def _references(manifest: Manifest, repository: Repository) -> Iterator[Diagnostic]:
    for index, project in enumerate(manifest.projects or ()):
        owner = repository.project_domains[project]
        if owner != manifest.domain:
            yield architecture(
                "duplicate_project",
                f"projects[{index}]",
                f"project {quote(project)} is already owned by domain {quote(owner)}",
            )
    for index, export in enumerate(manifest.exports or ()):
        yield from _authorities(f"exports[{index}]", export, repository)
    for index, item in enumerate(manifest.imports or ()):
        place = f"imports[{index}]"
        yield from _producer(place, item, repository)
        yield from _bound_projects(place, item, manifest.domain, repository)


def _authorities(place: str, export: Export, repository: Repository) -> Iterator[Diagnostic]:
    for index, fact in enumerate(export.facts):
        if fact.authority not in repository.domains:
            yield architecture(
                "unknown_domain",
                f"{place}.facts[{index}].authority",
                f"fact authority domain {quote(fact.authority)} is not declared",
            )


def _producer(place: str, item: Import, repository: Repository) -> Iterator[Diagnostic]:
    source = item.source
    if source.domain not in repository.domains:
        yield architecture(
            "unknown_domain",
            f"{place}.from.domain",
            f"producer domain {quote(source.domain)} is not declared",
        )
    published = repository.exports.get(source.export)
    if published is None:
        yield architecture(
            "unknown_export", f"{place}.from.export", f"export {quote(source.export)} is not declared"
        )
    else:
        yield from _compatibility(place, item, published)


def _compatibility(place: str, item: Import, published: PublishedExport) -> Iterator[Diagnostic]:
    code, export, name = "incompatible_import", published.export, quote(item.source.export)
    if published.domain != item.source.domain:
        owners = f"{quote(published.domain)}, not {quote(item.source.domain)}"
        yield architecture(code, f"{place}.from", f"export {name} belongs to domain {owners}")
    if item.mode not in export.modes:
        yield architecture(code, f"{place}.mode", f"export {name} does not allow {item.mode} access")
    for index, fact in enumerate(item.facts):
        if fact not in published.fact_names:
            yield architecture(
                code, f"{place}.facts[{index}]", f"fact {quote(fact)} is not exposed by export {name}"
            )
    minimum = export.compatibility.minimum_consumer_version
    if item.version < minimum:
        yield architecture(
            code,
            f"{place}.version",
            f"import version {item.version} is below export minimum consumer version {minimum}",
        )
    if item.status == "active" and export.status != "active":
        yield architecture(code, f"{place}.status", f"active import depends on {export.status} export {name}")


def _bound_projects(place: str, item: Import, domain: str, repository: Repository) -> Iterator[Diagnostic]:
    for index, binding in enumerate(item.bindings):
        sides = (
            ("consumer", binding.consumer_project, domain),
            ("producer", binding.producer_project, item.source.domain),
        )
        for side, project, wanted in sides:
            field = f"{place}.bindings[{index}].{side}Project"
            owner = repository.project_domains.get(project)
            if owner is None:
                yield architecture(
                    "unknown_project", field, f"{side} project {quote(project)} is not mapped to a domain"
                )
            elif owner != wanted:
                yield architecture(
                    "invalid_binding",
                    field,
                    f"{side} project belongs to domain {quote(owner)}, not {quote(wanted)}",
                )
