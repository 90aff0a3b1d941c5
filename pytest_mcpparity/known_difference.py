"""Whether a declared place holds all that differs (spec § 2.1, `known_difference.at`).

As fine as one JSON pointer: what stands at the pointer is taken out of both sides, and then nothing
else may differ, not even the indentation of another line where the bytes count.
"""

from __future__ import annotations

from pytest_mcpparity.differences import (
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
from pytest_mcpparity.equality import parse_both, same_value
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.json_tokens import Span, member_span, value_span
from pytest_mcpparity.places import Place, parse_place


def covers(comparison: Comparison, at: str) -> bool:
    """Tell whether every difference lies at the place `at` or below it, and at least one does.

    A block holds its members, a step all of its answer, `tools` every tool. Of a member or element
    that one side lacks, the other side's is taken out. At level `wire` the rest of the line has to be
    the same too.

    Raises:
        ValueError: `at` names no place.
    """
    place = parse_place(at)
    if comparison.same or not all(_inside(one, place) for one in comparison.differences):
        return False
    return all(_frame_inside(frames, place) for frames in comparison.frames)


def _inside(one: Difference, place: Place) -> bool:
    if place.step != one.place.step:
        return False
    if place.part == "answer":
        return True
    if isinstance(one, BlocksDifference) and len(one.numbers) > 1:
        return False  # it lies at several blocks, and no place but the step holds these
    if place.part == "tools" and isinstance(one, ToolDifference):
        return place.name in ("", one.place.name) and _tool_inside(one, place)
    if place.part == "block" and one.place.part == "block members":
        return place.number == one.place.number and not place.tokens
    if (place.part, place.number) != (one.place.part, one.place.number):
        return False
    if not place.tokens:
        return True
    return isinstance(one, PartDifference) and _only_below(one.expected, one.received, place.tokens)


def _tool_inside(one: ToolDifference, place: Place) -> bool:
    if not place.tokens:
        return True
    return one.change == "differs" and _value_only_below(
        one.expected, one.received, place.tokens, ordered=False
    )


def _only_below(expected: Content, received: Content, tokens: tuple[str, ...]) -> bool:
    if isinstance(expected, JsonContent) and isinstance(received, JsonContent):
        return _value_only_below(expected.value, received.value, tokens, expected.ordered)
    if not isinstance(expected, TextContent) or not isinstance(received, TextContent):
        return False
    values = parse_both(expected.text, received.text)
    if values is None:
        return False
    if expected.as_value:
        return _value_only_below(*values, tokens, ordered=False)
    return _text_only_below(expected.text, received.text, tokens)


def _text_only_below(expected: str, received: str, tokens: tuple[str, ...]) -> bool:
    """The same for two JSON texts: what is left of them is equal to the last byte."""
    old, new = value_span(expected, tokens), value_span(received, tokens)
    if old and new and _cut_out(expected, old, "?") == _cut_out(received, new, "?"):
        return True
    old, new = member_span(expected, tokens), member_span(received, tokens)
    if old and _cut_out(expected, old) == received:
        return True
    return new is not None and _cut_out(received, new) == expected


def _cut_out(text: str, span: Span, mark: str = "") -> str:
    return text[: span.start] + mark + text[span.end :]


def _value_only_below(expected: Value, received: Value, tokens: tuple[str, ...], ordered: bool) -> bool:
    old, new = _without(expected, tokens, keep=True), _without(received, tokens, keep=True)
    if old is not None and new is not None and same_value(old[0], new[0], ordered):
        return True
    old, new = _without(expected, tokens, keep=False), _without(received, tokens, keep=False)
    if old is not None and same_value(old[0], received, ordered):
        return True
    return new is not None and same_value(new[0], expected, ordered)


def _without(value: Value, tokens: tuple[str, ...], keep: bool) -> tuple[Value] | None:
    """`value` with what stands at `tokens` taken out, or nulled to `keep` its place; None if nothing does."""
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
    if isinstance(value, list) and token.isdecimal() and token.isascii() and len(token) < 10:
        index = int(token)
        return index if index < len(value) and str(index) == token else None
    return None


def _frame_inside(frames: StepFrames, place: Place) -> bool:
    """Whether the lines of a step differ only where `place` stands in them."""
    if place.part in ("answer", "outcome"):
        return True
    tokens = _frame_tokens(place)
    return bool(tokens) and _text_only_below(frames.expected, frames.received, tokens)


def _frame_tokens(place: Place) -> tuple[str, ...]:
    """The JSON pointer of a place within the line that brought it; of a text in JSON, of the whole text."""
    block = ("result", "content", str(place.number - 1))
    match place.part:
        case "block":
            return (*block, "text") if place.tokens else block
        case "block members":
            return (*block, *place.tokens) if place.tokens else block
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
