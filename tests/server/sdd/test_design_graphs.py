"""Design graphs: their reading and their rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.workspaces import Workspace

GRAPH = ".gen/design/graph.json"
_CANNOT = "json: cannot unmarshal"


def node(id_: str, kind: str = "module", **members: Any) -> dict[str, Any]:
    return {"id": id_, "kind": kind, "name": id_.upper(), **members}


def edge(
    source: str, target: str, kind: str = "contains", authority: str = "exact", **members: Any
) -> dict[str, Any]:
    return {"from": source, "to": target, "kind": kind, "authority": authority, **members}


def graph(*items: dict[str, Any], project: str = "@acme/billing") -> dict[str, Any]:
    """A graph of nodes and edges, told apart by their members."""
    return {
        "compatibility": "provisional",
        "project": project,
        "nodes": [item for item in items if "id" in item],
        "edges": [item for item in items if "from" in item],
    }


def reason(workspace: Workspace, document: Any) -> str:
    """Why the graph at the workspace root is not readable."""
    workspace.write({GRAPH: document})
    report = workspace.call("sdd.list_features").report
    assert report["graphs"] == 0
    assert [entry["path"] for entry in report["unreadable"]] == [GRAPH]
    text: str = report["unreadable"][0]["reason"]
    return text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "EOF"),
        ("{", "unexpected EOF"),
        ("[]", "json: cannot unmarshal array into Go value of type features.DesignGraph"),
        ('{"nope":1}', 'json: unknown field "nope"'),
        (
            '{"nodes":[{"kind":1}]}',
            f"{_CANNOT} number into Go struct field DesignNode.nodes.kind of type features.DesignNodeKind",
        ),
        (
            '{"nodes":[{"properties":{"a":1}}]}',
            "json: cannot unmarshal number into Go struct field DesignNode.nodes.properties of type string",
        ),
        (
            '{"nodes":[{"provenance":{"line":"1"}}]}',
            f"{_CANNOT} string into Go struct field DesignProvenance.nodes.provenance.line of type int",
        ),
        ("{}{}", "multiple JSON values are not allowed"),
        ("{}", 'design graph compatibility "" is unsupported'),
        ('{"compatibility":"provisional","project":" "}', "design graph project is required"),
    ],
)
def test_a_graph_that_does_not_parse_is_unreadable(empty: Workspace, text: str, message: str) -> None:
    assert reason(empty, text) == f"parse design graph: {message}"


A, B = node("a"), node("b")


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ([node(" ")], "nodes[0].id is required"),
        ([A, A], 'duplicate design node "a"'),
        ([node("a", "thing")], 'nodes[0].kind "thing" is unsupported'),
        ([node("a") | {"name": ""}], "nodes[0].name is required"),
        ([A, node("b", provenance={"path": ""})], "nodes[1].provenance: path is required"),
        ([node("a", provenance={"path": "x", "line": -1})], "nodes[0].provenance: line must not be negative"),
        ([A, edge("x", "y")], 'edges[0].from references missing node "x"'),
        ([A, edge("a", "y")], 'edges[0].to references missing node "y"'),
        ([A, B, edge("a", "b", "likes")], 'edges[0].kind "likes" is unsupported'),
        ([A, B, edge("a", "b", "calls", "sure")], 'edges[0].authority "sure" is unsupported'),
        ([A, B, edge("a", "b"), edge("a", "b")], 'duplicate design edge "a" -> "b" (contains)'),
        ([A, B, edge("a", "b", provenance={})], "edges[0].provenance: path is required"),
        ([node("a", "thing"), node("b") | {"name": ""}], 'nodes[0].kind "thing" is unsupported'),
    ],
)
def test_the_first_broken_rule_of_a_graph_is_told(
    empty: Workspace, items: list[dict[str, Any]], message: str
) -> None:
    assert reason(empty, graph(*items)) == f"parse design graph: {message}"


def test_explicit_nulls_and_edges_back_are_fine(empty: Workspace) -> None:
    empty.write(
        {GRAPH: graph(node("a", properties=None, provenance=None), B, edge("a", "b"), edge("b", "a"))}
    )

    report = empty.call("sdd.list_features").report

    assert report["graphs"] == 1
    assert "unreadable" not in report


def test_graphs_that_cannot_be_opened_say_why(empty: Workspace) -> None:
    empty.write(
        {
            "putnami.workspace.json": {"includes": ["a", "b", "c", "d"]},
            f"a/{GRAPH}/x": "",
            "b/.gen": "",
            "c/x": "",
        }
    )
    (empty.root / "c" / ".gen").mkdir()
    (empty.root / "c" / ".gen" / "design").symlink_to("design")
    (empty.root / "d" / ".gen" / "design").mkdir(parents=True)
    (empty.root / "d" / GRAPH).symlink_to("nowhere")

    report = empty.call("sdd.list_features").report

    assert [(entry["path"], entry["reason"]) for entry in report["unreadable"]] == [
        (f"a/{GRAPH}", "read design graph: is a directory"),
        (f"b/{GRAPH}", "read design graph: not a directory"),
        (f"c/{GRAPH}", "read design graph: too many levels of symbolic links"),
    ]
