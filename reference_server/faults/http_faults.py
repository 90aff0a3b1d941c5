"""Faults that only HTTP has; each acts on calls of `greet`, so that calls of other tools pass."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TypeAlias

from reference_server.faults import sound
from reference_server.faults.framing import TOOL, write_error
from reference_server.faults.http import PATH, Handler, HttpServer
from reference_server.faults.server import Message, encode, is_call

HttpFault: TypeAlias = Callable[[HttpServer], None]

TOKEN_HEADER = "Bearer open-sesame"
_ELSEWHERE = "/elsewhere"
_REFUSALS = {
    400: b"Bad Request",
    401: b'{"error":"invalid_token"}',
    403: b"Origin not allowed.\x1b[2J",
    404: b"<html>not here</html>",
    406: b"Not Acceptable",
    413: b"too large",
    421: b"Host not allowed.",
    500: b"Traceback: " + b"x" * 1000,
    503: b"no healthy upstream",
}


def _instead(act: Callable[[Handler, Message], None]) -> HttpFault:
    """A fault that replies to each call of `greet` by itself."""

    def install(server: HttpServer) -> None:
        def intercept(handler: Handler, message: Message) -> bool:
            if not is_call(message, TOOL):
                return False
            act(handler, message)
            return True

        server.intercept.append(intercept)

    return install


def _status(status: int, body: bytes) -> HttpFault:
    return _instead(lambda handler, _message: handler.reply(status, body))


def _whole(body: Callable[[Message], tuple[int, str, bytes]]) -> HttpFault:
    def act(handler: Handler, message: Message) -> None:
        status, kind, raw = body(message)
        handler.reply(status, raw, kind)

    return _instead(act)


def _error(message: Message, **members: object) -> bytes:
    error = {"code": -32603, "message": "no way"}
    return encode({"jsonrpc": "2.0", "id": message["id"], "error": error, **members})


def _rendered(render: Callable[[bytes], bytes], pieces: int = 0) -> HttpFault:
    """A sound answer in an event stream of another form."""

    def install(server: HttpServer) -> None:
        server.events, server.render, server.pieces = True, render, pieces

    return install


def _multi_line(line: bytes) -> bytes:
    spread = json.dumps(json.loads(line), indent=1, ensure_ascii=False).encode()
    return b"".join(b"data: " + part + b"\n" for part in spread.split(b"\n")) + b"\n"


def _answer(handler: Handler, message: Message) -> bytes:
    """The event with the sound answer."""
    body = sound.call(TOOL, message["params"].get("arguments"))
    return handler.faulty.render(encode({"jsonrpc": "2.0", "id": message["id"], **body})[:-1])


def _break(handler: Handler, _message: Message) -> None:
    handler.start_events()
    handler.chunk(b'id: 7\ndata: {"jsonrpc":"2.0",')
    handler.hang_up()


def _end_early(handler: Handler, _message: Message) -> None:
    handler.start_events()
    handler.chunk(b': nothing to say\n\nevent: message\ndata: {"json')
    handler.chunk(b"")


def _stay_open(handler: Handler, message: Message) -> None:
    handler.start_events()
    handler.chunk(_answer(handler, message))
    time.sleep(3600)


def _twice(handler: Handler, message: Message) -> None:
    handler.start_events()
    handler.chunk(_answer(handler, message) * 2)
    handler.chunk(b"")


def _other_type(handler: Handler, message: Message) -> None:
    handler.start_events()
    handler.chunk(b"event: greeting\ndata: from the side\n\n" + _answer(handler, message))
    handler.chunk(b"")


def _broken_after(handler: Handler, message: Message) -> None:
    handler.start_events()
    handler.chunk(_answer(handler, message))
    handler.hang_up()


def _forget(server: HttpServer) -> None:
    server.after.append(lambda request: server.sessions.clear() if is_call(request, TOOL) else None)


def _redirect(status: int, host: str | None = None) -> HttpFault:
    """Each POST to the usual path is redirected, to another path or another host."""

    def install(server: HttpServer) -> None:
        def intercept(handler: Handler, _message: Message) -> bool:
            if handler.path != PATH:
                return False
            port = handler.connection.getsockname()[1]
            there = _ELSEWHERE if host is None else f"http://{host}:{port}{_ELSEWHERE}"
            handler.reply(status, b"", Location=there)
            return True

        server.intercept.append(intercept)

    return install


def _loop(server: HttpServer) -> None:
    def intercept(handler: Handler, _message: Message) -> bool:
        handler.reply(307, b"", Location=handler.path + "x")
        return True

    server.intercept.append(intercept)


def _want_token(server: HttpServer) -> None:
    """Every request needs the token, and `lines` writes it into its answer."""

    def intercept(handler: Handler, _message: Message) -> bool:
        if handler.headers.get("authorization") == TOKEN_HEADER:
            return False
        handler.reply(401, b"who are you?")
        return True

    def alter(request: Message, body: Message) -> Message:
        if is_call(request, "lines"):
            body["result"]["content"][0]["text"] = f"you came with {TOKEN_HEADER}\n"
        return body

    server.intercept.append(intercept)
    server.bodies.append(alter)


def _count_sessions(server: HttpServer) -> None:
    """`lines` tells how many sessions there have been."""
    begun: list[Message] = []

    def alter(request: Message, body: Message) -> Message:
        if request["method"] == "initialize":
            begun.append(request)
        elif is_call(request, "lines"):
            body["result"]["content"][0]["text"] = f"session {len(begun)}"
        return body

    server.bodies.append(alter)


def _ask_aside(server: HttpServer) -> None:
    """The client is asked for its roots on the stream that belongs to no question."""

    def listen(handler: Handler) -> None:
        handler.start_events()
        handler.chunk(b'data: {"jsonrpc":"2.0","id":"aside","method":"roots/list"}\n\n')
        time.sleep(3600)

    def intercept(handler: Handler, message: Message) -> bool:
        if message.get("id") != "aside":
            return False
        write_error(json.dumps({name: message.get(name) for name in ("result", "error")}))
        handler.reply(202, b"")
        return True

    server.on_get = listen
    server.intercept.append(intercept)


def _on_delete(act: Callable[[Handler], None]) -> HttpFault:
    def install(server: HttpServer) -> None:
        server.on_delete = act

    return install


def _without_session(server: HttpServer) -> None:
    server.gives_session = False


def _error_statuses(server: HttpServer) -> None:
    server.error_statuses = True


FAULTS: dict[str, HttpFault] = {
    "sse-split": _rendered(lambda line: b"data: " + line + b"\n\n", pieces=7),
    "sse-multi-line": _rendered(_multi_line),
    "sse-comments": _rendered(lambda line: b": ping\n\n:\ndata:" + line + b"\n: more\n\n"),
    "sse-crlf": _rendered(lambda line: b"data: " + line + b"\r\n\r\n", pieces=1),
    "sse-cr": _rendered(lambda line: b"data: " + line + b"\r\r"),
    "sse-bom": _rendered(lambda line: b"\xef\xbb\xbfdata: " + line + b"\n\n"),
    "sse-fields": _rendered(
        lambda line: b"id: 1\nretry: 5\ndata:\n\nevent: message\nvendor: x\nid\ndata: " + line + b"\n\n"
    ),
    "sse-breaks": _instead(_break),
    "sse-ends": _instead(_end_early),
    "sse-stays-open": _instead(_stay_open),
    "sse-twice": _instead(_twice),
    "sse-other-type": _instead(_other_type),
    "sse-breaks-after": _instead(_broken_after),
    **{f"status-{status}": _status(status, body) for status, body in _REFUSALS.items()},
    "status-202": _status(202, b""),
    "html": _whole(lambda _message: (200, "text/html", b"<h1>hello</h1>")),
    "json-other": _whole(lambda _message: (200, "application/json", b'{"ok":true}')),
    "error-500": _whole(lambda message: (500, "application/json", _error(message))),
    "error-other-id": _whole(lambda message: (400, "application/json", _error(message, id="server-error"))),
    "error-statuses": _error_statuses,
    "session-forgotten": _forget,
    "without-session": _without_session,
    "delete-405": _on_delete(lambda handler: handler.reply(405, b"")),
    "delete-500": _on_delete(lambda handler: handler.reply(500, b"")),
    "delete-hangs": _on_delete(lambda _handler: time.sleep(3600)),
    "redirect-307": _redirect(307),
    "redirect-308": _redirect(308),
    "redirect-303": _redirect(303),
    "redirect-host": _redirect(307, "localhost"),
    "redirect-loop": _loop,
    "wants-token": _want_token,
    "asks-aside": _ask_aside,
    "counts-sessions": _count_sessions,
}
