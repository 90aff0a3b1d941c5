"""An embeddings endpoint on loopback, as good or as bad as a test wants it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Embedder = Callable[[Sequence[str]], list[list[float]]]


@dataclass(frozen=True)
class Received:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Reply:
    """What the endpoint answers with."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Endpoint:
    """A running endpoint: its base URL and what it has received."""

    url: str
    received: list[Received]


def answer_with(embed: Embedder) -> Callable[[Received], Reply]:
    """Replies as an OpenAI-compatible server does."""

    def reply(request: Received) -> Reply:
        vectors = embed(request.body["input"])
        data = [
            {"object": "embedding", "index": index, "embedding": vector}
            for index, vector in enumerate(vectors)
        ]
        return Reply(json.dumps({"object": "list", "data": data, "usage": {}}).encode())

    return reply


@contextmanager
def serving(reply: Callable[[Received], Reply]) -> Iterator[Endpoint]:
    """An HTTP server that answers every POST with what `reply` makes of it."""
    received: list[Received] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Received(self.command, self.path, headers, body)
            received.append(request)
            answer = reply(request)
            self.send_response(answer.status)
            for name, value in {"Content-Length": str(len(answer.body)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Endpoint(f"http://127.0.0.1:{server.server_port}/v1", received)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def speaking(talk: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    """The base URL of a server that reads a request and then does `talk` on the bare connection.

    The event is set when the test is over.
    """
    over = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            talk(connection, over)

    thread = threading.Thread(target=accept)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        over.set()
        thread.join()
        listener.close()
