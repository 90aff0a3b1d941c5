"""Tokens and terms (spec 9.2)."""

from __future__ import annotations

import unicodedata

_STOP_WORDS = """
a an and are as at be by did do does for from had has have how if in into is it its of on or our
so than that the their them then there these they this to us use used uses using was we were what
when where which who why will with you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""The words that are tokens but never terms."""


class _Separators(dict[int, int]):
    """A `str.translate` table that turns every character outside L, M and N into a space.

    Filled as characters are met: a text uses few of the million code points.
    """

    def __missing__(self, code_point: int) -> int:
        keep = unicodedata.category(chr(code_point))[0] in "LMN"
        self[code_point] = code_point if keep else 0x20
        return self[code_point]


_SEPARATORS = _Separators()


def tokens(text: str) -> list[str]:
    """The tokens of `text` in order: NFKC, casefold, NFKC, then maximal runs of L, M and N (9.2)."""
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return folded.translate(_SEPARATORS).split()


def terms(text: str) -> list[str]:
    """The tokens of `text` that are not stop words, in order and with repeats (9.2)."""
    return [token for token in tokens(text) if token not in STOP_WORDS]


def phrase(text: str) -> str:
    """The tokens of `text` joined by one space: the form in which labels are compared (4)."""
    return " ".join(tokens(text))
