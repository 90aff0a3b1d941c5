"""A raw MCP server on stdio: line by line, one request at a time, with places where a fault can be set in."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeAlias

from reference_server.faults import sound

Message: TypeAlias = dict[str, Any]
#: Changes what comes back for a request: `result` or `error` with its object.
BodyChange: TypeAlias = Callable[[Message, Message], Message]
#: Changes the bytes of an answer, newline included.
LineChange: TypeAlias = Callable[[Message, bytes], bytes]
Act: TypeAlias = Callable[[Message], None]

HANDSHAKE_REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS_REVISION = "2026-07-28"
_REVISION_KEY = "io.modelcontextprotocol/protocolVersion"


class Server:
    """The sound server; a fault adds to the lists, each of which is gone through for every request."""

    def __init__(self) -> None:
        self.bodies: list[BodyChange] = []
        self.lines: list[LineChange] = []
        self.before: list[Act] = []
        self.after: list[Act] = []
        self.at_end: list[Callable[[], None]] = []
        self.offered = list(sound.TOOLS)
        self.page_size: int | None = None
        self.revisions: tuple[str, ...] = HANDSHAKE_REVISIONS
        self.stateless = True
        self._asked = 0

    def serve(self) -> int:
        """Answer until the end of input; the exit code."""
        while raw := sys.stdin.buffer.readline():
            self.take(raw)
        for act in self.at_end:
            act()
        return 0

    def take(self, raw: bytes) -> None:
        """Answer one message, if it wants an answer."""
        try:
            message = json.loads(raw)
        except ValueError:
            self.send({"jsonrpc": "2.0", "id": None, "error": sound.error(-32700, "Parse error")})
            return
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            if not (isinstance(message, dict) and ("result" in message or "error" in message)):
                invalid = sound.error(-32600, "Invalid Request")
                self.send({"jsonrpc": "2.0", "id": None, "error": invalid})
            return
        if "id" in message:
            self._respond(message)

    def _respond(self, request: Message) -> None:
        for act in self.before:
            act(request)
        body = self._body(request)
        for change in self.bodies:
            body = change(request, body)
        line = encode({"jsonrpc": "2.0", "id": request["id"], **body})
        for alter in self.lines:
            line = alter(request, line)
        write(line)
        for act in self.after:
            act(request)

    def _body(self, request: Message) -> Message:
        params = request.get("params", {})
        if not isinstance(params, dict):
            return {"error": sound.error(-32602, "params must be an object")}
        method = request["method"]
        if method == "initialize":
            return {"result": self._agreement(params)}
        revision = params.get("_meta", {}).get(_REVISION_KEY)
        if revision is not None and (revision != STATELESS_REVISION or not self.stateless):
            return {"error": sound.UNSUPPORTED}
        body = self._answer(method, params)
        if revision is not None and "result" in body:
            body["result"] |= {"resultType": "complete", "_meta": {sound.SERVER_INFO_KEY: sound.SERVER_INFO}}
        return body

    def _agreement(self, params: Message) -> Message:
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in self.revisions else self.revisions[-1],
            "capabilities": sound.CAPABILITIES,
            "serverInfo": sound.SERVER_INFO,
            "instructions": sound.INSTRUCTIONS,
        }

    def _answer(self, method: str, params: Message) -> Message:
        match method:
            case "ping":
                return {"result": {}}
            case "server/discover" if self.stateless:
                return {"result": sound.DISCOVERED | {"supportedVersions": [STATELESS_REVISION]}}
            case "tools/list":
                return {"result": self._page(params.get("cursor"))}
            case "tools/call":
                return sound.call(str(params.get("name")), params.get("arguments", {}))
            case "resources/list":
                return {"result": {"resources": [sound.RESOURCE]}}
            case "resources/read":
                return sound.read_resource(params.get("uri"))
            case _:
                return {"error": sound.error(-32601, f"unknown method: {method}")}

    def _page(self, cursor: Any) -> Message:
        if self.page_size is None:
            return {"tools": self.offered}
        start = int(cursor or 0)
        end = start + self.page_size
        more = {"nextCursor": str(end)} if end < len(self.offered) else {}
        return {"tools": self.offered[start:end], **more}

    def ask(self, method: str, params: Message) -> Message:
        """Ask the client, and wait for its answer; what else comes meanwhile is lost."""
        self._asked += 1
        identity = f"question-{self._asked}"
        self.send({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})
        while raw := sys.stdin.buffer.readline():
            message = json.loads(raw)
            if isinstance(message, dict) and message.get("id") == identity:
                return message
        return {}

    def send(self, message: Message) -> None:
        """Write one message as a line."""
        write(encode(message))


def encode(message: Any) -> bytes:
    """A message as one line, with its newline."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


#: Takes what would go to stdout, where something else than stdout carries it.
TAKER: ContextVar[Callable[[bytes], None] | None] = ContextVar("TAKER", default=None)


def write(raw: bytes) -> None:
    """Write bytes to stdout, or to who takes them in its place, at once."""
    if (take := TAKER.get()) is not None:
        take(raw)
        return
    view = memoryview(raw)
    while view:
        view = view[os.write(1, view) :]


def is_call(request: Message, tool: str) -> bool:
    """Tell whether a request calls this tool."""
    params = request.get("params")
    return request.get("method") == "tools/call" and isinstance(params, dict) and params.get("name") == tool
