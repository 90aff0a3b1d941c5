"""The walk over every token of a document that finds repeated keys at any depth (spec § a.2 step 1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from reference_server.go_json import Delimiter, TokenReader, refuse_trailing


class TopLevel(Enum):
    """What the document is at its top."""

    OBJECT = "object"
    OTHER = "other"


class RepeatedKey(Exception):
    """A key stands twice in one object; `path` leads to it, such as `exports[0].id`."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


@dataclass(slots=True)
class _Open:
    """An object or list that is not closed yet; `step` is the key or index read last."""

    is_object: bool
    keys: set[str] = field(default_factory=set)
    step: str | int = -1
    wants_key: bool = True


def walk_document(data: bytes) -> TopLevel:
    """Read all of `data`: one value, then nothing but white space.

    Raises `SyntaxFault` or `RepeatedKey`, whichever is met first, then `TrailingValue` or the fault of
    what follows. A repeat is met with the key itself, before its colon.
    """
    reader = TokenReader(data, use_number=True)
    token = reader.token()
    top = TopLevel.OTHER
    if isinstance(token, Delimiter):
        top = TopLevel.OBJECT if token.bracket == "{" else TopLevel.OTHER
        _walk_inside(reader, _Open(token.bracket == "{"))
    refuse_trailing(data, reader.pos, use_number=True)
    return top


def _walk_inside(reader: TokenReader, top: _Open) -> None:
    opened = [top]
    while opened:
        token = reader.token()
        inside = opened[-1]
        if isinstance(token, Delimiter) and token.bracket in "]}":
            opened.pop()
        elif inside.is_object and inside.wants_key:
            inside.step, inside.wants_key = str(token), False
            if inside.step in inside.keys:
                raise RepeatedKey(_path(opened))
            inside.keys.add(inside.step)
        else:
            inside.wants_key = True
            if not inside.is_object:
                inside.step = int(inside.step) + 1
            if isinstance(token, Delimiter):
                opened.append(_Open(token.bracket == "{"))


def _path(opened: list[_Open]) -> str:
    """Built only when it is told: paths of every place would cost the square of the depth."""
    path = ""
    for inside in opened:
        if not inside.is_object:
            path += f"[{inside.step}]"
        elif path:
            path += f".{inside.step}"
        else:
            path = str(inside.step)
    return path
