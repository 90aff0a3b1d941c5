"""Where the values of a JSON or JSONC text begin and end (spec 12.3, 12.4).

A parser that gives values cannot serve: the edit keeps every byte outside the entry, so it needs
places. Nesting is kept on a list, not on Python's stack, so that no depth of brackets can crash it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""
      (?P<space>[ \t\r\n]+)
    | (?P<comment>//[^\r\n]* | /\*.*?\*/)
    | (?P<string>"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*")
    | (?P<scalar>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)? | true | false | null)
    | (?P<punctuation>[\[\]{},:])
    """,
    re.VERBOSE | re.DOTALL,
)


class SyntaxFault(Exception):
    """The text is not in the syntax asked for, or an object in it has a key twice."""


@dataclass(frozen=True)
class Span:
    """A value at `start`…`end` (end excluded), in characters of the text."""

    start: int
    end: int


@dataclass(frozen=True)
class ObjectSpan(Span):
    """An object, and what an edit of it needs.

    `members` maps keys to values. `tail` is the end of the last thing before the closing brace that
    is not white space: a value, a trailing comma, a comment, else the opening brace.
    """

    members: dict[str, Span]
    tail: int
    trailing_comma: bool


@dataclass
class _Open:
    """An array or object whose end has not come yet; `members` stays empty in an array."""

    start: int
    is_object: bool
    members: dict[str, Span] = field(default_factory=dict)
    key: str | None = None
    awaiting: str = "first"


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def parse_spans(text: str, *, jsonc: bool) -> Span:
    """The root value of `text`: an `ObjectSpan` when it is an object, else a plain `Span`.

    The syntax is RFC 8259; with `jsonc` also comments and one trailing comma before `}` or `]`.
    Raises `SyntaxFault` otherwise, and for a key that an object has twice.
    """
    builder = _Builder(jsonc)
    for token in _tokens(text):
        if token.kind == "comment":
            if not jsonc:
                raise SyntaxFault
            builder.tail = token.end
        elif token.kind != "space":
            builder.take(token)
            builder.tail = token.end
    if builder.root is None:
        raise SyntaxFault
    return builder.root


def _tokens(text: str) -> Iterator[_Token]:
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise SyntaxFault
        kind = match.lastgroup or ""
        yield _Token(match[0] if kind == "punctuation" else kind, match[0], place, match.end())
        place = match.end()


class _Builder:
    """Takes the tokens of a text one by one; `awaiting` says what the innermost value may go on with.

    first: just opened; key: a comma was read in an object; colon; value; item: a comma was read in
    an array; comma: a value was read.
    """

    def __init__(self, jsonc: bool) -> None:
        self.jsonc = jsonc
        self.root: Span | None = None
        self.tail = 0
        self.open: list[_Open] = []

    def take(self, token: _Token) -> None:
        """Go on with `token`; raises `SyntaxFault` where it may not stand."""
        inner = self.open[-1] if self.open else None
        awaiting = inner.awaiting if inner else "value"
        if inner and token.kind in ("}", "]"):
            self._close(inner, token)
        elif inner and token.kind == "," and awaiting == "comma":
            inner.awaiting = "key" if inner.is_object else "item"
        elif inner and token.kind == ":" and awaiting == "colon":
            inner.awaiting = "value"
        elif inner and inner.is_object and awaiting in ("first", "key"):
            self._key(inner, token)
        elif awaiting in ("first", "item", "value"):
            self._value(token)
        else:
            raise SyntaxFault

    def _key(self, inner: _Open, token: _Token) -> None:
        if token.kind != "string":
            raise SyntaxFault
        key = str(json.loads(token.text))
        if key in inner.members:
            raise SyntaxFault
        inner.key, inner.awaiting = key, "colon"

    def _value(self, token: _Token) -> None:
        if token.kind in ("{", "["):
            self.open.append(_Open(token.start, token.kind == "{"))
        elif token.kind in ("string", "scalar"):
            self._finish(Span(token.start, token.end))
        else:
            raise SyntaxFault

    def _close(self, inner: _Open, token: _Token) -> None:
        trailing = inner.awaiting in ("key", "item")
        if inner.awaiting not in ("first", "comma") and not (trailing and self.jsonc):
            raise SyntaxFault
        if (token.kind == "}") != inner.is_object:
            raise SyntaxFault
        self.open.pop()
        if inner.is_object:
            self._finish(ObjectSpan(inner.start, token.end, inner.members, self.tail, trailing))
        else:
            self._finish(Span(inner.start, token.end))

    def _finish(self, span: Span) -> None:
        if not self.open:
            if self.root is not None:
                raise SyntaxFault
            self.root = span
            return
        inner = self.open[-1]
        if inner.key is not None:
            inner.members[inner.key] = span
            inner.key = None
        inner.awaiting = "comma"
