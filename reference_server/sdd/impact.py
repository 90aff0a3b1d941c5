"""From changed files to projects: who owns or watches them, and who depends on those."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from typing import Any

from reference_server.go_json import clean_path, plain
from reference_server.sdd.changes import relative_to
from reference_server.sdd.configuration import PROJECT_FILE
from reference_server.sdd.contract import WorkspaceProject
from reference_server.sdd.contract_clients import contract_clients
from reference_server.sdd.file_patterns import patterns_match
from reference_server.sdd.membership import Workspace


def impacted_ids(workspace: Workspace, changed: list[str]) -> list[str]:
    """The ids of the projects that the changed workspace paths reach, sorted."""
    selected = set(_direct(workspace, changed))
    clients = contract_clients(workspace, set(changed))
    dependents: dict[str, set[str]] = {}
    for id_, dependencies in workspace.named_dependencies.items():
        for dependency in dependencies:
            dependents.setdefault(dependency, set()).add(id_)
    pending = list(selected)
    while pending:
        id_ = pending.pop()
        reached = dependents.get(id_, set()) | clients.get(id_, set())
        pending += reached - selected
        selected |= reached
    return sorted(selected | _extension_consumers(workspace, selected))


def _direct(workspace: Workspace, changed: list[str]) -> Iterable[str]:
    by_path = {project.path: project.id for project in workspace.projects}
    for file in changed:
        directory = posixpath.dirname(file)
        while directory and directory not in by_path:
            directory = posixpath.dirname(directory)
        if directory:
            yield by_path[directory]
    scopes_changed = {posixpath.dirname(file) for file in changed if posixpath.basename(file) == PROJECT_FILE}
    for project in workspace.projects:
        if _claims(project, changed) or scopes_changed.intersection(
            workspace.configurations.scope_chain(project.path)
        ):
            yield project.id


def _claims(project: WorkspaceProject, changed: list[str]) -> bool:
    """True if one of the files is a build asset of the project or matches its file patterns."""
    config = project.config or {}
    options = {
        layer: {name: plain(value) for name, value in (members or {}).items()}
        for layer, members in (config.get("options") or {}).items()
    }
    assets = _assets(project.path, config, options)
    layers = [_strings(members.get("filePatterns")) for members in options.values()]
    return any(
        any(file == asset or file.startswith(f"{asset}/") for asset in assets)
        or any(patterns_match(layer, relative_to(file, project.path)) for layer in layers if layer)
        for file in changed
    )


def _assets(path: str, config: dict[str, Any], options: dict[str, Any]) -> list[str]:
    """The workspace paths that the project copies into its build; malformed entries are passed over."""
    entries: list[Any] = list((config.get("build") or {}).get("assets") or ())
    generated = (options.get("generate") or {}).get("assets")
    entries += generated if isinstance(generated, list) else []
    written = [entry.get("from") for entry in entries if isinstance(entry, dict)]
    paths = [
        clean_path(source[1:] if source.startswith("/") else f"{path}/{source}")
        for source in written
        if isinstance(source, str) and source.strip("/ ")
    ]
    return [asset for asset in paths if asset != "." and asset.split("/", 1)[0] != ".."]


def _strings(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _extension_consumers(workspace: Workspace, selected: set[str]) -> set[str]:
    """The projects that use a selected project as an extension; they carry nothing further."""
    chosen = [project for project in workspace.projects if project.id in selected]
    names = {project.id for project in chosen} | {project.name for project in chosen}
    paths = {project.path for project in chosen}

    def uses(entries: Iterable[str]) -> bool:
        return any(entry in names or _extension_path(entry) in paths for entry in entries)

    if uses(workspace.config.get("extensions") or ()):
        return {project.id for project in workspace.projects}
    return _ids(workspace.projects, lambda project: uses(project.extensions))


def _extension_path(entry: str) -> str:
    return clean_path(entry) if entry.startswith("./") else ""


def _ids(projects: Iterable[WorkspaceProject], wanted: Callable[[WorkspaceProject], bool]) -> set[str]:
    return {project.id for project in projects if wanted(project)}
