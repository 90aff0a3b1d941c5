"""MCP over stdin and stdout (11.1), with three promises that `Server.run` alone does not keep.

A request that comes without a handshake is answered; a line that is no request gets its JSON-RPC
error; and end of input ends the server only after every request that is still open is answered.
"""

from __future__ import annotations

import signal
from pathlib import Path
from types import TracebackType
from typing import Any

import anyio
import mcp_types as types
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from reference_server.decisions.mcp_server import build_server


def serve_stdio(root: Path) -> int:
    """Serve the repository directory `root` until the end of input, and return the exit status.

    A peer that no longer reads ends the server as the end of input does. The interrupt key ends the
    process at once: a thread that waits for input cannot be woken, and there is nothing to tidy up.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(_serve, root)
    except* BrokenPipeError:
        pass
    return 0


async def _serve(root: Path) -> None:
    server = build_server(root)
    async with stdio_server() as (read_stream, write_stream):
        open_requests = _OpenRequests()
        writer = _Writer(write_stream, open_requests)
        reader = _Reader(read_stream, writer, open_requests)
        await server.run(reader, writer, server.create_initialization_options())


class _OpenRequests:
    """The requests that still wait for their answer; ids are compared as text, as the SDK does."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._changed = anyio.Event()

    def add(self, request_id: types.RequestId) -> None:
        self._ids.add(str(request_id))

    def discard(self, request_id: object) -> None:
        self._ids.discard(str(request_id))
        self._changed.set()

    async def drain(self) -> None:
        while self._ids:
            self._changed = anyio.Event()
            await self._changed.wait()


class _Stream:
    """What the SDK asks of both its streams; `inner` is the stream that is wrapped."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self.aclose()


class _Writer(_Stream):
    def __init__(self, inner: Any, open_requests: _OpenRequests) -> None:
        super().__init__(inner)
        self._open = open_requests

    async def send(self, message: SessionMessage, /) -> None:
        await self._inner.send(message)
        if isinstance(message.message, types.JSONRPCResponse | types.JSONRPCError):
            self._open.discard(message.message.id)

    async def __aenter__(self) -> _Writer:
        return self


class _Reader(_Stream):
    def __init__(self, inner: Any, writer: _Writer, open_requests: _OpenRequests) -> None:
        super().__init__(inner)
        self._writer = writer
        self._open = open_requests
        self._started = False

    async def receive(self) -> SessionMessage | Exception:
        if not self._started:
            # Opens the SDK's gate for a request without a handshake; the other era ignores it.
            self._started = True
            return SessionMessage(
                types.JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized")
            )
        while True:
            try:
                item: SessionMessage | Exception = await self._inner.receive()
            except anyio.EndOfStream:
                await self._open.drain()
                raise
            if isinstance(item, SessionMessage):
                self._note(item.message)
                return item
            refusal = _refusal(item)
            if refusal is not None:
                await self._writer.send(SessionMessage(refusal))

    def _note(self, message: types.JSONRPCMessage) -> None:
        if isinstance(message, types.JSONRPCRequest):
            self._open.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            # The SDK never answers a request that its sender has cancelled.
            self._open.discard((message.params or {}).get("requestId"))

    def __aiter__(self) -> _Reader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> _Reader:
        return self


def _refusal(error: Exception) -> types.JSONRPCError | None:
    """The answer to a line that is no JSON-RPC message: None for a blank line."""
    if not isinstance(error, ValidationError):
        return None
    faults = error.errors(include_url=False)
    if faults[0]["type"] != "json_invalid":
        return _error(_id_among(faults), types.INVALID_REQUEST, "Invalid Request")
    line = faults[0]["input"]
    blank = isinstance(line, str | bytes) and not line.strip()
    return None if blank else _error(None, types.PARSE_ERROR, "Parse error")


def _id_among(faults: list[ErrorDetails]) -> types.RequestId | None:
    """The id of the refused message, or None.

    Every request lacks the members of an answer, and the fault that says so has the whole message
    as its input.
    """
    for fault in faults:
        message = fault["input"]
        if fault["type"] == "missing" and len(fault["loc"]) == 2 and isinstance(message, dict):
            request_id = message.get("id")
            return request_id if type(request_id) in (int, str) else None
    return None


def _error(request_id: types.RequestId | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=request_id, error=types.ErrorData(code=code, message=message))
