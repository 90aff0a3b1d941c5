"""Who declares what in all parsed manifests together; the first in path order wins (spec § a.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reference_server.sdd.architecture.documents.model import Export, Manifest


@dataclass(frozen=True, slots=True)
class PublishedExport:
    """An export with the domain that publishes it and the names of the facts it exposes."""

    domain: str
    export: Export
    fact_names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Repository:
    """The parsed manifests in path order with their indexes.

    `domains`, `exports` and `project_domains` map a domain id, an export id and a project id to the
    first declaration; malformed and empty ids take part.
    """

    manifests: tuple[Manifest, ...]
    domains: Mapping[str, Manifest]
    exports: Mapping[str, PublishedExport]
    project_domains: Mapping[str, str]


def build_repository(manifests: Sequence[Manifest]) -> Repository:
    """Index `manifests`, which are given in path order."""
    domains: dict[str, Manifest] = {}
    exports: dict[str, PublishedExport] = {}
    project_domains: dict[str, str] = {}
    for manifest in manifests:
        domains.setdefault(manifest.domain, manifest)
        for export in manifest.exports or ():
            if export.id not in exports:
                names = frozenset(fact.name for fact in export.facts)
                exports[export.id] = PublishedExport(manifest.domain, export, names)
        for project in manifest.projects or ():
            project_domains.setdefault(project, manifest.domain)
    return Repository(tuple(manifests), domains, exports, project_domains)
