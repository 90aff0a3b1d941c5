"""Rules of one manifest: its head, its owned concepts, its exports (§ a.3)."""

from __future__ import annotations

import pytest

from tests.server.sdd.architecture.workspace import DELETE, MANIFEST, Problem, Workspace

PATH = f"producer/{MANIFEST}"
EXPORT = "exports[0]"
LABELS = "exports[1]"
CONTRACT = "export ID must be a lower-case dotted ID ending in .v1"
FACT_NAME = "fact name must be lower-case snake_case, optionally dot-separated"


def test_a_sound_pair_of_manifests_has_no_problem(catalogue: Workspace) -> None:
    problems = catalogue.problems()

    assert problems == []


HEAD = "domain must be a lower-case slash-separated semantic ID"
OWNER = "owner is required and must be bounded text"


@pytest.mark.parametrize("domain", ["", "Producer", "a//b", "/a", "a/", "1a", "a.b", "a\n"])
def test_a_domain_out_of_form_is_refused(catalogue: Workspace, domain: str) -> None:
    problems = catalogue.broken(PATH, "domain", domain)

    assert ("invalid_domain", "domain", HEAD) in problems


@pytest.mark.parametrize("owner", [DELETE, "", " team", "team\t", "te\x00am", "te\x7fam", "é" * 129])
def test_an_owner_out_of_bounds_is_refused(catalogue: Workspace, owner: object) -> None:
    problems = catalogue.broken(PATH, "owner", owner)

    assert problems == [("invalid_domain", "owner", OWNER)]


@pytest.mark.parametrize("owner", ["é" * 128, "te\x01am", "\x1cteam", "\u200bteam"])
def test_an_owner_within_bounds_is_accepted(catalogue: Workspace, owner: str) -> None:
    problems = catalogue.broken(PATH, "owner", owner)

    assert problems == []


@pytest.mark.parametrize(
    ("member", "when"),
    [
        ("projects", "the domain maps no project yet"),
        ("exports", "the domain publishes nothing"),
        ("imports", "the domain consumes nothing"),
    ],
)
def test_a_missing_list_is_asked_for(catalogue: Workspace, member: str, when: str) -> None:
    problems = catalogue.broken(PATH, member, DELETE)

    assert problems == [("parse_error", member, f"{member} is required; use an empty array when {when}")]


def test_missing_owned_concepts_are_fine(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, "owns", DELETE)

    assert problems == []


@pytest.mark.parametrize(
    "project", ["", "/", "x", "/a/", "/a//b", "/./a", "/a/..", "/a\\b", "/" + "a" * 1024]
)
def test_a_project_id_out_of_form_is_refused(catalogue: Workspace, project: str) -> None:
    problems = catalogue.broken(PATH, "projects[1]", project)

    message = "project must be one canonical absolute Putnami project ID"
    assert ("invalid_project", "projects[1]", message) in problems


def test_third_and_later_repeats_cite_the_first_occurrence(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, "projects", ["/x", "/producer", "/producer", "/producer"])

    message = 'project "/producer" is repeated (also projects[1])'
    assert [problem for problem in problems if problem[0] == "duplicate_project"] == [
        ("duplicate_project", "projects[2]", message),
        ("duplicate_project", "projects[3]", message),
    ]


CONCEPT_ID = "owned concept ID must be a lower-case dotted semantic ID"


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("owns[0].id", "item", ("invalid_id", "owns[0].id", CONCEPT_ID)),
        ("owns[0].id", "a." + "b" * 255, ("invalid_id", "owns[0].id", CONCEPT_ID)),
        ("owns[0].kind", "x", ("invalid_id", "owns[0].kind", 'unknown ownership kind "x"')),
        ("owns[0].kind", DELETE, ("invalid_id", "owns[0].kind", 'unknown ownership kind ""')),
        (
            "owns[0].description",
            "",
            ("invalid_id", "owns[0].description", "owned concept description is required"),
        ),
        (
            "owns[0].description",
            "x" * 2049,
            ("invalid_id", "owns[0].description", "owned concept description is required"),
        ),
        (
            "owns[1].id",
            "producer.item",
            ("invalid_id", "owns[1].id", 'owned concept "producer.item" is repeated (also owns[0])'),
        ),
    ],
)
def test_owned_concepts_are_checked(catalogue: Workspace, path: str, value: object, problem: Problem) -> None:
    problems = catalogue.broken(PATH, path, value)

    assert problems == [problem]


