"""Rules that both versions of the capability manifest share, and those of version 1 alone (§ c.3)."""

from __future__ import annotations

import pytest

from tests.server.sdd.architecture.capability_documents import (
    VERSION_1,
    VERSION_2,
    Json,
    Problem,
    broken,
    problems_of,
)
from tests.server.sdd.architecture.workspace import DELETE, edited

BOTH = pytest.mark.parametrize("document", [VERSION_1, VERSION_2], ids=["v1", "v2"])


def without_identity(problems: list[Problem]) -> list[Problem]:
    """The problems that are not about identities, which follow from a changed name."""
    return [problem for problem in problems if ".identity" not in problem[1]]


@BOTH
@pytest.mark.parametrize("project", ["", " \t\u00a0", DELETE])
def test_a_project_is_required(document: Json, project: object) -> None:
    problems = broken(document, "project", project)

    message = "manifest is missing the project identifier"
    assert ("missing_project", "project", message) in problems


@BOTH
@pytest.mark.parametrize(
    "field",
    [
        "configDefinitions[0].path",
        "configDefinitions[0].fields[0].name",
        "schemas[0].name",
        "discoverers[0].name",
        "migrations[0].name",
        "infraRequirements[0].name",
        "healthContributors[0].name",
        "lifecycleHooks[0].name",
        "packageVersions[0].package",
        "requiredCapabilities[0].name",
    ],
)
def test_names_are_required(document: Json, field: str) -> None:
    problems = broken(document, field, " ")

    assert without_identity(problems) == [("invalid_name", field, "name is required")]


ENUMERATIONS = [
    ("schemas[0].kind", "invalid_schema_kind", "schema kind", "route, openapi, proto"),
    ("discoverers[0].kind", "invalid_discoverer_kind", "discoverer kind", "source, config"),
    (
        "infraRequirements[0].kind",
        "invalid_infra_kind",
        "infra kind",
        "database, events, storage, secret, scheduledJob",
    ),
    ("lifecycleHooks[0].phase", "invalid_phase", "lifecycle phase", "starter, stopper"),
]


@pytest.mark.parametrize(("field", "code", "noun", "values"), ENUMERATIONS)
def test_enumerations_are_closed(field: str, code: str, noun: str, values: str) -> None:
    first = broken(VERSION_1, field, "x")
    second = broken(VERSION_2, field, "x")

    assert first == [(code, field, f'{noun} "x" is not in the v1 set: {values}')]
    assert without_identity(second) == [(code, field, f'{noun} "x" is not in the v2 set')]


def test_a_probe_out_of_the_set_provides_nothing() -> None:
    problems = broken(VERSION_1, "healthContributors[0].probe", "x")

    missing, probe = problems[1], problems[0]
    assert probe == (
        "invalid_probe",
        "healthContributors[0].probe",
        'probe "x" is not in the v1 set: health, liveness, readiness',
    )
    assert missing[:2] == ("missing_required_provider", "requiredCapabilities[0].requires[2]")


@BOTH
@pytest.mark.parametrize("requires", [[], DELETE])
def test_a_required_capability_depends_on_something(document: Json, requires: object) -> None:
    problems = broken(document, "requiredCapabilities[0].requires", requires)

    message = 'requiredCapability "r" must depend on at least one capability kind'
    assert problems == [("missing_requires", "requiredCapabilities[0].requires", message)]


@pytest.mark.parametrize(("document", "version"), [(VERSION_1, "v1"), (VERSION_2, "v2")])
def test_an_unknown_capability_kind_is_refused(document: Json, version: str) -> None:
    problems = broken(document, "requiredCapabilities[0].requires", ["x"])

    message = f'capability kind "x" is not in the {version} set'
    assert problems == [("invalid_capability_kind", "requiredCapabilities[0].requires[0]", message)]


PROVIDERS = [
    ("config", "configDefinitions"),
    ("schema", "schemas"),
    ("discoverer", "discoverers"),
    ("migration", "migrations"),
    ("datasource", "migrations"),
    ("infra", "infraRequirements"),
    ("health", "healthContributors"),
    ("lifecycle", "lifecycleHooks"),
    ("package", "packageVersions"),
]


