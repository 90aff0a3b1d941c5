"""Go's ways with text: `%q` quoting, Unicode white space, lower-casing, clean paths."""

from __future__ import annotations

import re

from reference_server.go_json.printable import is_printable

SPACES = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The characters of Go's `unicode.IsSpace`. Python's `strip` would also take U+001C to U+001F."""

_SPACE_RUN = re.compile(f"[{SPACES}]+")
_UNSAFE = re.compile(r"[^ !#-\[\]-~]")
_SHORT = {
    "\a": r"\a",
    "\b": r"\b",
    "\f": r"\f",
    "\n": r"\n",
    "\r": r"\r",
    "\t": r"\t",
    "\v": r"\v",
    "\\": r"\\",
    '"': r"\"",
}


def quote(text: str) -> str:
    r"""`text` as Go's `%q` prints it.

    A byte that is not UTF-8, given as a `surrogateescape` character, prints as `\xff`.
    """
    return f'"{_UNSAFE.sub(_quoted, text)}"'


def _quoted(match: re.Match[str]) -> str:
    char = match[0]
    short = _SHORT.get(char)
    if short is not None:
        return short
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if is_printable(char):
        return char
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quote_byte(byte: int) -> str:
    """One byte, read as Latin-1, in single quotes: how Go's JSON errors name a character."""
    if byte == 0x27:
        return r"'\''"
    if byte == 0x22:
        return "'\"'"
    return f"'{quote(chr(byte))[1:-1]}'"


def trim_space(text: str) -> str:
    """`text` without white space at its ends (`strings.TrimSpace`)."""
    return text.strip(SPACES)


def split_space(text: str) -> list[str]:
    """The words of `text` (`strings.Fields`)."""
    return [word for word in _SPACE_RUN.split(text) if word]


def lower(text: str) -> str:
    """`text` in lower case, character by character, without special cases (`strings.ToLower`)."""
    if text.isascii():
        return text.lower()
    return "".join("i" if char == "İ" else char.lower() for char in text)


def clean_path(path: str) -> str:
    """`path` in its lexical clean form (`path.Clean`): `.` when empty, no `//`, `.` or inner `..`."""
    rooted = path.startswith("/")
    kept: list[str] = []
    for segment in path.split("/"):
        if segment in ("", "."):
            continue
        if segment != "..":
            kept.append(segment)
        elif kept and kept[-1] != "..":
            kept.pop()
        elif not rooted:
            kept.append(segment)
    joined = "/".join(kept)
    return f"/{joined}" if rooted else joined or "."
