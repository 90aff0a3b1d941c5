"""The MCP server: its methods, and one tool call from its arguments to its result."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.go_json import RAW, STRING, JSONFault, Struct, unmarshal, unmarshal_partly
from reference_server.jsonrpc_stdio import INVALID_PARAMS, Methods, RPCError
from reference_server.sdd.advertisement import advertised
from reference_server.sdd.contract import ToolOutcome, ToolRequest
from reference_server.sdd.tools import own_tools, result_of, run_tool

VERSION = "0.1.0"
DEFAULT_PROTOCOL = "2025-06-18"
INSTRUCTIONS = (
    "Read-only tools over the feature manifests, specs and architecture declarations of this workspace. "
    "sdd.list_features and sdd.list_specs find ids; the context tools answer about one exact id."
)

_INITIALIZE = Struct("initializeParams", "mcp.initializeParams", {"protocolVersion": STRING})
_CALL = Struct("callToolParams", "mcp.callToolParams", {"name": STRING, "arguments": RAW})
_READ = Struct("readResourceParams", "mcp.readResourceParams", {"uri": STRING})


@dataclass(frozen=True, slots=True)
class Server:
    """Answers for the workspace at or above the directory `start`, which is looked at on each call only."""

    start: Path

    def methods(self) -> Methods:
        """The methods of a session. There is no state: each answers with or without `initialize`."""
        return Methods(
            methods={
                "initialize": _initialize,
                "ping": lambda _params: {},
                "tools/list": _list_tools,
                "tools/call": self._call_tool,
                "resources/list": lambda _params: {"resources": []},
                "resources/read": _read_resource,
            },
            ignored=frozenset({"notifications/initialized", "initialized"}),
        )

    def _call_tool(self, params: bytes | None) -> dict[str, Any]:
        call = _decode(params, _CALL)
        name = call.get("name", "")
        if name not in own_tools():
            raise RPCError(INVALID_PARAMS, f"unknown tool: {name}")
        arguments = call.get("arguments")
        # An answer may build a million objects without cycles; looking for some meanwhile doubles the time.
        gc.disable()
        try:
            return result_of(self._run(name, None if arguments == b"null" else arguments))
        finally:
            gc.enable()

    def _run(self, name: str, arguments: bytes | None) -> ToolOutcome:
        """One call: selection arguments, workspace, selection, then the tool."""
        from reference_server.sdd.load_checks import LoadFault
        from reference_server.sdd.membership import find_root, load_workspace
        from reference_server.sdd.selection import SelectionFault, read_selection, resolve_selection

        try:
            asked = read_selection(arguments)
            workspace = load_workspace(find_root(self.start))
            selection = resolve_selection(asked, workspace)
        except SelectionFault as fault:
            return ToolOutcome(error=str(fault))
        except LoadFault as fault:
            return ToolOutcome(error=f"load workspace: {fault}")
        return run_tool(ToolRequest(name, arguments, workspace.root, workspace.projects, selection))


def _decode(params: bytes | None, shape: Struct) -> dict[str, Any]:
    if params is None:
        return {}
    try:
        return unmarshal(params, shape) or {}
    except JSONFault as fault:
        raise RPCError(INVALID_PARAMS, f"invalid params: {fault}") from None


def _initialize(params: bytes | None) -> dict[str, Any]:
    # Wrong types are passed over here; what did decode counts.
    members = {} if params is None else unmarshal_partly(params, _INITIALIZE)[0] or {}
    return {
        "protocolVersion": members.get("protocolVersion") or DEFAULT_PROTOCOL,
        "capabilities": {
            "tools": {"listChanged": False},
            "resources": {"subscribe": False, "listChanged": False},
        },
        "serverInfo": {"name": "putnami", "version": VERSION},
        "instructions": INSTRUCTIONS,
    }


def _list_tools(_params: bytes | None) -> dict[str, Any]:
    return {"tools": [advertised(tool) for tool in own_tools().values()]}


def _read_resource(params: bytes | None) -> dict[str, Any]:
    raise RPCError(INVALID_PARAMS, f"unknown resource: {_decode(params, _READ).get('uri', '')}")
