"""Where in an answer: the words of spec § 1, as a type, as text, and read back from text.

A place without `step N` lies in the first step, so that a case of one step need not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from pytest_mcpparity.json_text import escape_pointer, pointer_tokens

PartName: TypeAlias = Literal[
    "answer",
    "outcome",
    "block",
    "block members",
    "structured",
    "result members",
    "error code",
    "error message",
    "error data",
    "error members",
    "frame",
    "instructions",
    "tools",
]

#: The parts that hold JSON, or a text that may be JSON: a pointer may follow.
_POINTED: Final = (
    "block",
    "block members",
    "structured",
    "result members",
    "error message",
    "error data",
    "error members",
    "instructions",
    "tools",
)
_FORMS: Final = (
    "block N, block N members, structured, result members, outcome, error code, error message, error data, "
    "error members, frame (each after step N where there are several), instructions, tools, tools NAME, "
    "and a JSON pointer behind those that hold JSON"
)
_STEP = re.compile(r"step ([1-9][0-9]*)(?: |$)")
_BLOCK = re.compile(r"block ([1-9][0-9]*)( members)?(?: |$)")


@dataclass(frozen=True, slots=True)
class Place:
    """One place of an answer.

    `step` and `number` (of a block) count from 1; `number` is 0 where the part is no block; `name` is a
    tool's, empty for the whole listing; `tokens` are those of a JSON pointer into the part.
    """

    part: PartName
    step: int = 1
    number: int = 0
    name: str = ""
    tokens: tuple[str, ...] = ()

    @property
    def pointer(self) -> str:
        """The JSON pointer into the part; empty for the whole part."""
        return pointer_text(self.tokens)

    def below(self, *tokens: str) -> Place:
        """The place to which `tokens` lead from this one."""
        return Place(self.part, self.step, self.number, self.name, (*self.tokens, *tokens))


def pointer_text(tokens: tuple[str, ...]) -> str:
    """The JSON pointer with these reference tokens (RFC 6901)."""
    return "".join(f"/{escape_pointer(token)}" for token in tokens)


def place_text(place: Place, steps: int = 1) -> str:
    """`place` in the words that `parse_place` reads; `step N` stands before it where there are several."""
    words = [f"step {place.step}"] if steps > 1 or place.part == "answer" else []
    if place.part == "block":
        words.append(f"block {place.number}")
    elif place.part == "block members":
        words.append(f"block {place.number} members")
    elif place.part != "answer":
        words.append(place.part)
    if place.name:
        words.append(place.name)
    if place.tokens:
        words.append(place.pointer)
    return " ".join(words)


def parse_place(text: str) -> Place:
    """The place that `text` names.

    Raises:
        ValueError: it names none; the message holds the reason and the forms that there are.
    """
    rest, step = text, 1
    if found := _STEP.match(rest):
        step, rest = int(found[1]), rest[found.end() :]
        if not rest:
            return Place("answer", step)
    if found := _BLOCK.match(rest):
        part: PartName = "block members" if found[2] else "block"
        return Place(part, step, int(found[1]), tokens=_tokens(text, rest[found.end() :]))
    if rest == "tools" or rest.startswith("tools "):
        return _parse_tools(text, rest[len("tools ") :], step)
    words, pointer = _split_pointer(rest)
    for part in get_args(PartName):
        if words == part and part not in ("answer", "block", "block members", "tools"):
            if pointer and part not in _POINTED:
                raise ValueError(f"place {text!r}: {part} holds no JSON, so that no pointer may follow")
            return Place(part, step, tokens=_tokens(text, pointer))
    raise ValueError(f"place {text!r} is none of {_FORMS}")


def _parse_tools(text: str, rest: str, step: int) -> Place:
    name, pointer = _split_pointer(rest)
    if rest.startswith("/"):
        raise ValueError(f"place {text!r}: the name of a tool stands before the pointer")
    return Place("tools", step, name=name, tokens=_tokens(text, pointer))


def _split_pointer(text: str) -> tuple[str, str]:
    """The words before the first blank that a slash follows, and the pointer from there on."""
    words, blank, pointer = text.partition(" /")
    return (words, f"/{pointer}") if blank else (words, "")


def _tokens(text: str, pointer: str) -> tuple[str, ...]:
    try:
        return tuple(pointer_tokens(pointer))
    except ValueError as error:
        raise ValueError(f"place {text!r}: {error}") from None
