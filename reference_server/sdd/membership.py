"""Workspace membership: which projects there are, from `putnami.workspace.json` and the scopes it lists."""

from __future__ import annotations

import os
import posixpath
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.go_json import clean_path, trim_space
from reference_server.sdd.configuration import WORKSPACE_FILE, read_optional, read_workspace_config
from reference_server.sdd.contract import WorkspaceProject
from reference_server.sdd.load_checks import check_membership
from reference_server.sdd.paths import project_id
from reference_server.sdd.scopes import ConfigurationReader, inherited_extensions, name_from_scopes


@dataclass(frozen=True, slots=True)
class Workspace:
    """A loaded workspace: `root` with links resolved, `config` its own members, `projects` by id.

    `listed` are the same projects with the dependencies that they themselves name, in listing order: scopes
    with their members first, then the direct ones. `configurations` has read their files.
    """

    root: Path
    config: dict[str, Any]
    projects: tuple[WorkspaceProject, ...]
    named_dependencies: dict[str, tuple[str, ...]]
    configurations: ConfigurationReader


def find_root(start: Path) -> Path:
    """The workspace root at or above `start`, with links resolved; `start` itself if there is none."""
    start = start.resolve()
    for directory in (start, *start.parents):
        if (directory / WORKSPACE_FILE).exists() or _has_workspaces(directory / "package.json"):
            return directory
    return start


def _has_workspaces(package_file: Path) -> bool:
    data = read_optional(str(package_file))
    if data is None or b"workspaces" not in data:
        return False
    import json

    try:
        package = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(package, dict) and package.get("workspaces") is not None


def load_workspace(root: Path) -> Workspace:
    """The workspace at `root`. Raises `LoadFault` with the text after `load workspace: `."""
    config = read_workspace_config(root)
    configurations = ConfigurationReader(root)
    members = _members(root, config.get("includes") or [], configurations)
    named = {path: _project(path, configurations) for path in members}
    by_name: dict[str, str] = {}
    for project in named.values():
        by_name.setdefault(project.name, project.id)
    resolved = {path: tuple(_resolved(project.dependencies, by_name)) for path, project in named.items()}
    projects = [
        _with_dependencies(named[path], resolved[path], project_id(scope) if scope else "")
        for path, scope in members.items()
    ]
    projects.sort(key=lambda project: project.id)
    check_membership(projects, config, configurations)
    return Workspace(
        root=root,
        config=config,
        projects=tuple(projects),
        named_dependencies={named[path].id: resolved[path] for path in members},
        configurations=configurations,
    )


def _members(root: Path, includes: list[str], configurations: ConfigurationReader) -> dict[str, str]:
    """Project paths with the activated scope that each belongs to ("" for none); scopes come first."""
    scoped: dict[str, str] = {}
    direct: dict[str, str] = {}
    for path in _listed(root, "", includes):
        scope = configurations.at(path).scope or {}
        inner = scope.get("includes") or []
        if not inner:
            direct[path] = ""
            continue
        activated = path if scope.get("activate") else ""
        if activated:
            scoped.setdefault(path, "")
        for member in _listed(root, path, inner):
            scoped.setdefault(member, activated if member != path else "")
    return scoped | {path: scope for path, scope in direct.items() if path not in scoped}


def _listed(root: Path, below: str, includes: list[str]) -> list[str]:
    """The paths that an `includes` list names and that exist, each once."""
    paths: dict[str, None] = {}
    for entry in includes:
        cleaned = clean_path(trim_space(entry.removeprefix("/")))
        if cleaned == ".":
            continue
        path = clean_path(f"{below}/{cleaned}") if below else cleaned
        if path not in paths and _exists(f"{root}/{path}"):
            paths[path] = None
    return list(paths)


def _exists(path: str) -> bool:
    try:
        os.stat(path)  # noqa: PTH116 (a Path object would double the cost of a large workspace)
    except (OSError, ValueError):
        return False
    return True


def _project(path: str, configurations: ConfigurationReader) -> WorkspaceProject:
    """The project at `path`, its dependencies still as they are written."""
    config = configurations.at(path).project
    members = config or {}
    scopes = configurations.scopes(path) if "/" in path else []
    return WorkspaceProject(
        id=project_id(path),
        name=members.get("name") or name_from_scopes(path, scopes) or posixpath.basename(path),
        path=path,
        type=members.get("type", ""),
        dependencies=tuple(members.get("dependencies") or ()),
        tags=tuple(members.get("tags") or ()),
        publish=tuple(members.get("publish") or ()),
        extensions=tuple(members.get("extensions") or inherited_extensions(scopes)),
        runs_with=tuple(members.get("runsWith") or ()),
        config=config,
    )


def _resolved(written: tuple[str, ...], by_name: dict[str, str]) -> list[str]:
    """Ids as they are, names looked up, unknown names dropped."""
    ids = (entry if entry.startswith("/") else by_name.get(entry, "") for entry in written)
    return [entry for entry in ids if entry]


def _with_dependencies(project: WorkspaceProject, named: tuple[str, ...], scope: str) -> WorkspaceProject:
    from dataclasses import replace

    ids = list(named)
    if scope and scope not in ids:
        ids.append(scope)
    return replace(project, dependencies=tuple(sorted(ids)))
