"""The format of `.answer` files (spec § 2.3): an answer as bytes, and bytes as an answer. Pure.

`writer` knows how a file is spelled; `reader` takes nothing but what the writer would write.
"""

from __future__ import annotations

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.answers.reader import parse_answer, parse_instructions
from pytest_mcpparity.answers.writer import (
    SESSION,
    TOOLS,
    answer_chunks,
    instruction_chunks,
    media_file,
    media_of,
)

__all__ = [
    "SESSION",
    "TOOLS",
    "format_answer",
    "format_instructions",
    "media_names",
    "parse_answer",
    "parse_instructions",
]


def format_answer(answer: Answer) -> tuple[bytes, dict[str, bytes]]:
    """The bytes of the answer's file, and by name those of the media files beside it."""
    return b"".join(answer_chunks(answer)), _media_files(answer)


def media_names(answer: Answer) -> frozenset[str]:
    """The names of the media files beside the answer."""
    return frozenset(_media_files(answer))


def _media_files(answer: Answer) -> dict[str, bytes]:
    numbered = enumerate(media_of(answer), 1)
    return {media_file(answer.case, count, one.mime): one.data for count, one in numbered}


def format_instructions(text: str) -> bytes:
    """The bytes of `session.answer` for the instructions of a server."""
    return b"".join(instruction_chunks(text))
