"""Frames as they are sent, byte for byte, and the places of members in JSON text (spec § 2.1)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from pytest_mcpparity.answer import Question
from pytest_mcpparity.json_text import JsonTextError, Members, Number, Value, compact, parse

_BLANKS = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Span:
    """Where the value of a top-level member stands in a text, in characters; the end is not included."""

    name: str
    start: int
    end: int


def member_spans(text: str) -> list[Span]:
    """The members of the object that `text` spells, in order.

    Raises:
        ValueError: the text is no JSON object.
    """
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        raise ValueError("no JSON object")
    spans: list[Span] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        name, at = _DECODER.raw_decode(text, at)
        start = _skip(text, _skip(text, at) + 1)  # behind the colon
        _, at = _DECODER.raw_decode(text, start)
        spans.append(Span(name, start, at))
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
    return spans


def _skip(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def with_id_zero(text: str) -> str:
    """A frame's text with its id written as `0`, and every other character as it was (level `wire`)."""
    try:
        spans = member_spans(text)
    except ValueError:
        return text
    for span in reversed(spans):
        if span.name == "id":
            text = f"{text[: span.start]}0{text[span.end :]}"
    return text


def call_frame(number: int, name: str, arguments: str | None, meta: Members | None) -> bytes:
    """A `tools/call` whose arguments are these very bytes."""
    params = f'{{"name":{json.dumps(name, ensure_ascii=False)}'
    if arguments is not None:
        params += f',"arguments":{arguments}'
    if meta is not None:
        params += f',"_meta":{compact(meta)}'
    return _encode(f'{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{params}}}}}')


def request_frame(number: int, method: str, params: str | None, meta: Members | None) -> bytes:
    """A request whose params are these very bytes, but for the `_meta` that is added or filled up."""
    if meta is not None:
        params = with_meta(params, meta)
    name = json.dumps(method, ensure_ascii=False)
    tail = "" if params is None else f',"params":{params}'
    return _encode(f'{{"jsonrpc":"2.0","id":{number},"method":{name}{tail}}}')


def with_meta(params: str | None, meta: Members) -> str:
    """`params` with the members of `meta` in its `_meta`; members that it has already stay as they are.

    Params that are no object are left alone: they are wrong on purpose.
    """
    if params is None:
        return f'{{"_meta":{compact(meta)}}}'
    try:
        spans = member_spans(params)
    except ValueError:
        return params
    own = next((span for span in reversed(spans) if span.name == "_meta"), None)
    if own is None:
        return _insert(params, f'"_meta":{compact(meta)}', first=not spans)
    inner = params[own.start : own.end]
    present = parse(inner)
    if not isinstance(present, Members):
        return params
    missing = meta.without(*present.names())
    if missing:
        inner = _insert(inner, compact(missing)[1:-1], first=not present)
    return params[: own.start] + inner + params[own.end :]


def _insert(text: str, member: str, *, first: bool) -> str:
    """`text`, which spells an object, with `member` before its closing brace."""
    end = text.rindex("}")
    return f"{text[:end]}{'' if first else ','}{member}{text[end:]}"


def cancel_frame(identity: Value, seconds: float) -> bytes:
    """The notification that a question is not waited for any longer."""
    reason = f"no answer within {seconds:g} s"
    params = f'{{"requestId":{compact(identity)},"reason":{json.dumps(reason)}}}'
    return _encode(f'{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}')


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def question_frame(question: Question, number: int, meta: Members | None) -> tuple[bytes, Value]:
    """The frame that asks `question`, and the id that its answer will bear.

    Args:
        question: with the real workspace path.
        number: the id of a call or request; a frame has its own, or null where it has none.
        meta: what the revision asks for in `_meta`; a frame goes without.
    """
    if question.kind == "call":
        return call_frame(number, question.name, question.body, meta), Number(str(number))
    if question.kind == "request":
        return request_frame(number, question.name, question.body, meta), Number(str(number))
    text = question.body or ""
    return _encode(text), frame_id(text)


def frame_id(text: str) -> Value:
    """The id of a frame that may be no JSON at all; null where it has none that an answer could bear."""
    try:
        value = parse(text)
    except JsonTextError:
        return None
    if isinstance(value, list):  # a batch: an answer to its first question is an answer to it
        value = next((one for one in value if isinstance(one, Members) and one.has("id")), None)
    identity = value.get("id") if isinstance(value, Members) else None
    return identity if isinstance(identity, str | Number) else None
