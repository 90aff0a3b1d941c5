"""JSON text as it is spelled: its tokens, the white space before each, and the span of any value.

Only for texts that parse: nothing here checks the grammar. All of it is linear in the text.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

#: The white space of JSON; everything else that looks blank is no JSON.
WHITE: Final = " \t\n\r"
_PIECE = re.compile(
    r'([ \t\n\r]*+)("[^"\\]*+(?:\\.[^"\\]*+)*+"|[-+0-9.eE]++|true|false|null|[{}\[\],:])', re.DOTALL
)

#: The white space before a token, and the token as spelled.
Piece: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Span:
    """Where something stands in a text: from `start` to before `end`, counted from 0."""

    start: int
    end: int


def pieces(text: str) -> list[Piece]:
    """The tokens of `text`, each with the white space before it; an empty token ends the text."""
    found: list[Piece] = _PIECE.findall(text)
    found.append((text[len(text.rstrip(WHITE)) :], ""))
    return found


def decoded(token: str) -> str:
    """The string that a string token spells."""
    text: str = json.loads(token)
    return text


def in_order_of_names(found: list[Piece]) -> list[Piece]:
    """`found` with the members of each object sorted by name, duplicates as they came.

    The white space before names, commas and closing brackets stays where it is: it belongs to the
    layout and not to the member.
    """
    arranged, _ = _arrange(found, 0)
    return [*arranged, found[-1]]


def _arrange(found: list[Piece], at: int) -> tuple[list[Piece], int]:
    """The value that starts with piece `at`, arranged, and the index of the piece behind it."""
    token = found[at][1]
    if token not in ("{", "["):
        return [found[at]], at + 1
    arranged = [found[at]]
    at += 1
    if found[at][1] in ("}", "]"):
        return [*arranged, found[at]], at + 1
    if token == "[":
        while True:
            value, at = _arrange(found, at)
            arranged += value
            arranged.append(found[at])
            at += 1
            if found[at - 1][1] == "]":
                return arranged, at
    return _arrange_members(found, at, arranged)


def _arrange_members(found: list[Piece], at: int, arranged: list[Piece]) -> tuple[list[Piece], int]:
    members: list[tuple[str, str, list[Piece]]] = []
    before: list[str] = []
    behind: list[Piece] = []
    while not behind or behind[-1][1] == ",":
        white, name = found[at]
        value, end = _arrange(found, at + 2)
        members.append((decoded(name), name, [found[at + 1], *value]))
        before.append(white)
        behind.append(found[end])
        at = end + 1
    members.sort(key=lambda member: member[0])
    for white, (_, name, rest), separator in zip(before, members, behind, strict=True):
        arranged.append((white, name))
        arranged += rest
        arranged.append(separator)
    return arranged, at


def value_span(text: str, tokens: tuple[str, ...]) -> Span | None:
    """Where the value at the JSON pointer with these `tokens` stands, or None if there is none.

    Of members with one name the last one counts.
    """
    found = _find(text, tokens)
    return None if found is None else found[1]


def member_span(text: str, tokens: tuple[str, ...]) -> Span | None:
    """The same for the whole member or element, with the comma and white space that it brings along."""
    found = _find(text, tokens) if tokens else None
    if found is None:
        return None
    own, _ = found
    behind = len(text) - len(text[own.end :].lstrip(WHITE))
    before = len(text[: own.start].rstrip(WHITE))
    if text[before - 1] == ",":  # not the first: the comma before goes along
        return Span(len(text[: before - 1].rstrip(WHITE)), own.end)
    if text[behind] == ",":  # the first of several: the comma behind, up to the next one
        rest = text[behind + 1 :]
        return Span(own.start, len(text) - len(rest.lstrip(WHITE)))
    return Span(before, behind)  # the only one


def _find(text: str, tokens: tuple[str, ...]) -> tuple[Span, Span] | None:
    """The spans of the member (its name included, from the last token) and of the value."""
    start = len(text) - len(text.lstrip(WHITE))
    own = value = Span(start, len(text.rstrip(WHITE)))
    for token in tokens:
        children = _children(text, value)
        matching = [child for child in children if child[0] == token]
        if not matching:
            return None
        _, own, value = matching[-1]
    return own, value


def _children(text: str, value: Span) -> list[tuple[str, Span, Span]]:
    """For each child of an array or object: its reference token, the span with its name, the span."""
    in_object = text[value.start] == "{"
    found: list[tuple[str, Span, Span]] = []
    depth = 0
    name: tuple[str, int] | None = None
    start: int | None = None
    for piece in _PIECE.finditer(text, value.start, value.end):
        token, at = piece[2], piece.start(2)
        if depth == 1 and token in (",", "}", "]"):
            if start is not None:
                label, own = name or (str(len(found)), start)
                found.append((label, Span(own, piece.start()), Span(start, piece.start())))
            name = start = None
        elif depth == 1 and in_object and name is None:
            name = (decoded(token), at)
        elif depth == 1:
            start = at  # a colon is before its value, which comes next
        depth += (token in ("{", "[")) - (token in ("}", "]"))
    return found
