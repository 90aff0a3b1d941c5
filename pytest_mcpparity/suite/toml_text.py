"""How text is spelled in TOML that is shown to people, or written for them."""

from __future__ import annotations

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def toml_string(text: str) -> str:
    """`text` as a string on one line: literal where that can be, so that JSON and patterns stay readable.

    What a terminal would obey or hide is escaped.
    """
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return f'"{"".join(_escaped(one) for one in text)}"'


def toml_plain_string(text: str) -> str:
    """`text` as people write a title: between double quotes unless it would need escapes there."""
    return toml_string(text) if {'"', "\\", "'"} & {*text} or not text.isprintable() else f'"{text}"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
