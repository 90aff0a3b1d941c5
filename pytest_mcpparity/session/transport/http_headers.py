"""The headers that MCP wants on each request over HTTP, read from the very frames that are sent.

A handshake gives a session id and a revision, which go with everything after it. At the stateless
revision each request says by itself what it is: its revision, its method, whom it concerns, and the
arguments that a tool's schema marks with `x-mcp-header`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_mcpparity.json_text import JsonTextError, Members, Number, Value, parse
from pytest_mcpparity.session.outgoing import frame_id

SESSION_ID = "mcp-session-id"
_REVISION = "mcp-protocol-version"
_REVISION_KEY = "io.modelcontextprotocol/protocolVersion"
#: The params member that says whom a request concerns, by method.
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_SAFE = re.compile(r"[\x20-\x7e]*")
_ENCODED = re.compile(r"=\?base64\?.*\?=", re.DOTALL)
#: Properties are looked for this deep; nobody nests arguments of tools deeper.
_MAX_DEPTH = 64
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Message:
    """What a frame to be sent is: `method` is empty and `id` None where it has none that can be used."""

    method: str
    id: Value
    params: Members
    is_question: bool

    @property
    def is_reply(self) -> bool:
        """Whether it answers a question of the target."""
        return not self.method and not self.is_question

    @property
    def shown(self) -> str:
        """The message for people: its method and whom it concerns."""
        name = self.params.get(_NAMED_BY.get(self.method, ""))
        return f"{self.method or 'a frame'} {name}" if isinstance(name, str) else self.method or "a frame"


def read_message(frame: bytes) -> Message:
    """What `frame` is; one that is no JSON-RPC message counts as a question, because it wants a refusal."""
    text = frame.decode("utf-8", "surrogateescape")
    try:
        value = parse(text)
    except JsonTextError:
        return Message("", None, Members(), is_question=True)
    if not isinstance(value, Members):
        return Message("", frame_id(text), Members(), is_question=True)
    method, params = value.get("method"), value.get("params")
    tells = isinstance(method, str) and not value.has("id")
    replies = not value.has("method") and (value.has("result") or value.has("error"))
    return Message(
        method if isinstance(method, str) else "",
        frame_id(text),
        params if isinstance(params, Members) else Members(),
        is_question=not (tells or replies),
    )


class ProtocolHeaders:
    """What has been agreed so far, as headers; `session_id` is None where the target gave none."""

    def __init__(self) -> None:
        self.session_id: str | None = None
        self.stateless = False
        self._revision: str | None = None
        self._marked: dict[str, dict[tuple[str, ...], str]] = {}

    def of_session(self) -> dict[str, str]:
        """The headers of the session alone."""
        headers = {SESSION_ID: self.session_id} if self.session_id else {}
        return headers | ({_REVISION: self._revision} if self._revision else {})

    def of(self, message: Message) -> dict[str, str]:
        """The headers of a message that is about to be sent."""
        if message.method == "initialize":
            return {}
        meta = message.params.get("_meta")
        own = meta.get(_REVISION_KEY) if isinstance(meta, Members) else None
        if isinstance(own, str) and message.method == "server/discover":
            self.stateless, self._revision = True, own
        headers = self.of_session()
        if isinstance(own, str):
            headers[_REVISION] = encode_value(own)
        if self.stateless:
            headers |= self._of_stateless(message)
        return headers

    def _of_stateless(self, message: Message) -> dict[str, str]:
        headers = {"mcp-method": encode_value(message.method)} if message.method else {}
        name = message.params.get(_NAMED_BY.get(message.method, ""))
        if not isinstance(name, str):
            return headers
        headers["mcp-name"] = encode_value(name)
        if message.method == "tools/call":
            arguments = message.params.get("arguments")
            for path, token in self._marked.get(name, {}).items():
                if (value := _scalar_at(arguments, path)) is not None:
                    headers[f"mcp-param-{token}"] = encode_value(value)
        return headers

    def note_answer(self, message: Message, answer: bytes) -> None:
        """Learn from what came for `message`: the agreed revision, or which arguments go as headers."""
        if message.method != "initialize" and not (self.stateless and message.method == "tools/list"):
            return
        try:
            value = parse(answer.decode("utf-8", "surrogateescape"))
        except JsonTextError:
            return
        result = value.get("result") if isinstance(value, Members) else None
        if not isinstance(result, Members):
            return
        revision, tools = result.get("protocolVersion"), result.get("tools")
        if message.method == "initialize" and isinstance(revision, str):
            self._revision = encode_value(revision)
        for tool in tools if self.stateless and isinstance(tools, list) else ():
            if isinstance(tool, Members) and isinstance(name := tool.get("name"), str):
                self._marked[name] = dict(_marked(tool.get("inputSchema"), ()))


def encode_value(value: str) -> str:
    """`value` as it may stand in a header: in base64 where printable ASCII alone would not give it back."""
    if _SAFE.fullmatch(value) and value == value.strip() and not _ENCODED.fullmatch(value):
        return value
    raw = value.encode("utf-8", "surrogatepass")
    return f"=?base64?{base64.b64encode(raw).decode('ascii')}?="


def _marked(schema: Value, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The properties that `x-mcp-header` marks, by their path, and the header's name."""
    if not isinstance(schema, Members) or len(path) > _MAX_DEPTH:
        return
    token = schema.get("x-mcp-header")
    if path and isinstance(token, str) and _TOKEN.fullmatch(token):
        yield path, token
    properties = schema.get("properties")
    for name, child in properties if isinstance(properties, Members) else ():
        yield from _marked(child, (*path, name))


def _scalar_at(value: Value, path: tuple[str, ...]) -> str | None:
    for name in path:
        value = value.get(name) if isinstance(value, Members) else None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return value.spelling
    return value if isinstance(value, str) else None
