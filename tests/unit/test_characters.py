from __future__ import annotations

import sys

import pytest

from pytest_mcpparity.characters import escape_hidden, has_hidden, has_hidden_bytes

#: The list of the specification, as it is written there.
_RANGES = [
    *((0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x61C, 0x61C), (0x200B, 0x200B)),
    *((0x200E, 0x200F), (0x2028, 0x202E), (0x2060, 0x2069), (0xFEFF, 0xFEFF), (0xD800, 0xDFFF)),
]
LISTED = {code for first, last in _RANGES for code in range(first, last + 1)}


def test_the_listed_characters_are_hidden_and_no_other() -> None:
    hidden = {code for code in range(sys.maxunicode + 1) if has_hidden(chr(code))}

    assert hidden == LISTED


@pytest.mark.parametrize("code", sorted(LISTED - set(range(0xD802, 0xDFFE))))
def test_a_hidden_character_is_found_among_others_and_escaped(code: int) -> None:
    text = f"a\n\té漢😀{chr(code)}z"

    assert has_hidden(text)
    assert escape_hidden(text) == f"a\n\té漢😀\\u{code:04x}z"


@pytest.mark.parametrize(
    "text", ["", "plain\n\t~", "é", "漢字", "😀", "\u2027\u202f\u205f\u206a\ufefe\ue000\xa0"]
)
def test_a_text_without_one_stays_the_very_same(text: str) -> None:
    assert not has_hidden(text)
    assert not has_hidden_bytes(text.encode())
    assert escape_hidden(text) is text
