"""Design graphs, `.gen/design/graph.json`: shape, reading and rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.go_json import (
    INT,
    STRING,
    JSONFault,
    ListOf,
    MapOf,
    Struct,
    decode_clean,
    decode_document,
    quote,
    string_type,
    trim_space,
)
from reference_server.sdd.configuration import read_handle
from reference_server.sdd.paths import under

GRAPH_FILE = ".gen/design/graph.json"

NODE_KINDS = (
    "feature", "module", "api.operation", "api.schema", "service", "data.schema", "data.table",
    "data.migration", "event.topic", "event.outbox", "event.handler", "client.generated", "client.typed",
    "project", "command", "config", "infra", "lifecycle", "test",
)  # fmt: skip
_EDGE_KINDS = (
    "implementedBy", "contains", "exposes", "injects", "accepts", "returns", "reads", "writes", "enqueues",
    "publishes", "subscribes", "generatedFrom", "calls", "dependsOn",
)  # fmt: skip
AUTHORITIES = ("exact", "derived", "heuristic", "currently-unmodeled")
"""Strongest first."""

_PROVENANCE = Struct(
    "DesignProvenance",
    "features.DesignProvenance",
    {"path": STRING, "line": INT, "symbol": STRING},
    pointer=True,
)
_NODE = Struct(
    "DesignNode",
    "features.DesignNode",
    {
        "id": STRING,
        "kind": string_type("features.DesignNodeKind"),
        "name": STRING,
        "properties": MapOf(STRING),
        "provenance": _PROVENANCE,
    },
)
_EDGE = Struct(
    "DesignEdge",
    "features.DesignEdge",
    {
        "from": STRING,
        "to": STRING,
        "kind": string_type("features.DesignEdgeKind"),
        "authority": string_type("features.DesignAuthority"),
        "properties": MapOf(STRING),
        "provenance": _PROVENANCE,
    },
)
_GRAPH = Struct(
    "DesignGraph",
    "features.DesignGraph",
    {"compatibility": STRING, "project": STRING, "nodes": ListOf(_NODE), "edges": ListOf(_EDGE)},
)

Provenance = tuple[str, int, str]
"""Path, line (0 for none) and symbol ("" for none)."""


@dataclass(frozen=True, slots=True)
class Node:
    """One thing that the design names."""

    id: str
    kind: str
    name: str
    properties: dict[str, str]
    provenance: Provenance | None


@dataclass(frozen=True, slots=True)
class Edge:
    """One relation between two nodes."""

    source: str
    target: str
    kind: str
    authority: str
    properties: dict[str, str]
    provenance: Provenance | None


@dataclass(frozen=True, slots=True)
class Graph:
    """A readable design graph at the workspace path `path`."""

    path: str
    project: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A document that could not be used, and why."""

    path: str
    reason: str


def read_graphs(root: Path, project_paths: list[str]) -> tuple[list[Graph], list[Unreadable]]:
    """The graphs at the workspace paths given, by path. Absent ones are passed over."""
    graphs: list[Graph] = []
    unreadable: list[Unreadable] = []
    for project_path in project_paths:
        path = under(project_path, GRAPH_FILE)
        try:
            # Without O_NONBLOCK the opening of a pipe would wait for its other end.
            handle = os.open(f"{root}/{path}", os.O_RDONLY | os.O_NONBLOCK)
        except FileNotFoundError:
            continue
        except OSError as error:
            unreadable.append(Unreadable(path, f"read design graph: {_errno_text(error)}"))
            continue
        try:
            graphs.append(_parse(path, read_handle(handle)))
        except OSError as error:
            unreadable.append(Unreadable(path, f"read design graph: {_errno_text(error)}"))
        except (JSONFault, _Refused) as fault:
            unreadable.append(Unreadable(path, f"parse design graph: {fault}"))
    return sorted(graphs, key=lambda graph: graph.path), unreadable


class _Refused(Exception):
    """A graph that decodes but breaks a rule."""


