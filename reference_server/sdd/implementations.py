"""The implementations of a feature: what its id reaches in each design graph, grouped by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reference_server.go_json import trim_space
from reference_server.sdd.contract import WorkspaceProject
from reference_server.sdd.design_graph import AUTHORITIES, Edge, Graph, Node, Provenance, provenance_row
from reference_server.sdd.minted_nodes import minted_nodes, resolve_project

_GROUPS = (
    ("modules", ("module",)),
    ("surfaces", ("api.operation",)),
    ("schemas", ("api.schema",)),
    ("dependencies", ("service",)),
    ("data", ("data.schema", "data.table")),
    ("migrations", ("data.migration",)),
    ("events", ("event.topic",)),
    ("outboxes", ("event.outbox",)),
    ("consumers", ("event.handler",)),
    ("generatedClients", ("client.generated",)),
    ("typedClients", ("client.typed",)),
    ("projects", ("project",)),
    ("commands", ("command",)),
    ("config", ("config",)),
    ("infra", ("infra",)),
    ("lifecycle", ("lifecycle",)),
    ("tests", ("test",)),
)
_BACKWARDS = {
    "subscribes": ("event.topic",),
    "generatedFrom": ("api.operation",),
    "calls": ("api.operation", "client.typed"),
}
"""Edge kinds that may be walked from their end, and the kinds of that end."""

_NO_PATH = ("feature", "module", "project", "command")
_PLACED_BY_CONTAINER = ("config", "infra", "test")
_MAX_ORIGINS = 4


@dataclass(frozen=True, slots=True)
class _Path:
    """The way from the feature to one node: `relations` are edge kinds, backward ones with `<`."""

    nodes: tuple[str, ...]
    relations: tuple[str, ...]
    authority: str

    def then(self, node: str, relation: str, authority: str) -> _Path:
        weakest = max(self.authority, authority, key=AUTHORITIES.index)
        return _Path((*self.nodes, node), (*self.relations, relation), weakest)

    def row(self) -> dict[str, Any]:
        return {"nodes": list(self.nodes), "relations": list(self.relations), "authority": self.authority}


def implementation_rows(
    feature: str, graphs: list[Graph], projects: Sequence[WorkspaceProject]
) -> list[dict[str, Any]]:
    """One row for each graph with a node `feature:{feature}`, by project; `graphs` come by path."""
    start = f"feature:{feature}"
    reached = [graph for graph in graphs if any(node.id == start for node in graph.nodes)]
    implementing = [graph.project for graph in reached]
    rows = []
    for index, graph in enumerate(reached):
        others = set(implementing[:index] + implementing[index + 1 :])
        project = resolve_project(graph.project, projects)
        rows.append(_row(graph, start, minted_nodes(graph.project, project, others)))
    return sorted(rows, key=lambda row: row["project"])


def _row(graph: Graph, start: str, minted: list[Node]) -> dict[str, Any]:
    paths = _walk(graph, start)
    kept = [node for node in graph.nodes if node.id in paths]
    edges = [edge for edge in graph.edges if edge.source in paths and edge.target in paths]
    critical = {node.id: paths[node.id] for node in kept if node.id != start and node.kind not in _NO_PATH}
    nodes = kept + minted
    row: dict[str, Any] = {"project": graph.project}
    for member, kinds in _GROUPS:
        facts = [_fact(node, kept, edges, critical) for node in nodes if node.kind in kinds]
        if facts:
            row[member] = facts
    first_of_kind = _first_of_each_kind(critical, nodes)
    if first_of_kind:
        row["criticalPaths"] = [path.row() for path in first_of_kind]
    row["criticalPathCount"] = len(critical)
    return row


def _walk(graph: Graph, start: str) -> dict[str, _Path]:
    """The nodes reached breadth first, each with the way on which it was first reached."""
    kinds = {node.id: node.kind for node in graph.nodes}
    paths = {start: _Path((start,), (), AUTHORITIES[0])}
    queue = [start]
    for here in queue:
        for edge in graph.edges:
            step = _step(edge, here, kinds[here])
            if step is not None and step[0] not in paths:
                paths[step[0]] = paths[here].then(*step, edge.authority)
                queue.append(step[0])
    return paths


def _step(edge: Edge, here: str, kind: str) -> tuple[str, str] | None:
    """The node that `edge` leads to from the node `here` and the relation's name, or None."""
    if edge.source == here:
        return edge.target, edge.kind
    if edge.target == here and kind in _BACKWARDS.get(edge.kind, ()):
        return edge.source, f"<{edge.kind}"
    return None


def _first_of_each_kind(critical: dict[str, _Path], nodes: list[Node]) -> list[_Path]:
    kinds = {node.id: node.kind for node in nodes}
    first: dict[str, _Path] = {}
    for id_ in sorted(critical):
        first.setdefault(kinds[id_], critical[id_])
    return list(first.values())


def _fact(node: Node, kept: list[Node], edges: list[Edge], critical: dict[str, _Path]) -> dict[str, Any]:
    path = critical.get(node.id)
    row: dict[str, Any] = {
        "id": node.id,
        "name": node.name,
        "authority": path.authority if path else AUTHORITIES[0],
    }
    if node.kind == "client.generated":
        origins = _origins(node, kept, edges)
        if origins:
            row["generatedFrom"] = origins
    if node.properties:
        row["properties"] = dict(sorted(node.properties.items()))
    provenance = node.provenance or _container_provenance(node, edges)
    if provenance is not None:
        row["provenance"] = provenance_row(provenance)
    return row


def _origins(node: Node, kept: list[Node], edges: list[Edge]) -> str:
    """The operations that a generated client comes from, in words; at most four by name."""
    by_id = {other.id: other for other in kept}
    texts = sorted(
        _origin(edge, by_id[edge.target])
        for edge in edges
        if edge.kind == "generatedFrom" and edge.source == node.id
    )
    more = len(texts) - _MAX_ORIGINS
    return ", ".join(texts[:_MAX_ORIGINS] + ([f"… {more} more"] if more > 0 else []))


def _origin(edge: Edge, operation: Node) -> str:
    properties = operation.properties
    text = trim_space(f"{properties.get('method', '')} {properties.get('path', '')}") or operation.name
    name = edge.properties.get("operationId") or properties.get("operationId")
    return f"{name}→{text}" if name else text


def _container_provenance(node: Node, edges: list[Edge]) -> Provenance | None:
    if node.kind not in _PLACED_BY_CONTAINER:
        return None
    places = [
        edge.provenance
        for edge in edges
        if edge.kind == "contains" and edge.target == node.id and edge.provenance is not None
    ]
    return min(places, default=None)
