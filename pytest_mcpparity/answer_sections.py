"""The bytes of an answer file as its sections, each with the line where it stands (spec § 2.3). Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import NoReturn

from pytest_mcpparity import json_text
from pytest_mcpparity.answer_writer import HEADER
from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.errors import UnreadableAnswer
from pytest_mcpparity.json_text import JsonTextError, Value

#: At most this many characters of a line are shown in a message.
_SHOWN = 120
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
    """One marker, taken apart, and its body; `line` is the marker's, counted from 1.

    `is_json` says that the body holds one JSON string per line of text.
    """

    line: int
    marker: str
    word: str
    argument: str
    is_json: bool
    body: memoryview | None


def shown(text: str) -> str:
    """A piece of a file for a message: bounded, and with hidden characters visible."""
    return escape_hidden(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def refuse(line: int, stands: str, wanted: str) -> NoReturn:
    """Say that at `line` there is `stands`, and what writing would put there.

    Raises:
        UnreadableAnswer: always.
    """
    raise UnreadableAnswer(f"`{shown(stands)}` stands there, writing would put {wanted}", line)


def split(data: bytes) -> tuple[str, list[Part]]:
    """The case that the file names, and its parts; the last one is `end`.

    Raises:
        UnreadableAnswer: the lines before the first marker, a marker or the end are not as written.
    """
    case, start = _head(data)
    first = _FIRST_MARKER.match(data, start)
    if first is None:
        refuse(3, _line_at(data, start), "a marker: three dashes or more, a blank and a word")
    separator = b"\n" + first.group()
    view = memoryview(data)
    parts: list[Part] = []
    line = 3
    while True:
        marker_end = data.find(b"\n", start)
        if marker_end < 0:
            raise UnreadableAnswer("the last line has no newline: the file was cut off", line)
        following = data.find(separator, marker_end)
        marker = _utf8(memoryview(data[start + len(separator) - 1 : marker_end]), line)
        body = view[marker_end + 1 : following] if following > marker_end else None
        parts.append(_part(line, marker, body))
        if following < 0:
            _check_end(parts[-1], data, marker_end + 1)
            return case, parts
        line += data.count(b"\n", start, following) + 1
        start = following + 1


def _head(data: bytes) -> tuple[str, int]:
    """The case, and where the first marker begins."""
    first_end = data.find(b"\n")
    first = data if first_end < 0 else data[:first_end]
    if first != HEADER.encode():
        _refuse_header(first)
    second_end = data.find(b"\n", first_end + 1)
    second = _utf8(memoryview(data[first_end + 1 : max(second_end, first_end + 1)]), 2)
    if second_end < 0 or not second.startswith("case "):
        refuse(2, _line_at(data, first_end + 1), "`case` and the id of the case")
    case, rest = _argument(second[len("case ") :], 2)
    if rest:
        refuse(2, second, "nothing behind the id of the case")
    return case, second_end + 1


def _refuse_header(first: bytes) -> NoReturn:
    text = first[: _SHOWN + 1].decode("utf-8", "backslashreplace")
    if text == HEADER + "\r":
        raise UnreadableAnswer(
            "the line ends were converted to CRLF: check the file out anew, with `* -text` in .gitattributes",
            1,
        )
    if text.startswith("mcp-answer ") and text.removeprefix("mcp-answer ").isdecimal():
        raise UnreadableAnswer(f"`{text}` is another format than `{HEADER}`, which this version reads", 1)
    refuse(1, text, f"`{HEADER}`")


def _line_at(data: bytes, start: int) -> str:
    end = data.find(b"\n", start)
    stop = min(len(data) if end < 0 else end, start + 4 * _SHOWN)
    return data[start:stop].decode("utf-8", "backslashreplace")


def _utf8(raw: memoryview, line: int) -> str:
    try:
        return str(raw, "utf-8")
    except UnicodeDecodeError as error:
        at = line + bytes(raw[: error.start]).count(b"\n")
        raise UnreadableAnswer(f"byte {raw[error.start]:#04x} is no UTF-8 ({error.reason})", at) from None


def _part(line: int, marker: str, body: memoryview | None) -> Part:
    word, _, rest = marker.partition(" ")
    argument = ""
    if word in _WITH_ARGUMENT:
        argument, rest = _argument(rest, line)
    elif word not in _PLAIN:
        refuse(line, marker, "a known word: " + ", ".join(sorted(_PLAIN | _WITH_ARGUMENT)))
    is_json = rest == "json" and word in _MAY_BE_JSON
    if rest and not is_json:
        refuse(line, marker, "nothing behind it")
    return Part(line, marker, word, argument, is_json, body)


def _argument(text: str, line: int) -> tuple[str, str]:
    """The name at the start of `text`, and what stands behind it."""
    if not text.startswith('"'):
        argument, _, rest = text.partition(" ")
        return argument, rest
    try:
        name, end = _decode_string(text)
    except ValueError as error:
        raise UnreadableAnswer(f"`{shown(text)}` is no JSON string: {error}", line) from None
    return str(name), text[end:].removeprefix(" ")


def _check_end(last: Part, data: bytes, start: int) -> None:
    if last.word != "end":
        raise UnreadableAnswer("the file stops without `end`: it was cut off", last.line)
    if start != len(data):
        refuse(last.line + 1, _line_at(data, start), "nothing: `end` is the last line")


def text_of(part: Part) -> str:
    """The text in the body of `part`.

    Raises:
        UnreadableAnswer: there is no body, it is no UTF-8, or a line of it is no JSON string.
    """
    if part.body is None:
        refuse(part.line, part.marker, "a text below it, one empty line at least")
    text = _utf8(part.body, part.line + 1)
    if not part.is_json:
        return text
    return "\n".join(_string(line, number) for number, line in enumerate(text.split("\n"), part.line + 1))


def _string(line: str, number: int) -> str:
    value = _parse(line, number)
    if not isinstance(value, str):
        refuse(number, line, "one line of text as a JSON string")
    return value


def value_of(part: Part) -> Value:
    """The JSON value in the body of `part`.

    Raises:
        UnreadableAnswer: there is no body, it is no UTF-8 or no JSON.
    """
    if part.body is None:
        refuse(part.line, part.marker, "JSON below it")
    return _parse(_utf8(part.body, part.line + 1), part.line + 1)


def _parse(text: str, line: int) -> Value:
    try:
        return json_text.parse(text)
    except JsonTextError as error:
        at = line + text.count("\n", 0, error.position)
        stands = text.split("\n", at - line + 1)[at - line]
        raise UnreadableAnswer(f"`{shown(stands)}` is no JSON: {error.reason}", at) from None
