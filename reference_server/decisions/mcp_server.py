"""The five tools as a server of the MCP SDK, the same for both transports (8, 11)."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server

from reference_server.decisions import tools
from reference_server.decisions.descriptors import descriptors
from reference_server.decisions.errors import ToolError
from reference_server.decisions.serialise import serialise

SERVER_NAME = "switchplinth"
SERVER_VERSION = "0.1.0"
# Calls are mostly work for one processor; a few at once keep a slow embedding model from blocking all.
_CALLS_AT_ONCE = 4

_logger = logging.getLogger(__name__)


def build_server(root: Path) -> Server[Any]:
    """The server of the repository directory `root`; it keeps nothing between calls."""
    limiter = anyio.CapacityLimiter(_CALLS_AT_ONCE)

    async def list_tools(
        _context: ServerRequestContext[Any, Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        # `_verbatim` puts the descriptors in, after the SDK has settled the rest of the envelope.
        return types.ListToolsResult(tools=[])

    async def call_tool(
        _context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if params.name not in tools.TOOLS:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        return await anyio.to_thread.run_sync(
            _result, root, params.name, params.arguments or {}, limiter=limiter
        )

    server: Server[Any] = Server(
        SERVER_NAME, version=SERVER_VERSION, on_list_tools=list_tools, on_call_tool=call_tool
    )
    server.middleware.append(_verbatim)
    return server


def _result(root: Path, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    try:
        answer = tools.call(root, name, arguments)
    except ToolError as error:
        return types.CallToolResult(content=[types.TextContent(type="text", text=error.text)], is_error=True)
    except Exception:
        # Whatever went wrong is ours: the client gets the protocol's words, the log gets the place.
        _logger.exception("%s failed", name)
        raise MCPError(types.INTERNAL_ERROR, "Internal error") from None
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=serialise(answer))],
        structured_content=answer,
        is_error=False,
    )


async def _verbatim(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Keep members and their order as published: the SDK sorts and drops some of them."""
    result = await call_next(ctx)
    if not isinstance(result, dict):
        return result
    if ctx.method == "tools/list":
        return {**result, "tools": list(descriptors())}
    if ctx.method == "tools/call":
        return _as_built(result)
    return result


def _as_built(result: dict[str, Any]) -> dict[str, Any]:
    """The result of a call with the members of 6.2 first and in their order."""
    ordered: dict[str, Any] = {
        "content": [{"type": block["type"], "text": block["text"]} for block in result["content"]]
    }
    for name in ("structuredContent", "isError"):
        if name in result:
            ordered[name] = result[name]
    return ordered | {name: value for name, value in result.items() if name not in ordered}
