"""What makes a workspace unloadable, in the order in which it is looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from reference_server.go_json import quote
from reference_server.sdd.configuration import PROJECT_FILE
from reference_server.sdd.contract import WorkspaceProject
from reference_server.sdd.scopes import ConfigurationReader
from reference_server.sdd.task_tuning import task_problems

_WORKSPACE_ROOT = "(workspace root)"


class LoadFault(Exception):
    """A workspace that cannot be loaded; `str()` is the text after `load workspace: `."""


def check_membership(
    projects: list[WorkspaceProject], config: dict[str, Any], configurations: ConfigurationReader
) -> None:
    """Raise `LoadFault` for the first thing wrong with the `projects`, which come by id."""
    _check_duplicates(
        projects,
        lambda project: project.id,
        "duplicate project ID(s) {}; transparent group folders must not collapse distinct project paths to "
        "the same logical ID",
    )
    _check_tasks(projects, configurations)
    _check_cycles({project.id: project.dependencies for project in projects})
    _check_duplicates(
        [project for project in projects if project.name],
        lambda project: project.name,
        "duplicate project name(s) {}; project names must be unique across the workspace — rename one of the "
        "colliding projects (or fix the scope config that resolves them to the same name)",
    )
    _check_scopes(projects, config, configurations)


def _check_duplicates(
    projects: Iterable[WorkspaceProject], key: Callable[[WorkspaceProject], str], message: str
) -> None:
    paths: dict[str, list[str]] = {}
    for project in projects:
        paths.setdefault(key(project), []).append(project.path)
    shared = [
        f"{quote(value)} ({', '.join(sorted(found))})"
        for value, found in sorted(paths.items())
        if len(found) > 1
    ]
    if shared:
        raise LoadFault(message.format("; ".join(shared)))


def _check_tasks(projects: list[WorkspaceProject], configurations: ConfigurationReader) -> None:
    lines = []
    for path in sorted(project.path for project in projects):
        configuration = configurations.at(path)
        if configuration.has_tasks:
            place = f"{configurations.root}/{path}/{PROJECT_FILE}"
            problems = task_problems(configuration.tasks, decodes=configuration.project is not None)
            lines += [f"\n  {place}: {field}: {message}" for field, message in problems]
    if lines:
        raise LoadFault("invalid project configuration:" + "".join(lines))


def _check_cycles(graph: dict[str, tuple[str, ...]]) -> None:
    """Depth first from sorted ids over sorted neighbours; the first edge to an open node is a cycle."""
    done: set[str] = set()
    for start in sorted(graph):
        if start in done:
            continue
        trail: dict[str, None] = {start: None}
        pending = [iter(sorted(graph[start]))]
        while pending:
            neighbour = next(pending[-1], None)
            if neighbour is None:
                pending.pop()
                done.add(trail.popitem()[0])
            elif neighbour in trail:
                ids = list(trail)
                cycle = [*ids[ids.index(neighbour) :], neighbour]
                raise LoadFault(f"dependency cycle detected: {' → '.join(cycle)}")
            elif neighbour in graph and neighbour not in done:
                trail[neighbour] = None
                pending.append(iter(sorted(graph[neighbour])))


def _check_scopes(
    projects: list[WorkspaceProject], config: dict[str, Any], configurations: ConfigurationReader
) -> None:
    directories = {
        directory for project in projects for directory in configurations.scope_chain(project.path)
    }
    scopes = [(directory, configurations.at(directory).scope or {}) for directory in sorted(directories)]
    aliases: dict[str, str] = {}
    groups: dict[str, str] = {}
    for directory, members in [*scopes, (_WORKSPACE_ROOT, config)]:
        for kind, member, seen in (("project alias", "projectAliases", aliases), ("group", "groups", groups)):
            for name in sorted(members.get(member) or {}):
                if name in seen:
                    raise LoadFault(
                        f"scan scopes: {kind} {quote(name)} defined in both {seen[name]} and {directory}"
                    )
                seen[name] = directory
    _check_lines([directory for directory, members in scopes if "line" in members], configurations)


def _check_lines(lines: list[str], configurations: ConfigurationReader) -> None:
    for inner in lines:
        outer = next((above for above in configurations.scope_chain(inner) if above in lines), "")
        if outer:
            raise LoadFault(
                f"scan scopes: version line {quote(inner)} is declared under version line {quote(outer)}; "
                "a project's line must be exactly one"
            )
