"""A raw MCP server of a few lines, for tests that need one that remembers, varies or misbehaves.

A test writes a script that calls `serve` with its tools: `{name: function(arguments)}`. A function gives
the text of the answer, or the whole body (`{"result": …}` or `{"error": …}`).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

Tool: TypeAlias = Callable[[dict[str, Any]], Any]


def write(raw: bytes) -> None:
    """Write bytes to stdout at once."""
    os.write(1, raw)


def serve(
    tools: dict[str, Tool],
    *,
    instructions: str | None = None,
    name: str = "raw",
    capabilities: dict[str, Any] | None = None,
    described: dict[str, dict[str, Any]] | None = None,
    revisions: tuple[str, ...] = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"),
    after: Callable[[str], object] = lambda _tool: None,
    at_end: Callable[[], object] = lambda: None,
) -> None:
    """Answer on stdio until the end of input, one request at a time; `after` is told what was answered.

    `described` holds more of a tool's descriptor, by its name.
    """
    agreement: dict[str, Any] = {
        "capabilities": {"tools": {}} if capabilities is None else capabilities,
        "serverInfo": {"name": name, "version": "1"},
    }
    if instructions is not None:
        agreement["instructions"] = instructions
    listed = [
        {"name": one, "inputSchema": {"type": "object"}, **(described or {}).get(one, {})} for one in tools
    ]
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        body = _answer(message["method"], message.get("params", {}), tools, listed, agreement, revisions)
        write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}).encode() + b"\n")
        after(str(message.get("params", {}).get("name")))
    at_end()


def _answer(
    method: str,
    params: Any,
    tools: dict[str, Tool],
    listed: list[dict[str, Any]],
    agreement: dict[str, Any],
    revisions: tuple[str, ...],
) -> dict[str, Any]:
    if method == "initialize":
        asked = params["protocolVersion"]
        chosen = asked if asked in revisions else revisions[-1]
        return {"result": {"protocolVersion": chosen, **agreement}}
    if method == "tools/list":
        return {"result": {"tools": listed}}
    if method == "tools/call" and params["name"] in tools:
        given = tools[params["name"]](params.get("arguments", {}))
        return given if isinstance(given, dict) else text(given)
    return {"error": {"code": -32602, "message": f"unknown: {params.get('name', method)}"}}


def text(value: str) -> dict[str, Any]:
    """The body of an answer with one text."""
    return {"result": {"content": [{"type": "text", "text": value}]}}
