"""What "the same" means (spec § 4): two answers in, what differs out. Pure, and quick where all is equal.

Bytes that are equal are never looked into; only what differs is compared part by part.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_mcpparity.answer import (
    Absent,
    Answer,
    Level,
    Result,
    RpcError,
    StepAnswer,
)
from pytest_mcpparity.compare.blocks import compare_blocks
from pytest_mcpparity.compare.differences import (
    CodeDifference,
    Comparison,
    Content,
    Difference,
    FrameDifference,
    JsonContent,
    OutcomeDifference,
    PartDifference,
    PresenceDifference,
    StepFrames,
    TextContent,
)
from pytest_mcpparity.compare.equality import same_value
from pytest_mcpparity.compare.known_difference import covers
from pytest_mcpparity.compare.tools import compare_tools
from pytest_mcpparity.json_text import Value
from pytest_mcpparity.places import Place, parse_place

__all__ = [
    "Comparison",
    "compare_answers",
    "compare_instructions",
    "compare_refusal",
    "compare_tools",
    "covers",
    "parse_place",
]


def compare_answers(expected: Answer, received: Answer, level: Level) -> Comparison:
    """What differs between two answers to the same questions at `level`; masks have been applied.

    Raises:
        ValueError: the answers hold different numbers of steps.
    """
    differences: list[Difference] = []
    frames: list[StepFrames] = []
    pairs = zip(expected.exchanges, received.exchanges, strict=True)
    for step, (old, new) in enumerate(pairs, start=1):
        if old.answer == new.answer:
            continue
        found = list(_compare_step(step, old.answer, new.answer, level))
        lines = (old.answer.wire, new.answer.wire)
        if level == "wire" and lines[0] is not None and lines[1] is not None:
            if found:
                frames.append(StepFrames(step, lines[0], lines[1]))
            elif lines[0] != lines[1]:
                found.append(FrameDifference(Place("frame", step), lines[0], lines[1]))
        differences.extend(found)
    return Comparison(tuple(differences), len(expected.exchanges), level, tuple(frames))


def compare_instructions(expected: str | None, received: str | None) -> Comparison:
    """What differs between the instructions of two servers; None where a server gives none."""
    place = Place("instructions")
    if expected == received:
        return Comparison()
    old = None if expected is None else TextContent(expected)
    new = None if received is None else TextContent(received)
    if old is None or new is None:
        return Comparison((PresenceDifference(place, old, new),))
    return Comparison((PartDifference(place, old, new),))


def compare_refusal(received: StepAnswer, name: str, code: int, message: str | None) -> Comparison:
    """Whether a call of the removed tool `name` was refused as the suite says.

    Args:
        received: what the target answered.
        name: of the removed tool.
        code: of the JSON-RPC error that is expected.
        message: expected, where `{name}` stands for the tool; None where any will do.
    """
    wanted = None if message is None else message.replace("{name}", name)
    body = received.body
    expected = StepAnswer(RpcError(str(code), wanted))
    if not isinstance(body, RpcError):
        return Comparison((OutcomeDifference(Place("outcome"), expected, received, name),))
    got = RpcError(body.code, None if message is None else body.message)
    return Comparison(tuple(_compare_errors(1, RpcError(str(code), wanted), got)))


def _compare_step(
    step: int, expected: StepAnswer, received: StepAnswer, level: Level
) -> Iterator[Difference]:
    old, new = expected.body, received.body
    if expected.outcome != received.outcome:
        yield OutcomeDifference(Place("outcome", step), expected, received)
    if isinstance(old, Result) and isinstance(new, Result):
        yield from _compare_results(step, old, new, level)
    elif isinstance(old, RpcError) and isinstance(new, RpcError):
        yield from _compare_errors(step, old, new)


def _compare_results(step: int, old: Result, new: Result, level: Level) -> Iterator[Difference]:
    yield from compare_blocks(step, old.blocks, new.blocks, level)
    ordered = level != "json"
    yield from _compare_json(Place("structured", step), old.structured, new.structured, ordered)
    expected, received = old.members, new.members
    if bool(old.blocks) != bool(new.blocks):  # an empty content is told by its extra or missing blocks
        expected, received = expected.without("content"), received.without("content")
    yield from _compare_json(Place("result members", step), expected, received)


def _compare_errors(step: int, old: RpcError, new: RpcError) -> Iterator[Difference]:
    if old.code != new.code:
        yield CodeDifference(Place("error code", step), old.code, new.code)
    if old.message != new.message:
        yield from _presence(
            Place("error message", step),
            None if old.message is None else TextContent(old.message),
            None if new.message is None else TextContent(new.message),
        )
    yield from _compare_json(Place("error data", step), old.data, new.data)
    yield from _compare_json(Place("error members", step), old.members, new.members)


def _compare_json(
    place: Place, old: Value | Absent, new: Value | Absent, ordered: bool = False
) -> Iterator[Difference]:
    if not same_value(old, new, ordered):
        yield from _presence(
            place,
            None if isinstance(old, Absent) else JsonContent(old, ordered),
            None if isinstance(new, Absent) else JsonContent(new, ordered),
        )


def _presence(place: Place, old: Content | None, new: Content | None) -> Iterator[Difference]:
    """A part that differs, or is there on one side only; at least one side is there."""
    if old is None or new is None:
        yield PresenceDifference(place, old, new)
    else:
        yield PartDifference(place, old, new)
