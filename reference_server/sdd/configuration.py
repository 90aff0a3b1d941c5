"""The configuration files of a workspace: `putnami.workspace.json` and the two readings of `putnami.json`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.go_json import (
    ANYTHING,
    BOOL,
    STRING,
    JSONFault,
    ListOf,
    MapOf,
    Node,
    Struct,
    decode_node,
    parse,
)

WORKSPACE_FILE = "putnami.workspace.json"
PROJECT_FILE = "putnami.json"

_STRINGS = ListOf(STRING)
_STRING_MAP = MapOf(STRING)
_DISABLE = Struct("Disable", "Disable", {"jobs": _STRINGS}, pointer=True)

_WORKSPACE = Struct(
    "Config",
    "Config",
    {
        "includes": _STRINGS,
        "baseline": STRING,
        "epicBranches": _STRINGS,
        "name": STRING,
        "extensions": _STRINGS,
        "projectAliases": _STRING_MAP,
        "groups": _STRING_MAP,
        "disable": _DISABLE,
    },
)

_LINE = Struct("Line", "Line", {"tag": STRING}, pointer=True)
_SCOPE = Struct(
    "Scope",
    "Scope",
    {
        "line": _LINE,
        "activate": BOOL,
        "includes": _STRINGS,
        "tags": _STRINGS,
        "extensions": _STRINGS,
        "publishConfig": MapOf(MapOf(ANYTHING)),
        "projectAliases": _STRING_MAP,
        "groups": _STRING_MAP,
        "distribution": ANYTHING,
        "$schema": STRING,
    },
)

_ASSET = Struct("Asset", "Asset", {"from": STRING})
_BUILD = Struct("Build", "Build", {"assets": ListOf(_ASSET), "compile": _STRING_MAP}, pointer=True)
_AUTHORITY = Struct("Authority", "Authority", {"owner": STRING, "none": BOOL}, pointer=True)
PROJECT = Struct(
    "Project",
    "Project",
    {
        **dict.fromkeys(("$schema", "name", "type", "description", "main", "visibility"), STRING),
        **dict.fromkeys(("tags", "publish", "runsWith", "dependencies", "extensions"), _STRINGS),
        "bin": ANYTHING,
        "exports": ANYTHING,
        "build": _BUILD,
        **dict.fromkeys(("registries", "jobs", "tasks"), MapOf(ANYTHING)),
        "options": MapOf(MapOf(ANYTHING)),
        "distribution": ANYTHING,
        "disable": _DISABLE,
        "featureAuthority": _AUTHORITY,
    },
)
"""The project reading of `putnami.json`."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One `putnami.json`, read once for both of its readings.

    `scope` holds the members of the scope reading, None if this is no scope; `project` those of the project
    reading, None if the file is absent or malformed; `tasks` is the tree of the task block, if there is one.
    """

    scope: dict[str, Any] | None = None
    project: dict[str, Any] | None = None
    has_tasks: bool = False
    tasks: Node | None = None


def read_optional(path: str) -> bytes | None:
    """The bytes of the file at `path`, None if it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except (OSError, ValueError):
        return None
    try:
        return read_handle(handle)
    except OSError:
        return None


def read_handle(handle: int) -> bytes:
    """All bytes of the open file `handle`, which is closed. Raises `OSError`."""
    try:
        parts = []
        while part := os.read(handle, 1 << 20):
            parts.append(part)
        return b"".join(parts)
    finally:
        os.close(handle)


def read_workspace_config(root: Path) -> dict[str, Any]:
    """The members of `putnami.workspace.json`, over those of the user's `~/.putnami/config.json`.

    A file that is absent, malformed or of a wrong type in a known member adds nothing.
    """
    merged: dict[str, Any] = {}
    for path in (f"{os.environ.get('HOME', '')}/.putnami/config.json", f"{root}/{WORKSPACE_FILE}"):
        tree = _tree(read_optional(path))
        merged |= _members(tree, _WORKSPACE) or {}
    return merged


def read_configuration(path: str) -> Configuration:
    """The `putnami.json` at `path`."""
    tree = _tree(read_optional(path))
    if type(tree) is not tuple:
        return Configuration()
    blocks = [value for name, value in tree if PROJECT.member(name) == "tasks"]
    return Configuration(
        scope=_members(tree, _SCOPE) or None,
        project=project_members(tree),
        has_tasks=bool(blocks),
        tasks=blocks[-1] if blocks else None,
    )


def project_members(tree: Node) -> dict[str, Any] | None:
    """The project reading of a `putnami.json` given as a tree; None if a known member has a wrong type."""
    members = _members(tree, PROJECT)
    if members is None or not _is_bin(members.get("bin")) or not _is_exports(members.get("exports")):
        return None
    return members


def _tree(data: bytes | None) -> Node | None:
    if data is None:
        return None
    try:
        return parse(data)
    except JSONFault:
        return None


def _members(tree: Node | None, shape: Struct) -> dict[str, Any] | None:
    """The members of the object `tree`; None if it is no object or a known member has a wrong type."""
    if type(tree) is not tuple:
        return None
    members: dict[str, Any]
    members, fault = decode_node(tree, shape)
    return None if fault else members


def _is_bin(value: Node) -> bool:
    if isinstance(value, tuple):
        return all(entry is None or type(entry) is str for _, entry in value)
    return value is None or type(value) is str


def _is_exports(value: Node) -> bool:
    return value is None or type(value) in (str, tuple)
