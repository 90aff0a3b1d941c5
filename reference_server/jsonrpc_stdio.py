"""A plain JSON-RPC session over two byte streams: one message a line, answered in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

from reference_server.go_json import (
    RAW,
    STRING,
    JSONFault,
    Struct,
    compact_raw,
    marshal,
    trim_space,
    unmarshal,
)

MAX_FRAME = 4 * 1024 * 1024
"""Bytes of one line, its newline included."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602

_MESSAGE = Struct(
    "rpcMessage", "mcp.rpcMessage", {"jsonrpc": STRING, "id": RAW, "method": STRING, "params": RAW}
)


class RPCError(Exception):
    """A request that is refused: `code` and the message, which is `str()`."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


Method: TypeAlias = Callable[[bytes | None], object]
"""Takes the raw params (None if absent) and gives the result; raises `RPCError`."""


@dataclass(frozen=True, slots=True)
class Methods:
    """What a session answers: `methods` by name; `ignored` are never answered, whatever they carry."""

    methods: dict[str, Method]
    ignored: frozenset[str] = frozenset()


def serve(incoming: BinaryIO, outgoing: BinaryIO, methods: Methods) -> None:
    """Answer every line of `incoming` on `outgoing` until it ends; each reply is flushed at once."""
    for line in _lines(incoming):
        reply = _too_long() if line is None else answer(line, methods)
        if reply is not None:
            outgoing.write(reply + b"\n")
            outgoing.flush()


def _lines(incoming: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one that is too long."""
    while line := incoming.readline(MAX_FRAME + 1):
        if len(line) > MAX_FRAME:
            while line and not line.endswith(b"\n"):
                line = incoming.readline(MAX_FRAME)
            yield None
        elif trim_space(line.decode("utf-8", "surrogateescape")):
            yield line


def answer(line: bytes, methods: Methods) -> bytes | None:
    """The reply to one line, without its newline; None if there is none."""
    try:
        message = unmarshal(line, _MESSAGE) or {}
    except JSONFault as fault:
        return _error(b"null", PARSE_ERROR, f"parse error: {fault}")
    id_ = message.get("id")
    name = message.get("method", "")
    if name in methods.ignored:
        return None
    method = methods.methods.get(name)
    if method is None:
        return None if id_ is None else _error(id_, METHOD_NOT_FOUND, f"method not found: {name}")
    try:
        result = method(message.get("params"))
    except RPCError as error:
        return _error(id_, error.code, str(error))
    return _reply(id_, "result", result)


def _too_long() -> bytes:
    return _error(b"null", INVALID_REQUEST, f"request exceeds the {MAX_FRAME}-byte maximum frame size")


def _error(id_: bytes | None, code: int, message: str) -> bytes:
    return _reply(id_, "error", {"code": code, "message": message})


def _reply(id_: bytes | None, member: str, value: object) -> bytes:
    """A reply; its id is the request's own bytes, and left out if the request had none."""
    id_member = b"" if id_ is None else b'"id":' + compact_raw(id_) + b","
    return b'{"jsonrpc":"2.0",' + id_member + f'"{member}":{marshal(value)}}}'.encode()
