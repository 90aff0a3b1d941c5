"""An answer as the sections of its file, and these as bytes (spec § 2.3). Pure: nothing is written here."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pytest_mcpparity.answer import (
    Absent,
    Answer,
    Block,
    Exchange,
    Media,
    NoAnswer,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.characters import has_hidden_bytes
from pytest_mcpparity.json_text import Members, Value, pretty_json, quote

#: The first line of every answer file.
HEADER = "mcp-answer 1"
#: The case that `session.answer` names.
SESSION = "session"
#: The case that `tools.answer` names.
TOOLS = "tools"

# Fixed here, because the tables of the operating system would name files otherwise elsewhere.
_EXTENSIONS = {
    "audio/aac": "aac",
    "audio/flac": "flac",
    "audio/mp3": "mp3",
    "audio/mp4": "m4a",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/wav": "wav",
    "audio/webm": "weba",
    "audio/x-wav": "wav",
    "image/avif": "avif",
    "image/bmp": "bmp",
    "image/gif": "gif",
    "image/jpeg": "jpg",
    "image/jpg": "jpg",
    "image/png": "png",
    "image/svg+xml": "svg",
    "image/tiff": "tif",
    "image/webp": "webp",
}
_PLAIN_NAME = re.compile(r"""[!#-&(-~]+""")  # printable ASCII without blanks and quotes
_SHORTEST = b"--- "
_DASHES = re.compile(rb"^(-{3,}) ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """A marker without the boundary, and its body as UTF-8; None where the marker has no body."""

    marker: str
    body: bytes | None = None


def plain_or_quoted(name: str) -> str:
    """`name` as it stands in a marker: itself, or a JSON string where it could be misread."""
    return name if _PLAIN_NAME.fullmatch(name) else quote(name)


def media_file(case: str, count: int, mime: str) -> str:
    """The name of the file beside the answer that holds the data of its `count`-th image or sound."""
    return f"{case}.{count}.{_EXTENSIONS.get(mime, 'bin')}"


def media_of(answer: Answer) -> Iterator[Media]:
    """The images and sounds of `answer`, in order."""
    for exchange in answer.exchanges:
        if isinstance(exchange.answer.body, Result):
            yield from (block for block in exchange.answer.body.blocks if isinstance(block, Media))


def answer_chunks(answer: Answer, boundary: bytes = b"") -> Iterator[bytes]:
    """The bytes of the answer's file, in pieces: a large body is a piece of its own.

    A file that is read gives its `boundary`, with which no line of its bodies can start: the shortest
    one there is needs no second search for a shorter.
    """
    return _chunks(answer.case, list(_sections(answer)), boundary)


def question_head(case: str, question: Question, boundary: bytes) -> bytes:
    """How the file of `case` begins if this is its first question, up to the marker behind it."""
    section = _question(question)
    body = b"" if section.body is None else section.body + b"\n"
    return _head(case) + boundary + section.marker.encode() + b"\n" + body + boundary


def instruction_chunks(text: str, boundary: bytes = b"") -> Iterator[bytes]:
    """The bytes of `session.answer`, in pieces; `boundary` as for an answer."""
    return _chunks(SESSION, [_text("text", text)], boundary)


def _chunks(case: str, sections: list[Section], boundary: bytes) -> Iterator[bytes]:
    if boundary != _SHORTEST:
        boundary = _boundary(section.body for section in sections if section.body is not None)
    yield _head(case)
    for section in sections:
        yield boundary + section.marker.encode() + b"\n"
        if section.body is not None:
            yield section.body
            yield b"\n"
    yield boundary + b"end\n"


def _head(case: str) -> bytes:
    return f"{HEADER}\ncase {plain_or_quoted(case)}\n".encode()


def _boundary(bodies: Iterable[bytes]) -> bytes:
    """The fewest dashes and a blank with which no line of any body starts."""
    taken: set[int] = set()
    for body in bodies:
        # The pattern is slow on large texts, and next to no text has such a line. A search from the end
        # takes half the time of one from the start.
        if body.startswith(b"---") or body.rfind(b"\n---") >= 0:
            taken.update(len(dashes) for dashes in _DASHES.findall(body))
    count = next(number for number in itertools.count(3) if number not in taken)
    return b"-" * count + b" "


def _sections(answer: Answer) -> Iterator[Section]:
    files = (
        Section(f"{media.kind} {plain_or_quoted(media.mime)}", _media_lines(answer.case, count, media))
        for count, media in enumerate(media_of(answer), 1)
    )
    for number, exchange in enumerate(answer.exchanges, 1):
        if number > 1:
            yield Section(f"step {number}")
        yield from _exchange(exchange, files)


def _media_lines(case: str, count: int, media: Media) -> bytes:
    sha256 = hashlib.sha256(media.data).hexdigest()
    return f"{media_file(case, count, media.mime)}\n{len(media.data)}\n{sha256}".encode()


def _exchange(exchange: Exchange, files: Iterator[Section]) -> Iterator[Section]:
    yield _question(exchange.question)
    yield from _step_answer(exchange.answer, files)
    if exchange.answer.wire is not None:
        yield _text("wire", exchange.answer.wire)


def _question(question: Question) -> Section:
    marker = "frame" if question.kind == "frame" else f"{question.kind} {plain_or_quoted(question.name)}"
    return Section(marker) if question.body is None else _text(marker, question.body)


def _step_answer(answer: StepAnswer, files: Iterator[Section]) -> Iterator[Section]:
    match answer.body:
        case NoAnswer():
            yield Section("no-answer")
        case RpcError(code, message, data, members):
            yield Section(f"rpc-error {plain_or_quoted(code)}")
            if message is not None:
                yield _text("message", message)
            if not isinstance(data, Absent):
                yield _json("data", data)
            yield from _members(members)
        case Result(blocks=blocks, structured=structured, members=members):
            yield _json(answer.outcome, members) if members else Section(answer.outcome)
            for block in blocks:
                yield from _block(block, files)
            if not isinstance(structured, Absent):
                yield _json("structured", structured)


def _block(block: Block, files: Iterator[Section]) -> Iterator[Section]:
    match block:
        case Text(text, members):
            yield _text("text", text)
            yield from _members(members)
        case Media(members=members):
            yield next(files)
            yield from _members(members)
        case _:
            yield _json("block", block.value)


def _members(members: Members) -> Iterator[Section]:
    if members:
        yield _json("members", members)


def _json(marker: str, value: Value) -> Section:
    return Section(marker, pretty_json(value).encode())


def _text(marker: str, text: str) -> Section:
    """The section of a text: raw, or with the word `json` one JSON string a line."""
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate
        raw = None
    if raw is not None and not has_hidden_bytes(raw):
        return Section(marker, raw)
    return Section(f"{marker} json", "\n".join(quote(line) for line in text.split("\n")).encode())
