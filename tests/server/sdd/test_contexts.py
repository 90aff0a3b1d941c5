"""`sdd.feature_context` and `sdd.spec_context`: matching, failures with reports, decision links."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest, spec

ZERO_FEATURE = """\
{
  "revision": {
    "kind": ""
  },
  "compatibility": "",
  "id": "",
  "name": "",
  "outcome": "",
  "owner": "",
  "declarations": null,
  "implementations": null
}"""
ZERO_SPEC = """\
{
  "revision": {
    "kind": ""
  },
  "feature": "",
  "source": {},
  "declarations": null,
  "decisions": null,
  "diagnostics": null
}"""


@pytest.mark.parametrize("selector", ["billing/invoice", "invoice"])
def test_a_feature_is_found_by_its_id_or_last_segment(shop: Workspace, selector: str) -> None:
    report = shop.call("sdd.feature_context", {"feature": selector}).report

    assert list(report) == [
        "revision", "compatibility", "id", "name", "outcome", "owner", "declarations", "implementations",
    ]  # fmt: skip
    assert report["id"] == "billing/invoice"
    assert report["implementations"] == []


def test_an_ambiguous_last_segment_lists_candidates(shop: Workspace) -> None:
    ids = [f"billing/x{index:02}/invoice" for index in range(25)]
    shop.write({f"billing/{FEATURES}": manifest("billing", *map(feature, reversed(ids)))})

    result = shop.call("sdd.feature_context", {"feature": "invoice"})

    shown = ", ".join(ids[:20])
    assert result.blocks == [
        ZERO_FEATURE,
        f"feature selector is ambiguous; use one exact candidate ID: {shown}",
    ]


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("a\nb", "feature_context requires a valid feature selector"),
        ("x" * 513, "feature_context requires a valid feature selector"),
        (
            " billing/invoice",
            'no authored manifest or native design declaration matches feature " billing/invoice"',
        ),
        ("<nope>", 'no authored manifest or native design declaration matches feature "<nope>"'),
        ("x/invoice", 'no authored manifest or native design declaration matches feature "x/invoice"'),
    ],
)
def test_an_unmatched_feature_carries_the_zero_report(shop: Workspace, selector: str, message: str) -> None:
    result = shop.call("sdd.feature_context", {"feature": selector})

    assert result.blocks == [ZERO_FEATURE, message]
    assert result.is_error


def test_a_wrong_spec_selector_carries_the_zero_report(shop: Workspace) -> None:
    result = shop.call("sdd.spec_context", {"feature": "a\tb"})

    assert result.blocks == [ZERO_SPEC, "specs inspect requires a valid <feature-id>"]


def test_an_undeclared_feature_is_a_finding_and_a_message(shop: Workspace) -> None:
    result = shop.call("sdd.spec_context", {"feature": "invoice"})

    assert result.message == 'no authored feature declaration mints "invoice"'
    assert result.report["declarations"] == result.report["decisions"] == []
    assert result.report["diagnostics"] == [
        {
            "severity": "error",
            "code": "features.unknown_feature",
            "message": 'no authored declaration mints feature "invoice"',
            "field": "feature",
        }
    ]
    assert "spec" not in result.report


def test_a_feature_without_spec_is_a_warning_and_a_message(shop: Workspace) -> None:
    result = shop.call("sdd.spec_context", {"feature": "shipping/labels"})

    assert result.is_error
    assert result.message == 'feature "shipping/labels" has no spec under specs/'
    assert result.report["source"] == {}
    assert len(result.report["declarations"]) == 1
    assert result.report["diagnostics"] == [
        {
            "severity": "warning",
            "code": "specs.missing_spec",
            "message": 'feature "shipping/labels" has no durable spec; create one with '
            "`putnami specs init shipping/labels`",
            "field": "feature",
        }
    ]


def write_spec(workspace: Workspace, **members: Any) -> None:
    workspace.write({"billing/specs/invoice.json": spec("billing/invoice", **members)})


def test_a_spec_is_shown_whole_in_canonical_order(shop: Workspace) -> None:
    requirements = [{"text": "t2", "id": "b"}, {"id": "a", "text": "t1"}]
    members = {"$schema": "s", "nonGoals": ["z", "a"], "requirements": requirements}
    write_spec(shop, **members, decisions=["doc/adr/b.md", "doc/adr/a.md"])
    shop.write({"doc/adr/a.md": "", "doc/adr/b.md": ""})

    result = shop.call("sdd.spec_context", {"feature": "billing/invoice"})

    assert not result.is_error
    assert list(result.report["spec"]) == [
        "$schema", "protocolVersion", "feature", "outcomes", "nonGoals", "requirements", "decisions",
    ]  # fmt: skip
    assert result.report["spec"]["nonGoals"] == ["z", "a"]
    assert [list(r.items()) for r in result.report["spec"]["requirements"]] == [
        [("id", "a"), ("text", "t1")],
        [("id", "b"), ("text", "t2")],
    ]
    assert result.report["decisions"] == [
        {"path": "doc/adr/a.md", "exists": True},
        {"path": "doc/adr/b.md", "exists": True},
    ]
    assert result.report["source"] == {"path": "billing/specs/invoice.json", "project": "@acme/billing"}


def test_required_lists_that_are_absent_print_as_null(shop: Workspace) -> None:
    shop.write({"billing/specs/invoice.json": {"protocolVersion": 1, "feature": "billing/invoice"}})

    result = shop.call("sdd.spec_context", {"feature": "billing/invoice"})

    assert result.message == "specs inspect failed with 2 spec diagnostic(s)"
    assert result.report["spec"]["outcomes"] is None
    assert result.report["spec"]["requirements"] is None
    assert result.report["decisions"] == []


def test_a_missing_decision_record_is_only_a_warning(shop: Workspace) -> None:
    write_spec(shop, decisions=["doc/adr/a.md"])

    result = shop.call("sdd.spec_context", {"feature": "billing/invoice"})
    row = shop.call("sdd.list_specs").report

    assert not result.is_error
    assert result.report["diagnostics"] == [
        {
            "severity": "warning",
            "code": "specs.unresolved_decision",
            "message": "the linked durable decision record is not present in this worktree",
            "field": "billing/specs/invoice.json#decisions[0]",
        }
    ]
    assert row["specs"][0]["valid"]
    assert row["diagnostics"] == []


@pytest.mark.parametrize(
    ("link", "exists", "severities"),
    [
        ("notes/x.txt", True, ["error"]),
        ("notes/absent.txt", False, ["error"]),
        ("top.md", False, ["error", "warning"]),
        ("c:d/x.md", False, ["error", "warning"]),
        ("", False, ["error"]),
        ("a//x.md", False, ["error"]),
        ("../x.md", False, ["error"]),
        ("doc/adr/dir.md", False, ["warning"]),
        ("doc/adr/out.md", False, ["warning"]),
        ("doc/adr/in.md", True, []),
    ],
)
def test_links_are_looked_for_whatever_else_is_wrong_with_them(
    shop: Workspace, link: str, exists: bool, severities: list[str]
) -> None:
    shop.write({"notes/x.txt": "", "top.md": "", "doc/adr/dir.md/f": "", "../outside.md": ""})
    (shop.root / "doc/adr/out.md").symlink_to("../../../outside.md")
    (shop.root / "doc/adr/in.md").symlink_to("../../notes/x.txt")
    write_spec(shop, decisions=[link])

    result = shop.call("sdd.spec_context", {"feature": "billing/invoice"})

    assert result.report["decisions"] == [{"path": link, "exists": exists}]
    assert [row["severity"] for row in result.report["diagnostics"]] == severities
    assert result.is_error == ("error" in severities)


def test_only_errors_are_counted_in_the_message(shop: Workspace) -> None:
    write_spec(shop, outcomes=[], decisions=["c:d/x.md"])

    result = shop.call("sdd.spec_context", {"feature": "billing/invoice"})

    assert result.message == "specs inspect failed with 2 spec diagnostic(s)"
    assert len(result.report["diagnostics"]) == 3
