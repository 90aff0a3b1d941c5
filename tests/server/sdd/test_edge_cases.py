"""The edge cases of the four tools at a glance: what is asked, and the blocks that come back."""

from __future__ import annotations

import pytest

from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest, spec

_SELECTION = "invalid arguments: json: cannot unmarshal"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("[]", f"{_SELECTION} array into Go value of type mcp.toolSelectionArgs"),
        ('"x"', f"{_SELECTION} string into Go value of type mcp.toolSelectionArgs"),
        ("5", f"{_SELECTION} number into Go value of type mcp.toolSelectionArgs"),
        ("true", f"{_SELECTION} bool into Go value of type mcp.toolSelectionArgs"),
        (
            '{"projects":"@acme/billing"}',
            f"{_SELECTION} string into Go struct field toolSelectionArgs.projects of type []string",
        ),
        (
            '{"projects":[1]}',
            f"{_SELECTION} number into Go struct field toolSelectionArgs.projects of type string",
        ),
        ('{"projects":[null]}', "projects not found: "),
        (
            '{"query":7}',
            f"{_SELECTION} number into Go struct field featureCatalogArgs.query of type string",
        ),
        (
            '{"impacted":"true"}',
            f"{_SELECTION} string into Go struct field toolSelectionArgs.impacted of type bool",
        ),
        ('{"cursor":"x"}', 'invalid arguments: json: unknown field "cursor"'),
        ('{"project":1,"query":2}', 'invalid arguments: json: unknown field "project"'),
        (
            '{"query":2,"project":1}',
            f"{_SELECTION} number into Go struct field featureCatalogArgs.query of type string",
        ),
        (
            '{"projects":["/billing"],"impacted":true}',
            "projects and impacted select the same thing two ways: pass one",
        ),
        ('{"projects":["a","/billing","b","a"]}', "projects not found: a, b, a"),
        ('{"projects":[" /billing"]}', "projects not found:  /billing"),
    ],
)
def test_wrong_catalog_arguments_are_one_block(shop: Workspace, arguments: str, message: str) -> None:
    result = shop.call("sdd.list_features", arguments)

    assert result.blocks == [message]
    assert result.is_error


@pytest.mark.parametrize(
    "arguments", ["null", "{}", '{"query":""}', '{"query":null}', '{"baseline":"nope"}', '{"projects":[]}']
)
def test_empty_arguments_mean_everything(shop: Workspace, arguments: str) -> None:
    result = shop.call("sdd.list_features", arguments)

    assert result == shop.call("sdd.list_features")
    assert result.report["selection"]["mode"] == "all"
    assert "query" not in result.report


def test_a_project_named_twice_counts_once(shop: Workspace) -> None:
    result = shop.call("sdd.list_features", '{"projects":["/billing","@acme/billing"]}')

    assert result.report["selection"]["projects"] == ["/billing"]


def test_selection_arguments_are_read_before_the_tool_refuses_them(shop: Workspace) -> None:
    unknown = shop.call("sdd.feature_context", '{"feature":"x","projects":["nope"]}')
    known = shop.call("sdd.feature_context", '{"feature":"x","projects":["@acme/billing"]}')

    assert unknown.blocks == ["projects not found: nope"]
    assert known.blocks == ['invalid arguments: json: unknown field "projects"']


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (
            "sdd.feature_context",
            '{"feature":["a"]}',
            f"{_SELECTION} array into Go struct field featureContextArgs.feature of type string",
        ),
        (
            "sdd.spec_context",
            '{"feature":1}',
            f"{_SELECTION} number into Go struct field specContextArgs.feature of type string",
        ),
        (
            "sdd.feature_context",
            '{"feature":" \u3000"}',
            "feature is required (exact feature id or unambiguous final segment)",
        ),
        ("sdd.spec_context", "{}", "feature is required (exact authored feature id)"),
        ("sdd.spec_context", '{"feature":null}', "feature is required (exact authored feature id)"),
        ("sdd.list_specs", '{"query":"x"}', 'invalid arguments: json: unknown field "query"'),
        (
            "sdd.list_specs",
            '{"impacted":1}',
            f"{_SELECTION} number into Go struct field toolSelectionArgs.impacted of type bool",
        ),
    ],
)
def test_argument_guards_carry_no_report(shop: Workspace, tool: str, arguments: str, message: str) -> None:
    result = shop.call(tool, arguments)

    assert result.blocks == [message]
    assert result.is_error


def test_member_names_of_arguments_ignore_case(shop: Workspace) -> None:
    assert shop.call("sdd.feature_context", '{"Feature":"billing/invoice"}').report["id"] == "billing/invoice"
    assert shop.call("sdd.list_specs", '{"PROJECTS":["/billing"]}').report["selection"]["mode"] == "projects"


def test_the_last_of_repeated_arguments_wins(shop: Workspace) -> None:
    result = shop.call("sdd.feature_context", '{"feature":"nope","feature":"billing/invoice"}')

    assert result.report["id"] == "billing/invoice"


def test_a_null_element_keeps_the_string_that_an_earlier_list_had_there(shop: Workspace) -> None:
    result = shop.call("sdd.list_features", '{"projects":["/billing"],"projects":[null]}')

    assert result.report["selection"]["projects"] == ["/billing"]


def test_two_manifests_may_declare_one_feature_differently(shop: Workspace) -> None:
    shop.write({f"shipping/{FEATURES}": manifest("billing", feature("billing/invoice", outcome="Other"))})

    row = shop.call("sdd.list_features").report["features"][0]

    assert [declaration["source"] for declaration in row["declarations"]] == [
        f"billing/{FEATURES}",
        f"shipping/{FEATURES}",
    ]
    assert row["conflictingSources"] == [f"shipping/{FEATURES}"]
    assert "conflicts" not in row


def test_one_broken_manifest_hides_its_features_everywhere(shop: Workspace) -> None:
    shop.write({f"shipping/{FEATURES}": "{"})

    features = shop.call("sdd.list_features").report
    context = shop.call("sdd.feature_context", {"feature": "billing/invoice"}).report
    specs = shop.call("sdd.list_specs").report
    lost = shop.call("sdd.spec_context", {"feature": "shipping/labels"})
    kept = shop.call("sdd.spec_context", {"feature": "billing/invoice"})

    entry = {"path": f"shipping/{FEATURES}", "reason": "features.parse_error: EOF"}
    assert [row["id"] for row in features["features"]] == ["billing/invoice"]
    assert features["unreadable"] == [entry]
    assert context["unreadable"] == [entry]
    assert [row["field"] for row in specs["diagnostics"]] == [f"shipping/{FEATURES}"]
    assert lost.message == 'no authored feature declaration mints "shipping/labels"'
    assert kept.report["diagnostics"] == []


def test_two_specs_of_one_feature_stay_and_the_second_is_not_valid(shop: Workspace) -> None:
    shop.write({"billing/specs/second.json": spec("billing/invoice")})

    rows = shop.call("sdd.list_specs").report
    shown = shop.call("sdd.spec_context", {"feature": "billing/invoice"})

    assert [(row["path"], row["valid"]) for row in rows["specs"]] == [
        ("billing/specs/invoice.json", True),
        ("billing/specs/second.json", False),
    ]
    assert rows["diagnostics"][0]["message"] == (
        'feature "billing/invoice" is specified more than once; first spec is '
        "billing/specs/invoice.json#feature"
    )
    assert shown.report["source"] == {"path": "billing/specs/invoice.json", "project": "@acme/billing"}
    assert not shown.is_error
