"""Whether a declared place holds all that differs (spec § 2.1, `known_difference.at`).

As fine as one JSON pointer: what stands at the pointer is taken out of both sides, and then nothing
else may differ, not even the indentation of another line where the bytes count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from pytest_mcpparity.compare.differences import (
    BlocksDifference,
    Comparison,
    Content,
    Difference,
    JsonContent,
    PartDifference,
    StepFrames,
    TextContent,
    ToolDifference,
)
from pytest_mcpparity.compare.equality import parse_both, same_value
from pytest_mcpparity.compare.json_tokens import member_span, value_span
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.places import Place, parse_place

#: A token that names an element; no array has more of them than nine digits count.
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
_Tokens: TypeAlias = tuple[str, ...]
_Side = TypeVar("_Side", str, Value)


def covers(comparison: Comparison, *at: str) -> bool:
    """Tell whether every difference lies at one of the places `at` or below it, and at least one does.

    A block holds its members, a step all of its answer, `tools` every tool. Of a member or element
    that one side lacks, the other side's is taken out. At level `wire` the rest of the line has to be
    the same too.

    Raises:
        ValueError: one of `at` names no place.
    """
    places = [parse_place(one) for one in at]
    if comparison.same or not all(_inside(one, places) for one in comparison.differences):
        return False
    return all(_frame_inside(frames, places) for frames in comparison.frames)


def outside(comparison: Comparison, *at: str) -> Comparison:
    """What differs beside the places `at`: what is left to explain where these are known.

    The comparison itself where nothing else is left.

    Raises:
        ValueError: one of `at` names no place.
    """
    places = [parse_place(one) for one in at]
    left = tuple(one for one in comparison.differences if not _inside(one, places))
    return replace(comparison, differences=left) if left else comparison


def _inside(one: Difference, places: Sequence[Place]) -> bool:
    if any(_holds(place, one) for place in places):
        return True
    here = [place.tokens for place in places if place.tokens and replace(place, tokens=()) == one.place]
    if isinstance(one, PartDifference):
        return bool(here) and _only_below(one.expected, one.received, here)
    if isinstance(one, ToolDifference) and one.change == "differs":
        return bool(here) and _value_only_below(one.expected, one.received, here, ordered=False)
    return False


def _holds(place: Place, one: Difference) -> bool:
    """Whether all of `one` lies at `place`, whatever it is."""
    if place.step != one.place.step or place.tokens:
        return False
    if place.part == "answer":
        return True
    if isinstance(one, BlocksDifference) and len(one.numbers) > 1:
        return False  # it lies at several blocks, and no place but the step holds these
    if place.part == "tools" and not place.name:
        return one.place.part == "tools"
    if place.part == "block":  # with its members; what is no block has the number 0
        return place.number == one.place.number
    return place == one.place


def _only_below(expected: Content, received: Content, pointers: Sequence[_Tokens]) -> bool:
    if isinstance(expected, JsonContent) and isinstance(received, JsonContent):
        return _value_only_below(expected.value, received.value, pointers, expected.ordered)
    if not isinstance(expected, TextContent) or not isinstance(received, TextContent):
        return False
    values = parse_both(expected.text, received.text)
    if values is None:
        return False
    if expected.as_value:
        return _value_only_below(*values, pointers, ordered=False)
    return _text_only_below(expected.text, received.text, pointers)


def _text_only_below(expected: str, received: str, pointers: Sequence[_Tokens]) -> bool:
    """Whether what is left of two JSON texts is equal to the last byte."""
    return _same_without(expected, received, sorted(pointers, key=_by_index), _text_without, str.__eq__)


def _value_only_below(expected: Value, received: Value, pointers: Sequence[_Tokens], ordered: bool) -> bool:
    def same(one: Value, other: Value) -> bool:
        return same_value(one, other, ordered)

    # In a list of their own: None is a value, and says here too that there is none.
    return _same_without([expected], [received], sorted(pointers, key=_by_index), _value_without, same)


def _by_index(tokens: _Tokens) -> list[tuple[int, str]]:
    """Pointers in this order, taken from the last one, leave the indexes of those before as they are."""
    return [(len(token), token) for token in tokens]


def _is_index(token: str) -> bool:
    return _INDEX.fullmatch(token) is not None


def _same_without(
    expected: _Side,
    received: _Side,
    pointers: Sequence[_Tokens],
    without: Callable[[_Side, _Tokens, bool], _Side | None],
    same: Callable[[_Side, _Side], bool],
) -> bool:
    """Whether two sides are the same without what stands at `pointers`.

    `without` blanks a value and keeps its place, or takes it out; it gives None where there is none. What
    both sides have is blanked; what one side lacks, or may lack because indexes moved, is taken out.
    """
    if not pointers:
        return same(expected, received)
    *rest, last = pointers
    old, new = without(expected, last, True), without(received, last, True)
    if old is None and new is None:
        return _same_without(expected, received, rest, without, same)
    if old is not None and new is not None:
        if _same_without(old, new, rest, without, same):
            return True
        if not _is_index(last[-1]):
            return False
    old, new = without(expected, last, False), without(received, last, False)
    if old is not None and _same_without(old, received, rest, without, same):
        return True
    return new is not None and _same_without(expected, new, rest, without, same)


def _text_without(text: str, tokens: _Tokens, keep: bool) -> str | None:
    span = value_span(text, tokens) if keep else member_span(text, tokens)
    if span is None:
        return None
    return text[: span.start] + text[span.end :]


def _value_without(boxed: Value, tokens: _Tokens, keep: bool) -> Value:
    assert isinstance(boxed, list)
    changed = _without(boxed[0], tokens, keep)
    return None if changed is None else [*changed]


def _without(value: Value, tokens: _Tokens, keep: bool) -> tuple[Value] | None:
    if not tokens:
        return (None,)
    index = _index(value, tokens[0])
    if index is None or not isinstance(value, list | Members):
        return None
    if len(tokens) == 1 and not keep:
        return _rebuilt(value, index, ())
    child = value[index][1] if isinstance(value, Members) else value[index]
    changed = _without(child, tokens[1:], keep)
    return None if changed is None else _rebuilt(value, index, changed)


def _rebuilt(value: list[Value] | Members, index: int, instead: tuple[()] | tuple[Value]) -> tuple[Value]:
    if isinstance(value, Members):
        name = value[index][0]
        return (Members([*value[:index], *((name, one) for one in instead), *value[index + 1 :]]),)
    return ([*value[:index], *instead, *value[index + 1 :]],)


def _index(value: Value, token: str) -> int | None:
    """Where the child named `token` stands; of members with one name the last one counts."""
    if isinstance(value, Members):
        return max((index for index, (name, _) in enumerate(value) if name == token), default=None)
    if isinstance(value, list) and _is_index(token):
        return int(token) if int(token) < len(value) else None
    return None


def _frame_inside(frames: StepFrames, places: Sequence[Place]) -> bool:
    """Whether the lines of a step differ only where the places stand in them."""
    here = [place for place in places if place.step == frames.step]
    if any(place.part in ("answer", "outcome") for place in here):
        return True
    pointers = [tokens for place in here if (tokens := _frame_tokens(place))]
    return bool(pointers) and _text_only_below(frames.expected, frames.received, pointers)


def _frame_tokens(place: Place) -> tuple[str, ...]:
    """The JSON pointer of a place within the line that brought it; of a text in JSON, of the whole text."""
    block = ("result", "content", str(place.number - 1))
    match place.part:
        case "block":
            return (*block, "text") if place.tokens else block
        case "block members":
            return (*block, *place.tokens)
        case "structured":
            return ("result", "structuredContent", *place.tokens)
        case "result members":
            return ("result", *place.tokens)
        case "error code" | "error message":
            return ("error", place.part.removeprefix("error "))
        case "error data":
            return ("error", "data", *place.tokens)
        case "error members":
            return ("error", *place.tokens)
    return ()
