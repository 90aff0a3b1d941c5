"""The one way in which answers and the strings inside error texts are written (6.1)."""

from __future__ import annotations

import json


def serialise(value: object) -> str:
    """`value` as the text of a content block: two-space indent, LF, no escapes beyond those of 6.1.

    Key order is the order of insertion, so whoever builds `value` fixes it. No newline at the end.
    """
    return _encodable(json.dumps(value, ensure_ascii=False, indent=2))


def quoted(text: str) -> str:
    """`text` as a JSON string by the same rule, for ids, file names and pointers in error texts."""
    return _encodable(json.dumps(text, ensure_ascii=False))


def _encodable(text: str) -> str:
    # A lone surrogate, from a file name or a YAML escape, has no UTF-8 form and would end a transport:
    # it stays an escape.
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text
