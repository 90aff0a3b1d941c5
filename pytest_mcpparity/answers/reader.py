"""An answer from the bytes of its file (spec § 2.3); any other spelling than the writer's is refused."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Literal

from pytest_mcpparity import json_text
from pytest_mcpparity.answer import (
    ABSENT,
    NO_CODE,
    NO_MEMBERS,
    Absent,
    Answer,
    Block,
    Exchange,
    Media,
    NoAnswer,
    Other,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.answers.sections import (
    Part,
    line_at,
    line_number,
    refuse,
    shown,
    split,
    text_of,
    value_of,
)
from pytest_mcpparity.answers.writer import SESSION, answer_chunks, instruction_chunks, media_file
from pytest_mcpparity.json_text import JsonTextError, Members, Value


def parse_answer(data: bytes, media: Callable[[str], bytes]) -> Answer:
    """The answer that a file holds; `media` gives the bytes of a file beside it by its name.

    Raises:
        UnreadableAnswer: writing the answer would not give these bytes; names the line, what stands
            there and what writing would put there. What `media` raises passes through.
    """
    sections = split(data)
    answer = _Reader(sections.case, sections.parts, media).answer()
    _check_spelling(data, answer_chunks(answer, sections.boundary))
    return answer


def parse_instructions(data: bytes) -> str:
    """The instructions that `session.answer` holds.

    Raises:
        UnreadableAnswer: as for `parse_answer`.
    """
    sections = split(data)
    parts = sections.parts
    if sections.case != SESSION:
        refuse(2, f"case {sections.case}", f"`case {SESSION}`")
    if [part.word for part in parts] != ["text", "end"]:
        refuse(parts[0].line, parts[0].marker, "`text`, the instructions and `end`")
    text = text_of(parts[0])
    _check_spelling(data, instruction_chunks(text, sections.boundary))
    return text


class _Reader:
    """Walks over the parts of one file once; each method takes the parts that belong to its thing."""

    def __init__(self, case: str, parts: list[Part], media: Callable[[str], bytes]) -> None:
        self._case = case
        self._parts = parts
        self._at = 0
        self._media = media
        self._media_count = 0

    def _next(self) -> Part:
        return self._parts[self._at]

    def _take(self, words: Iterable[str], wanted: str) -> Part:
        """The next part, which has to be one of `words`; `end` is last, so there always is one."""
        part = self._next()
        if part.word not in words:
            refuse(part.line, part.marker, wanted)
        self._at += 1
        return part

    def _take_if(self, *words: str) -> Part | None:
        part = self._next()
        if part.word not in words:
            return None
        self._at += 1
        return part

    def answer(self) -> Answer:
        exchanges = [self._exchange()]
        while (step := self._take_if("step")) is not None:
            _no_body(step)
            exchanges.append(self._exchange())
        _no_body(self._take(("end",), f"`step {len(exchanges) + 1}`, `end` or more of the answer"))
        return Answer(self._case, tuple(exchanges))

    def _exchange(self) -> Exchange:
        question = self._question()
        body = self._body()
        wire = self._take_if("wire")
        return Exchange(question, StepAnswer(body, None if wire is None else text_of(wire)))

    def _question(self) -> Question:
        part = self._take(("call", "request", "frame"), "a question: `call`, `request` or `frame`")
        if part.word == "frame":
            return Question("frame", "", text_of(part))
        kind: Literal["call", "request"] = "call" if part.word == "call" else "request"
        return Question(kind, part.argument, None if part.body is None else text_of(part))

    def _body(self) -> Result | RpcError | NoAnswer:
        part = self._take(
            ("result", "tool-error", "rpc-error", "no-answer"),
            "an outcome: `result`, `tool-error`, `rpc-error` or `no-answer`",
        )
        if part.word == "no-answer":
            _no_body(part)
            return NoAnswer()
        if part.word == "rpc-error":
            _no_body(part)
            return self._rpc_error(part)
        members = NO_MEMBERS if part.body is None else _members_of(part)
        blocks: list[Block] = []
        while (block := self._take_if("text", "image", "audio", "block")) is not None:
            blocks.append(self._block(block))
        structured = self._optional_value("structured")
        return Result(part.word == "tool-error", tuple(blocks), structured, members)

    def _rpc_error(self, part: Part) -> RpcError:
        code = part.argument
        if code != NO_CODE and not _is_compact_json(code):
            refuse(part.line, part.marker, "the error's code behind `rpc-error`")
        message = self._take_if("message")
        text = None if message is None else text_of(message)
        return RpcError(code, text, self._optional_value("data"), self._members())

    def _optional_value(self, word: str) -> Value | Absent:
        part = self._take_if(word)
        return ABSENT if part is None else value_of(part)

    def _members(self) -> Members:
        part = self._take_if("members")
        return NO_MEMBERS if part is None else _members_of(part)

    def _block(self, part: Part) -> Block:
        if part.word == "block":
            return Other(value_of(part))
        if part.word == "text":
            return Text(text_of(part), self._members())
        kind: Literal["image", "audio"] = "image" if part.word == "image" else "audio"
        data = self._media_data(part)
        return Media(kind, part.argument, data, self._members())

    def _media_data(self, part: Part) -> bytes:
        """The data of an image or sound, which must be what the three lines of the body say."""
        lines = text_of(part).split("\n")
        self._media_count += 1
        name = media_file(self._case, self._media_count, part.argument)
        # Only this one name is ever opened, so that a file cannot point out of its folder.
        if lines[0] != name or "/" in name or "\\" in name or "\0" in name:
            refuse(part.line + 1, lines[0], f"the file name `{shown(name)}`")
        data = self._media(name)
        wanted = [name, str(len(data)), hashlib.sha256(data).hexdigest()]
        for number, (line, should) in enumerate(zip(lines, wanted, strict=False)):
            if line != should:
                refuse(
                    part.line + 1 + number, line, f"`{should}`: {name} has {len(data)} bytes of that sha256"
                )
        if len(lines) != len(wanted):
            refuse(part.line + 1, lines[0], "three lines: file name, size in bytes and sha256")
        return data


def _no_body(part: Part) -> None:
    if part.body is not None:
        refuse(part.line + 1, line_at(bytes(part.body), 0), f"no body under `{shown(part.marker)}`")


def _members_of(part: Part) -> Members:
    value = value_of(part)
    if not isinstance(value, Members) or not value:
        refuse(part.line, part.marker, "a JSON object with a member or more below it")
    return value


def _is_compact_json(text: str) -> bool:
    try:
        return json_text.compact(json_text.parse(text)) == text
    except JsonTextError:
        return False


def _check_spelling(data: bytes, written: Iterable[bytes]) -> None:
    """Refuse `data` unless it is what is written, piece by piece: a large file is not built again."""
    at = 0
    for chunk in written:
        if not data.startswith(chunk, at):
            _refuse_spelling(data, at, chunk)
        at += len(chunk)
    if at < len(data):
        refuse(line_number(data, at), line_at(data, at), "nothing: `end` is the last line")


def _refuse_spelling(data: bytes, at: int, chunk: bytes) -> None:
    """Point to the first line that writing would spell otherwise."""
    same = bisect_left(range(len(chunk)), True, key=lambda index: not data.startswith(chunk[: index + 1], at))
    start = data[: at + same].rfind(b"\n") + 1
    written = data[start:at] + chunk[max(start - at, 0) :]
    refuse(line_number(data, start), line_at(data, start), f"`{shown(line_at(written, 0))}`")
