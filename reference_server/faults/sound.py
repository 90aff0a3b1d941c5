"""What the sound server offers and answers: a handful of tools, each made so that one thing can go wrong."""

from __future__ import annotations

import time
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]

SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"
SERVER_INFO = {"name": "faulty", "version": "1.0"}
INSTRUCTIONS = "Greet first.\nThen ask for a report."
CAPABILITIES: Message = {"tools": {}, "resources": {}}
DISCOVERED: Message = {
    "capabilities": CAPABILITIES,
    "instructions": INSTRUCTIONS,
    "ttlMs": 0,
    "cacheScope": "private",
}
RESOURCE = {"uri": "memo://1", "name": "memo"}
#: A tool that was there once: calling it is refused.
REMOVED_TOOL = "list_things"

#: JSON as a Go program writes it: indented, with an escaped `<`, and a newline at its end.
REPORT = """{
  "title": "a \\u003c b",
  "features": [
    {
      "id": "f1",
      "name": "labels",
      "owner": "billing"
    },
    {
      "id": "f2",
      "name": "rates",
      "owner": "sales"
    }
  ],
  "total": 2.50
}
"""
LINES = "alpha\nbeta\ngamma\n"
UNICODE = "Caf\u00e9 and na\u00efve \U0001f600\n"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
MEASURED: Message = {
    "unit": "ms",
    "total": 1.0,
    "rows": [{"name": "a", "count": 1}, {"name": "b", "count": 2}],
}

UNSUPPORTED: Message = {
    "code": -32022,
    "message": "Unsupported protocol version",
    "data": {"supported": ["2026-07-28"]},
}


def _tool(name: str, description: str, **schema: Any) -> Message:
    properties = {member: {"type": "string"} for member in schema.get("properties", ())}
    return {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties, "required": list(properties)},
        "annotations": {"readOnlyHint": True},
    }


_MEASURE_SCHEMA: Message = {
    "type": "object",
    "properties": {
        "unit": {"type": "string"},
        "total": {"type": "number"},
        "rows": {"type": "array", "items": {"type": "object", "required": ["name", "count"]}},
    },
    "required": ["unit", "total", "rows"],
}

TOOLS: list[Message] = [
    _tool("greet", "Greets somebody.", properties=("name",)),
    _tool("report", "A report: JSON in one text."),
    _tool("check", "Fails, in two texts."),
    _tool("lines", "Three lines."),
    _tool("unicode", "Letters beyond ASCII."),
    _tool("measure", "Structured content.") | {"outputSchema": _MEASURE_SCHEMA},
    _tool("picture", "A text and an image."),
    _tool("wait", "Answers after 50 ms."),
]


def error(code: int, message: str, data: Any = None) -> Message:
    """A JSON-RPC error object."""
    return {"code": code, "message": message} | ({} if data is None else {"data": data})


def text(value: str) -> Message:
    """A text block."""
    return {"type": "text", "text": value}


def result(*blocks: Message, **members: Any) -> Message:
    """The body of an answer that is a result."""
    return {"result": {"content": list(blocks), **members}}


def call(name: str, arguments: Any) -> Message:
    """The body of an answer to `tools/call`."""
    match name:
        case "greet":
            return _greet(arguments)
        case "report":
            return result(text(REPORT))
        case "check":
            return result(text('{"rule":7}'), text("error: rule 7 is broken\n"), isError=True)
        case "lines":
            return result(text(LINES))
        case "unicode":
            return result(text(UNICODE))
        case "measure":
            return result(text("2 rows"), structuredContent=MEASURED)
        case "picture":
            return result(text("one pixel"), {"type": "image", "mimeType": "image/png", "data": PIXEL})
        case "wait":
            time.sleep(0.05)
            return result(text("done"))
        case _:
            return {"error": error(-32602, f"unknown tool: {name}")}


def _greet(arguments: Any) -> Message:
    if not isinstance(arguments, dict) or not isinstance(arguments.get("name"), str):
        return {"error": error(-32602, "greet needs a name", {"missing": ["name"]})}
    return result(text(f"Hello, {arguments['name']}!"))


def read_resource(uri: Any) -> Message:
    """The body of an answer to `resources/read`."""
    if uri != RESOURCE["uri"]:
        return {"error": error(-32002, "no such resource", {"uri": uri})}
    return {"result": {"contents": [{"uri": uri, "mimeType": "text/plain", "text": "Remember."}]}}
