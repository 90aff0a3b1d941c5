"""The lists of a capability manifest and their members, by list name (spec § c.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EntryList:
    """How one list names things.

    `name_member` holds the naming member, `kind_member` the kind-like one ("" if it has none);
    `contribution` is the identity kind; `kinds` the closed set of kinds (empty: any), with the `code`
    and the `noun` of the message about others.
    """

    name: str
    name_member: str
    kind_member: str
    contribution: str
    kinds: tuple[str, ...] = ()
    code: str = ""
    noun: str = ""

    @property
    def is_divided(self) -> bool:
        """Whether its identities carry a subkind."""
        return self.contribution not in ("config", "package", "requiredCapability")


# In the order in which repeated identities are looked for.
LISTS: tuple[EntryList, ...] = (
    EntryList("configDefinitions", "path", "", "config"),
    EntryList(
        "schemas",
        "name",
        "kind",
        "schema",
        ("route", "openapi", "proto"),
        "invalid_schema_kind",
        "schema kind",
    ),
    EntryList(
        "discoverers",
        "name",
        "kind",
        "discoverer",
        ("source", "config"),
        "invalid_discoverer_kind",
        "discoverer kind",
    ),
    EntryList("migrations", "name", "kind", "migration"),
    EntryList(
        "infraRequirements",
        "name",
        "kind",
        "infra",
        ("database", "events", "storage", "secret", "scheduledJob"),
        "invalid_infra_kind",
        "infra kind",
    ),
    EntryList(
        "healthContributors",
        "name",
        "probe",
        "health",
        ("health", "liveness", "readiness"),
        "invalid_probe",
        "probe",
    ),
    EntryList(
        "lifecycleHooks",
        "name",
        "phase",
        "lifecycle",
        ("starter", "stopper"),
        "invalid_phase",
        "lifecycle phase",
    ),
    EntryList("packages", "package", "", "package"),
    EntryList("packageVersions", "package", "", "package"),
    EntryList("requiredCapabilities", "name", "", "requiredCapability"),
    EntryList("domainAccess", "import", "mode", "domainAccess"),
)

LIST_BY_NAME: Mapping[str, EntryList] = {entry_list.name: entry_list for entry_list in LISTS}
