"""The new text of a client's file: everything outside the entry keeps its bytes (spec 12.4)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from reference_server.decisions.setup.json_spans import ObjectSpan, Span, SyntaxFault, parse_spans

_LINE_END = re.compile(r"\r\n|\r|\n")
_INDENT = re.compile(r"(?:\A|[\r\n])([ \t]+)\"")


class ShapeFault(Exception):
    """The text cannot take the entry; `reason` is what 12.3 step 2 says about it, without the file."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class _Style:
    """How the file is written: its line end and its indent."""

    eol: str
    indent: str

    def dump(self, value: object, depth: int) -> str:
        """`value` as the value of a member at `depth`: 1 in the root, 2 inside KEY."""
        text = json.dumps(value, ensure_ascii=False, indent=self.indent)
        return text.replace("\n", self.eol + self.indent * depth)


def edited(text: str, key: str, name: str, entry: dict[str, object], *, jsonc: bool) -> str:
    """`text` with `entry` under `name` in the root's member `key` (12.4).

    An empty `text` gives a new file. Raises `ShapeFault` where the text is not in the syntax asked
    for, its root is no object, or `key` is present but no object.
    """
    if not text:
        return json.dumps({key: {name: entry}}, ensure_ascii=False, indent=2) + "\n"
    root = _root(text, jsonc)
    style = _style(text)
    holder = root.members.get(key)
    if holder is None:
        return _inserted(text, root, key, {name: entry}, 1, style)
    if not isinstance(holder, ObjectSpan):
        raise ShapeFault("is not an object")
    old = holder.members.get(name)
    if old is None:
        return _inserted(text, holder, name, entry, 2, style)
    return text[: old.start] + style.dump(entry, 2) + text[old.end :]


def _root(text: str, jsonc: bool) -> ObjectSpan:
    try:
        root = parse_spans(text, jsonc=jsonc)
    except SyntaxFault:
        raise ShapeFault("is not valid JSON") from None
    if not isinstance(root, ObjectSpan):
        raise ShapeFault("does not hold an object")
    return root


def _style(text: str) -> _Style:
    end = _LINE_END.search(text)
    indent = _INDENT.search(text)
    return _Style(
        eol="\r\n" if end is not None and end[0] == "\r\n" else "\n",
        indent=indent[1] if indent is not None else "  ",
    )


def _inserted(text: str, holder: ObjectSpan, name: str, value: object, depth: int, style: _Style) -> str:
    """`text` with the member `name` at `depth` put last into `holder`: steps 1 to 3 of 12.4."""
    member = json.dumps(name, ensure_ascii=False) + ": " + style.dump(value, depth)
    last: Span | None = next(reversed(holder.members.values()), None)
    comma = last is not None and not holder.trailing_comma
    # Without a comma to add, nothing comes between the head and what follows it.
    split = last.end if last is not None and comma else holder.tail
    head = text[:split] + ("," if comma else "") + text[split : holder.tail]
    rest = text[holder.tail :]
    gap = text[holder.tail : holder.end - 1]
    closing = "" if _LINE_END.search(gap) else style.eol + style.indent * (depth - 1)
    return head + style.eol + style.indent * depth + member + closing + rest
