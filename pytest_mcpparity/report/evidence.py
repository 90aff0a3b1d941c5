"""From two answers to bounded parts: what a report shows of a case. Pure.

A text that is too long is cut to a window around the first difference, so that what moved is seen.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pytest_mcpparity.answer import (
    ABSENT,
    NO_CODE,
    Answer,
    Block,
    Media,
    NoAnswer,
    Other,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.answers.file import format_answer
from pytest_mcpparity.compare.alignment import common_prefix
from pytest_mcpparity.json_text import Members, pretty_json
from pytest_mcpparity.report.outcomes import Asked, Evidence, Part, Side

_BODY: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is kept: characters of one text, bytes of one image or sound, and of both of one answer."""

    text: int
    media: int
    answer: int


#: Of an answer that differs, and of one that does not.
DIFFERENT: Final = Bounds(text=1 << 16, media=1 << 18, answer=1 << 19)
SAME: Final = Bounds(text=1 << 12, media=1 << 16, answer=1 << 16)


@dataclass(slots=True)
class _Budget:
    bounds: Bounds
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.bounds.answer

    def take(self, wanted: int, limit: int) -> int:
        taken = max(0, min(wanted, limit, self.left))
        self.left -= taken
        return taken


def asked_of(questions: Sequence[Question]) -> tuple[Asked, ...]:
    """The questions of a case, the body of each bounded."""
    return tuple(Asked(one.kind, one.name, _cut(one.body)) for one in questions)


def _cut(body: str | None) -> str | None:
    return body if body is None or len(body) <= _BODY else body[:_BODY] + "…"


def evidence_of(questions: Sequence[Question], expected: Answer | None, received: Answer | None) -> Evidence:
    """What is shown of a case; `received` is None in it where it equals `expected`."""
    asked = asked_of(questions)
    if expected is None or received is None or expected == received:
        one = expected if expected is not None else received
        bounds = DIFFERENT if received is None else SAME
        sides = None if one is None else _sides(one, None, _Budget(bounds))
        return Evidence(asked, sides if expected is not None else None, sides if expected is None else None)
    old = _sides(expected, received, _Budget(DIFFERENT))
    new = _sides(received, expected, _Budget(DIFFERENT))
    return Evidence(asked, old, new, _first_line(expected, received))


def _first_line(expected: Answer, received: Answer) -> int:
    """The line of the answer file at which a recording of `received` would first differ."""
    old, new = format_answer(expected)[0], format_answer(received)[0]
    return old.count(b"\n", 0, common_prefix(old, new)) + 1


def _sides(answer: Answer, other: Answer | None, budget: _Budget) -> tuple[Side, ...]:
    sides = []
    for number, exchange in enumerate(answer.exchanges):
        facing = other.exchanges[number].answer if other and number < len(other.exchanges) else None
        against = {part.name: part for part in _parts(facing)} if facing else {}
        parts = [_bounded(part, against.get(part.name), budget) for part in _parts(exchange.answer)]
        sides.append(Side(exchange.answer.outcome, tuple(parts)))
    return tuple(sides)


def _bounded(part: Part, facing: Part | None, budget: _Budget) -> Part:
    if part.text is None:
        size = len(part.data)
        kept = budget.take(size, size if part.size <= budget.bounds.media else 0)
        return part if kept == size else replace(part, data="")
    text = part.text
    kept = budget.take(len(text), budget.bounds.text)
    if kept == len(text):
        return part
    other = facing.text if facing is not None and facing.text is not None else text
    start = _window_start(text, common_prefix(text, other), kept)
    return replace(part, text=text[start : start + kept], before=start, after=len(text) - start - kept)


def _window_start(text: str, difference: int, kept: int) -> int:
    """Where a window of `kept` characters starts, so that it shows the difference and what is before it."""
    if difference >= len(text) or difference < kept // 2:
        return 0
    wanted = difference - kept // 4
    line = text.find("\n", wanted, difference) + 1
    return line or wanted


def _parts(answer: StepAnswer) -> Iterator[Part]:
    match answer.body:
        case Result():
            yield from _result_parts(answer.body)
        case RpcError():
            yield from _error_parts(answer.body)
        case NoAnswer():
            pass
    if answer.wire is not None:
        yield _text("frame", answer.wire)


def _result_parts(result: Result) -> Iterator[Part]:
    yield from _members("result members", result.members)
    for number, block in enumerate(result.blocks, 1):
        yield from _block(f"block {number}", block)
    if result.structured is not ABSENT:
        yield _text("structured", pretty_json(result.structured))


def _block(name: str, block: Block) -> Iterator[Part]:
    match block:
        case Text():
            yield _text(name, block.text)
            yield from _members(f"{name} members", block.members)
        case Media():
            fits = len(block.data) <= DIFFERENT.media
            data = base64.b64encode(block.data).decode() if fits else ""
            yield Part(name, mime=block.mime, data=data, size=len(block.data))
            yield from _members(f"{name} members", block.members)
        case Other():
            yield _text(name, pretty_json(block.value))


def _error_parts(error: RpcError) -> Iterator[Part]:
    yield _text("error code", "" if error.code == NO_CODE else error.code)
    if error.message is not None:
        yield _text("error message", error.message)
    if error.data is not ABSENT:
        yield _text("error data", pretty_json(error.data))
    yield from _members("error members", error.members)


def _members(name: str, members: Members) -> Iterator[Part]:
    if members:
        yield _text(name, pretty_json(members))


def _text(name: str, text: str) -> Part:
    return Part(name, text=text, size=len(text))
