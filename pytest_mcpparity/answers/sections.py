"""The bytes of an answer file as its sections, each with the line where it stands (spec § 2.3). Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn

from pytest_mcpparity import json_text
from pytest_mcpparity.answers.writer import HEADER
from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.errors import UnreadableAnswer
from pytest_mcpparity.json_text import JsonTextError, Value

#: At most this many characters of a line are shown in a message, and no more bytes than these may take.
_SHOWN = 120
_SHOWN_BYTES = 4 * (_SHOWN + 1)
_HEAD = f"{HEADER}\n".encode()
_CASE = b"case "
_OTHER_FORMAT = re.compile(r"mcp-answer [0-9]{1,20}")
_FIRST_MARKER = re.compile(rb"-{3,} ")
_WITH_ARGUMENT = frozenset({"call", "request", "image", "audio", "rpc-error", "step"})
_PLAIN = frozenset(
    {
        *("frame", "result", "tool-error", "text", "block", "members", "structured"),
        *("message", "data", "no-answer", "wire", "end"),
    }
)
_MAY_BE_JSON = frozenset({"call", "request", "frame", "text", "message", "wire"})
_decode_string = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Part:
    """One marker, taken apart, and its body; the marker starts at byte `at` of `data`.

    `is_json` says that the body holds one JSON string per line of text.
    """

    data: bytes
    at: int
    marker: str
    word: str
    argument: str
    is_json: bool
    body: memoryview | None

    @property
    def line(self) -> int:
        """The marker's line, counted from 1. For messages: counting takes its time in a large file."""
        return line_number(self.data, self.at)


@dataclass(frozen=True, slots=True)
class Sections:
    """A file taken apart: its case, the dashes and blank that start its markers, its parts; `end` is last."""

    case: str
    boundary: bytes
    parts: list[Part]


def line_number(data: bytes, at: int) -> int:
    """The line in which byte `at` stands, counted from 1."""
    return data[:at].count(b"\n") + 1


