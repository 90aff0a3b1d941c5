"""Specs: reading, the rules of one document, and the findings over all of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest, spec

SPEC = "specs/a.json"
_NUMBER = "json: cannot unmarshal number into Go struct field"


@pytest.fixture
def declared(empty: Workspace) -> Workspace:
    """A workspace that declares `a/b` and `a/c`."""
    return empty.write({FEATURES: manifest("a", feature("a/b"), feature("a/c"))})


def findings(workspace: Workspace) -> list[tuple[str, str, str]]:
    rows = workspace.call("sdd.list_specs").report["diagnostics"]
    return [(row["code"], row["field"], row["message"]) for row in rows]


@pytest.mark.parametrize(
    ("text", "code", "field", "message"),
    [
        ("5", "parse_error", SPEC, "document must be a JSON object"),
        (
            '{"protocolVersion":2}',
            "invalid_protocol_version",
            f"{SPEC}#protocolVersion",
            'protocolVersion token "2" is not supported (want exact integer token 1)',
        ),
        ('{"protocolVersion":1,"x":1}', "unknown_field", f"{SPEC}#x", 'json: unknown field "x"'),
        (
            '{"protocolVersion":1,"outcomes":"x"}',
            "parse_error",
            SPEC,
            "json: cannot unmarshal string into Go struct field Spec.outcomes of type []string",
        ),
        (
            '{"protocolVersion":1,"requirements":[1]}',
            "parse_error",
            SPEC,
            f"{_NUMBER} Spec.requirements of type features.SpecRequirement",
        ),
        (
            '{"protocolVersion":1,"requirements":[{"text":1}]}',
            "parse_error",
            SPEC,
            f"{_NUMBER} SpecRequirement.requirements.text of type string",
        ),
    ],
)
def test_a_spec_that_does_not_decode_has_one_finding_and_no_row(
    declared: Workspace, text: str, code: str, field: str, message: str
) -> None:
    declared.write({SPEC: text})

    assert findings(declared) == [(f"features.{code}", field, message)]
    assert declared.call("sdd.list_specs").report["specs"] == []


_TEXT = "must be non-empty bounded text without control characters"


@pytest.mark.parametrize(
    ("changed", "field", "code", "message"),
    [
        (
            {"feature": "A"},
            "feature",
            "unknown_feature",
            'feature reference "A" is not a canonical feature ID',
        ),
        (
            {"feature": "a/x"},
            "feature",
            "unknown_feature",
            'spec references feature "a/x", which no authored declaration mints',
        ),
        ({"outcomes": []}, "outcomes", "invalid_id", "a spec must state at least one intended outcome"),
        ({"outcomes": ["x", " "]}, "outcomes[1]", "invalid_id", f"outcomes statements {_TEXT}"),
        ({"nonGoals": ["a\tb"]}, "nonGoals[0]", "invalid_id", f"nonGoals statements {_TEXT}"),
        (
            {"requirements": [{"id": "A", "text": "t"}]},
            "requirements[0].id",
            "invalid_requirement",
            'requirement ID "A" must be one lower-case ASCII ID segment',
        ),
        (
            {"requirements": [{"id": "b", "text": "t"}, {"id": "a", "text": "t"}, {"id": "b", "text": "t"}]},
            "requirements[2].id",
            "invalid_requirement",
            'requirement "b" is duplicated; first declaration is requirements[1]',
        ),
        (
            {"requirements": [{"id": "a", "text": ""}]},
            "requirements[0].text",
            "invalid_requirement",
            f"requirement text {_TEXT}",
        ),
        (
            {"decisions": [""]},
            "decisions[0]",
            "invalid_path",
            "path must be a non-empty contained relative slash path",
        ),
        (
            {"decisions": ["c:doc/adr/a.md"]},
            "decisions[0]",
            "invalid_path",
            "path must be a non-empty contained relative slash path",
        ),
        (
            {"decisions": ["doc//adr/a.md"]},
            "decisions[0]",
            "invalid_path",
            "path must be its own contained lexical clean form",
        ),
        (
            {"decisions": ["doc/../doc/adr/a.md"]},
            "decisions[0]",
            "path_escape",
            "path must be its own contained lexical clean form",
        ),
        (
            {"decisions": ["../doc/adr/a.md"]},
            "decisions[0]",
            "path_escape",
            "path contains an invalid segment",
        ),
        (
            {"decisions": [f"doc/adr/{'a' * 502}.md"]},
            "decisions[0]",
            "invalid_decision",
            "decision link must be at most 512 characters",
        ),
        (
            {"decisions": ["notes/x.md"]},
            "decisions[0]",
            "invalid_decision",
            "decision link must be a workspace-relative doc/adr/<name>.md durable decision record",
        ),
        (
            {"decisions": ["doc/adr/a.md"] * 2},
            "decisions[1]",
            "invalid_decision",
            "decision link is duplicated; first declaration is decisions[0]",
        ),
    ],
)
def test_a_spec_that_breaks_a_rule_stays_as_a_row(
    declared: Workspace, changed: dict[str, Any], field: str, code: str, message: str
) -> None:
    declared.write({SPEC: spec("a/b", **changed)})

    rows = declared.call("sdd.list_specs").report["specs"]

    assert findings(declared) == [(f"features.{code}", f"{SPEC}#{field}", message)]
    assert [row["valid"] for row in rows] == [False]


def test_required_lists_may_be_empty_but_not_absent(declared: Workspace) -> None:
    declared.write({SPEC: {"protocolVersion": 1, "feature": "a/b"}})

    assert findings(declared) == [
        ("features.parse_error", f"{SPEC}#{name}", f"{name} is required and must be an array")
        for name in ("outcomes", "requirements")
    ]


def test_a_duplicate_link_is_found_beside_what_else_is_wrong_with_it(declared: Workspace) -> None:
    declared.write({SPEC: spec("a/b", decisions=["x", "x"])})

    assert [field for _, field, _ in findings(declared)] == [
        f"{SPEC}#decisions[0]",
        f"{SPEC}#decisions[1]",
        f"{SPEC}#decisions[1]",
    ]


def test_a_right_spec_has_no_finding(declared: Workspace) -> None:
    declared.write({SPEC: spec("a/b", nonGoals=["None"], decisions=["team/doc/adr/0001-a.md"])})

    assert findings(declared) == []
    assert declared.call("sdd.list_specs").report["specs"][0]["valid"]


def test_only_direct_json_children_are_specs(declared: Workspace) -> None:
    files = ["specs/a.JSON", "specs/b.txt", "specs/deep/c.json", "specs/dir.json/d.json"]
    declared.write(dict.fromkeys(files, "nonsense") | {"specs/z.json": spec("a/b")})

    rows = declared.call("sdd.list_specs").report["specs"]

    assert [row["path"] for row in rows] == ["specs/z.json"]
    assert findings(declared) == []


def test_a_name_that_is_no_path_segment_is_refused(declared: Workspace) -> None:
    declared.write({"specs/c:x.json": spec("a/b")})

    assert findings(declared) == [
        ("features.invalid_path", "specs", "spec entry name is not one contained path segment")
    ]


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (1025, "spec directory exceeds the bounded document limit"),
        (4097, "artifact exceeds a bounded feature-reader limit"),
    ],
)
def test_all_entries_of_a_spec_directory_count(declared: Workspace, count: int, message: str) -> None:
    directory = declared.root / "specs"
    directory.mkdir()
    for index in range(count):
        (directory / f"{index}.txt").touch()

    assert findings(declared) == [("features.sensitive_content", "specs", message)]


def test_1024_entries_are_read(declared: Workspace) -> None:
    declared.write({f"specs/{index}.txt": "" for index in range(1023)} | {SPEC: spec("a/b")})

    assert len(declared.call("sdd.list_specs").report["specs"]) == 1


def test_a_spec_in_a_place_where_none_may_be_has_plain_fields(declared: Workspace) -> None:
    place = "a spec must be a direct JSON child of specs/ at a workspace or exact project root"
    declared.write(
        {
            "putnami.workspace.json": {"includes": ["(group)/p"]},
            "(group)/p/specs/a.json": spec("a/b", outcomes=[]),
        }
    )

    rows = declared.call("sdd.list_specs").report["specs"]

    assert findings(declared) == [
        ("features.invalid_id", "outcomes", "a spec must state at least one intended outcome"),
        ("features.outside_discovery_root", "path", place),
    ]
    assert [row["valid"] for row in rows] == [True]


def test_duplicates_are_told_in_the_order_of_their_fields(declared: Workspace) -> None:
    declared.write({f"specs/{name}.json": spec("a/b") for name in ("b", "a", "c")})

    assert findings(declared) == [
        (
            "features.duplicate_spec",
            f"specs/{name}.json#feature",
            'feature "a/b" is specified more than once; first spec is specs/a.json#feature',
        )
        for name in ("b", "c")
    ]


def test_another_spelling_may_overwrite_the_version_of_a_spec(declared: Workspace) -> None:
    declared.write(
        {SPEC: '{"protocolVersion":1,"PROTOCOLVERSION":3,"feature":"a/b","outcomes":["x"],"requirements":[]}'}
    )

    assert findings(declared) == [
        (
            "features.invalid_protocol_version",
            f"{SPEC}#protocolVersion",
            "protocolVersion 3 is not supported (want 1)",
        )
    ]
