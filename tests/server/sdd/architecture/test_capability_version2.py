"""Rules of version 2 capability manifests: access rows, identities, provenance (§ c.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.architecture.capability_documents import (
    VERSION_2,
    Problem,
    broken,
    problems_of,
    provenance,
)
from tests.server.sdd.architecture.workspace import DELETE, edited

ACCESS = "domainAccess[0]"
IDENTITY = "schemas[0].identity"
PROVENANCE = "schemas[0].provenance"
INVALID = "invalid_contribution_identity"


def around(field: str, problems: list[Problem]) -> list[Problem]:
    """The problems at `field` and below it."""
    return [problem for problem in problems if problem[1].startswith(field)]


@pytest.mark.parametrize(
    ("member", "problem"),
    [
        (
            "mode",
            ("missing_domain_access_mode", 'domainAccess "a.b.v1" must carry the access mode it enforces'),
        ),
        (
            "status",
            (
                "missing_domain_access_status",
                'domainAccess "a.b.v1" must carry the declared lifecycle status',
            ),
        ),
        ("import", ("invalid_name", "name is required")),
        ("transports[0].role", ("invalid_name", "name is required")),
        ("transports[0].kind", ("invalid_name", "name is required")),
        ("transports[0].availability", ("invalid_name", "name is required")),
    ],
)
def test_access_rows_are_complete(member: str, problem: tuple[str, str]) -> None:
    field = f"{ACCESS}.{member}"

    problems = broken(VERSION_2, field, " ")

    assert around(field, problems) == [(problem[0], field, problem[1])]


def test_the_contract_of_a_transport_is_not_looked_at() -> None:
    problems = broken(VERSION_2, f"{ACCESS}.transports[0].contract", DELETE)

    assert problems == []


def test_transports_are_counted_by_role() -> None:
    bad = {"role": "updates", "kind": "", "availability": "active"}
    good = {"role": "bootstrap", "kind": "file", "availability": "active"}

    problems = broken(VERSION_2, f"{ACCESS}.transports", [bad, good])

    assert problems == [("invalid_name", f"{ACCESS}.transports[1].kind", "name is required")]


def test_a_migration_needs_some_kind() -> None:
    problems = broken(VERSION_2, "migrations[0].kind", DELETE)

    field = "migrations[0].kind"
    assert around(field, problems) == [("missing_migration_kind", field, "migration kind is required in v2")]


@pytest.mark.parametrize("identity", [DELETE, {}])
def test_a_missing_identity_is_the_only_identity_problem(identity: object) -> None:
    problems = broken(VERSION_2, IDENTITY, identity)

    assert problems == [("missing_contribution_identity", IDENTITY, "v2 contribution identity is required")]


MISMATCH = (
    "identity_mismatch",
    IDENTITY,
    'identity must equal ("schema", "proto", "s") for this contribution',
)


@pytest.mark.parametrize(
    ("member", "value", "expected"),
    [
        (
            "ownerProject",
            " ",
            [
                ("missing_owner_project", f"{IDENTITY}.ownerProject", "ownerProject is required"),
                (
                    "owner_project_mismatch",
                    f"{IDENTITY}.ownerProject",
                    'ownerProject " " must equal provenance.project "/p"',
                ),
            ],
        ),
        (
            "ownerProject",
            "",
            [("missing_owner_project", f"{IDENTITY}.ownerProject", "ownerProject is required")],
        ),
        (
            "ownerProject",
            "/q",
            [
                (
                    "owner_project_mismatch",
                    f"{IDENTITY}.ownerProject",
                    'ownerProject "/q" must equal provenance.project "/p"',
                )
            ],
        ),
        (
            "kind",
            "x",
            [MISMATCH, (INVALID, f"{IDENTITY}.kind", 'contribution kind "x" is not in the v2 set')],
        ),
        ("kind", "config", [MISMATCH]),
        ("key", "", [MISMATCH, (INVALID, f"{IDENTITY}.key", "contribution key is required")]),
        (
            "subkind",
            DELETE,
            [
                MISMATCH,
                (INVALID, f"{IDENTITY}.subkind", 'subkind is required for contribution kind "schema"'),
            ],
        ),
    ],
)
def test_identities_are_checked(member: str, value: object, expected: list[Problem]) -> None:
    problems = broken(VERSION_2, f"{IDENTITY}.{member}", value)

    assert problems == expected


@pytest.mark.parametrize(
    ("list_name", "kind"),
    [
        ("configDefinitions", "config"),
        ("packages", "package"),
        ("packageVersions", "package"),
        ("requiredCapabilities", "requiredCapability"),
    ],
)
def test_undivided_kinds_have_no_subkind(list_name: str, kind: str) -> None:
    field = f"{list_name}[0].identity.subkind"

    problems = broken(VERSION_2, field, " ")

    message = f'subkind must be absent for contribution kind "{kind}"'
    assert around(field, problems) == [(INVALID, field, message)]


def test_an_identity_is_used_once_in_all_lists() -> None:
    versions = [{**entry, "package": "p"} for entry in VERSION_2["packageVersions"]]
    versions[0]["identity"] = VERSION_2["packages"][0]["identity"]

    problems = broken(VERSION_2, "packageVersions", versions)

    field = "packageVersions[0].identity"
    message = "contribution identity is duplicated within the manifest (packages[0] and packageVersions[0])"
    assert problems == [("duplicate_contribution", field, message)]


def test_missing_identities_are_no_duplicates() -> None:
    entry = {key: value for key, value in VERSION_2["schemas"][0].items() if key != "identity"}

    problems = broken(VERSION_2, "schemas", [entry, entry])

    assert {code for code, _, _ in problems} == {"missing_contribution_identity"}


def test_positions_count_by_identity_and_not_in_the_file() -> None:
    first: dict[str, Any] = VERSION_2["schemas"][0]
    later = edited(edited({**first, "name": "z", "kind": "x"}, "identity.key", "z"), "identity.subkind", "x")

    problems = broken(VERSION_2, "schemas", [later, first])

    assert problems == [("invalid_schema_kind", "schemas[1].kind", 'schema kind "x" is not in the v2 set')]


def test_required_kinds_count_in_their_order() -> None:
    problems = broken(VERSION_2, "requiredCapabilities[0].requires", ["x", "config"])

    assert [field for _, field, _ in problems] == ["requiredCapabilities[0].requires[1]"]


PROVENANCE_PROBLEMS: list[tuple[str, object, str, str, str]] = [
    ("project", " ", "missing_provenance", "project", "entry must carry a provenance project"),
    ("sourceKind", "x", "invalid_source_kind", "sourceKind", 'sourceKind "x" is not in the v2 set'),
    (
        "sourceBinding",
        "sha256:" + "0" * 64,
        "invalid_source_binding",
        "sourceBinding",
        "legacy sourceBinding must use source-v1:sha256:<64-lower-hex>",
    ),
    ("declaration", {}, "missing_declaration", "declaration", "a precise declaration is required"),
    (
        "artifacts[0].digest",
        "sha256:" + "A" * 64,
        "invalid_source_binding",
        "artifacts[0].digest",
        "artifact digest must use sha256:<64-lower-hex>",
    ),
    (
        "artifacts[0]",
        {"root": "project", "path": "main.go"},
        "invalid_path",
        "artifacts[0].path",
        "artifact must not duplicate the declaration location",
    ),
    (
        "declaration.root",
        "home",
        "invalid_path",
        "declaration.root",
        'root "home" is not one of workspace, project, package',
    ),
    (
        "package",
        "",
        "missing_provenance",
        "artifacts[0].root",
        "package locations require provenance package",
    ),
]


@pytest.mark.parametrize(("member", "value", "code", "field", "message"), PROVENANCE_PROBLEMS)
def test_provenance_is_checked(member: str, value: object, code: str, field: str, message: str) -> None:
    problems = broken(VERSION_2, f"{PROVENANCE}.{member}", value)

    assert around(PROVENANCE, problems) == [(code, f"{PROVENANCE}.{field}", message)]


def test_a_source_binding_in_form_is_accepted() -> None:
    binding = "source-v1:sha256:" + "0f" * 32

    problems = broken(VERSION_2, f"{PROVENANCE}.sourceBinding", binding)

    assert problems == []


CLEAN = "path must be its non-empty lexical clean form"
OUTSIDE = "path must not escape its declared root"
RELATIVE = "path must be relative to its declared root"
SLASHES = "path must use slash separators and contain no NUL"


@pytest.mark.parametrize(
    ("path", "code", "message"),
    [
        ("", "invalid_path", "path is required"),
        ("a\\b", "invalid_path", SLASHES),
        ("a\0b", "invalid_path", SLASHES),
        ("/a", "path_escape", RELATIVE),
        ("c:a", "path_escape", RELATIVE),
        ("x+y.z-1:a", "path_escape", RELATIVE),
        ("a/../b", "path_escape", OUTSIDE),
        ("a/./../b", "invalid_path", CLEAN),
        ("../a//b", "path_escape", OUTSIDE),
        ("a//b", "invalid_path", CLEAN),
        ("a/", "invalid_path", CLEAN),
        (".", "invalid_path", CLEAN),
    ],
)
@pytest.mark.parametrize("place", ["declaration", "artifacts[0]"])
def test_locations_stay_below_their_root(place: str, path: str, code: str, message: str) -> None:
    field = f"{PROVENANCE}.{place}.path"

    problems = broken(VERSION_2, field, path)

    assert problems == [(code, field, message)]


def test_a_path_alone_is_an_incomplete_declaration() -> None:
    problems = broken(VERSION_2, f"{PROVENANCE}.declaration", {"path": "a"})

    message = 'root "" is not one of workspace, project, package'
    assert problems == [("invalid_path", f"{PROVENANCE}.declaration.root", message)]


def test_artifacts_count_in_their_order() -> None:
    artifacts = [{"root": "workspace", "path": "/x"}, {"root": "project", "path": "a"}]
    document = edited(VERSION_2, PROVENANCE, {**provenance(), "artifacts": artifacts})

    problems = problems_of(document)

    assert [field for _, field, _ in problems] == [f"{PROVENANCE}.artifacts[1].path"]
