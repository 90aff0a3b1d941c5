"""The implementations that `sdd.feature_context` takes from design graphs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.test_design_graphs import GRAPH, A, B, edge, graph, node
from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest

ID = "billing/invoice"


@pytest.fixture
def billing(shop: Workspace) -> Workspace:
    return shop


def implementation(
    workspace: Workspace, *items: dict[str, Any], project: str = "@acme/billing"
) -> dict[str, Any]:
    start = node(f"feature:{ID}", "feature")
    workspace.write({f"billing/{GRAPH}": graph(start, *items, project=project)})
    rows = workspace.call("sdd.feature_context", {"feature": ID}).report["implementations"]
    assert len(rows) == 1
    row: dict[str, Any] = rows[0]
    return row


START = f"feature:{ID}"


def test_a_graph_without_the_feature_implements_nothing(billing: Workspace) -> None:
    billing.write({f"billing/{GRAPH}": graph(A)})

    assert billing.call("sdd.feature_context", {"feature": ID}).report["implementations"] == []


def test_facts_are_grouped_by_kind_in_file_order(billing: Workspace) -> None:
    kinds = {
        "m": "module", "op": "api.operation", "sch": "api.schema", "svc": "service", "t2": "data.table",
        "d1": "data.schema", "mig": "data.migration", "top": "event.topic", "out": "event.outbox",
        "han": "event.handler", "gen": "client.generated", "typ": "client.typed", "cfg": "config",
        "inf": "infra", "lif": "lifecycle", "tst": "test",
    }  # fmt: skip
    nodes = [node(id_, kind) for id_, kind in kinds.items()]

    row = implementation(billing, *nodes, *(edge(START, id_) for id_ in kinds))

    assert list(row) == [
        "project", "modules", "surfaces", "schemas", "dependencies", "data", "migrations", "events",
        "outboxes", "consumers", "generatedClients", "typedClients", "projects", "config", "infra",
        "lifecycle", "tests", "criticalPaths", "criticalPathCount",
    ]  # fmt: skip
    assert [fact["id"] for fact in row["data"]] == ["t2", "d1"]
    assert row["modules"] == [{"id": "m", "name": "M", "authority": "exact"}]
    assert row["criticalPathCount"] == 15
    assert len(row["criticalPaths"]) == 15


def test_paths_name_their_relations_and_weakest_authority(billing: Workspace) -> None:
    row = implementation(
        billing,
        node("op", "api.operation"),
        node("t", "data.table"),
        node("u", "data.table"),
        edge(START, "op", "exposes", "derived"),
        edge("op", "t", "reads", "heuristic"),
        edge("t", "u", "dependsOn", "exact"),
    )

    assert row["criticalPaths"] == [
        {"nodes": [START, "op"], "relations": ["exposes"], "authority": "derived"},
        {"nodes": [START, "op", "t"], "relations": ["exposes", "reads"], "authority": "heuristic"},
    ]
    assert row["criticalPathCount"] == 3
    assert [(fact["id"], fact["authority"]) for fact in row["data"]] == [
        ("t", "heuristic"),
        ("u", "heuristic"),
    ]


@pytest.mark.parametrize(
    ("kind", "relation", "walked"),
    [
        ("event.topic", "subscribes", True),
        ("event.outbox", "subscribes", False),
        ("api.operation", "generatedFrom", True),
        ("api.operation", "calls", True),
        ("client.typed", "calls", True),
        ("client.typed", "generatedFrom", False),
        ("event.topic", "publishes", False),
    ],
)
def test_some_relations_are_walked_backwards(
    billing: Workspace, kind: str, relation: str, walked: bool
) -> None:
    row = implementation(
        billing,
        node("here", kind),
        node("there", "event.handler"),
        edge(START, "here"),
        edge("there", "here", relation),
    )

    assert ("consumers" in row) is walked
    if walked:
        assert {
            "nodes": [START, "here", "there"],
            "relations": ["contains", f"<{relation}"],
            "authority": "exact",
        } in row["criticalPaths"]


def test_the_first_visit_fixes_the_way(billing: Workspace) -> None:
    row = implementation(
        billing,
        node("a", "service"),
        node("b", "service"),
        node("t", "data.table"),
        edge("b", "t", "reads"),
        edge("a", "t", "writes"),
        edge(START, "b", "injects"),
        edge(START, "a", "injects"),
    )

    assert [path["nodes"] for path in row["criticalPaths"]] == [[START, "a"], [START, "b", "t"]]


def test_only_what_is_reached_is_shown(billing: Workspace) -> None:
    row = implementation(billing, A, B, edge("b", START), edge(START, "a"))

    assert [fact["id"] for fact in row["modules"]] == ["a"]
    assert "criticalPaths" not in row
    assert row["criticalPathCount"] == 0


def test_generated_clients_name_their_operations(billing: Workspace) -> None:
    operations = [
        node("o1", "api.operation", properties={"method": "GET", "path": "/x", "operationId": "getX"}),
        node("o2", "api.operation", properties={"path": "/y"}),
        node("o3", "api.operation"),
        *(node(f"p{index}", "api.operation", properties={"method": "PUT"}) for index in range(3)),
    ]
    edges = [edge("gen", operation["id"], "generatedFrom") for operation in operations]
    edges[1]["properties"] = {"operationId": "getY"}

    row = implementation(
        billing, node("gen", "client.generated"), *operations, edge(START, "gen", "calls"), *edges
    )

    assert row["generatedClients"][0]["generatedFrom"] == "O3, PUT, PUT, PUT, … 2 more"


def test_an_operation_id_stands_before_its_route(billing: Workspace) -> None:
    operation = node("o", "api.operation", properties={"method": "GET", "path": "/x", "operationId": "getX"})

    row = implementation(
        billing,
        node("gen", "client.generated"),
        operation,
        edge(START, "gen"),
        edge("gen", "o", "generatedFrom"),
    )

    assert row["generatedClients"][0]["generatedFrom"] == "getX→GET /x"
    assert list(row["surfaces"][0]["properties"]) == ["method", "operationId", "path"]


@pytest.mark.parametrize(
    ("kind", "member", "placed"), [("config", "config", True), ("service", "dependencies", False)]
)
def test_some_facts_borrow_the_place_of_their_container(
    billing: Workspace, kind: str, member: str, placed: bool
) -> None:
    row = implementation(
        billing,
        A,
        B,
        node("c", kind),
        edge(START, "a"),
        edge(START, "b"),
        edge("a", "c", provenance={"path": "z.go", "line": 1}),
        edge("b", "c", provenance={"path": "a.go", "line": 9, "symbol": "S"}),
    )

    expected = {"path": "a.go", "line": 9, "symbol": "S"} if placed else None
    assert row[member][0].get("provenance") == expected


@pytest.mark.parametrize("project", ["@acme/billing", "/billing", " billing "])
def test_the_workspace_project_behind_a_graph_is_shown(billing: Workspace, project: str) -> None:
    billing.write({"billing/putnami.json": {"name": "@acme/billing", "type": "service", "bin": "main.go"}})

    row = implementation(billing, A, edge(START, "a"), project=project)

    place = {"path": "putnami.json"}
    assert row["projects"] == [
        {
            "id": f"project:{project}",
            "name": project,
            "authority": "exact",
            "properties": {"path": "billing", "type": "service"},
            "provenance": place,
        }
    ]
    assert row["commands"] == [
        {
            "id": "command:billing",
            "name": "billing",
            "authority": "exact",
            "properties": {"entry": "main.go"},
            "provenance": place,
        }
    ]


def test_a_graph_of_no_workspace_project_has_a_bare_project(billing: Workspace) -> None:
    row = implementation(billing, project="elsewhere")

    assert row["projects"] == [{"id": "project:elsewhere", "name": "elsewhere", "authority": "exact"}]
    assert "commands" not in row


@pytest.mark.parametrize(
    ("declared", "commands"),
    [
        (
            {"b": "y", "a": "x", "": "z", "n": None},
            [("a", {"entry": "x"}), ("b", {"entry": "y"}), ("n", None)],
        ),
        ("", []),
        (None, []),
        ({}, []),
    ],
)
def test_commands_come_from_bin(billing: Workspace, declared: Any, commands: list[Any]) -> None:
    billing.write({"billing/putnami.json": {"name": "@acme/billing", "bin": declared}})

    row = implementation(billing)

    shown = [(fact["name"], fact.get("properties")) for fact in row.get("commands", [])]
    assert shown == commands
    assert row["projects"][0]["properties"]["type"] == "application"


def test_a_name_without_last_part_gives_no_command(billing: Workspace) -> None:
    billing.write({"billing/putnami.json": {"name": "@acme/", "bin": "x"}})

    assert "commands" not in implementation(billing, project="@acme/")


def test_a_dependency_is_shown_if_it_implements_the_feature_under_that_id(billing: Workspace) -> None:
    start = node(START, "feature")
    billing.write({f"shipping/{GRAPH}": graph(start, project="/shipping")})
    billing.write({f"billing/{GRAPH}": graph(start)})

    rows = billing.call("sdd.feature_context", {"feature": ID}).report["implementations"]

    assert [row["project"] for row in rows] == ["/shipping", "@acme/billing"]
    assert [fact["id"] for fact in rows[1]["projects"]] == ["project:@acme/billing", "project:/shipping"]
    assert [fact["id"] for fact in rows[0]["projects"]] == ["project:/shipping"]


def test_implementations_of_one_project_text_keep_the_order_of_their_paths(billing: Workspace) -> None:
    for path in ("shipping", "billing"):
        start, own = node(START, "feature"), node(path, "service")
        billing.write({f"{path}/{GRAPH}": graph(start, own, edge(START, path), project="same")})

    rows = billing.call("sdd.feature_context", {"feature": ID}).report["implementations"]

    assert [row["dependencies"][0]["id"] for row in rows] == ["billing", "shipping"]


def test_own_project_nodes_stay_beside_the_minted_one(billing: Workspace) -> None:
    own = node("project:own", "project")

    row = implementation(billing, own, edge(START, "project:own"))

    assert [fact["id"] for fact in row["projects"]] == ["project:own", "project:@acme/billing"]
    assert row["criticalPathCount"] == 0


def test_a_feature_that_only_a_graph_declares_is_found(billing: Workspace) -> None:
    billing.write({f"billing/{GRAPH}": graph(node("feature:solo", "feature", properties={"owner": "x"}))})

    report = billing.call("sdd.feature_context", {"feature": "solo"}).report

    assert (report["name"], report["outcome"], report["owner"]) == ("FEATURE:SOLO", "", "x")
    assert len(report["implementations"]) == 1


def test_diverging_declarations_are_named_in_the_context(billing: Workspace) -> None:
    billing.write({f"shipping/{FEATURES}": manifest("billing", feature(ID, name="Other"))})

    report = billing.call("sdd.feature_context", {"feature": ID}).report

    assert report["conflictingSources"] == [f"shipping/{FEATURES}"]
    assert "conflicts" not in report
