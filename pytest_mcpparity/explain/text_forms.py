"""Forms in which two texts can differ and still be the same text (spec § 4.1 row 6).

White space is ASCII's: a no-break space is a character like any other. Each form named is needed, and
the forms named together make the two equal: that is tried, never guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pytest_mcpparity.compare.alignment import common_prefix

FormKind: TypeAlias = Literal[
    "member-order", "white-space", "escapes", "number-spelling", "unicode", "line-order"
]
_Change: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Form:
    """One form in which two sides differ: its kind, and the words of the first line for it."""

    kind: FormKind
    words: str


#: The normalisation form is judged by the first word that differs, by so many characters at most.
_NEAR = 40
_WORD_END = re.compile(r"(?<=.)[\s\"']", re.DOTALL)
_NEWLINES: Final = "\r\n"
_BLANKS = re.compile(r"[ \t]+")
_WHITE = re.compile(r"[ \t\r\n]+")
#: Never tried again from within a run of blanks: that would be quadratic.
_TRAILING = re.compile(r"(?<![ \t])[ \t]++(?=[\r\n]|\Z)")
_LEADING = re.compile(r"(?:(?<=\n)|(?<=\r)|\A)[ \t]+")


def _one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _no_end(text: str) -> str:
    return text.rstrip(_NEWLINES)


def _no_trailing(text: str) -> str:
    return _TRAILING.sub("", text)


def _no_leading(text: str) -> str:
    return _LEADING.sub("", text)


def _no_white(text: str) -> str:
    return _WHITE.sub(" ", text).strip(" ")


def _lines_squeezed(text: str) -> str:
    return _BLANKS.sub(" ", _no_trailing(_no_leading(_no_end(_one_line_end(text)))))


def _sorted_lines(text: str) -> list[str]:
    return sorted(text.split("\n"))


def composed(text: str) -> str:
    """`text` in Unicode's normalisation form NFC."""
    return unicodedata.normalize("NFC", text)


#: What makes white space no difference, the mildest first; the order of application too.
_MILD: tuple[_Change, ...] = (_one_line_end, _no_end, _no_trailing, _no_leading)


def text_forms(expected: str, received: str) -> tuple[Form, ...]:
    """The forms that explain all that differs between two different texts; empty if none do."""
    folds = _folds(expected, received)
    if folds is None:
        return ()
    unicode, lines = folds
    white = _white_forms(composed(expected), composed(received), lines)
    forms = [Form("white-space", words) for words in white]
    if unicode:
        forms.append(Form("unicode", unicode_at(expected, received, alone=not (white or lines))))
    if lines:
        forms.append(Form("line-order", "other order"))
    return tuple(forms)


def _folds(expected: str, received: str) -> tuple[bool, bool] | None:
    """Whether normalisation is needed to make the two equal, and sorting of lines; None if nothing does."""
    for unicode in (False, True):
        old, new = (composed(text) if unicode else text for text in (expected, received))
        if _no_white(old) == _no_white(new):
            return unicode, False
        old, new = _lines_squeezed(old), _lines_squeezed(new)
        if len(old) == len(new) and _sorted_lines(old) == _sorted_lines(new):
            return unicode, True
    return None


def unicode_at(expected: str, received: str, alone: bool) -> str:
    """The words of a difference in normalisation, with the character, counted from 1, where it starts.

    Where it is not `alone`, that character is counted in the side that is not composed there.
    """
    text = received if composed(expected) == expected else expected
    at = common_prefix(expected, received) if alone else common_prefix(text, composed(text))
    return f"{unicode_words(expected, received)} at character {at + 1}"


def unicode_words(expected: str, received: str) -> str:
    """The words of a difference in normalisation, with the form of either side where they first differ."""
    at = common_prefix(expected, received)
    while at and any(map(unicodedata.combining, expected[at : at + 1])):
        at -= 1
    forms = [_normal_form(_WORD_END.split(text[at : at + _NEAR])[0]) for text in (expected, received)]
    return f"other Unicode normalisation (expected {forms[0]}, received {forms[1]})"


def _normal_form(text: str) -> str:
    if unicodedata.is_normalized("NFC", text):
        return "NFC"
    return "NFD" if unicodedata.is_normalized("NFD", text) else "neither NFC nor NFD"


def _white_forms(expected: str, received: str, lines: bool) -> list[str]:
    """The words of what differs in white space, `lines` sorted afterwards; empty if nothing does."""
    needed = list(_MILD)
    if not _equal_after(needed, expected, received, lines):
        return ["other white space"]
    for change in _MILD:
        fewer = [one for one in needed if one is not change]
        if _equal_after(fewer, expected, received, lines):
            needed = fewer
    return [_WORDS[change](expected, received) for change in _MILD if change in needed]


def _equal_after(changes: list[_Change], expected: str, received: str, lines: bool) -> bool:
    for change in changes:
        expected, received = change(expected), change(received)
    if expected == received:
        return True
    if not lines or len(expected) != len(received):
        return False
    return _sorted_lines(expected) == _sorted_lines(received)


def line_end_words(expected: str, received: str) -> str:
    """Which line ends came for which; the two differ in them."""
    old, new = _line_end(expected), _line_end(received)
    return f"{new} for {old}" if old and new else "other line ends"


def _line_end(text: str) -> str:
    """The only sort of line end in `text`, or nothing where it has several or none."""
    pairs = text.count("\r\n")
    alone = (text.count("\n") - pairs, text.count("\r") - pairs)
    counts = {"CRLF": pairs, "LF": alone[0], "CR": alone[1]}
    used = [name for name, count in counts.items() if count]
    return used[0] if len(used) == 1 else ""


def final_newline_words(expected: str, received: str) -> str:
    """What became of the newlines at the end; the two differ in them."""
    old, new = (len(text) - len(_no_end(text)) for text in (expected, received))
    old -= expected.count("\r\n", len(expected) - old)
    new -= received.count("\r\n", len(received) - new)
    if old > new:
        return f"{_trailing_newlines(old - new)} missing"
    if old < new:
        return f"{_trailing_newlines(new - old)} extra"
    return "other newline at the end"


def _trailing_newlines(count: int) -> str:
    return "trailing newline" if count == 1 else f"{count} trailing newlines"


def _trailing_words(expected: str, received: str) -> str:
    old, new = (sum(map(len, _TRAILING.findall(text))) for text in (expected, received))
    if old and new:
        return "other trailing blanks"
    return "trailing blanks missing" if old else "trailing blanks extra"


def _indentation_words(expected: str, received: str) -> str:
    return "other indentation"


_WORDS: dict[_Change, Callable[[str, str], str]] = {
    _one_line_end: line_end_words,
    _no_end: final_newline_words,
    _no_trailing: _trailing_words,
    _no_leading: _indentation_words,
}


def large_text_forms(expected: str, received: str) -> tuple[Form, ...]:
    """The same for texts too large to try all: line ends or the newlines at the end."""
    if _one_line_end(expected) == _one_line_end(received):
        return (Form("white-space", line_end_words(expected, received)),)
    if _no_end(expected) == _no_end(received):
        return (Form("white-space", final_newline_words(expected, received)),)
    return ()
