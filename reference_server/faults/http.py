"""The raw server over streamable HTTP: `python -m reference_server.faults FAULT --http PORT [--events]`.

Standard library only. One thread a connection. A reply is a JSON body where the server writes one line,
and an event stream where it writes more, asks back, or `--events` asks for it. Both eras are served: a
handshake gives a session id, without which nothing else is answered; a request that names 2026-07-28 in
its headers needs no session, and its headers have to agree with its body.
"""

from __future__ import annotations

import json
import queue
import secrets
import socket
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias

from reference_server.faults import sound
from reference_server.faults.server import STATELESS_REVISION, TAKER, Message, Server, encode

PATH = "/mcp"
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_STATUS_OF = {-32700: 400, -32600: 400, -32602: 400, -32020: 400, -32022: 400, -32601: 404}
_BUFFERED = 64 * 1024
#: Gives a reply of its own, and tells whether it did.
Interception: TypeAlias = Callable[["Handler", Message], bool]


class HttpServer(Server):
    """The sound server and what of it only HTTP knows; a fault changes either."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions: set[str] = set()
        self.gives_session = True
        self.error_statuses = False  # also at handshake revisions
        self.events = False
        self.render: Callable[[bytes], bytes] = lambda line: b"data: " + line + b"\n\n"
        self.pieces = 0  # bytes of one piece of a stream; 0: as they come
        self.intercept: list[Interception] = []
        self.on_delete: Callable[[Handler], None] = lambda handler: handler.reply(200, b"")
        self.on_get: Callable[[Handler], None] = lambda handler: handler.reply(405, b"")
        self.replies: dict[str, queue.Queue[Message]] = {}

    def ask(self, method: str, params: Message) -> Message:
        """Ask the client on the stream that is being written, and wait for its POST."""
        identity = f"question-{secrets.token_hex(4)}"
        waiting = self.replies[identity] = queue.Queue()
        take = TAKER.get()
        assert isinstance(take, Stream), "somebody is asked in the middle of a reply"
        take(encode({"jsonrpc": "2.0", "id": identity, "method": method, "params": params}))
        take.flush()
        return waiting.get(timeout=10)


class Stream:
    """What is written for one POST: kept while it may become a JSON body, then an event stream."""

    def __init__(self, handler: Handler, *, events: bool) -> None:
        self._handler = handler
        self._pending = b""
        self._streams = False
        self._in_line = False
        if events:
            self._start()

    def __call__(self, raw: bytes) -> None:
        """Take what is written."""
        self._pending += raw
        if self._streams or len(self._pending) > _BUFFERED:
            self.flush()

    def flush(self) -> None:
        """Send what was kept, as events; a line without end is sent as it comes."""
        self._start()
        *lines, rest = self._pending.split(b"\n")
        self._pending = rest
        for line in lines:
            if self._in_line:
                self._handler.chunk(line + b"\n\n")
                self._in_line = False
            else:
                self._handler.chunk(self._handler.faulty.render(line))
        if len(rest) > _BUFFERED or self._in_line:
            self._handler.chunk((b"" if self._in_line else b"data: ") + rest)
            self._pending, self._in_line = b"", True

    def _start(self) -> None:
        if not self._streams:
            self._streams = True
            self._handler.start_events()

    def finish(self, status: Callable[[bytes], int]) -> None:
        """Send a body, or end the stream."""
        if not self._streams and self._pending.count(b"\n") == 1:
            self._handler.reply(status(self._pending), self._pending, "application/json")
        elif not self._streams and not self._pending:
            self._handler.reply(202, b"")
        else:
            self.flush()
            self._handler.chunk(b"")


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    faulty: HttpServer

    def do_POST(self) -> None:
        """Answer one message."""
        raw = self.rfile.read(int(self.headers.get("content-length", "0")))
        message = _parsed(raw)
        if any(act(self, message) for act in self.faulty.intercept):
            return
        if message.get("id") in self.faulty.replies and "method" not in message:
            self.faulty.replies[message["id"]].put(message)
            self.reply(202, b"")
            return
        refusal = self._refusal(message)
        if refusal is not None:
            status, error = refusal
            self.reply(status, encode({"jsonrpc": "2.0", "id": None, "error": error}), "application/json")
            return
        self._answer(raw, message)

    def _answer(self, raw: bytes, message: Message) -> None:
        events = self.faulty.events and "id" in message and message.get("method") != "initialize"
        stream = Stream(self, events=events)
        token = TAKER.set(stream)
        try:
            self.faulty.take(raw)
        finally:
            TAKER.reset(token)
        stream.finish(self._status)

    def _status(self, line: bytes) -> int:
        if self.headers.get("mcp-protocol-version") != STATELESS_REVISION and not self.faulty.error_statuses:
            return 200
        error = _parsed(line).get("error")
        return _STATUS_OF.get(error["code"], 200) if isinstance(error, dict) else 200

    def _refusal(self, message: Message) -> tuple[int, Message] | None:
        if self.headers.get("mcp-protocol-version") == STATELESS_REVISION:
            params = message.get("params")
            name = (
                params.get(_NAMED_BY.get(message.get("method", ""), "")) if isinstance(params, dict) else None
            )
            told = (self.headers.get("mcp-method"), self.headers.get("mcp-name"))
            if told != (message.get("method"), name):
                return 400, sound.error(-32020, "headers and body differ")
            return None
        if message.get("method") in ("initialize", "server/discover") or not self.faulty.gives_session:
            return None
        known = self.headers.get("mcp-session-id")
        if known is None:
            return 400, sound.error(-32600, "Missing session ID")
        return None if known in self.faulty.sessions else (404, sound.error(-32001, "Session not found"))

    def do_GET(self) -> None:
        """Open the stream that belongs to no question, if there is one."""
        self.faulty.on_get(self)

    def do_DELETE(self) -> None:
        """End a session."""
        self.faulty.sessions.discard(self.headers.get("mcp-session-id", ""))
        self.faulty.on_delete(self)

    def reply(self, status: int, body: bytes, kind: str = "text/plain", **headers: str) -> None:
        """Send a whole response."""
        self.send_response(status)
        self._give_session(kind)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _give_session(self, kind: str) -> None:
        """A session id goes with each answer to a handshake, which alone comes without one."""
        asked = self.headers.get("mcp-session-id") or self.headers.get("mcp-protocol-version")
        if self.faulty.gives_session and asked is None and kind == "application/json":
            identity = secrets.token_hex(16)
            self.faulty.sessions.add(identity)
            self.send_header("Mcp-Session-Id", identity)

    def start_events(self) -> None:
        """Begin an event stream."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, raw: bytes) -> None:
        """Send a piece of a stream; an empty one ends it."""
        size = self.faulty.pieces or max(1, len(raw))
        for start in range(0, max(1, len(raw)), size):
            piece = raw[start : start + size]
            self.wfile.write(b"%x\r\n" % len(piece) + piece + b"\r\n")
            self.wfile.flush()

    def hang_up(self) -> None:
        """Break the connection as it is."""
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *args: Any) -> None:
        """Keep quiet: the addresses of requests are no news."""


def _parsed(raw: bytes) -> Message:
    try:
        value = json.loads(raw)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


class _Listener(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients hang up as they like."""


def serve(server: HttpServer, port: int) -> int:
    """Serve on the loopback interface until killed; the first line of stdout is the URL."""
    handler = type("BoundHandler", (Handler,), {"faulty": server})
    with _Listener(("127.0.0.1", port), handler) as listener:
        print(f"http://127.0.0.1:{listener.server_address[1]}{PATH}", flush=True)
        try:
            listener.serve_forever()
        except KeyboardInterrupt:
            sys.stdout.flush()
    return 0
