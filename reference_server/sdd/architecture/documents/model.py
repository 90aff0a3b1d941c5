"""One parsed `putnami.architecture.json` as frozen data (spec § a.1).

Lists keep the authored order, because diagnostics cite authored positions; `None` for a list means
that the member was missing. A missing scalar is `""`, `0` or `False` and fails its own rule later.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnedConcept:
    """A concept the domain is the authority of."""

    id: str
    kind: str
    description: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of an export.

    `classification_stated` and `personal_data_stated` say whether a member of exactly that spelling
    was written, because an explicit empty string is judged differently from silence (rules F3, F4).
    """

    name: str
    authority: str
    classification: str
    personal_data: str
    classification_stated: bool
    personal_data_stated: bool


@dataclass(frozen=True, slots=True)
class Compatibility:
    """What an export promises to its consumers."""

    strategy: str
    minimum_consumer_version: int


@dataclass(frozen=True, slots=True)
class Export:
    """A versioned contract the domain publishes."""

    id: str
    version: int
    status: str
    description: str
    facts: tuple[Fact, ...]
    modes: tuple[str, ...]
    compatibility: Compatibility


@dataclass(frozen=True, slots=True)
class ExportReference:
    """The producer side of an import."""

    domain: str
    export: str


@dataclass(frozen=True, slots=True)
class Transport:
    """How facts travel; `contract` is empty for kind `none`."""

    kind: str
    contract: str
    availability: str


@dataclass(frozen=True, slots=True)
class Consistency:
    """Freshness, ordering and failure guarantees; `max_staleness` is a Go duration such as `5m`."""

    max_staleness: str
    on_missing: str
    on_stale: str
    ordering: str
    source_version: str
    idempotency_key: str
    late_events: str


@dataclass(frozen=True, slots=True)
class Deletion:
    """How deletions at the producer reach the consumer."""

    strategy: str
    tombstone_field: str


@dataclass(frozen=True, slots=True)
class LocalModel:
    """The copy a consumer keeps of imported facts."""

    name: str
    kind: str
    source_identity: str
    projected_fields: tuple[str, ...]
    local_fields: tuple[str, ...]
    provenance_field: str
    observed_at_field: str
    freshness_field: str
    writer: str
    rebuildable: bool
    rebuild: str


@dataclass(frozen=True, slots=True)
class Binding:
    """One project dependency that an import accounts for."""

    kind: str
    consumer_project: str
    producer_project: str


@dataclass(frozen=True, slots=True)
class Import:
    """A contract the domain consumes."""

    id: str
    version: int
    source: ExportReference
    local_name: str
    mode: str
    status: str
    facts: tuple[str, ...]
    transport: Transport | None
    bootstrap: Transport | None
    updates: Transport | None
    consistency: Consistency | None
    deletion: Deletion | None
    local_model: LocalModel | None
    bindings: tuple[Binding, ...]
    justification: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """One domain as declared in the file at `path` (workspace-relative, slashes)."""

    path: str
    protocol_version: int
    domain: str
    owner: str
    projects: tuple[str, ...] | None
    owns: tuple[OwnedConcept, ...]
    exports: tuple[Export, ...] | None
    imports: tuple[Import, ...] | None