@pytest.mark.parametrize(("kind", "list_name"), PROVIDERS)
def test_a_required_kind_needs_a_provider(kind: str, list_name: str) -> None:
    document = edited(VERSION_1, "requiredCapabilities[0].requires", [kind])

    provided, missing = problems_of(document), broken(document, list_name, DELETE)

    message = (
        f'project "/p" required capability "r" declared by e.go needs a "{kind}" provider, but the '
        f'manifest has none; contribute a "{kind}" provider to project "/p" or remove "{kind}" from requires'
    )
    assert provided == []
    assert missing == [("missing_required_provider", "requiredCapabilities[0].requires[0]", message)]


def test_a_datasource_that_is_blank_is_none() -> None:
    document = edited(VERSION_2, "requiredCapabilities[0].requires", ["datasource"])

    problems = broken(document, "migrations[0].datasource", " ")

    assert [problem[0] for problem in problems] == ["missing_required_provider"]


@pytest.mark.parametrize(
    ("edits", "label"),
    [
        ({}, "main.go"),
        ({"declaration": {"root": "project", "path": " "}}, "pkg"),
        ({"declaration": {"root": "project", "path": ""}, "package": ""}, "/p"),
        ({"declaration": {}, "package": "", "project": " "}, "unknown source"),
    ],
)
def test_the_source_of_a_required_capability_is_named_by_what_is_known(
    edits: dict[str, object], label: str
) -> None:
    document = edited(VERSION_2, "requiredCapabilities[0].requires", ["readiness"])
    for member, value in edits.items():
        document = edited(document, f"requiredCapabilities[0].provenance.{member}", value)

    problems = problems_of(document)

    [message] = [text for code, _, text in problems if code == "missing_required_provider"]
    assert f'"r" declared by {label} needs a "readiness" provider' in message


def test_version_1_provenance_is_checked() -> None:
    problems = broken(VERSION_1, "schemas[0].provenance", {})

    values = "framework, manual, generated"
    assert problems == [
        ("missing_provenance", "schemas[0].provenance.project", "entry must carry a provenance project"),
        (
            "invalid_source_kind",
            "schemas[0].provenance.sourceKind",
            f'sourceKind "" is not in the v1 set: {values}',
        ),
    ]


KEYS = [
    ("configDefinitions", "c", {"fields": []}),
    ("schemas", "route:s", {"path": "other"}),
    ("discoverers", "config:d", {}),
    ("infraRequirements", "secret:i", {}),
    ("healthContributors", "health:h", {}),
    ("lifecycleHooks", "stopper:l", {}),
    ("packageVersions", "p", {"version": "2"}),
    ("requiredCapabilities", "r", {"requires": ["config"]}),
]


@pytest.mark.parametrize(("list_name", "key", "change"), KEYS)
def test_a_provider_is_declared_once(list_name: str, key: str, change: dict[str, object]) -> None:
    entry = VERSION_1[list_name][0]

    same = broken(VERSION_1, f"{list_name}[1]", entry)
    other = broken(VERSION_1, f"{list_name}[1]", {**entry, **change})

    repeated = (
        f'provider "{key}" is declared more than once (e.go and e.go); remove one duplicate declaration '
        "or give each provider a unique name"
    )
    conflicting = (
        f'provider "{key}" has conflicting declarations (e.go and e.go); reconcile the definitions '
        "or give each provider a unique name"
    )
    assert same == [("duplicate_provider", f"{list_name}[1]", repeated)]
    if change:
        assert other == [("conflicting_provider", f"{list_name}[1]", conflicting)]


def test_required_kinds_are_compared_without_order() -> None:
    entry = VERSION_1["requiredCapabilities"][0]
    reordered = {**entry, "requires": entry["requires"][::-1]}

    problems = broken(VERSION_1, "requiredCapabilities[1]", reordered)

    assert [problem[0] for problem in problems] == ["duplicate_provider"]


def test_migrations_may_repeat() -> None:
    problems = broken(VERSION_1, "migrations[1]", VERSION_1["migrations"][0])

    assert problems == []


def test_later_providers_are_compared_with_the_first_holder() -> None:
    entry = VERSION_1["schemas"][0]
    document = edited(VERSION_1, "schemas[1]", {**entry, "path": "other"})

    problems = broken(document, "schemas[2]", {**entry, "path": "other"})

    assert [problem[:2] for problem in problems] == [
        ("conflicting_provider", "schemas[1]"),
        ("conflicting_provider", "schemas[2]"),
    ]
