"""Forms in which two spellings of one JSON value can differ (spec § 4.1 row 6).

Each is found by undoing it: members sorted, numbers written in one way, strings composed. What is
equal afterwards differs in these forms only, and a form that is not needed for that is not named.
White space and escapes are held against each other token by token.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_mcpparity.compare.equality import same_value
from pytest_mcpparity.compare.json_tokens import Piece, in_order_of_names, pieces
from pytest_mcpparity.explain.text_forms import (
    Form,
    composed,
    final_newline_words,
    line_end_words,
    unicode_at,
    unicode_words,
)
from pytest_mcpparity.explain.visible import cut, quoted, visible
from pytest_mcpparity.json_text import Members, Number, Value
from pytest_mcpparity.places import pointer_text

#: So many names of a reordered object are shown.
_NAMES = 6
_NUMBER = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?")
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
#: Exponents of more digits are left as they are spelled: nobody means them.
_MANY_DIGITS = 1000


@dataclass(frozen=True, slots=True)
class _Undo:
    """Which forms are undone; spellings of numbers always are."""

    order: bool = False
    unicode: bool = False


def value_forms(expected: Value, received: Value, ordered: bool) -> tuple[Form, ...] | None:
    """The forms that explain all that differs between two values, or None if a value differs.

    Empty if they are the same; the order of members is a form only where it is `ordered`.
    """
    undo = _needed(expected, received, ordered)
    if undo is None:
        return None
    return tuple(_value_words(expected, received, undo))


def json_text_forms(expected: str, received: str, values: tuple[Value, Value]) -> tuple[Form, ...] | None:
    """The forms that explain all that differs between two JSON texts, or None if a value differs.

    `values` are what the two texts spell.
    """
    undo = _needed(*values, ordered=True)
    if undo is None:
        return None
    named = {form.kind: form for form in _value_words(*values, undo)}
    old, new = pieces(expected), pieces(received)
    if undo.order:
        old, new = in_order_of_names(old), in_order_of_names(new)
    white = _white_words(expected, received, old, new)
    escapes = _escape_words(old, new, undo.unicode)
    if list(named) == ["unicode"] and not (white or escapes):
        named["unicode"] = Form("unicode", unicode_at(expected, received, alone=True))
    forms = [
        named.get("member-order"),
        *(Form("white-space", words) for words in white),
        escapes and Form("escapes", escapes),
        named.get("number-spelling"),
        named.get("unicode"),
    ]
    return tuple(form for form in forms if form)


def _needed(expected: Value, received: Value, ordered: bool) -> _Undo | None:
    """Whether order and Unicode have to be undone, to make the two equal; None if nothing does."""
    everything = _Undo(order=True, unicode=True)
    if not _equal_after(everything, expected, received):
        return None
    unicode = not _equal_after(_Undo(order=True), expected, received)
    order = ordered and not _equal_after(_Undo(unicode=unicode), expected, received)
    return _Undo(order, unicode=unicode)


def _equal_after(undo: _Undo, expected: Value, received: Value) -> bool:
    return same_value(_undone(expected, undo), _undone(received, undo), ordered=True)


def _undone(value: Value, undo: _Undo) -> Value:
    if isinstance(value, str):
        return composed(value) if undo.unicode else value
    if isinstance(value, Number):
        return Number(canonical_number(value.spelling))
    if isinstance(value, list):
        return [_undone(child, undo) for child in value]
    if isinstance(value, Members):
        pairs = [(composed(name) if undo.unicode else name, _undone(child, undo)) for name, child in value]
        return Members(sorted(pairs, key=lambda pair: pair[0]) if undo.order else pairs)
    return value


def canonical_number(spelling: str) -> str:
    """One spelling for all that spell the same number: exact, of any size, and -0 is not 0."""
    found = _NUMBER.fullmatch(spelling)
    if not found or len(found[4] or "") > _MANY_DIGITS:
        return spelling
    sign, whole, fraction, exponent = found[1], found[2], found[3] or "", int(found[4] or 0)
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return f"{sign}0"
    kept = digits.rstrip("0")
    return f"{sign}0.{kept}e{exponent - len(fraction) + len(digits)}"


def _value_words(expected: Value, received: Value, undo: _Undo) -> Iterator[Form]:
    order: list[str] = []
    numbers: list[str] = []
    unicode: list[str] = []
    for tokens, old, new in _aligned((), expected, received):
        if isinstance(old, Members) and isinstance(new, Members):
            names = [composed(name) for name in old.names()], [composed(name) for name in new.names()]
            if undo.order and not order and names[0] != names[1]:
                order.append(_order_words(tokens, old.names(), new.names()))
            if undo.unicode and not unicode and sorted(old.names()) != sorted(new.names()):
                unicode.append(_unicode_at(tokens, " ".join(old.names()), " ".join(new.names())))
        elif isinstance(old, Number) and isinstance(new, Number) and old != new:
            where = _pointer(tokens, "the value")
            numbers.append(f"{where} is {cut(old.spelling)} expected, {cut(new.spelling)} received")
        elif isinstance(old, str) and isinstance(new, str) and old != new and not unicode:
            unicode.append(_unicode_at(tokens, old, new))
    if order:
        yield Form("member-order", order[0])
    if numbers:
        more = f" (and {len(numbers) - 1} more)" if len(numbers) > 1 else ""
        yield Form("number-spelling", numbers[0] + more)
    if unicode:
        yield Form("unicode", unicode[0])


def _unicode_at(tokens: tuple[str, ...], old: str, new: str) -> str:
    return f"{unicode_words(old, new)} at {_pointer(tokens, 'the top level')}"


def _pointer(tokens: tuple[str, ...], root: str) -> str:
    return cut(pointer_text(tokens), 200) if tokens else root


def _order_words(tokens: tuple[str, ...], old: list[str], new: list[str]) -> str:
    at = next(
        i for i, (one, other) in enumerate(zip(old, new, strict=True)) if composed(one) != composed(other)
    )
    start = 0 if len(old) <= _NAMES else at
    shown = [_names(names, start) for names in (old, new)]
    where = _pointer(tokens, "the top level")
    return f"other member order at {where} (expected {shown[0]}; received {shown[1]})"


def _names(names: list[str], start: int) -> str:
    shown = [_name(name) for name in names[start : start + _NAMES]]
    head = ["…"] if start else []
    tail = ["…"] if start + _NAMES < len(names) else []
    return ", ".join([*head, *shown, *tail])


def _name(name: str) -> str:
    plain = name and not re.search(r'[\s,;()"\\]', name) and visible(name) == name and len(name) <= 60
    return name if plain else quoted(name[:60])


def _aligned(
    tokens: tuple[str, ...], old: Value, new: Value
) -> Iterator[tuple[tuple[str, ...], Value, Value]]:
    """Every value of `old` with its counterpart in `new`, which equals it but for forms."""
    yield tokens, old, new
    if isinstance(old, list) and isinstance(new, list):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _aligned((*tokens, str(index)), one, other)
    elif isinstance(old, Members) and isinstance(new, Members):
        waiting: dict[str, list[Value]] = {}
        for name, value in reversed(new):
            waiting.setdefault(composed(name), []).append(value)
        for name, value in old:
            other = waiting[composed(name)].pop()
            yield from _aligned((*tokens, name), value, other)


def _white_words(expected: str, received: str, old: list[Piece], new: list[Piece]) -> list[str]:
    """The words of what differs in white space between tokens; empty if nothing does."""
    differing = [(one[0], other[0]) for one, other in zip(old, new, strict=True) if one[0] != other[0]]
    if not differing:
        return []
    unified = [(one.replace("\r\n", "\n"), other.replace("\r\n", "\n")) for one, other in differing]
    words: list[str] = []
    last = old[-1][0] != new[-1][0]
    inner = [(one, other) for one, other in (unified[:-1] if last else unified) if one != other]
    if any("\n" in one + other for one, other in inner):
        words.append("other indentation")
    elif inner:
        words.append("other white space")
    elif any(one == other for one, other in unified):
        words.append(line_end_words(expected, received))
    if last and unified[-1][0] != unified[-1][1]:
        newlines = set(unified[-1][0] + unified[-1][1]) == {"\n"}
        words.append(final_newline_words(expected, received) if newlines else "other white space at the end")
    return words


def _escape_words(old: list[Piece], new: list[Piece], unicode: bool) -> str:
    """The first escape that is spelled otherwise, or nothing where none is."""
    for (_, one), (_, other) in zip(old, new, strict=True):
        if one == other or not one.startswith('"'):
            continue
        if unicode:
            one, other = composed(one), composed(other)
        units = zip(_ESCAPE.findall(one), _ESCAPE.findall(other), strict=False)
        first = next((pair for pair in units if pair[0] != pair[1]), None)
        if first and max(map(len, first)) > 1:
            return f"other escapes (expected {_unit(first[0])}, received {_unit(first[1])})"
        if first:  # an escape within a character that is composed on the other side
            return f"other escapes (expected {cut(one, 20)}, received {cut(other, 20)})"
    return ""


def _unit(spelling: str) -> str:
    """One escape or one character; a raw one that cannot be shown is named by its number."""
    if len(spelling) > 1 or (visible(spelling) == spelling and not unicodedata.combining(spelling)):
        return spelling
    return f"U+{ord(spelling):04X} raw"