EXPORT_PROBLEMS: list[tuple[str, object, Problem]] = [
    ("id", "stock.v1", ("invalid_id", "id", CONTRACT)),
    ("id", "producer.items.v2", ("invalid_id", "id", CONTRACT)),
    ("id", "producer.items.v01", ("invalid_id", "id", CONTRACT)),
    ("status", "gone", ("invalid_status", "status", 'unknown lifecycle status "gone"')),
    ("description", " x", ("invalid_id", "description", "export description is required")),
    ("description", "x" * 4097, ("invalid_id", "description", "export description is required")),
    ("facts[0].name", "Id", ("invalid_fact", "facts[0].name", FACT_NAME)),
    ("facts[1].name", "id", ("invalid_fact", "facts[1].name", 'fact "id" is repeated (also facts[0])')),
    (
        "facts[0].classification",
        "secret",
        ("invalid_fact", "facts[0].classification", 'unknown data classification "secret"'),
    ),
    (
        "facts[0].personalData",
        "x",
        ("invalid_fact", "facts[0].personalData", 'unknown personal-data classification "x"'),
    ),
    ("modes[5]", "peek", ("invalid_mode", "modes[5]", 'unknown access mode "peek"')),
    ("modes[5]", "query", ("invalid_mode", "modes[5]", 'access mode "query" is repeated (also modes[0])')),
    (
        "compatibility.strategy",
        "loose",
        ("incompatible_import", "compatibility.strategy", 'unknown compatibility strategy "loose"'),
    ),
    (
        "compatibility.minimumConsumerVersion",
        0,
        (
            "incompatible_import",
            "compatibility.minimumConsumerVersion",
            "minimum consumer version must be positive",
        ),
    ),
]


@pytest.mark.parametrize(("member", "value", "problem"), EXPORT_PROBLEMS)
def test_exports_are_checked(catalogue: Workspace, member: str, value: object, problem: Problem) -> None:
    problems = catalogue.broken(PATH, f"{EXPORT}.{member}", value)

    code, field, message = problem
    assert problems == [(code, f"{EXPORT}.{field}", message)]


def test_an_export_without_facts_and_modes_is_refused(catalogue: Workspace) -> None:
    catalogue.edit(PATH, f"{EXPORT}.facts", [])

    problems = catalogue.broken(PATH, f"{EXPORT}.modes", DELETE)

    assert problems == [
        ("invalid_fact", f"{EXPORT}.facts", "export must expose at least one fact"),
        ("invalid_mode", f"{EXPORT}.modes", "export must allow at least one access mode"),
    ]


@pytest.mark.parametrize("version", [0, -1])
def test_a_version_below_one_shows_in_the_id_message(catalogue: Workspace, version: int) -> None:
    problems = catalogue.broken(PATH, f"{EXPORT}.version", version)

    assert problems == [
        ("invalid_id", f"{EXPORT}.id", f"export ID must be a lower-case dotted ID ending in .v{version}"),
        ("invalid_id", f"{EXPORT}.version", "export version must be positive"),
    ]


def test_an_authority_must_be_a_declared_domain(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{EXPORT}.facts[0].authority", "No")

    field = f"{EXPORT}.facts[0].authority"
    assert problems == [
        ("invalid_domain", field, "fact authority must be one domain ID"),
        ("unknown_domain", field, 'fact authority domain "No" is not declared'),
    ]


NO_CLASS = ("invalid_fact", f"{LABELS}.facts[0].classification", 'unknown data classification ""')
NO_PERSONAL = ("invalid_fact", f"{LABELS}.facts[0].personalData", 'unknown personal-data classification ""')


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ({}, []),
        ({"classification": "public"}, [NO_PERSONAL]),
        ({"personalData": "none"}, [NO_CLASS]),
        ({"classification": ""}, [NO_CLASS, NO_PERSONAL]),
        ({"classification": "", "personalData": ""}, [NO_CLASS, NO_PERSONAL]),
        ({"Classification": ""}, []),
        ({"Classification": "public"}, [NO_PERSONAL]),
    ],
)
def test_only_referenced_facts_may_leave_both_classifications_out(
    catalogue: Workspace, fact: dict[str, str], expected: list[Problem]
) -> None:
    fact = {"name": "id", "authority": "producer", **fact}

    problems = catalogue.broken(PATH, f"{LABELS}.facts[0]", fact)

    assert problems == expected


def test_facts_of_other_modes_must_state_both_classifications(catalogue: Workspace) -> None:
    catalogue.edit(PATH, f"{LABELS}.modes", ["reference", "query"])

    problems = catalogue.broken(PATH, f"{LABELS}.facts[0]", {"name": "id", "authority": "producer"})

    assert problems == [NO_CLASS, NO_PERSONAL]


def test_another_spelling_can_overwrite_the_protocol_version(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, "ProtocolVersion", 3)

    message = "protocol version 3 is not supported"
    assert problems == [("invalid_protocol_version", "protocolVersion", message)]
