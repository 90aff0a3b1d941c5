"""`sdd.list_features` and `sdd.list_specs`: scope, counts, merging, and the query."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest, spec

GRAPH = ".gen/design/graph.json"

ZERO_CATALOG = """\
{
  "compatibility": "",
  "revision": {
    "kind": ""
  },
  "selection": {
    "mode": "",
    "scoped": false,
    "projects": null,
    "features": 0,
    "specs": 0,
    "externalRecords": null
  },
  "graphs": 0,
  "manifests": 0,
  "features": null
}"""
EMPTY_CATALOG = """\
{
  "compatibility": "provisional",
  "revision": {
    "kind": "worktree"
  },
  "selection": {
    "mode": "all",
    "scoped": false,
    "projects": [],
    "features": 0,
    "specs": 0,
    "externalRecords": []
  },
  "graphs": 0,
  "manifests": 0,
  "features": []
}"""


def graph(project: str, *nodes: Mapping[str, object]) -> dict[str, object]:
    return {"compatibility": "provisional", "project": project, "nodes": list(nodes), "edges": []}


def test_an_empty_workspace_has_empty_lists(empty: Workspace) -> None:
    features = empty.call("sdd.list_features")
    specs = empty.call("sdd.list_specs")

    assert features.blocks == [EMPTY_CATALOG]
    assert list(specs.report) == ["revision", "selection", "counts", "specs", "diagnostics"]
    assert specs.report["specs"] == specs.report["diagnostics"] == []


@pytest.mark.parametrize("query", ["a\nb", "\x7f", "x" * 513])
def test_a_wrong_query_carries_the_zero_report(empty: Workspace, query: str) -> None:
    result = empty.call("sdd.list_features", {"query": query})

    assert result.blocks == [
        ZERO_CATALOG,
        "feature catalog query must be bounded text without control characters",
    ]
    assert result.is_error


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("invoice", ["billing/invoice"]),
        ("TEAM outcome\u3000of", ["billing/invoice", "shipping/labels"]),
        ("labels invoice", []),
        ("   ", ["billing/invoice", "shipping/labels"]),
        ("label\u017f", []),
        ("ping/lab", ["shipping/labels"]),
    ],
)
def test_every_word_of_the_query_has_to_occur(shop: Workspace, query: str, found: list[str]) -> None:
    report = shop.call("sdd.list_features", {"query": query}).report

    assert [row["id"] for row in report["features"]] == found
    assert report["query"] == query
    assert report["selection"]["features"] == 2


def test_words_are_also_looked_for_in_every_declaration(shop: Workspace) -> None:
    shop.write({f"shipping/{FEATURES}": manifest("billing", feature("billing/invoice", owner="Zoé"))})

    assert len(shop.call("sdd.list_features", {"query": "ZOÉ"}).report["features"]) == 1


def test_a_feature_of_the_root_alone_has_no_projects(empty: Workspace) -> None:
    empty.write({FEATURES: manifest("a", feature("a/b"))})

    row = empty.call("sdd.list_features").report["features"][0]

    assert row["projects"] is None
    assert "project" not in row["declarations"][0]


def test_the_workspace_root_is_in_every_scope(shop: Workspace) -> None:
    shop.write({FEATURES: manifest("root", feature("root/x")), "specs/x.json": spec("root/x")})

    features = shop.call("sdd.list_features", {"projects": ["/shipping"]}).report
    specs = shop.call("sdd.list_specs", {"projects": ["/shipping"]}).report

    assert [row["id"] for row in features["features"]] == ["root/x", "shipping/labels"]
    assert [row["path"] for row in specs["specs"]] == ["specs/x.json"]
    assert specs["counts"] == {"specs": 1, "authoredFeatures": 2, "featuresWithoutSpec": 1}
    assert specs["selection"]["externalRecords"] == []


def test_a_manifest_from_outside_the_scope_is_taken_whole(shop: Workspace) -> None:
    shop.write(
        {f"shipping/{FEATURES}": manifest("billing", feature("billing/invoice"), feature("billing/x"))}
    )

    report = shop.call("sdd.list_features", {"projects": ["/billing"]}).report

    assert [row["id"] for row in report["features"]] == ["billing/invoice", "billing/x"]
    assert report["manifests"] == 2
    assert report["selection"]["externalRecords"] == [f"shipping/{FEATURES}"]
    assert report["selection"]["features"] == 2
    assert report["selection"]["specs"] == 0


def test_a_spec_from_outside_the_scope_counts_if_it_names_a_selected_feature(shop: Workspace) -> None:
    shop.write(
        {"shipping/specs/i.json": spec("billing/invoice"), "shipping/specs/l.json": spec("shipping/labels")}
    )

    report = shop.call("sdd.list_specs", {"projects": ["/billing"]}).report

    assert [row["path"] for row in report["specs"]] == ["billing/specs/invoice.json", "shipping/specs/i.json"]
    assert report["selection"]["externalRecords"] == ["shipping/specs/i.json"]
    assert report["selection"]["specs"] == report["counts"]["specs"] == 2
    assert [row["valid"] for row in report["specs"]] == [True, False]


def test_what_is_wrong_outside_the_scope_is_left_out(shop: Workspace) -> None:
    shop.write(
        {
            f"shipping/{FEATURES}": "{",
            "shipping/specs/bad.json": "{",
            "shipping/specs/odd.json": spec("shipping/labels"),
        }
    )

    scoped = shop.call("sdd.list_specs", {"projects": ["/billing"]}).report
    features = shop.call("sdd.list_features", {"projects": ["/billing"]}).report
    whole = shop.call("sdd.list_specs").report

    assert scoped["diagnostics"] == []
    assert "unreadable" not in features
    assert [row["field"] for row in whole["diagnostics"]] == [
        f"shipping/{FEATURES}",
        "shipping/specs/bad.json",
        "shipping/specs/odd.json#feature",
    ]


def test_a_row_shows_the_first_four_outcomes(shop: Workspace) -> None:
    outcomes = ["one", "two", "three", "four", "five"]
    requirements = [{"id": "a", "text": "t"}]
    document = spec(
        "billing/invoice",
        outcomes=outcomes,
        nonGoals=["n"],
        requirements=requirements,
        decisions=["doc/adr/a.md"],
    )
    shop.write({"billing/specs/invoice.json": document})

    row = shop.call("sdd.list_specs").report["specs"][0]

    assert row == {
        "feature": "billing/invoice",
        "path": "billing/specs/invoice.json",
        "project": "@acme/billing",
        "outcomes": outcomes[:4],
        "outcomeCount": 5,
        "nonGoals": 1,
        "requirements": 1,
        "decisions": 1,
        "valid": True,
    }


def test_missing_lists_are_counted_as_empty(shop: Workspace) -> None:
    shop.write({"billing/specs/invoice.json": {"protocolVersion": 1, "feature": "billing/invoice"}})

    row = shop.call("sdd.list_specs").report["specs"][0]

    assert row["outcomes"] == []
    assert (row["outcomeCount"], row["requirements"], row["valid"]) == (0, 0, False)


def test_design_graphs_declare_features_too(shop: Workspace) -> None:
    node = {"id": "feature:billing/invoice", "kind": "feature", "name": "Other"}
    extra = {
        "id": "feature:any text",
        "kind": "feature",
        "name": "Graph",
        "properties": {"outcome": "o", "owner": "w"},
        "provenance": {"path": "x.go", "line": 3},
    }
    shop.write(
        {
            f"shipping/{GRAPH}": graph(
                "native", node, extra, {"id": "feature:", "kind": "feature", "name": "n"}
            )
        }
    )

    whole = shop.call("sdd.list_features").report
    scoped = shop.call("sdd.list_features", {"projects": ["/billing"]}).report

    assert (whole["graphs"], scoped["graphs"]) == (1, 0)
    assert [row["id"] for row in whole["features"]] == ["any text", "billing/invoice", "shipping/labels"]
    assert whole["features"][0]["declarations"] == [
        {
            "kind": "designGraph",
            "source": f"shipping/{GRAPH}",
            "project": "native",
            "name": "Graph",
            "outcome": "o",
            "owner": "w",
            "provenance": {"path": "x.go", "line": 3},
        }
    ]
    merged = whole["features"][1]
    assert merged["projects"] == ["@acme/billing", "native"]
    assert (merged["conflicts"], merged["conflictingSources"]) == (["native"], [f"shipping/{GRAPH}"])


def test_graphs_are_compared_by_name_outcome_and_owner_only(shop: Workspace) -> None:
    same = {"outcome": "Outcome of billing/invoice", "owner": "team"}
    node = {
        "id": "feature:billing/invoice",
        "kind": "feature",
        "name": "Name of billing/invoice",
        "properties": same,
    }
    shop.write({f"shipping/{GRAPH}": graph("native", node)})

    row = shop.call("sdd.list_features").report["features"][0]

    assert len(row["declarations"]) == 2
    assert "conflicts" not in row
    assert "conflictingSources" not in row


@pytest.mark.parametrize(
    ("changed", "diverges"),
    [
        ({}, False),
        ({"type": "journey"}, True),
        ({"relations": [{"kind": "parent", "target": "a/b"}]}, True),
        ({"requirements": [{"id": "a", "stage": "coded", "evidenceKinds": ["artifact"]}]}, True),
    ],
)
def test_manifests_are_compared_whole(shop: Workspace, changed: dict[str, object], diverges: bool) -> None:
    shop.write({f"shipping/{FEATURES}": manifest("billing", feature("billing/invoice", **changed))})

    row = shop.call("sdd.list_features").report["features"][0]

    assert ("conflictingSources" in row) == diverges


def test_all_findings_of_a_manifest_are_unreadable_entries(shop: Workspace) -> None:
    shop.write({f"billing/{FEATURES}": manifest("billing", feature("billing/a", name="", owner=""))})

    report = shop.call("sdd.list_features").report

    text = "must be non-empty bounded text without control characters"
    assert report["unreadable"] == [
        {"path": f"billing/{FEATURES}", "reason": f"features.invalid_id: {name} {text}"}
        for name in ("name", "owner")
    ]
    assert report["manifests"] == 1


def test_the_revision_is_the_head_of_the_work_tree(shop: Workspace) -> None:
    head = shop.commit()

    shop.write({"untracked": ""})

    assert shop.call("sdd.list_features").report["revision"] == {"kind": "worktree", "head": f"git:{head}"}


def test_an_empty_query_result_is_an_empty_list(shop: Workspace) -> None:
    assert shop.call("sdd.list_features", {"query": "nothing has this"}).report["features"] == []
