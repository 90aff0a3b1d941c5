r"""Making visible what a terminal obeys or an eye overlooks; nothing received is ever shown raw.

| character | shown as |
|---|---|
| controls, tab and newline included | `\x1b`, `\t`, `\n`, `\r` |
| bidirectional controls, zero width, other blanks, fillers, tags | `\u202e`, `\u00a0`, `\U000e0041` |
| lone surrogates, private use, characters that Unicode does not know | `\ud83d` |
| blanks at the end of a line (in a difference) | `·` |

Within quotes, a quote is `\"` and a backslash `\\`, so that nothing there can be taken for another thing.
"""

from __future__ import annotations

import re
from typing import Final

#: What Python calls printable and an eye overlooks all the same: no width, or filling a cell with nothing.
_OVERLOOKED = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_NOT_ASCII = re.compile(r"[^ -~]")
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
_TRAILING = re.compile(r" +$")

#: Characters of an excerpt before the place that it is about, and from it on.
_BEFORE: Final = 20
_AFTER: Final = 44


def _escape(character: str) -> str:
    code = ord(character)
    if short := _SHORT.get(character):
        return short
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str, *, ascii_only: bool = False) -> str:
    """`text` on one line with nothing hidden; with `ascii_only` all that is not ASCII is escaped."""
    if ascii_only:
        return _NOT_ASCII.sub(lambda match: _escape(match.group()), text)
    if text.isprintable() and not _OVERLOOKED.search(text):
        return text
    return "".join(one if one.isprintable() and not _OVERLOOKED.match(one) else _escape(one) for one in text)


def visible_line(text: str, *, ascii_only: bool = False) -> str:
    """The same for a whole line: its trailing blanks are shown too."""
    return _TRAILING.sub(lambda match: "·" * len(match.group()), visible(text, ascii_only=ascii_only))


def quoted(text: str, *, ascii_only: bool = False) -> str:
    """`text` in quotes, with nothing hidden."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(inside, ascii_only=ascii_only)}"'


def excerpt(text: str, at: int = 0, *, ascii_only: bool = False, after: int = _AFTER) -> str:
    """What stands in `text` around character `at` (from 0), quoted; `…` where more of it follows or went.

    It starts within the line that `at` is in, and holds `after` characters from `at` on.
    """
    begin = max(text.rfind("\n", 0, at) + 1, at - _BEFORE)
    start = 0 if begin < _BEFORE // 3 and "\n" not in text[:begin] else begin
    end = at + after
    inside = quoted(text[start:end], ascii_only=ascii_only)[1:-1]
    head = "…" if start and text[start - 1] != "\n" else ""
    return f'"{head}{inside}{"…" if end < len(text) else ""}"'


def cut(text: str, limit: int = 60) -> str:
    """`text` on one line with nothing hidden, at most about `limit` characters of it."""
    return visible(text) if len(text) <= limit else visible(text[: limit - 1]) + "…"
