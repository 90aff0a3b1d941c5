"""JSON as Go's `encoding/json` writes it."""

from __future__ import annotations

import re
from functools import lru_cache
from json.encoder import encode_basestring

_HTML = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_COMPACT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[ \t\n\r]+', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SCALARS = {True: "true", False: "false", None: "null"}


def marshal_indent(value: object) -> str:
    """`value` with two-space indentation (`json.MarshalIndent(value, "", "  ")`), no newline at the end.

    Dicts keep their order, so a map has to come sorted; lists and tuples are arrays; None is `null`.
    """
    return _escape(_indented(value, "\n"))


def marshal(value: object) -> str:
    """`value` on one line without spaces (`json.Marshal`)."""
    return _escape(_compact(value))


def compact_raw(raw: bytes) -> bytes:
    """Raw JSON as Go writes a `json.RawMessage`: without white space, `<>&` and line separators escaped."""
    text = raw.decode("utf-8", "surrogateescape")
    text = _COMPACT.sub(lambda match: match[0] if match[0].startswith('"') else "", text)
    return _escape_html(text).encode("utf-8", "surrogateescape")


def _escape(text: str) -> str:
    """All escapes that no structural character of JSON needs, in one go over the whole text."""
    text = _escape_html(text)
    # File names may hold bytes that are not UTF-8; Go writes the replacement character as an escape.
    return text if text.isascii() else _SURROGATE.sub("\\\\ufffd", text)


def _escape_html(text: str) -> str:
    for char, escape in _HTML.items():
        if char in text:
            text = text.replace(char, escape)
    return text


def _indented(value: object, newline: str) -> str:
    if type(value) is str:
        return encode_basestring(value)
    if type(value) is dict:
        if not value:
            return "{}"
        inner = newline + "  "
        return _object_template(tuple(value), newline) % tuple(
            [encode_basestring(v) if type(v) is str else _indented(v, inner) for v in value.values()]
        )
    if isinstance(value, list | tuple):
        if not value:
            return "[]"
        inner = newline + "  "
        if len(value) == 1 and type(value[0]) is str:
            return f"[{inner}{encode_basestring(value[0])}{newline}]"
        items = [encode_basestring(v) if type(v) is str else _indented(v, inner) for v in value]
        return f"[{inner}{f',{inner}'.join(items)}{newline}]"
    return _scalar(value)


@lru_cache(maxsize=4096)
def _object_template(names: tuple[str, ...], newline: str) -> str:
    """An object with these members at this depth, `%s` for each value. Reports hold few different ones."""
    inner = newline + "  "
    members = [encode_basestring(name).replace("%", "%%") + ": %s" for name in names]
    return f"{{{inner}{f',{inner}'.join(members)}{newline}}}"


def _compact(value: object) -> str:
    if isinstance(value, dict):
        return (
            f"{{{','.join([f'{encode_basestring(key)}:{_compact(item)}' for key, item in value.items()])}}}"
        )
    if isinstance(value, list | tuple):
        return f"[{','.join([_compact(item) for item in value])}]"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None or isinstance(value, bool):
        return _SCALARS[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return format_float(value)
    raise TypeError(f"no JSON for a {type(value).__name__}: {value!r}")


def format_float(number: float) -> str:
    """The shortest digits that give `number` back; with an exponent below 1e-6 and from 1e21 on."""
    mantissa, _, exponent = repr(number).partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return f"{sign}0"
    # The value is 0.{digits} times ten to the power `point`.
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if not -6 < point <= 21:
        power = point - 1
        tail = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{tail}e{'-' if power < 0 else '+'}{abs(power)}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    if len(digits) <= point:
        return f"{sign}{digits}{'0' * (point - len(digits))}"
    return f"{sign}{digits[:point]}.{digits[point:]}"
