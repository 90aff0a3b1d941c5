"""One parsed `schema/capabilities.json`, version 1 or 2, as frozen data (spec § c.3).

The lists differ in few members, so every entry has one shape: what a list does not know stays empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """Who contributes what (version 2 only). All four empty means that none was given."""

    owner_project: str
    kind: str
    subkind: str
    key: str

    def is_missing(self) -> bool:
        """Whether nothing at all was given."""
        return not (self.owner_project or self.kind or self.subkind or self.key)


@dataclass(frozen=True, slots=True)
class Location:
    """A place below a root; `digest` is empty for a declaration."""

    root: str
    path: str
    digest: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an entry comes from; `evidence_path` exists in version 1 only, the locations in version 2."""

    project: str
    package: str
    source_kind: str
    source_binding: str
    declaration: Location
    artifacts: tuple[Location, ...]
    evidence_path: str


@dataclass(frozen=True, slots=True)
class ConfigField:
    """One field of a configuration definition."""

    name: str
    type: str
    sensitive: bool


@dataclass(frozen=True, slots=True)
class AccessTransport:
    """One transport that a generated accessor uses; the contract it names plays no part."""

    role: str
    kind: str
    availability: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One contribution.

    `name` is the member that names it (path, package and import included), `kind` its kind, probe,
    phase or mode. The rest is filled where the list knows it.
    """

    name: str
    kind: str
    identity: Identity
    provenance: Provenance
    path: str
    version: str
    datasource: str
    status: str
    fields: tuple[ConfigField, ...]
    requires: tuple[str, ...]
    transports: tuple[AccessTransport, ...]


@dataclass(frozen=True, slots=True)
class CapabilityManifest:
    """The document; `entries` maps every list name of `lists.py` to its entries in file order."""

    protocol_version: int
    project: str
    entries: Mapping[str, tuple[Entry, ...]]
