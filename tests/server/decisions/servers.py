"""Starting the server as its users do: over stdio, and over HTTP on a free port."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "reference_server", "switchplinth"]
MODERN = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass(frozen=True)
class StdioRun:
    """What a finished stdio server left: exit status, stdout lines, stderr text."""

    status: int
    lines: list[bytes]
    errors: str

    def answers(self) -> dict[Any, dict[str, Any]]:
        """The answers by id."""
        parsed = [json.loads(line) for line in self.lines]
        return {item["id"]: item for item in parsed}


def request(request_id: Any, method: str, params: Any = None) -> dict[str, Any]:
    """A JSON-RPC request."""
    value = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return value if params is None else {**value, "params": params}


def tool_call(request_id: Any, name: str, arguments: Any = None, **params: Any) -> dict[str, Any]:
    """A tools/call request."""
    return request(request_id, "tools/call", {"name": name, "arguments": arguments or {}, **params})


def handshake(revision: str) -> list[dict[str, Any]]:
    """The messages that open a connection of the handshake era; the request has the id `init`."""
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": client}
    return [
        request("init", "initialize", params),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]


def run_stdio(root: Path, messages: Iterable[dict[str, Any] | bytes]) -> StdioRun:
    """Send `messages` to a stdio server, close its input, and wait for its end."""
    lines = [item if isinstance(item, bytes) else json.dumps(item).encode() for item in messages]
    done = subprocess.run(
        [*COMMAND, "mcp", "--repo", str(root)],
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return StdioRun(done.returncode, done.stdout.splitlines(), done.stderr.decode())


def start_stdio(root: Path) -> subprocess.Popen[bytes]:
    """A stdio server to talk with; the caller ends it."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, "mcp", "--repo", str(root)], stdin=pipe, stdout=pipe, stderr=pipe)


@dataclass(frozen=True)
class Reply:
    """An HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    def detail(self) -> str:
        """The detail of a problem, after its form was checked."""
        problem = json.loads(self.body)
        assert self.headers["content-type"] == "application/problem+json"
        assert list(problem) == ["type", "title", "status", "detail"]
        assert (problem["type"], problem["status"]) == ("about:blank", self.status)
        detail: str = problem["detail"]
        return detail


@dataclass(frozen=True)
class HttpServer:
    """A running HTTP server."""

    port: int

    def send(
        self,
        method: str,
        target: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """One request on a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            sent = {"Host": f"127.0.0.1:{self.port}", **(headers or {})}
            if body is not None:
                sent.setdefault("Content-Length", str(len(body)))
            for name, value in sent.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            return _reply(connection.getresponse())
        finally:
            connection.close()

    def raw(self, data: bytes) -> bytes:
        """Everything the server answers to `data`, until it closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
        return b"".join(parts)

    def post_json(self, target: str, value: Any) -> Reply:
        """A POST with a JSON body."""
        return self.send("POST", target, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def mcp(self, message: dict[str, Any], **headers: str) -> Reply:
        """One MCP message."""
        accepted = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **headers,
        }
        return self.send("POST", "/mcp", json.dumps(message).encode(), accepted)


def _reply(response: HTTPResponse) -> Reply:
    return Reply(
        response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    )


@contextmanager
def http_server(root: Path) -> Iterator[HttpServer]:
    """An HTTP server on a free port, stopped at the end; its stdout must stay empty."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--repo", str(root), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        started = re.search(rb":(\d+)/mcp", process.stderr.readline())
        assert started is not None
        yield HttpServer(int(started[1]))
    finally:
        process.terminate()
        output, _ = process.communicate(timeout=30)
    assert output == b""
