"""Faults of frames: each breaks one rule of JSON-RPC or MCP around an answer that is sound in itself."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from reference_server.faults import sound
from reference_server.faults.answers import Fault, on_body, on_tools
from reference_server.faults.server import LineChange, Message, Server, encode, is_call, write

TOOL = "greet"


def on_line(change: Callable[[Message, bytes], bytes]) -> Fault:
    """A fault that changes the line of each answer to a call of `greet`."""

    def install(server: Server) -> None:
        def alter(request: Message, line: bytes) -> bytes:
            return change(request, line) if is_call(request, TOOL) else line

        server.lines.append(alter)

    return install


def ahead(*lines: bytes) -> Fault:
    """A fault that writes lines before each answer to a call of `greet`."""
    return on_line(lambda _request, line: b"".join(one + b"\n" for one in lines) + line)


def _rewritten(change: Callable[[Message], object]) -> Fault:
    def alter(_request: Message, line: bytes) -> bytes:
        return encode(change(json.loads(line)))

    return on_line(alter)


def _method_line(method: str, change: LineChange) -> Fault:
    def install(server: Server) -> None:
        server.lines.append(
            lambda request, line: change(request, line) if request["method"] == method else line
        )

    return install


def _repeat_cursor(server: Server) -> None:
    def alter(request: Message, body: Message) -> Message:
        if request["method"] == "tools/list":
            body["result"]["nextCursor"] = "again"
        return body

    server.bodies.append(alter)


def _refuse(method: str) -> Fault:
    def install(server: Server) -> None:
        def alter(request: Message, body: Message) -> Message:
            return {"error": sound.error(-32601, "not here")} if request["method"] == method else body

        server.bodies.append(alter)

    return install


def _ask(method: str, params: Message) -> Fault:
    """The client is asked in the middle of a call, and its answer goes to stderr."""

    def install(server: Server) -> None:
        def act(request: Message) -> None:
            if is_call(request, TOOL):
                answer = server.ask(method, params)
                write_error(json.dumps({name: answer.get(name) for name in ("result", "error")}))

        server.before.append(act)

    return install


def write_error(text: str) -> None:
    """Write a line to stderr."""
    import sys

    print(text, file=sys.stderr, flush=True)


def _stray_later(server: Server) -> None:
    def act(request: Message) -> None:
        if is_call(request, TOOL):
            time.sleep(0.1)
            write(b"a tail of the last answer\n")

    server.after.append(act)


def _notification(method: str, params: Message) -> bytes:
    return encode({"jsonrpc": "2.0", "method": method, "params": params}).rstrip(b"\n")


_SAMPLING: Message = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Say hello."}}],
    "maxTokens": 10,
}
_ELICITATION: Message = {"message": "Your name?", "requestedSchema": {"type": "object", "properties": {}}}
_STRAY_ANSWER = b'{"jsonrpc":"2.0","id":424242,"result":{"content":[{"type":"text","text":"wrong"}]}}'


def _both(message: Message) -> Message:
    return {**message, "error": sound.error(-32000, "both")}


FAULTS: dict[str, Fault] = {
    "stray-line": ahead(b"[DEBUG] greet was called"),
    "stray-brace": ahead(b"}"),
    "stray-number": ahead(b"123"),
    "stray-string": ahead(b'"x"'),
    "stray-object": ahead(b'{"level":"info","msg":"greet was called"}'),
    "stray-blank": ahead(b""),
    "stray-escapes": ahead(b"\x1b[2J\x1b]0;title\x07 greet"),
    "stray-later": _stray_later,
    "stray-at-start": _method_line("initialize", lambda _request, line: b"starting\n" + line),
    "stray-at-list": _method_line("tools/list", lambda _request, line: b"listing\n" + line),
    "bad-utf8": on_line(lambda _request, line: line.replace(b"Hello", b"Hell\xff")),
    "duplicate-answer": on_line(lambda _request, line: line + line),
    "unknown-id": ahead(_STRAY_ANSWER),
    "id-string": _rewritten(lambda message: {**message, "id": str(message["id"])}),
    "id-null": on_body(TOOL, lambda _body: {"error": sound.error(-32603, "lost the id"), "id": None}),
    "result-and-error": _rewritten(_both),
    "no-jsonrpc": _rewritten(lambda message: {key: message[key] for key in message if key != "jsonrpc"}),
    "batch": _rewritten(lambda message: [message]),
    "broken-json": on_line(lambda _request, line: line.replace(b"Hello, ", b"Hello,\x01")),
    "result-no-object": _rewritten(lambda message: {**message, "result": "Hello"}),
    "duplicate-member": on_line(
        lambda _request, line: line.replace(b'{"type":"text"', b'{"type":"text","type":"text"')
    ),
    "crlf-frames": on_line(lambda _request, line: line.replace(b"\n", b"\r\n")),
    "escaped-frames": on_line(lambda _request, line: line.replace(b"H", b"\\u0048")),
    "schema-input": on_tools(
        lambda tools: tools[0].update(inputSchema={"type": "object", "required": "name"})
    ),
    "schema-output": on_body("measure", lambda body: body["result"]["structuredContent"].update(unit=7)),
    "capability-refused": _refuse("resources/list"),
    "tools-refused": _refuse("tools/list"),
    "cursor-repeats": _repeat_cursor,
    "asks-roots": _ask("roots/list", {}),
    "asks-sampling": _ask("sampling/createMessage", _SAMPLING),
    "asks-elicitation": _ask("elicitation/create", _ELICITATION),
    "logs-between": ahead(
        _notification("notifications/message", {"level": "info", "data": "greeting"}),
        _notification("vendor/progress", {"done": 1}),
    ),
}