def _errno_text(error: OSError) -> str:
    text = os.strerror(error.errno or 0)
    return text[:1].lower() + text[1:]


def _parse(path: str, data: bytes) -> Graph:
    document = decode_clean(data, _GRAPH)
    if document is None:
        document = decode_document(data, _GRAPH)
    nodes, edges = document.get("nodes") or [], document.get("edges") or []
    refusal = next(_refusals(document, nodes, edges), "")
    if refusal:
        raise _Refused(refusal)
    return Graph(
        path=path,
        project=document["project"],
        nodes=tuple(_node(node) for node in nodes),
        edges=tuple(_edge(edge) for edge in edges),
    )


def _refusals(
    document: dict[str, Any], nodes: list[dict[str, Any]], edges: list[dict[str, Any]]
) -> Iterator[str]:
    """What is wrong with a graph, in the order in which it is looked for."""
    compatibility = document.get("compatibility", "")
    if compatibility != "provisional":
        yield f"design graph compatibility {quote(compatibility)} is unsupported"
    if not trim_space(document.get("project", "")):
        yield "design graph project is required"
    ids: set[str] = set()
    for index, node in enumerate(nodes):
        yield from _node_refusals(node, f"nodes[{index}]", ids)
        ids.add(node.get("id", ""))
    seen: set[tuple[str, str, str]] = set()
    for index, edge in enumerate(edges):
        yield from _edge_refusals(edge, f"edges[{index}]", ids, seen)


def _node_refusals(node: dict[str, Any], place: str, ids: set[str]) -> Iterator[str]:
    id_, kind = node.get("id", ""), node.get("kind", "")
    if not trim_space(id_):
        yield f"{place}.id is required"
    if id_ in ids:
        yield f"duplicate design node {quote(id_)}"
    if kind not in NODE_KINDS:
        yield f"{place}.kind {quote(kind)} is unsupported"
    if not trim_space(node.get("name", "")):
        yield f"{place}.name is required"
    yield from _provenance_refusals(node, place)


def _edge_refusals(
    edge: dict[str, Any], place: str, ids: set[str], seen: set[tuple[str, str, str]]
) -> Iterator[str]:
    source, target, kind = edge.get("from", ""), edge.get("to", ""), edge.get("kind", "")
    authority = edge.get("authority", "")
    if source not in ids:
        yield f"{place}.from references missing node {quote(source)}"
    if target not in ids:
        yield f"{place}.to references missing node {quote(target)}"
    if kind not in _EDGE_KINDS:
        yield f"{place}.kind {quote(kind)} is unsupported"
    if authority not in AUTHORITIES:
        yield f"{place}.authority {quote(authority)} is unsupported"
    if (source, target, kind) in seen:
        yield f"duplicate design edge {quote(source)} -> {quote(target)} ({kind})"
    seen.add((source, target, kind))
    yield from _provenance_refusals(edge, place)


def _provenance_refusals(item: dict[str, Any], place: str) -> Iterator[str]:
    provenance = item.get("provenance")
    if provenance is None:
        return
    if not trim_space(provenance.get("path", "")):
        yield f"{place}.provenance: path is required"
    if provenance.get("line", 0) < 0:
        yield f"{place}.provenance: line must not be negative"


def _node(node: dict[str, Any]) -> Node:
    return Node(node["id"], node["kind"], node["name"], node.get("properties") or {}, _provenance(node))


def _edge(edge: dict[str, Any]) -> Edge:
    properties = edge.get("properties") or {}
    return Edge(edge["from"], edge["to"], edge["kind"], edge["authority"], properties, _provenance(edge))


def _provenance(item: dict[str, Any]) -> Provenance | None:
    given = item.get("provenance")
    return None if given is None else (given["path"], given.get("line", 0), given.get("symbol", ""))


def provenance_row(provenance: Provenance) -> dict[str, Any]:
    """A provenance as it is reported."""
    path, line, symbol = provenance
    return {"path": path, **({"line": line} if line else {}), **({"symbol": symbol} if symbol else {})}
