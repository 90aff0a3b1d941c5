"""`switchplinth serve`: streamable HTTP MCP at /mcp and the HTTP reads, on loopback only (11.2)."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from reference_server.decisions.http_guard import refusal_of
from reference_server.decisions.http_problems import Problem, problem_response
from reference_server.decisions.http_protocol import LoopbackProtocol
from reference_server.decisions.http_reads import answer_read
from reference_server.decisions.mcp_server import SERVER_NAME, build_server

MCP_PATH = b"/mcp"
PORT_STATUS = 3
_GRACE_SECONDS = 3
# There are no sessions, so there is no stream to open with GET and nothing to end with DELETE.
_ONLY_POST = Problem(405, "Method not allowed.", allow="POST")
# What an operating system without IPv6, or without its loopback address, says.
_NO_IPV6 = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT})

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def serve_http(root: Path, port: int) -> int:
    """Serve the repository directory `root` on `port` (0: any free one) until stopped.

    Returns 0 after a stop, and PORT_STATUS, with one line on stderr, when the port cannot be bound.
    """
    try:
        sockets = loopback_sockets(port)
    except OSError as error:
        reason = error.strerror or str(error)
        print(f"{SERVER_NAME} serve: cannot bind port {port}: {reason}", file=sys.stderr)
        return PORT_STATUS
    bound = sockets[0].getsockname()[1]
    print(f"{SERVER_NAME} serve: http://localhost:{bound}{MCP_PATH.decode()}", file=sys.stderr, flush=True)
    # By the time uvicorn lets an interrupt through it has closed everything: that is a stop, no failure.
    with contextlib.suppress(KeyboardInterrupt):
        anyio.run(_serve, root, bound, sockets)
    return 0


def loopback_sockets(port: int) -> list[socket.socket]:
    """Listening sockets on 127.0.0.1 and, where the host has it, ::1; raises OSError."""
    first = _bound(socket.AF_INET, "127.0.0.1", port)
    try:
        return [first, _bound(socket.AF_INET6, "::1", first.getsockname()[1])]
    except OSError as error:
        if error.errno in _NO_IPV6:
            return [first]
        first.close()
        raise


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # With the protocol named, asyncio sends at once; otherwise a body waits 40 ms behind its head.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((address, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


async def _serve(root: Path, port: int, sockets: list[socket.socket]) -> None:
    sessions = StreamableHTTPSessionManager(build_server(root), json_response=True, stateless=True)
    config = uvicorn.Config(
        application(root, port, sessions),
        http=LoopbackProtocol,
        ws="none",
        lifespan="off",
        # uvicorn's own set-up writes the access log to stdout.
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    async with sessions.run():
        await uvicorn.Server(config).serve(sockets)


def application(root: Path, port: int, sessions: StreamableHTTPSessionManager) -> Application:
    """The ASGI application: the guard first, then MCP at its path, then the reads."""

    async def serve_request(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal = refusal_of(scope["headers"], port)
        if refusal is not None:
            await problem_response(refusal)(scope, receive, send)
            return
        if scope["raw_path"] == MCP_PATH and scope["method"] != "POST":
            await problem_response(_ONLY_POST)(scope, receive, send)
            return
        if scope["raw_path"] == MCP_PATH:
            await sessions.handle_request(scope, receive, send)
            return
        try:
            response = await answer_read(root, Request(scope, receive))
        except Problem as problem:
            response = problem_response(problem)
        except ClientDisconnect:
            return
        await response(scope, receive, send)

    return serve_request
