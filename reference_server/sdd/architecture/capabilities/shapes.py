"""The wire types of capability manifests, as Go's decoder names them (spec § i.6)."""

from __future__ import annotations

from collections.abc import Mapping

from reference_server.go_json import BOOL, INT, STRING, ListOf, Scalar, Shape, Struct, string_type


def _named(name: str) -> Scalar:
    return string_type(f"capabilities.{name}")


def _struct(name: str, members: Mapping[str, Shape], *, pointer: bool = False) -> Struct:
    return Struct(name, f"capabilities.{name}", dict(members), pointer=pointer)


_CONFIG_FIELD = _struct("ConfigField", {"name": STRING, "type": STRING, "sensitive": BOOL})
_HEAD: Mapping[str, Shape] = {"$schema": STRING, "protocolVersion": INT, "project": STRING}

# The members of each list that both versions know, beside its struct name of version 1.
_ENTRIES: Mapping[str, tuple[str, Mapping[str, Shape]]] = {
    "configDefinitions": ("ConfigDefinition", {"path": STRING, "fields": ListOf(_CONFIG_FIELD)}),
    "schemas": ("SchemaContribution", {"name": STRING, "kind": _named("SchemaKind"), "path": STRING}),
    "discoverers": ("Discoverer", {"name": STRING, "kind": _named("DiscovererKind")}),
    "migrations": ("MigrationBundle", {"name": STRING, "datasource": STRING, "digest": STRING}),
    "infraRequirements": ("InfraRequirement", {"name": STRING, "kind": _named("InfraKind")}),
    "healthContributors": ("HealthContributor", {"name": STRING, "probe": _named("ProbeKind")}),
    "lifecycleHooks": ("LifecycleHook", {"name": STRING, "phase": _named("LifecyclePhase")}),
    "packageVersions": ("PackageVersion", {"package": STRING, "version": STRING}),
    "requiredCapabilities": (
        "RequiredCapability",
        {"name": STRING, "requires": ListOf(_named("CapabilityKind"))},
    ),
}
_ACCESS_TRANSPORT = _struct(
    "DomainAccessTransportV2",
    {"role": STRING, "kind": STRING, "contract": STRING, "availability": STRING},
)
_ENFORCEMENT = _struct(
    "DomainAccessEnforcementV2",
    dict.fromkeys(
        (
            "maxStaleness",
            "onMissing",
            "onStale",
            "ordering",
            "lateEvents",
            "deletion",
            "writer",
            "rebuild",
        ),
        STRING,
    ),
    pointer=True,
)
# What version 2 adds: members of lists that exist already, and whole lists.
_ADDED_MEMBERS: Mapping[str, Mapping[str, Shape]] = {"migrations": {"kind": STRING}}
_ADDED_LISTS: Mapping[str, tuple[str, Mapping[str, Shape]]] = {
    "packages": ("Package", {"package": STRING}),
    "domainAccess": (
        "DomainAccess",
        {
            "import": STRING,
            "mode": STRING,
            "status": STRING,
            "transports": ListOf(_ACCESS_TRANSPORT),
            "enforced": _ENFORCEMENT,
        },
    ),
}

_PROVENANCE_1 = _struct(
    "Provenance",
    {
        "project": STRING,
        "package": STRING,
        "version": STRING,
        "sourceKind": _named("SourceKind"),
        "evidencePath": STRING,
    },
)
_IDENTITY = _struct(
    "ContributionIdentity",
    {
        "ownerProject": STRING,
        "kind": _named("ContributionKind"),
        "subkind": STRING,
        "key": STRING,
    },
)
_DECLARATION = _struct(
    "DeclarationLocation", {"root": _named("LocationRoot"), "path": STRING, "symbol": STRING}
)
_ARTIFACT = _struct("ArtifactLocation", {"root": _named("LocationRoot"), "path": STRING, "digest": STRING})
_PROVENANCE_2 = _struct(
    "ProvenanceV2",
    {
        "project": STRING,
        "package": STRING,
        "version": STRING,
        "sourceKind": _named("SourceKind"),
        "sourceBinding": STRING,
        "declaration": _DECLARATION,
        "artifacts": ListOf(_ARTIFACT),
    },
)


def _version1() -> Struct:
    lists: dict[str, Shape] = {
        list_name: ListOf(_struct(name, {**members, "provenance": _PROVENANCE_1}))
        for list_name, (name, members) in _ENTRIES.items()
    }
    return _struct("Manifest", {**_HEAD, **lists})


def _version2() -> Struct:
    common: Mapping[str, Shape] = {"identity": _IDENTITY, "provenance": _PROVENANCE_2}
    lists: dict[str, Shape] = {}
    for list_name, (name, members) in {**_ENTRIES, **_ADDED_LISTS}.items():
        added = _ADDED_MEMBERS.get(list_name, {})
        lists[list_name] = ListOf(_struct(f"{name}V2", {**members, **added, **common}))
    return _struct("ManifestV2", {**_HEAD, **lists})


VERSION_1 = _version1()
VERSION_2 = _version2()
