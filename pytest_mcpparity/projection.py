"""From a frame to an answer: what belongs to the tool is kept, what belongs to the revision is not (§ 4).

`project` and `unproject` are inverse to each other but for the order of a result's or block's own
members and what is never compared.
"""

from __future__ import annotations

import base64
import binascii
from typing import Literal

from pytest_mcpparity.answer import (
    ABSENT,
    Absent,
    Block,
    Media,
    NoAnswer,
    Other,
    Result,
    RpcError,
    Text,
)
from pytest_mcpparity.json_text import Members, Number, Value, compact

#: Members of a result that the revision or the SDK writes, whatever the tool answers.
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"


def project_result(result: Members) -> Result:
    """The answer that the `result` member of a response holds."""
    parts: dict[str, Value | Absent] = {"content": ABSENT, "structuredContent": ABSENT, "isError": ABSENT}
    rest: list[tuple[str, Value]] = []
    for name, value in reversed(_comparable(result)):  # of duplicates the last one counts
        if name in parts and parts[name] is ABSENT and _has_its_part(name, value):
            parts[name] = value
        else:
            rest.append((name, value))
    content = parts["content"]
    blocks = content if isinstance(content, list) else []
    if content == []:
        rest.append(("content", []))
    return Result(
        is_error=parts["isError"] is True,
        blocks=tuple(_project_block(block) for block in blocks),
        structured=parts["structuredContent"],
        members=Members(reversed(rest)),
    )


def _has_its_part(name: str, value: Value) -> bool:
    if name == "content":
        return isinstance(value, list)
    return name == "structuredContent" or isinstance(value, bool)


def _comparable(result: Members) -> Members:
    kept: list[tuple[str, Value]] = []
    for name, value in result:
        if name in ("ttlMs", "cacheScope") or (name == "resultType" and value == "complete"):
            continue
        if name == "_meta" and isinstance(value, Members) and value.has(_SERVER_INFO):
            value = value.without(_SERVER_INFO)
            if not value:
                continue
        kept.append((name, value))
    return Members(kept)


def _project_block(block: Value) -> Block:
    if not isinstance(block, Members) or len(set(block.names())) != len(block):
        return Other(block)
    kind = block.get("type")
    text = block.get("text")
    if kind == "text" and isinstance(text, str):
        return Text(text, block.without("type", "text"))
    if kind in ("image", "audio"):
        return _project_media("image" if kind == "image" else "audio", block)
    return Other(block)


def _project_media(kind: Literal["image", "audio"], block: Members) -> Block:
    mime, data = block.get("mimeType"), block.get("data")
    if not isinstance(mime, str) or not isinstance(data, str):
        return Other(block)
    try:
        decoded = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return Other(block)
    if base64.b64encode(decoded).decode("ascii") != data:  # the file would not give it back exactly
        return Other(block)
    return Media(kind, mime, decoded, block.without("type", "mimeType", "data"))


def project_error(error: Members) -> RpcError:
    """The answer that the `error` member of a response holds."""
    code, message, data = error.get("code"), error.get("message"), error.get("data")
    names = ["code", "data"] + (["message"] if isinstance(message, str) else [])
    return RpcError(
        code=code.spelling if isinstance(code, Number) else compact(code),
        message=message if isinstance(message, str) else None,
        data=data if error.has("data") else ABSENT,
        members=error.without(*names),
    )


def unproject(body: Result | RpcError | NoAnswer) -> Members:
    """The result or error object that projects to `body`: what a mask's pointer points into."""
    if isinstance(body, NoAnswer):
        return Members()
    if isinstance(body, RpcError):
        return _unproject_error(body)
    pairs: list[tuple[str, Value]] = []
    if body.blocks:
        pairs.append(("content", [_unproject_block(block) for block in body.blocks]))
    if not isinstance(body.structured, Absent):
        pairs.append(("structuredContent", body.structured))
    pairs.extend(body.members)
    if body.is_error:
        pairs.append(("isError", True))
    return Members(pairs)


def _unproject_error(body: RpcError) -> Members:
    pairs: list[tuple[str, Value]] = [("code", Number(body.code))]
    if body.message is not None:
        pairs.append(("message", body.message))
    if not isinstance(body.data, Absent):
        pairs.append(("data", body.data))
    return Members([*pairs, *body.members])


def _unproject_block(block: Block) -> Value:
    if isinstance(block, Other):
        return block.value
    if isinstance(block, Text):
        return Members([("type", "text"), ("text", block.text), *block.members])
    data = base64.b64encode(block.data).decode("ascii")
    return Members([("type", block.kind), ("mimeType", block.mime), ("data", data), *block.members])
