r"""Making visible what a terminal obeys or an eye overlooks; nothing received is ever shown raw.

| character | shown as |
|---|---|
| controls, tab and newline included | `\x1b`, `\t`, `\n`, `\r` |
| bidirectional controls, zero width, other blanks, fillers, tags | `\u202e`, `\u00a0`, `\U000e0041` |
| lone surrogates | `\ud83d` |
| blanks at the end of a line (in a difference) | `·` |

Within quotes, a quote is `\"` and a backslash `\\`, so that nothing there can be taken for another thing.
"""

from __future__ import annotations

import re
from typing import Final

from pytest_mcpparity.characters import HIDDEN_CLASS

#: Beside those of answer files: tab, newline, blanks that are no space, and what has no width.
_INVISIBLE = (
    r"\t\n\xa0\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f\u3000\u3164"
    r"\ufe00-\ufe0f\uffa0\ufff0-\uffff\U000e0000-\U000e0fff"
)
_HIDDEN = re.compile(f"[{HIDDEN_CLASS}{_INVISIBLE}]")
_QUOTED = re.compile(rf'["\\{HIDDEN_CLASS}{_INVISIBLE}]')
_NOT_ASCII = re.compile(r"[^ -~]")
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_TRAILING = re.compile(r" +$")

#: Characters of an excerpt before the place that it is about, and from it on.
_BEFORE: Final = 20
_AFTER: Final = 44


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    if short := _SHORT.get(character):
        return short
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str, *, ascii_only: bool = False) -> str:
    """`text` on one line with nothing hidden; with `ascii_only` all that is not ASCII is escaped."""
    if ascii_only:
        return _NOT_ASCII.sub(_escape, text)
    return _HIDDEN.sub(_escape, text)


def visible_line(text: str, *, ascii_only: bool = False) -> str:
    """The same for a whole line: its trailing blanks are shown too."""
    return _TRAILING.sub(lambda match: "·" * len(match.group()), visible(text, ascii_only=ascii_only))


def quoted(text: str, *, ascii_only: bool = False) -> str:
    """`text` in quotes, with nothing hidden."""
    inside = _QUOTED.sub(_escape, text)
    return f'"{_NOT_ASCII.sub(_escape, inside) if ascii_only else inside}"'


def excerpt(text: str, at: int = 0, *, ascii_only: bool = False) -> str:
    """What stands in `text` around character `at` (from 0), quoted; `…` where more of it follows or went.

    It starts within the line that `at` is in.
    """
    start = max(text.rfind("\n", max(at - _BEFORE, 0), at) + 1, at - _BEFORE, 0)
    if start < _BEFORE // 3 and "\n" not in text[:start]:
        start = 0
    end = at + _AFTER
    inside = quoted(text[start:end], ascii_only=ascii_only)[1:-1]
    head = "…" if start and text[start - 1] != "\n" else ""
    return f'"{head}{inside}{"…" if end < len(text) else ""}"'


def cut(text: str, limit: int = 60) -> str:
    """`text` on one line with nothing hidden, at most about `limit` characters of it."""
    return visible(text) if len(text) <= limit else visible(text[: limit - 1]) + "…"
