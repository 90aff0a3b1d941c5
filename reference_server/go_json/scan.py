"""Go's JSON scanner: where a value ends, and what is wrong with one that does not.

This reads byte by byte in Python; it is for texts that have failed the fast reader (`tree.py`).
"""

from __future__ import annotations

import re

from reference_server.go_json.faults import SyntaxFault
from reference_server.go_json.text import quote_byte

MAX_DEPTH = 10_000
"""Lists and objects inside each other that Go reads."""

_SPACE = re.compile(rb"[ \t\n\r]*")
_PLAIN = re.compile(rb'[^"\\\x00-\x1f]*')
_DIGITS = re.compile(rb"[0-9]*")
_HEX = frozenset(b"0123456789abcdefABCDEF")
_ESCAPES = frozenset(b'bfnrt\\/"')
_LITERALS = {0x74: b"true", 0x66: b"false", 0x6E: b"null"}
_OBJECT, _LIST = 0x7B, 0x5B


class Truncated(Exception):
    """The text ends inside a value; `fault` is what a space would be there, None if it would be fine."""

    def __init__(self, context: str = "") -> None:
        super().__init__(context)
        self.fault = invalid(0x20, context) if context else None


def invalid(byte: int, context: str = "") -> SyntaxFault:
    """The fault of an unexpected `byte`; `context` says where, in Go's words."""
    return SyntaxFault(f"invalid character {quote_byte(byte)}{' ' if context else ''}{context}")


def skip_space(data: bytes, pos: int) -> int:
    """The first place at or after `pos` that is not JSON white space."""
    match = _SPACE.match(data, pos)
    return match.end() if match else pos


def scan_value(data: bytes, pos: int) -> int:
    """The end of the one value that starts at or after `pos`.

    Raises `SyntaxFault` at the first wrong byte and `Truncated` at the end of the text.
    """
    open_brackets: list[int] = []
    pos = _scan_start(data, pos, open_brackets)
    while open_brackets:
        pos = skip_space(data, pos)
        byte = _byte(data, pos)
        inside = open_brackets[-1]
        if byte == (0x7D if inside == _OBJECT else 0x5D):
            open_brackets.pop()
            pos += 1
        elif byte != 0x2C:
            raise invalid(byte, "after object key:value pair" if inside == _OBJECT else "after array element")
        else:
            pos = _scan_key(data, pos + 1) if inside == _OBJECT else pos + 1
            pos = _scan_start(data, pos, open_brackets)
    return pos


def _scan_start(data: bytes, pos: int, open_brackets: list[int]) -> int:
    """Read a scalar, or brackets up to and including the first scalar or empty pair inside them."""
    while True:
        pos = skip_space(data, pos)
        byte = _byte(data, pos)
        if byte not in (_OBJECT, _LIST):
            return _scan_scalar(data, pos, byte)
        open_brackets.append(byte)
        if len(open_brackets) > MAX_DEPTH:
            raise invalid(byte, "exceeded max depth")
        pos = skip_space(data, pos + 1)
        if _byte(data, pos) == (0x7D if byte == _OBJECT else 0x5D):
            open_brackets.pop()
            return pos + 1
        if byte == _OBJECT:
            pos = _scan_key(data, pos)


def _scan_key(data: bytes, pos: int) -> int:
    pos = skip_space(data, pos)
    byte = _byte(data, pos)
    if byte != 0x22:
        raise invalid(byte, "looking for beginning of object key string")
    pos = skip_space(data, _scan_string(data, pos + 1))
    byte = _byte(data, pos)
    if byte != 0x3A:
        raise invalid(byte, "after object key")
    return pos + 1


def _scan_scalar(data: bytes, pos: int, byte: int) -> int:
    if byte == 0x22:
        return _scan_string(data, pos + 1)
    if byte == 0x2D or 0x30 <= byte <= 0x39:
        return _scan_number(data, pos)
    literal = _LITERALS.get(byte)
    if literal is None:
        raise invalid(byte, "looking for beginning of value")
    for offset in range(1, len(literal)):
        context = f"in literal {literal.decode()} (expecting '{chr(literal[offset])}')"
        found = _byte(data, pos + offset, context)
        if found != literal[offset]:
            raise invalid(found, context)
    return pos + len(literal)


def _scan_string(data: bytes, pos: int) -> int:
    """The place after the closing quote of the string whose inside starts at `pos`."""
    while True:
        match = _PLAIN.match(data, pos)
        pos = match.end() if match else pos
        byte = _byte(data, pos)
        if byte == 0x22:
            return pos + 1
        if byte != 0x5C:
            raise invalid(byte, "in string literal")
        context = "in string escape code"
        escape = _byte(data, pos + 1, context)
        pos += 2
        if escape == 0x75:
            context = "in \\u hexadecimal character escape"
            for _ in range(4):
                if _byte(data, pos, context) not in _HEX:
                    raise invalid(data[pos], context)
                pos += 1
        elif escape not in _ESCAPES:
            raise invalid(escape, context)


def _scan_number(data: bytes, pos: int) -> int:
    if data[pos] == 0x2D:
        pos += 1
        _digit(data, pos, "in numeric literal")
    pos = pos + 1 if data[pos] == 0x30 else _digits_end(data, pos)
    if data[pos : pos + 1] == b".":
        pos += 1
        _digit(data, pos, "after decimal point in numeric literal")
        pos = _digits_end(data, pos)
    if data[pos : pos + 1] in (b"e", b"E"):
        pos += 1
        if data[pos : pos + 1] in (b"+", b"-"):
            pos += 1
        _digit(data, pos, "in exponent of numeric literal")
        pos = _digits_end(data, pos)
    return pos


def _digit(data: bytes, pos: int, context: str) -> None:
    byte = _byte(data, pos, context)
    if not 0x30 <= byte <= 0x39:
        raise invalid(byte, context)


def _digits_end(data: bytes, pos: int) -> int:
    match = _DIGITS.match(data, pos)
    return match.end() if match else pos


def _byte(data: bytes, pos: int, context: str = "") -> int:
    """The byte at `pos`; past the end, a space in `context` (none: a space would be fine there)."""
    if pos >= len(data):
        raise Truncated(context)
    return data[pos]
