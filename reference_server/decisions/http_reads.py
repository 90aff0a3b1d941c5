"""The HTTP reads: the tools as plain resources, with the same bytes as their text blocks (11.3)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response

from reference_server.decisions import tools
from reference_server.decisions.errors import ToolError
from reference_server.decisions.http_problems import Problem, problem_of
from reference_server.decisions.json_text import JsonReader, JsonTextError
from reference_server.decisions.serialise import quoted, serialise

MAX_BODY_BYTES = 1048576
_ENTITY_ID = "entity_id"
_ADDRESS_NOT_UTF8 = "The address is not valid UTF-8."

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Route:
    """One resource: its path segments (None stands for the entity id), its tool and its methods."""

    segments: tuple[bytes | None, ...]
    tool: str
    methods: tuple[str, ...] = ("GET", "HEAD")

    def takes(self, segments: list[bytes]) -> bool:
        return len(segments) == len(self.segments) and all(
            segment == wanted if wanted is not None else segment != b""
            for segment, wanted in zip(segments, self.segments, strict=True)
        )


_ROUTES = (
    _Route((b"api", b"v1", b"decisions"), "list_decisions"),
    _Route((b"api", b"v1", b"search"), "search_decisions"),
    _Route((b"api", b"v1", b"architecture"), "inspect_architecture"),
    _Route((b"api", b"v1", b"entities", None), "inspect_entity"),
    _Route((b"api", b"v1", b"scenarios", b"diff"), "diff_scenarios", ("POST",)),
)


async def answer_read(root: Path, request: Request) -> Response:
    """The answer of the HTTP read that `request` asks for; raises Problem for every refusal."""
    # Segments are told apart before decoding, so that an encoded slash stays inside its segment.
    segments = [unquote_to_bytes(part) for part in request.scope["raw_path"][1:].split(b"/")]
    route = next((route for route in _ROUTES if route.takes(segments)), None)
    if route is None:
        raise Problem(404, "No such resource.")
    if request.method not in route.methods:
        raise Problem(405, "Method not allowed.", allow=", ".join(route.methods))
    body = await _body(request) if route.methods == ("POST",) else None
    arguments, stray = _arguments(route, segments, request.scope["query_string"], body)
    return await anyio.to_thread.run_sync(_answer, root, route.tool, arguments, stray)


def _answer(root: Path, tool: str, arguments: Mapping[str, Any], stray: frozenset[str]) -> Response:
    try:
        text = serialise(tools.call(root, tool, arguments, stray))
    except ToolError as error:
        raise problem_of(error) from None
    except Exception:
        # Whatever went wrong is ours: the log gets the place.
        _logger.exception("%s failed", tool)
        raise Problem(500, "Internal error.") from None
    headers = {"Cache-Control": "no-store"}
    return Response(text.encode("utf-8"), 200, headers, media_type="application/json")


async def _body(request: Request) -> bytes:
    content_type = request.headers.get("content-type", "")
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "The request body must be application/json.")
    too_large = Problem(413, "The request body is too large.")
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > MAX_BODY_BYTES:
        raise too_large
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise too_large
    return bytes(body)


def _arguments(
    route: _Route, segments: list[bytes], query: bytes, body: bytes | None
) -> tuple[dict[str, Any], frozenset[str]]:
    """The tool's arguments, and the names that count as undeclared wherever they came from."""
    try:
        address = [segment.decode("utf-8") for segment in segments]
        parameters = [(name.decode("utf-8"), value.decode("utf-8")) for name, value in _form(query)]
    except UnicodeDecodeError:
        raise Problem(400, _ADDRESS_NOT_UTF8) from None
    given = _once(parameters)
    if body is not None:
        return _body_object(body), frozenset(given)
    arguments: dict[str, Any] = dict(given)
    if "selections" in given:
        arguments["selections"] = _json(
            given["selections"].encode("utf-8"), 'Query parameter "selections" is not valid JSON.'
        )
    if None not in route.segments:
        return arguments, frozenset()
    stray = frozenset({_ENTITY_ID}) & given.keys()
    arguments[_ENTITY_ID] = address[-1]
    return arguments, frozenset(stray)


def _form(query: bytes) -> list[tuple[bytes, bytes]]:
    """The pairs of an application/x-www-form-urlencoded string, decoded to bytes."""
    pairs: list[tuple[bytes, bytes]] = []
    for part in query.split(b"&"):
        if part:
            name, _, value = part.replace(b"+", b" ").partition(b"=")
            pairs.append((unquote_to_bytes(name), unquote_to_bytes(value)))
    return pairs


def _once(parameters: list[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in parameters]
    repeated = {name for name in names if names.count(name) > 1}
    if repeated:
        raise Problem(400, f"Query parameter {quoted(min(repeated))} is repeated.")
    return dict(parameters)


def _body_object(body: bytes) -> dict[str, Any]:
    value = _json(body, "The request body is not valid JSON.")
    if not isinstance(value, dict):
        raise Problem(422, "The request body must be a JSON object.")
    return value


def _json(data: bytes, refusal: str) -> Any:
    try:
        return JsonReader().request(data)
    except JsonTextError:
        raise Problem(400, refusal) from None
