"""The passages of a Markdown file (spec 9.1)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_LINE_END = re.compile(rb"\r\n|\r|\n")
_KINDS = {
    "paragraph_open": "paragraph",
    "blockquote_open": "quote",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
}


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage (9.1).

    Lines are 1-based and inclusive. Bytes are offsets in the file as stored, byte order mark
    counted; `end_byte` is just after the last line's text. `passage_hash` is `sha256:` and the hex
    SHA-256 of `text`, which leaves out the heading trail.
    """

    path: str
    heading: tuple[str, ...]
    kind: str
    start_line: int
    end_line: int
    start_byte: int
    end_byte: int
    passage_hash: str
    text: str

    @property
    def id(self) -> str:
        """`path:start_line-end_line`."""
        return f"{self.path}:{self.start_line}-{self.end_line}"

    @property
    def index_text(self) -> str:
        """What is indexed (9.3): the heading trail joined by one space, LF, the text."""
        return " ".join(self.heading) + "\n" + self.text


def passages_of(path: str, stored: bytes) -> list[Passage]:
    """The passages of the Markdown file `path` whose content is `stored`, in the order of lines.

    `stored` is UTF-8 after an optional byte order mark; anything else raises `UnicodeDecodeError`.
    """
    first = len(BYTE_ORDER_MARK) if stored.startswith(BYTE_ORDER_MARK) else 0
    lines = _line_spans(stored, first)
    found = []
    for kind, heading, start, end in _blocks(stored[first:].decode("utf-8")):
        last = _last_inked_line(stored, lines, start, end)
        texts = [stored[slice(*lines[number])] for number in range(start, last + 1)]
        text = b"\n".join(texts)
        found.append(
            Passage(
                path=path,
                heading=heading,
                kind=kind,
                start_line=start + 1,
                end_line=last + 1,
                start_byte=lines[start][0],
                end_byte=lines[last][1],
                passage_hash="sha256:" + hashlib.sha256(text).hexdigest(),
                text=text.decode("utf-8"),
            )
        )
    return found


@cache
def _parser() -> MarkdownIt:
    """The CommonMark parser, without the stages that only look inside a block.

    They change no block, line range or heading source, which is all that passages take. Parsing
    leaves nothing behind in the parser, so one serves every file.
    """
    return MarkdownIt("commonmark").disable(["inline", "text_join"])


def _blocks(text: str) -> Iterator[tuple[str, tuple[str, ...], int, int]]:
    """Kind, heading trail, first line and line after the last (0-based) of each passage."""
    trail: list[tuple[int, str]] = []
    parsed = _parser().parse(text)
    for place, token in enumerate(parsed):
        if token.level == 0 and token.type == "heading_open":
            level = int(token.tag[1:])
            trail = [entry for entry in trail if entry[0] < level]
            trail.append((level, parsed[place + 1].content))
            continue
        kind = _kind(token)
        if kind is not None and token.map is not None:
            yield kind, tuple(title for _, title in trail), token.map[0], token.map[1]


def _kind(token: Token) -> str | None:
    """The kind of passage that begins with `token`, or None."""
    if token.level == 0:
        return _KINDS.get(token.type)
    # An item at level 1 can only belong to a list at level 0.
    return "list_item" if token.level == 1 and token.type == "list_item_open" else None


def _line_spans(stored: bytes, first: int) -> list[tuple[int, int]]:
    """Start and end of each line's text, as offsets in `stored`."""
    spans = []
    start = first
    for end in _LINE_END.finditer(stored, first):
        spans.append((start, end.start()))
        start = end.end()
    spans.append((start, len(stored)))
    return spans


def _last_inked_line(stored: bytes, lines: Sequence[tuple[int, int]], start: int, end: int) -> int:
    """The last line of `start`…`end` (end excluded) that holds more than spaces and tabs."""
    last = min(end, len(lines)) - 1
    while last > start and not stored[slice(*lines[last])].strip(b" \t"):
        last -= 1
    return last
