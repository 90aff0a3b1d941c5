"""Frames as they are received: what a line is, whose answer it is, and what is wrong with it (spec § 6).

A line is judged from its bytes alone and parsed once. What means to be JSON-RPC and is not valid is
still understood as far as it goes: a broken answer ends its step at once and not at the time limit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pytest_mcpparity.answer import ABSENT, Absent, Result, RpcError
from pytest_mcpparity.findings import Finding, show
from pytest_mcpparity.json_text import (
    JsonTextError,
    Members,
    Number,
    Value,
    compact,
    duplicate_member,
    map_strings,
    parse,
)
from pytest_mcpparity.projection import project_error, project_result

Kind: TypeAlias = Literal["answer", "request", "notification", "broken", "stray"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One received line.

    `raw` is the line without its newline; `id` is that of an answer or a request. `broken` means: it
    means to be JSON-RPC, but nothing in it can be read as an answer; `why` tells the reason.
    """

    kind: Kind
    raw: bytes
    value: Members
    id: Value | Absent = ABSENT
    findings: tuple[Finding, ...] = ()
    why: str = ""


_NOTHING = Members()
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_ID = re.compile(r'"id"\s*:\s*(-?[0-9]+|"(?:[^"\\]|\\.)*"|null)')


def read_frame(raw: bytes) -> Frame:
    """What the line `raw` is; never raises. A carriage return at its end is accepted."""
    findings: tuple[Finding, ...] = ()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        # Bytes that are no UTF-8 become lone surrogates: different bytes stay different.
        text = raw.decode("utf-8", "surrogateescape")
        findings = (Finding("bad-utf8", f"byte {error.start} of a message is no UTF-8: {show(raw)}"),)
    try:
        value = parse(text)
    except JsonTextError as error:
        return _unparsable(raw, text, str(error))
    if findings:  # one that stands behind an escaped surrogate would pair up with it
        value = map_strings(value, _paired)
    if isinstance(value, list) and any(_means_json_rpc(one) for one in value):
        return _batch(raw, value, findings)
    if not isinstance(value, Members) or not _means_json_rpc(value):
        return _stray(raw)
    return _message(raw, value, findings)


def _paired(text: str) -> str:
    """`text` with surrogates that pair up made the character they stand for."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _stray(raw: bytes) -> Frame:
    shown = f"a line that is no JSON-RPC message: {show(raw)}" if raw.strip() else "an empty line"
    return Frame("stray", raw, _NOTHING, findings=(Finding("stray-output", shown),))


def _unparsable(raw: bytes, text: str, reason: str) -> Frame:
    head = text[:4096]
    if not head.lstrip().startswith(("{", "[{")) or '"jsonrpc"' not in head:
        return _stray(raw)
    finding = Finding("bad-frame", f"a message is no JSON ({reason}): {show(raw)}")
    return Frame("broken", raw, _NOTHING, _spelled_id(head), (finding,), reason)


def _spelled_id(head: str) -> Value | Absent:
    """The id that stands in the beginning of a message which is no JSON; absent where it is none itself."""
    match = _ID.search(head)
    try:
        return parse(match.group(1)) if match else ABSENT
    except JsonTextError:  # such as 007, or a raw control character
        return ABSENT


def _means_json_rpc(value: Value) -> bool:
    if not isinstance(value, Members):
        return False
    names = set(value.names())
    return "jsonrpc" in names or ("id" in names and not names.isdisjoint({"result", "error", "method"}))


def _batch(raw: bytes, batch: list[Value], findings: tuple[Finding, ...]) -> Frame:
    """The first answer of a batch stands for it: a question is asked alone, so no other can be meant."""
    what = f"a batch of {len(batch)} messages in one array"
    finding = Finding("bad-frame", f"{what}: {show(raw)}")
    messages = [one for one in batch if isinstance(one, Members)]
    answers = [one for one in messages if one.has("result") or one.has("error")]
    if not answers:
        return Frame("broken", raw, _NOTHING, findings=(*findings, finding), why=what)
    inner = _message(raw, answers[0], findings)
    return replace(inner, findings=(*inner.findings, finding))


def _message(raw: bytes, value: Members, findings: tuple[Finding, ...]) -> Frame:
    kind, faults = _judge(value)
    twice = duplicate_member(value)
    if twice is not None:
        name = show(twice.encode("utf-8", "replace"))
        findings += (Finding("duplicate-member", f"an object has two members {name}: {show(raw)}"),)
    if value.has("result") and value.has("error"):
        findings += (Finding("result-and-error", f"an answer with both: {show(raw)}"),)
    if faults:
        findings += (Finding("bad-frame", f"{'; '.join(faults)}: {show(raw)}"),)
    identity = value.get("id") if value.has("id") else ABSENT
    return Frame(kind, raw, value, identity, findings, "; ".join(faults))


def _judge(value: Members) -> tuple[Kind, list[str]]:
    """What a message is, and each way in which it is no valid JSON-RPC 2.0."""
    faults: list[str] = []
    if value.get("jsonrpc") != "2.0":
        faults.append('a message without "jsonrpc":"2.0"')
    if value.has("result") or value.has("error"):
        return _judge_answer(value, faults)
    if not isinstance(value.get("method"), str):
        return "broken", [*faults, "a message without method, result and error"]
    if value.has("params") and not isinstance(value.get("params"), Members | list):
        faults.append("params that are no object")
    if not value.has("id"):
        return "notification", faults
    if not isinstance(value.get("id"), str | Number):
        faults.append("a request whose id is no string or number")
    return "request", faults


def _judge_answer(value: Members, faults: list[str]) -> tuple[Kind, list[str]]:
    if not value.has("id"):
        return "broken", [*faults, "an answer without an id"]
    identity = value.get("id")
    if not isinstance(identity, str | Number) and identity is not None:
        faults.append("an answer whose id is no string or number")
    if _error(value) is None and not isinstance(value.get("result"), Members):
        what = "an error" if value.has("error") else "a result"
        return "broken", [*faults, f"an answer with {what} that is no object"]
    if (error := _error(value)) is not None:
        code = error.get("code")
        if not isinstance(code, Number) or not _INTEGER.fullmatch(code.spelling):
            faults.append("an error whose code is no integer")
        if not isinstance(error.get("message"), str):
            faults.append("an error whose message is no string")
    return "answer", faults


def _error(value: Members) -> Members | None:
    error = value.get("error")
    return error if isinstance(error, Members) else None


def answer_body(frame: Frame) -> Result | RpcError:
    """The answer that a frame of kind `answer` holds; of result and error the error counts."""
    if (error := _error(frame.value)) is not None:
        return project_error(error)
    result = frame.value.get("result")
    return project_result(result if isinstance(result, Members) else _NOTHING)


def same_id(asked: Value, got: Value | Absent) -> Literal["same", "respelled", "other"]:
    """Compare ids: `"7"` and `7.0` are the id 7 in another spelling."""
    if isinstance(got, Absent):
        return "other"
    if type(asked) is type(got) and asked == got:
        return "same"
    if isinstance(asked, str | Number) and isinstance(got, str | Number) and _number(asked) == _number(got):
        return "respelled"
    return "other"


def _number(identity: str | Number) -> str:
    spelling = identity if isinstance(identity, str) else identity.spelling
    return spelling.removesuffix(".0")


def id_key(identity: Value | Absent) -> str:
    """An id as a key of a mapping, and for messages: 7 and "7" stay two."""
    return "absent" if isinstance(identity, Absent) else compact(identity)
