"""The data of an image or audio block that differ, in words (spec § 4.1 row 9)."""

from __future__ import annotations

from pytest_mcpparity.compare.alignment import common_prefix
from pytest_mcpparity.compare.differences import BytesContent
from pytest_mcpparity.explain.part_words import PartWords
from pytest_mcpparity.explain.visible import cut, quoted


def explain_bytes(expected: BytesContent, received: BytesContent) -> PartWords:
    """Type and size of both sides, and the first byte that differs, counted from 1."""
    old, new = expected.data, received.data
    lines = (f"-{_bytes_line(expected)}", f"+{_bytes_line(received)}")
    mime = mime_words(expected.mime), mime_words(received.mime)
    if old == new:
        words = f"{mime[0]} expected, {mime[1]} received; the {_size(old)} are the same"
        return PartWords("bytes", words, lines=lines)
    at = common_prefix(old, new)
    got = f"{len(new)}" if mime[0] == mime[1] else f"{mime[1]} of {_size(new)}"
    words = f"{mime[0]} of {_size(old)} expected, {got} received; first difference at byte {at + 1}"
    return PartWords("bytes", words, lines=(*lines, *_bytes_around(old, new, at)))


def mime_words(mime: str) -> str:
    """A MIME type in one word, with nothing hidden."""
    return cut(mime, 80) if mime and " " not in mime else quoted(mime[:80])


def _size(data: bytes) -> str:
    return f"{len(data)} byte{'' if len(data) == 1 else 's'}"


def _bytes_line(content: BytesContent) -> str:
    return f"{mime_words(content.mime)} of {_size(content.data)}"


def _bytes_around(old: bytes, new: bytes, at: int) -> tuple[str, ...]:
    start = max(at // 8 - 1, 0) * 8
    signed = (("-", old), ("+", new))
    return tuple(f"{sign}from byte {start + 1}: {data[start : start + 24].hex(' ')}" for sign, data in signed)