def shown(text: str) -> str:
    """A piece of a file for a message: bounded, and with hidden characters visible."""
    return escape_hidden(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def refuse(line: int, stands: str, wanted: str) -> NoReturn:
    """Say that at `line` there is `stands`, and what writing would put there.

    Raises:
        UnreadableAnswer: always.
    """
    raise UnreadableAnswer(f"`{shown(stands)}` stands there, writing would put {wanted}", line)


def split(data: bytes) -> Sections:
    """The sections of a file.

    Raises:
        UnreadableAnswer: the lines before the first marker, a marker or the end are not as written.
    """
    case, start = _head(data)
    first = _FIRST_MARKER.match(data, start)
    if first is None:
        refuse(3, line_at(data, start), "a marker: three dashes or more, a blank and a word")
    boundary = first.group()
    view = memoryview(data)
    parts: list[Part] = []
    starts = _marker_starts(data, b"\n" + boundary, start)
    for at, following in pairwise([*starts, len(data)]):
        marker_end = data.find(b"\n", at)
        if marker_end < 0:
            reason = "the last line has no newline: the file was cut off"
            raise UnreadableAnswer(reason, line_number(data, at))
        body = view[marker_end + 1 : following - 1] if marker_end < following - 1 else None
        parts.append(_part(data, at, view[at + len(boundary) : marker_end], body))
    _check_end(parts[-1])
    return Sections(case, boundary, parts)


def _marker_starts(data: bytes, separator: bytes, first: int) -> list[int]:
    """Where the markers begin. Looked for from the end, which takes half the time in a large file."""
    starts: list[int] = []
    at = len(data)
    while (at := data.rfind(separator, first - 1, at)) >= 0:
        starts.append(at + 1)
    starts.reverse()
    return starts


def _head(data: bytes) -> tuple[str, int]:
    """The case, and where the first marker begins."""
    if not data.startswith(_HEAD):
        _refuse_header(line_at(data, 0))
    at = len(_HEAD)
    end = data.find(b"\n", at)
    if end < 0 or not data.startswith(_CASE, at):
        refuse(2, line_at(data, at), "`case` and the id of the case")
    case, rest = _argument(_utf8(data, at, memoryview(data)[at + len(_CASE) : end]), data, at)
    if rest:
        refuse(2, line_at(data, at), "nothing behind the id of the case")
    return case, end + 1


def _refuse_header(first: str) -> NoReturn:
    if first == HEADER:
        raise UnreadableAnswer("the last line has no newline: the file was cut off", 1)
    if first == HEADER + "\r":
        raise UnreadableAnswer(
            "the line ends were converted to CRLF: check the file out anew, with `* -text` in .gitattributes",
            1,
        )
    if _OTHER_FORMAT.fullmatch(first):
        raise UnreadableAnswer(f"`{first}` is another format than `{HEADER}`, which this version reads", 1)
    refuse(1, first, f"`{HEADER}`")


def line_at(data: bytes, start: int) -> str:
    """The line of which byte `start` is the first, for a message: the start of a long one will do."""
    return data[start : start + _SHOWN_BYTES].split(b"\n")[0].decode("utf-8", "backslashreplace")


def _utf8(data: bytes, at: int, raw: memoryview) -> str:
    """The text of `raw`, which starts at byte `at` of `data`."""
    try:
        return str(raw, "utf-8")
    except UnicodeDecodeError as error:
        reason = f"byte {raw[error.start]:#04x} is no UTF-8 ({error.reason})"
        raise UnreadableAnswer(reason, line_number(data, at + error.start)) from None


def _part(data: bytes, at: int, raw_marker: memoryview, body: memoryview | None) -> Part:
    marker = _utf8(data, at, raw_marker)
    word, _, rest = marker.partition(" ")
    argument = ""
    if word in _WITH_ARGUMENT:
        argument, rest = _argument(rest, data, at)
    elif word not in _PLAIN:
        known = ", ".join(sorted(_PLAIN | _WITH_ARGUMENT))
        refuse(line_number(data, at), marker, f"a known word: {known}")
    is_json = rest == "json" and word in _MAY_BE_JSON
    if rest and not is_json:
        refuse(line_number(data, at), marker, "nothing behind it")
    return Part(data, at, marker, word, argument, is_json, body)


def _argument(text: str, data: bytes, at: int) -> tuple[str, str]:
    """The name at the start of `text`, and what stands behind it."""
    if not text.startswith('"'):
        argument, _, rest = text.partition(" ")
        return argument, rest
    try:
        name, end = _decode_string(text)
    except ValueError as error:
        reason = f"`{shown(text)}` is no JSON string: {error}"
        raise UnreadableAnswer(reason, line_number(data, at)) from None
    return str(name), text[end:].removeprefix(" ")


def _check_end(last: Part) -> None:
    if last.word != "end":
        raise UnreadableAnswer("the file stops without `end`: it was cut off", last.line)
    if last.body is not None:
        behind = line_at(last.data, last.data.find(b"\n", last.at) + 1)
        refuse(last.line + 1, behind, "nothing: `end` is the last line")


def text_of(part: Part) -> str:
    """The text in the body of `part`.

    Raises:
        UnreadableAnswer: there is no body, it is no UTF-8, or a line of it is no JSON string.
    """
    if part.body is None:
        refuse(part.line, part.marker, "a text below it, one empty line at least")
    text = _body_text(part, part.body)
    if not part.is_json:
        return text
    return "\n".join(_string(part, number, line) for number, line in enumerate(text.split("\n"), 1))


def _body_text(part: Part, body: memoryview) -> str:
    return _utf8(part.data, part.data.find(b"\n", part.at) + 1, body)


def _string(part: Part, number: int, line: str) -> str:
    """The text on the `number`-th line of the body."""
    value = _parse(part, number, line)
    if not isinstance(value, str):
        refuse(part.line + number, line, "one line of text as a JSON string")
    return value


def value_of(part: Part) -> Value:
    """The JSON value in the body of `part`.

    Raises:
        UnreadableAnswer: there is no body, it is no UTF-8 or no JSON.
    """
    if part.body is None:
        refuse(part.line, part.marker, "JSON below it")
    return _parse(part, 1, _body_text(part, part.body))


def _parse(part: Part, number: int, text: str) -> Value:
    """The value of a JSON text that starts on the `number`-th line of the body."""
    try:
        return json_text.parse(text)
    except JsonTextError as error:
        below = text[: error.position].count("\n")
        stands = text.split("\n")[below]
        reason = f"`{shown(stands)}` is no JSON: {error.reason}"
        raise UnreadableAnswer(reason, part.line + number + below) from None
