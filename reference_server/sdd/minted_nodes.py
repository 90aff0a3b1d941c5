"""Nodes that no design graph holds: the workspace project behind a graph, its commands, its dependencies."""

from __future__ import annotations

from collections.abc import Sequence

from reference_server.go_json import trim_space
from reference_server.sdd.contract import WorkspaceProject
from reference_server.sdd.design_graph import Node, Provenance

_PROVENANCE: Provenance = ("putnami.json", 0, "")


def resolve_project(name: str, projects: Sequence[WorkspaceProject]) -> WorkspaceProject | None:
    """The workspace project that a graph's project text means: an id, a name, or an id without its `/`."""
    by_id = {project.id: project for project in projects}
    by_name = {project.name: project for project in reversed(projects)}
    return by_id.get(name) or by_name.get(name) or by_id.get(f"/{trim_space(name)}")


def minted_nodes(name: str, project: WorkspaceProject | None, implementing: set[str]) -> list[Node]:
    """The project node of the graph of `name`, and with a workspace `project` its commands and dependencies.

    A dependency counts only if it is, as it is written, the project of another implementation.
    """
    if project is None:
        return [Node(f"project:{name}", "project", name, {}, None)]
    properties = {"path": project.path, "type": project.type or "application"}
    nodes = [Node(f"project:{name}", "project", name, properties, _PROVENANCE)]
    for command, entry in _commands(project):
        nodes.append(
            Node(f"command:{command}", "command", command, {"entry": entry} if entry else {}, _PROVENANCE)
        )
    for dependency in sorted(project.dependencies):
        if dependency in implementing:
            nodes.append(Node(f"project:{dependency}", "project", dependency, {}, None))
    return nodes


def _commands(project: WorkspaceProject) -> list[tuple[str, str]]:
    """Names and entries of the commands in the project's `bin`."""
    declared = (project.config or {}).get("bin")
    if isinstance(declared, str):
        command = project.name.rpartition("/")[2]
        return [(command, declared)] if declared and command else []
    return sorted((name, entry or "") for name, entry in dict(declared or ()).items() if name)
