"""The sentences of a passage (spec 9.6)."""

from __future__ import annotations

import re
import unicodedata

_QUOTE_MARKS = re.compile(r"^(?: {0,3}> ?)+")
_WHITE_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_ITEM_MARK = re.compile(r"\A(?:[-+*]|[0-9]{1,9}[.)])(?: |\Z)")
# Possessive, and only from the start of a run of stops: what fails there fails inside the run too,
# and long runs of stops stay cheap.
_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]++[\"')\]*_`]*+ ")
_KINDS = ("paragraph", "list_item", "quote")


def sentences(kind: str, text: str) -> list[str]:
    """The sentences of a passage of `kind` with `text`, in order; none in code and HTML."""
    if kind not in _KINDS:
        return []
    if kind == "quote":
        text = "\n".join(_QUOTE_MARKS.sub("", line, count=1) for line in text.split("\n"))
    text = _WHITE_SPACE.sub(" ", text).strip(" ")
    if kind == "list_item":
        text = _ITEM_MARK.sub("", text, count=1)
    return _cut(text)


def _cut(text: str) -> list[str]:
    found = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        following = text[end.end() : end.end() + 1]
        if following and unicodedata.category(following) == "Ll":
            continue
        found.append(text[start : end.end() - 1])
        start = end.end()
    if start < len(text):
        found.append(text[start:])
    return found
