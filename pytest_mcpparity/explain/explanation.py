"""From differences to words: the first line, what to do, and a bounded difference (spec § 4.1).

The first step that differs is explained: its outcome, its code, its blocks, and else its first part
that differs. Everything given back is safe to print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pytest_mcpparity.compare.differences import (
    BlocksDifference,
    CodeDifference,
    Comparison,
    Content,
    Difference,
    FrameDifference,
    JsonContent,
    OutcomeDifference,
    PartDifference,
    PresenceDifference,
    TextContent,
    ToolDifference,
)
from pytest_mcpparity.explain.advice import Hint, hint, next_steps
from pytest_mcpparity.explain.json_diff import value_changes
from pytest_mcpparity.explain.listing import by_weight, more_words
from pytest_mcpparity.explain.moves import moves
from pytest_mcpparity.explain.part import explain_content
from pytest_mcpparity.explain.part_words import PartWords
from pytest_mcpparity.explain.text_diff import LEFT_OUT, LIMIT, VERBOSE_LIMIT, diff_texts
from pytest_mcpparity.explain.visible import visible
from pytest_mcpparity.explain.whole import (
    answer_text,
    block_words,
    blocks_words,
    code_label,
    code_words,
    frame_words,
    outcome_words,
    tool_words,
)
from pytest_mcpparity.json_text import pretty_json, sorted_members
from pytest_mcpparity.places import Place, place_text

__all__ = ["Explanation", "explain", "explain_no_answer"]

#: So many places are listed.
_PLACES: Final = 50


@dataclass(frozen=True, slots=True)
class Explanation:
    """A failure in words; every line is safe to print.

    Attributes:
        kind: the kind of the change in one stable word, for reports.
        first_line: what moved, where, in one sentence.
        advice: what to do next, one line each.
        diff: the difference, `-` expected and `+` received.
        places: where answers differ, in the words of `known_difference.at`, the first one first.
    """

    kind: str
    first_line: str
    advice: tuple[str, ...] = ()
    diff: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Words:
    """One difference in words, with its place in front; `part` where a part was looked into."""

    kind: str
    line: str
    part: PartWords | None = None
    hint: Hint | None = None


def explain(comparison: Comparison, *, verbose: bool = False) -> Explanation:
    """The comparison in words; `verbose` lifts the limit of 60 lines to 2,000.

    Raises:
        ValueError: nothing differs.
    """
    if comparison.same:
        raise ValueError("nothing differs: there is nothing to explain")
    differences = by_weight(comparison.differences)
    first = _first(differences)
    rest = [one for one in differences if one is not first]
    words = _words(first, comparison.steps)
    line = words.line
    if words.hint:
        line += f"; {words.hint.words}"
    if rest and not isinstance(first, OutcomeDifference | CodeDifference):
        line += f"; {more_words(rest)}"
    places = _places([first, *rest], words.part, comparison.steps)
    shown = [first, *(one for one in rest if not _shown_by(first, one))]
    diff = _bounded(_diff(shown, words.part, comparison.steps, verbose), verbose)
    advice = next_steps(places, words.hint, words.part)
    if isinstance(first, ToolDifference):
        advice = (*_of_tool(first), *advice)
    return Explanation(words.kind, line, advice, diff, places)


def _of_tool(one: ToolDifference) -> Iterator[str]:
    if one.nearest:
        yield f"{visible(one.nearest)} is listed instead, the nearest name."
    if one.change == "differs":
        yield from moves(one.expected, one.received, value_changes(one.expected, one.received))


def explain_no_answer(reason: str, step: int, steps: int) -> Explanation:
    """The first row: `reason` is a clause such as `the target exited with code 3`.

    A case of several `steps` has the step among its places.
    """
    places = (f"step {step}",) if steps > 1 else ()
    return Explanation("no-answer", f"no answer: {visible(reason)} in step {step}", places=places)


def _first(differences: tuple[Difference, ...]) -> Difference:
    """The difference that is named: of the first step that differs, the first row that holds."""
    of_step = [one for one in differences if one.place.step == differences[0].place.step]
    rows: tuple[tuple[type, ...], ...] = (
        (OutcomeDifference,),
        (CodeDifference,),
        (BlocksDifference, PresenceDifference),
    )
    for row in rows:
        for one in of_step:
            if isinstance(one, row):
                return one
    return of_step[0]


def _words(one: Difference, steps: int) -> _Words:
    step = f"step {one.place.step} " if steps > 1 else ""
    whole = f"step {one.place.step}: " if steps > 1 else ""
    match one:
        case OutcomeDifference():
            return _Words("outcome", whole + outcome_words(one))
        case CodeDifference():
            return _Words("error-code", whole + code_words(one))
        case BlocksDifference():
            return _Words("blocks", blocks_words(one, step))
        case PresenceDifference():
            verb = "are" if one.place.part == "instructions" else "is"
            change = "missing" if one.received is None else "extra"
            return _Words("parts", f"{step}{part_name(one.place)} {verb} {change}")
        case ToolDifference():
            return _Words("tools", tool_words(one))
        case FrameDifference():
            return _Words("frame", whole + frame_words(one))
        case PartDifference():
            part = explain_content(one.expected, one.received)
            line = f"{step}{part_name(one.place)}: {part.words}"
            return _Words(part.kind, line, part, hint(one, part))


def part_name(place: Place) -> str:
    """A part as a first line names it; no step, no pointer."""
    if place.part == "structured":
        return "structured content"
    return place_text(Place(place.part, number=place.number))


def _places(differences: list[Difference], part: PartWords | None, steps: int) -> tuple[str, ...]:
    """The first places of `differences`, each once; `part` is the first of them in words."""
    found: dict[str, None] = {}
    for one in differences:
        for place in _places_of(one, part if one is differences[0] else None):
            found.setdefault(visible(place_text(place, steps)))
            if len(found) == _PLACES:
                return tuple(found)
    return tuple(found)


def _places_of(one: Difference, part: PartWords | None) -> Iterator[Place]:
    if isinstance(one, BlocksDifference):
        yield from (Place("block", one.place.step, number) for number in one.numbers)
    elif isinstance(one, ToolDifference) and one.change == "differs":
        changes = value_changes(one.expected, one.received)
        yield from (one.place.below(*change.tokens) for change in changes)
    elif part and part.below:
        yield from (one.place.below(*tokens) for tokens in part.below)
    else:
        yield one.place


def _bounded(lines: Iterator[str], verbose: bool) -> tuple[str, ...]:
    limit = VERBOSE_LIMIT if verbose else LIMIT
    shown: list[str] = []
    for line in lines:
        if len(shown) == limit:
            return (*shown[:-1], LEFT_OUT)
        shown.append(line)
    return tuple(shown)


def _diff(differences: list[Difference], part: PartWords | None, steps: int, verbose: bool) -> Iterator[str]:
    """The lines of all differences, headed where there are several; `part` is the first of them in words."""
    for one in differences:
        if len(differences) > 1:
            yield f"{visible(place_text(one.place, steps))}:"
        yield from _diff_of(one, part if one is differences[0] else None, verbose)


def _shown_by(first: Difference, one: Difference) -> bool:
    """Tell whether `first` shows what differs in `one`: another outcome shows all texts of both answers."""
    if not isinstance(first, OutcomeDifference) or one.place.step != first.place.step:
        return False
    if isinstance(one, PartDifference):
        return isinstance(one.expected, TextContent) or one.place.part in ("structured", "result members")
    return isinstance(one, BlocksDifference | PresenceDifference)


def _diff_of(one: Difference, part: PartWords | None, verbose: bool) -> tuple[str, ...]:
    match one:
        case OutcomeDifference():
            return diff_texts(answer_text(one.expected), answer_text(one.received), verbose=verbose)
        case CodeDifference():
            return (f"-{code_label(one.expected)}", f"+{code_label(one.received)}")
        case BlocksDifference():
            return _diff_of_blocks(one)
        case PresenceDifference():
            return _one_side(one, verbose)
        case ToolDifference():
            old, new = (
                pretty_json(sorted_members(side)) if side else "" for side in (one.expected, one.received)
            )
            return diff_texts(old, new, verbose=verbose)
        case FrameDifference():
            return diff_texts(one.expected, one.received)
        case PartDifference():
            part = part or explain_content(one.expected, one.received)
            if part.sides is None:
                return part.lines
            shown = part.ascii_only
            return diff_texts(*part.sides, verbose=verbose, ascii_only=shown, first_line=part.first_line)


def _diff_of_blocks(one: BlocksDifference) -> tuple[str, ...]:
    old = (f"-{block_words(one.expected)}",) if one.expected else ()
    new = (f"+{block_words(one.received)}",) if one.received else ()
    return (*old, *new)


def _one_side(one: PresenceDifference, verbose: bool) -> tuple[str, ...]:
    return diff_texts(_content_text(one.expected), _content_text(one.received), verbose=verbose)


def _content_text(content: Content | None) -> str:
    if isinstance(content, JsonContent):
        return pretty_json(content.value)
    return content.text if isinstance(content, TextContent) else ""
