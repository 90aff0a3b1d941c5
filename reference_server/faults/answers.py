"""Faults of answers: each differs from the sound answer in one thing, and breaks no rule of the protocol."""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from reference_server.faults import sound
from reference_server.faults.server import Message, Server, is_call

Fault: TypeAlias = Callable[[Server], None]


def on_body(tool: str, change: Callable[[Message], Message | None]) -> Fault:
    """A fault that changes the body of each call of `tool`; the change works in place or gives a new one."""

    def install(server: Server) -> None:
        def alter(request: Message, body: Message) -> Message:
            if not is_call(request, tool):
                return body
            body = copy.deepcopy(body)
            return change(body) or body

        server.bodies.append(alter)

    return install


def on_text(tool: str, change: Callable[[str], str]) -> Fault:
    """A fault that changes the text of the first block of each call of `tool`."""

    def alter(body: Message) -> None:
        block = body["result"]["content"][0]
        block["text"] = change(block["text"])

    return on_body(tool, alter)


def on_tools(change: Callable[[list[Message]], None]) -> Fault:
    """A fault that changes the advertised tools in place."""

    def install(server: Server) -> None:
        server.offered = copy.deepcopy(server.offered)
        change(server.offered)

    return install


def _on_error(**members: object) -> Fault:
    def alter(body: Message) -> None:
        if "error" in body:
            body["error"].update(members)

    return on_body("greet", alter)


def _swap_blocks(body: Message) -> None:
    body["result"]["content"].reverse()


def _merge_blocks(body: Message) -> None:
    texts = [block["text"] for block in body["result"]["content"]]
    body["result"]["content"] = [sound.text("\n".join(texts))]


def _add_meta(body: Message) -> None:
    if "result" in body:
        body["result"]["_meta"] = {"server/elapsed": 3}


def _structured(**members: object) -> Callable[[Message], None]:
    def alter(body: Message) -> None:
        body["result"]["structuredContent"].update(members)

    return alter


def _reorder_structured(body: Message) -> None:
    pairs = body["result"]["structuredContent"].items()
    body["result"]["structuredContent"] = dict(reversed(pairs))


def _change_instructions(server: Server) -> None:
    def alter(request: Message, body: Message) -> Message:
        if request["method"] in ("initialize", "server/discover") and "result" in body:
            body["result"]["instructions"] = "Greet last."
        return body

    server.bodies.append(alter)


def _page(server: Server) -> None:
    server.page_size = 3


_OWNER_LAST = '"id": "f1",\n      "name": "labels",\n      "owner": "billing"'
_OWNER_FIRST = '"id": "f1",\n      "owner": "billing",\n      "name": "labels"'

FAULTS: dict[str, Fault] = {
    "member-order": on_text(
        "report",
        lambda text: text.replace(
            '"id": "f1",\n      "name": "labels",\n      "owner": "billing"', _OWNER_FIRST
        ),
    ),
    "indentation": on_text("report", lambda text: text.replace("  ", "    ")),
    "escapes": on_text("report", lambda text: text.replace("\\u003c", "<")),
    "trailing-newline": on_text("report", lambda text: text.rstrip("\n")),
    "number-spelling": on_text("report", lambda text: text.replace("2.50", "2.5")),
    "value": on_text("report", lambda text: text.replace("billing", "payments")),
    "value-missing": on_text("report", lambda text: text.replace(',\n      "owner": "billing"', "")),
    "crlf": on_text("lines", lambda text: text.replace("\n", "\r\n")),
    "line-order": on_text("lines", lambda _text: "beta\nalpha\ngamma\n"),
    "line-changed": on_text("lines", lambda text: text.replace("beta", "Beta")),
    "nfd": on_text("unicode", lambda text: unicodedata.normalize("NFD", text)),
    "terminal-escapes": on_text("lines", lambda text: text.replace("beta", "\x1b[2J\x1b[31mbeta\x07")),
    "bidirectional": on_text("lines", lambda text: text.replace("beta", "\u202eatebx\u202c")),
    "absolute-path": on_text("lines", lambda text: text.replace("beta", __file__)),
    "clock": on_text("lines", lambda text: text.replace("beta", "2031-05-04T03:02:01Z")),
    "blocks-swapped": on_body("check", _swap_blocks),
    "block-missing": on_body("check", lambda body: body["result"]["content"].pop() and None),
    "block-extra": on_body("lines", lambda body: body["result"]["content"].append(sound.text("more"))),
    "blocks-merged": on_body("check", _merge_blocks),
    "block-type": on_body("lines", lambda body: body["result"]["content"][0].update(type="note")),
    "is-error-flipped": on_body("check", lambda body: body["result"].update(isError=False)),
    "image-changed": on_body("picture", lambda body: body["result"]["content"][1].update(data="AAAA")),
    "structured-missing": on_body("measure", lambda body: body["result"].pop("structuredContent") and None),
    "structured-number": on_body("measure", _structured(total=1)),
    "structured-order": on_body("measure", _reorder_structured),
    "meta-added": on_body("greet", _add_meta),
    "error-code": _on_error(code=-32601),
    "error-message": _on_error(message="greet wants a name"),
    "error-data": _on_error(data={"missing": []}),
    "removed-answers": on_body(sound.REMOVED_TOOL, lambda _body: sound.result(sound.text("thing"))),
    "removed-code": on_body(sound.REMOVED_TOOL, lambda body: body["error"].update(code=-32601)),
    "removed-message": on_body(sound.REMOVED_TOOL, lambda body: body["error"].update(message="gone")),
    "tool-missing": on_tools(lambda tools: tools.__delitem__(3)),
    "tool-extra": on_tools(lambda tools: tools.append({**tools[0], "name": "greet_again"})),
    "tool-annotation": on_tools(lambda tools: tools[0].update(annotations={"readOnlyHint": False})),
    "tool-description": on_tools(lambda tools: tools[0].update(description="Greets.")),
    "removed-advertised": on_tools(lambda tools: tools.append({**tools[0], "name": sound.REMOVED_TOOL})),
    "instructions": _change_instructions,
    "pages": _page,
}
