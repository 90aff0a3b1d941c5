"""The bridge process, `putnami mcp-tool`: one tool call request on stdin, one tool result on stdout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reference_server.go_json import (
    ANYTHING,
    BOOL,
    RAW,
    STRING,
    JSONFault,
    ListOf,
    Struct,
    TokenReader,
    clean_path,
    marshal,
    trim_space,
    unmarshal,
)
from reference_server.sdd.configuration import project_members
from reference_server.sdd.contract import Selection, ToolOutcome, ToolRequest, WorkspaceProject
from reference_server.sdd.paths import project_id
from reference_server.sdd.tools import own_tools, result_of, run_tool

_STRINGS = ListOf(STRING)
_PROJECT = Struct(
    "ToolWorkspaceProject",
    "extension.ToolWorkspaceProject",
    {
        **dict.fromkeys(("id", "name", "sourceName", "version", "type", "path"), STRING),
        **dict.fromkeys(("tags", "publish", "extensions", "runsWith", "dependencies"), _STRINGS),
        "config": ANYTHING,
    },
)
_SELECTION = Struct(
    "Selection",
    "extension.Selection",
    {
        "mode": STRING,
        "scoped": BOOL,
        "baseline": STRING,
        "baselineSource": STRING,
        "projects": _STRINGS,
        "emptyImpact": BOOL,
    },
    pointer=True,
)
_REQUEST = Struct(
    "ToolCallRequest",
    "extension.ToolCallRequest",
    {
        "name": STRING,
        "arguments": RAW,
        "workspaceRoot": STRING,
        "extensionRoot": STRING,
        "agent": ANYTHING,
        "workspaceProjects": ListOf(_PROJECT),
        "selection": _SELECTION,
        "provider": ANYTHING,
    },
)


class BridgeFault(Exception):
    """A request that cannot be answered at all; `str()` is the line for stderr, the exit status is 1."""


def answer_request(data: bytes) -> bytes:
    """The result of the one request in `data`: a compact line with its newline. Raises `BridgeFault`.

    Nothing is loaded: membership and selection are taken from the request as they are.
    """
    request = _read_request(data)
    if request.name in own_tools():
        outcome = run_tool(request)
    else:
        outcome = ToolOutcome(error=f"unknown extension tool: {request.name}")
    return f"{marshal(result_of(outcome))}\n".encode()


def _read_request(data: bytes) -> ToolRequest:
    reader = TokenReader(data)
    try:
        raw = reader.raw_value()
        members = unmarshal(raw, _REQUEST) or {}
    except JSONFault as fault:
        raise BridgeFault(f"decode extension MCP tool request: {fault}") from None
    if data[reader.pos :].strip(b" \t\n\r"):
        raise BridgeFault("multiple JSON values")
    name = members.get("name", "")
    if not trim_space(name):
        raise BridgeFault("extension MCP tool request is missing name")
    arguments = members.get("arguments")
    projects = [_project(project) for project in members.get("workspaceProjects") or ()]
    return ToolRequest(
        name=name,
        arguments=None if arguments == b"null" else arguments,
        root=Path(members.get("workspaceRoot", "")).resolve(),
        projects=tuple(sorted(projects, key=lambda project: project.id)),
        selection=_selection(members.get("selection")),
    )


def _project(members: dict[str, Any]) -> WorkspaceProject:
    path = clean_path(trim_space(members.get("path", "").removeprefix("/")))
    path = "" if path == "." else path
    return WorkspaceProject(
        id=members.get("id") or project_id(path),
        name=members.get("name", ""),
        path=path,
        type=members.get("type", ""),
        dependencies=tuple(sorted(members.get("dependencies") or ())),
        tags=tuple(members.get("tags") or ()),
        publish=tuple(members.get("publish") or ()),
        extensions=tuple(members.get("extensions") or ()),
        runs_with=tuple(members.get("runsWith") or ()),
        config=project_members(members.get("config")),
    )


def _selection(members: dict[str, Any] | None) -> Selection | None:
    if members is None:
        return None
    return Selection(
        mode=members.get("mode", ""),
        scoped=members.get("scoped", False),
        projects=tuple(members.get("projects") or ()),
        baseline=members.get("baseline", ""),
        baseline_source=members.get("baselineSource", ""),
        empty_impact=members.get("emptyImpact", False),
    )
