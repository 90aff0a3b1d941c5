"""The characters that may not stand raw: in an answer file, or on a terminal.

The list is fixed (spec § 2.3), so that a newer Unicode changes no file.
"""

from __future__ import annotations

import re

#: Characters that an editor may change unseen or a terminal obey: U+0000-001F other than newline and
#: tab, 007F-009F, 00AD, 061C, 200B, 200E, 200F, 2028-202E, 2060-2069, FEFF and lone surrogates.
HIDDEN_CLASS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff"
)
_HIDDEN = re.compile(f"[{HIDDEN_CLASS}]")
_HIDDEN_ASCII = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
#: The ASCII part again, as bytes to delete: `bytes.translate` is far quicker than a search by pattern.
_HIDDEN_ASCII_BYTES = bytes(sorted({*range(0x20), 0x7F} - {0x09, 0x0A}))


def has_hidden(text: str) -> bool:
    """Tell whether `text` holds a character that may not stand raw; linear, and quick for ASCII."""
    if text.isascii():
        raw = text.encode("ascii")
        return len(raw.translate(None, _HIDDEN_ASCII_BYTES)) != len(raw)
    return _HIDDEN.search(text) is not None


def escape_hidden(text: str) -> str:
    r"""`text` with each such character written as `\uXXXX` in lower case; newline and tab stay."""
    if not has_hidden(text):
        return text
    pattern = _HIDDEN_ASCII if text.isascii() else _HIDDEN
    return pattern.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
