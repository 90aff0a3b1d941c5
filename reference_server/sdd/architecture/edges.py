"""Observed and declared edges between domains (spec § c.1, § f)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reference_server.sdd.architecture.documents.model import Binding, Import
from reference_server.sdd.architecture.membership import Membership
from reference_server.sdd.architecture.repository import Repository

PROJECT_DEPENDENCY = "project-dependency"


@dataclass(frozen=True, slots=True)
class Edge:
    """One project dependency across domains, observed or bound by an import."""

    kind: str
    producer_domain: str
    consumer_domain: str
    producer_project: str
    consumer_project: str

    @property
    def binding(self) -> Binding:
        """The binding that authorises exactly this edge."""
        return Binding(self.kind, self.consumer_project, self.producer_project)

    def touches(self, domain: str) -> bool:
        """Whether either end lies in `domain`."""
        return domain in (self.producer_domain, self.consumer_domain)


@dataclass(frozen=True, slots=True)
class DeclaredEdge:
    """One import, seen as an edge from the producer's domain to the consumer's."""

    consumer_domain: str
    declaration: Import

    @property
    def producer_domain(self) -> str:
        """The domain that the facts come from."""
        return self.declaration.source.domain


def observed_edges(membership: Membership, project_domains: Mapping[str, str]) -> tuple[Edge, ...]:
    """Direct dependencies between mapped projects of different domains, once each, consumer first."""
    found: set[Edge] = set()
    for member in membership.members:
        consumer_domain = project_domains.get(member.id)
        if consumer_domain is None:
            continue
        for dependency in member.dependencies:
            producer_domain = project_domains.get(dependency)
            if producer_domain is not None and producer_domain != consumer_domain:
                found.add(Edge(PROJECT_DEPENDENCY, producer_domain, consumer_domain, dependency, member.id))
    return tuple(sorted(found, key=_consumer_first))


def _consumer_first(edge: Edge) -> tuple[str, ...]:
    return (
        edge.kind,
        edge.consumer_domain,
        edge.producer_domain,
        edge.consumer_project,
        edge.producer_project,
    )


def declared_edges(repository: Repository) -> tuple[DeclaredEdge, ...]:
    """Every import of every domain, by import id."""
    edges = [
        DeclaredEdge(manifest.domain, item)
        for manifest in repository.manifests
        for item in manifest.imports or ()
    ]
    return tuple(sorted(edges, key=lambda edge: edge.declaration.id))
