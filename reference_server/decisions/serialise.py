"""The one way in which answers and the strings inside error texts are written (6.1)."""

from __future__ import annotations

from json.encoder import encode_basestring
from typing import Any


def serialise(value: Any) -> str:
    """`value` as the text of a content block: two-space indent, LF, no escapes beyond those of 6.1.

    The same text as `json.dumps(value, ensure_ascii=False, indent=2)`, written out here because the
    standard library has no fast path for indented output. Key order is the order of insertion, so
    whoever builds `value` fixes it. Values are dicts, lists, strings, integers, booleans and None.
    """
    return _encodable(_written(value, "\n"))


def quoted(text: str) -> str:
    """`text` as a JSON string by the same rule, for ids, file names and pointers in error texts."""
    return _encodable(encode_basestring(text))


def _written(value: Any, line: str) -> str:
    """`value` where a new line at its own depth is `line`: LF and the indent."""
    kind = type(value)
    if kind is str:
        return encode_basestring(value)
    if kind is dict:
        if not value:
            return "{}"
        inner = f"{line}  "
        members = [f"{encode_basestring(name)}: {_written(item, inner)}" for name, item in value.items()]
        return f"{{{inner}{f',{inner}'.join(members)}{line}}}"
    if kind is list:
        if not value:
            return "[]"
        inner = f"{line}  "
        return f"[{inner}{f',{inner}'.join([_written(item, inner) for item in value])}{line}]"
    if kind is int:
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if value is None:
        return "null"
    raise TypeError(f"an answer cannot hold a {kind.__name__}")


def _encodable(text: str) -> str:
    # A lone surrogate, from a file name or a YAML escape, has no UTF-8 form and would end a transport:
    # it stays an escape.
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text
