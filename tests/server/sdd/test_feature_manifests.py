"""Feature manifests: the phases of their reading, and every rule of one that decodes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest

CODED = {"id": "written", "stage": "coded", "evidenceKinds": ["artifact"]}
LIVE = {"id": "alive", "stage": "live-verified", "evidenceKinds": ["attestation"]}
ACCEPTANCE = {"kind": "acceptance", "checks": ["smoke"]}
THRESHOLD = {
    "kind": "threshold",
    "checks": ["latency"],
    "metric": "http.latency",
    "aggregation": "p95",
    "operator": "lte",
    "target": 0,
    "unit": "ms",
    "window": {"kind": "invocation"},
}
ROLLING = THRESHOLD | {
    "window": {"kind": "rolling", "seconds": 60},
    "environment": "production",
    "maxAgeSeconds": 60,
}


def findings(workspace: Workspace, document: Any) -> list[tuple[str, str, str]]:
    """Code, inner field and message of what is wrong with a manifest at the workspace root."""
    workspace.write({FEATURES: document})
    rows = workspace.call("sdd.list_specs").report["diagnostics"]
    assert all(row["severity"] == "error" for row in rows)
    return [
        (row["code"].removeprefix("features."), row["field"].partition("#")[2], row["message"])
        for row in rows
    ]


@pytest.mark.parametrize(
    ("text", "code", "field", "message"),
    [
        ("[]", "parse_error", "", "document must be a JSON object"),
        ("null", "parse_error", "", "document must be a JSON object"),
        ("", "parse_error", "", "EOF"),
        ('{"protocolVersion":1', "parse_error", "", "EOF"),
        ('{"a":[1', "parse_error", "", "unexpected EOF"),
        ("{}", "invalid_protocol_version", "protocolVersion", "protocolVersion is required"),
        (
            '{"ProtocolVersion":1}',
            "invalid_protocol_version",
            "protocolVersion",
            "protocolVersion is required",
        ),
        (
            '{"protocolVersion":1,"protocolVersion":1,',
            "invalid_protocol_version",
            "protocolVersion",
            "protocolVersion must appear exactly once",
        ),
        ('{"nope":1,"protocolVersion":1}', "unknown_field", "nope", 'json: unknown field "nope"'),
        ('{"a\\"b":1,"protocolVersion":1}', "unknown_field", 'a\\"b', 'json: unknown field "a\\"b"'),
        ('{"":1,"protocolVersion":1}', "unknown_field", "", 'json: unknown field ""'),
        (
            '{"protocolVersion":1,"namespace":5,"nope":1}',
            "parse_error",
            "",
            "json: cannot unmarshal number into Go struct field Manifest.namespace of type string",
        ),
        (
            '{"protocolVersion":1,"features":[{"relations":null}]}',
            "parse_error",
            "features[0].relations",
            "explicit null is not allowed; omit optional fields or provide their concrete wire type",
        ),
        ('{"protocolVersion":1}{}', "parse_error", "", "multiple JSON values are not allowed"),
        (
            '{"protocolVersion":1}x',
            "parse_error",
            "",
            "invalid character 'x' looking for beginning of value",
        ),
        ('{"protocolVersion":1}[', "parse_error", "", "unexpected EOF"),
    ],
)
def test_the_first_failing_phase_gives_one_finding(
    empty: Workspace, text: str, code: str, field: str, message: str
) -> None:
    assert findings(empty, text) == [(code, field, message)]


@pytest.mark.parametrize("token", ["1.0", '"1"', "1e0", "null", "3", "[ 1 ]", "-1"])
def test_only_the_exact_version_tokens_are_read(empty: Workspace, token: str) -> None:
    shown = token.replace('"', '\\"')

    assert findings(empty, f'{{"protocolVersion": {token} }}') == [
        (
            "invalid_protocol_version",
            "protocolVersion",
            f'protocolVersion token "{shown}" is not supported (want exact integer token 1 or 2)',
        )
    ]


def test_a_version_token_that_is_not_utf_8_is_shown_by_its_bytes(empty: Workspace) -> None:
    found = findings(empty, b'{"protocolVersion":"\xff"}')

    assert found[0][2] == (
        'protocolVersion token "\\"\\xff\\"" is not supported (want exact integer token 1 or 2)'
    )


def test_another_spelling_may_overwrite_the_version_and_is_then_refused(empty: Workspace) -> None:
    text = '{"protocolVersion":1,"ProtocolVersion":7,"namespace":"a","features":[]}'

    assert findings(empty, text) == [
        ("invalid_protocol_version", "protocolVersion", "protocolVersion 7 is not supported (want 1 or 2)")
    ]


def test_verification_needs_version_2_and_is_placed_as_authored(empty: Workspace) -> None:
    verified = CODED | {"verification": ACCEPTANCE, "evidenceKinds": ["attestation"]}
    features = [
        feature("a/z", target="coded", requirements=[CODED]),
        feature("a/b", target="coded", requirements=[CODED, verified | {"id": "checked"}]),
    ]

    assert findings(empty, manifest("a", *features)) == [
        (
            "unknown_field",
            "features[1].requirements[1].verification",
            "verification requires feature manifest protocolVersion 2",
        )
    ]
    assert findings(empty, manifest("a", *features, version=2)) == []


@pytest.mark.parametrize(
    ("changed", "field", "code", "message"),
    [
        ({"type": "epic"}, "type", "invalid_type", 'feature type "epic" is not supported'),
        (
            {"name": " \u3000"},
            "name",
            "invalid_id",
            "name must be non-empty bounded text without control characters",
        ),
        (
            {"outcome": "a\nb"},
            "outcome",
            "invalid_id",
            "outcome must be non-empty bounded text without control characters",
        ),
        (
            {"owner": "é" * 257},
            "owner",
            "invalid_id",
            "owner must be non-empty bounded text without control characters",
        ),
        ({"target": "done"}, "target", "invalid_stage", 'target "done" is not in the maturity ladder'),
        (
            {"relations": [{"kind": "likes", "target": "b/c"}]},
            "relations[0].kind",
            "invalid_relation",
            'relation kind "likes" is not supported',
        ),
        (
            {"relations": [{"kind": "parent", "target": "b"}]},
            "relations[0].target",
            "invalid_relation",
            'relation target "b" is not a canonical feature ID',
        ),
        (
            {"relations": [{"kind": "includes", "target": "b/c"}]},
            "relations[0]",
            "invalid_relation",
            "only journeys may declare includes relations",
        ),
        (
            {"relations": [{"kind": "parent", "target": "b/c"}] * 2},
            "relations[1]",
            "invalid_relation",
            'relation ("parent", "b/c") is duplicated',
        ),
        (
            {"requirements": [CODED | {"id": "A"}]},
            "requirements[0].id",
            "invalid_requirement",
            'requirement ID "A" must be one lower-case ASCII ID segment',
        ),
        (
            {"requirements": [CODED, CODED]},
            "requirements[1].id",
            "invalid_requirement",
            'requirement ID "written" is duplicated in feature "a/b"',
        ),
        (
            {"requirements": [CODED | {"stage": "modeled"}]},
            "requirements[0].stage",
            "invalid_stage",
            'requirement stage "modeled" must be a post-modeled maturity stage',
        ),
        (
            {"requirements": [CODED | {"evidenceKinds": []}]},
            "requirements[0].evidenceKinds",
            "invalid_requirement",
            'requirement "written" must accept at least one evidence kind',
        ),
        (
            {"requirements": [CODED | {"evidenceKinds": ["rumour", "artifact"]}]},
            "requirements[0].evidenceKinds[1]",
            "invalid_requirement",
            'evidence kind "rumour" is not supported',
        ),
        (
            {"requirements": [CODED | {"evidenceKinds": ["artifact"] * 2}]},
            "requirements[0].evidenceKinds[1]",
            "invalid_requirement",
            'evidence kind "artifact" is duplicated',
        ),
    ],
)
def test_a_feature_that_breaks_a_rule_is_named(
    empty: Workspace, changed: dict[str, Any], field: str, code: str, message: str
) -> None:
    found = findings(empty, manifest("a", feature("a/b", **changed)))

    assert found == [(code, f"features[0].{field}", message)]


def test_an_evidence_kind_may_be_unknown_and_repeated(empty: Workspace) -> None:
    requirement = CODED | {"evidenceKinds": ["rumour"] * 2}

    found = findings(empty, manifest("a", feature("a/b", requirements=[requirement])))

    assert [message for _, _, message in found] == [
        'evidence kind "rumour" is not supported',
        'evidence kind "rumour" is duplicated',
        'evidence kind "rumour" is not supported',
    ]


def test_texts_of_512_bytes_and_journeys_that_include_are_right(empty: Workspace) -> None:
    relations = [{"kind": "includes", "target": "elsewhere/unknown"}]
    document = manifest("a", feature("a/b", type="journey", owner="é" * 256, relations=relations))

    assert findings(empty, document) == []


@pytest.mark.parametrize("id_", ["a", "b/c", "a/B", "a/b/", "a//b", "a/b-", "a/b\n", ""])
def test_an_id_has_segments_and_begins_with_the_namespace(empty: Workspace, id_: str) -> None:
    document = manifest("a", feature("a/x") | {"id": id_})
    shown = id_.replace("\n", "\\n")

    assert findings(empty, document) == [
        (
            "invalid_id",
            "features[0].id",
            f'feature ID "{shown}" must be lower-case slash-separated and begin with namespace "a"',
        )
    ]


def test_a_repeated_id_names_the_first_in_canonical_order(empty: Workspace) -> None:
    document = manifest("a", feature("a/z"), feature("a/z"), feature("a/b"))

    assert findings(empty, document) == [
        (
            "duplicate_feature",
            "features[2].id",
            'feature "a/z" is duplicated; first declaration is features[1]',
        )
    ]


def test_namespace_and_features_are_required(empty: Workspace) -> None:
    assert findings(empty, {"protocolVersion": 1}) == [
        ("invalid_id", "namespace", 'namespace "" must be one lower-case ASCII ID segment'),
        ("parse_error", "features", "features is required and must be an array"),
    ]
    assert findings(empty, manifest("a")) == []


def test_every_stage_up_to_the_target_needs_a_requirement(empty: Workspace) -> None:
    missing = manifest("a", feature("a/b", target="default-on", requirements=[CODED]))
    covered = manifest("a", feature("a/b", target="coded", requirements=[CODED]))

    assert findings(empty, covered) == []
    assert findings(empty, missing) == [
        (
            "invalid_requirement",
            "features[0].requirements",
            f'feature "a/b" must declare at least one requirement at stage "{stage}"',
        )
        for stage in ("default-on", "wired")
    ]


def test_places_count_in_canonical_order_and_symbols_as_authored(empty: Workspace) -> None:
    bad = feature("a/a", name="")
    good = [feature("a/c"), feature("a/b")]

    found = findings(empty, manifest("a", *good, bad))
    empty.write({FEATURES: manifest("a", *good)})
    rows = empty.call("sdd.list_features").report["features"]

    assert found[0][1] == "features[0].name"
    assert [row["declarations"][0]["provenance"]["symbol"] for row in rows] == ["features[1]", "features[0]"]


def test_a_long_finding_is_cut_and_control_characters_become_spaces(empty: Workspace) -> None:
    found = findings(empty, manifest("é" * 2000))
    spaced = findings(empty, '{"protocolVersion":1,"\\u0001\\u007f\\u0080":1}')

    assert len(found[0][2].encode()) <= 2048
    assert found[0][2].endswith("é...")
    assert spaced[0][2] == 'json: unknown field "\\x01\\x7f\\u0080"'


def test_lists_are_shown_in_canonical_order(empty: Workspace) -> None:
    requirements = [
        LIVE | {"evidenceKinds": ["capability", "attestation"], "verification": ROLLING | {"target": 1.50}},
        CODED | {"id": "b"},
        CODED | {"id": "a"},
        *({"id": stage, "stage": stage, "evidenceKinds": ["artifact"]} for stage in ("wired", "default-on")),
    ]
    relations = [{"target": "b/c", "kind": "parent"}, {"target": "b/c", "kind": "dependsOn"}]
    document = feature("a/b", target="live-verified", relations=relations, requirements=requirements)
    empty.write({FEATURES: manifest("a", document, version=2)})

    blocks = empty.call("sdd.list_features").blocks
    row = empty.call("sdd.list_features").report["features"][0]["declarations"][0]

    assert row["relations"] == [
        {"kind": "dependsOn", "target": "b/c"},
        {"kind": "parent", "target": "b/c"},
    ]
    assert [entry["id"] for entry in row["requirements"]] == ["a", "b", "wired", "default-on", "alive"]
    assert row["requirements"][-1]["evidenceKinds"] == ["attestation", "capability"]
    assert list(row["relations"][0]) == ["kind", "target"]
    assert list(row["requirements"][-1]["verification"]) == [
        "kind", "checks", "metric", "aggregation", "operator", "target", "unit", "window", "environment",
        "maxAgeSeconds",
    ]  # fmt: skip
    assert '"target": 1.5,' in blocks[0]


def test_a_target_of_zero_is_shown(empty: Workspace) -> None:
    requirement = CODED | {"evidenceKinds": ["attestation"], "verification": THRESHOLD}
    empty.write({FEATURES: manifest("a", feature("a/b", requirements=[requirement]), version=2)})

    row = empty.call("sdd.list_features").report["features"][0]["declarations"][0]

    verification = row["requirements"][0]["verification"]
    assert verification["target"] == 0
    assert verification["window"] == {"kind": "invocation"}
    assert "environment" not in verification
