"""What came back: frozen, and free of how it travelled. The words are those of spec § 1."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias

from pytest_mcpparity.json_text import Members, Value

Outcome: TypeAlias = Literal["result", "tool-error", "rpc-error", "no-answer"]


class Absent(Enum):
    """The type of `ABSENT`: a member that is not there, which is neither null nor empty."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
NO_MEMBERS: Final = Members()


@dataclass(frozen=True, slots=True)
class Text:
    """A text block: its decoded text, and its members but `type` and `text`."""

    text: str
    members: Members = NO_MEMBERS


@dataclass(frozen=True, slots=True)
class Media:
    """An image or audio block: its decoded data, and its members but `type`, `mimeType` and `data`."""

    kind: Literal["image", "audio"]
    mime: str
    data: bytes
    members: Members = NO_MEMBERS


@dataclass(frozen=True, slots=True)
class Other:
    """Any other block, whole: resources, links, unknown types, and blocks without their usual members."""

    value: Value


Block: TypeAlias = Text | Media | Other


@dataclass(frozen=True, slots=True)
class Result:
    """A result. `members` are those without a part of their own (an empty `content` is one of them)."""

    is_error: bool = False
    blocks: tuple[Block, ...] = ()
    structured: Value | Absent = ABSENT
    members: Members = NO_MEMBERS


@dataclass(frozen=True, slots=True)
class RpcError:
    """A JSON-RPC error. `code` is the spelling of the code; a message that is no string is in `members`."""

    code: str
    message: str | None = None
    data: Value | Absent = ABSENT
    members: Members = NO_MEMBERS


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Nothing came, as the step claims."""


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """Everything that came back for one step; `wire` is the line at level `wire`, its id written as 0."""

    body: Result | RpcError | NoAnswer
    wire: str | None = None

    @property
    def outcome(self) -> Outcome:
        """How the step went."""
        match self.body:
            case Result(is_error=is_error):
                return "tool-error" if is_error else "result"
            case RpcError():
                return "rpc-error"
            case NoAnswer():
                return "no-answer"


@dataclass(frozen=True, slots=True)
class Question:
    """What a step asks, as the suite spells it: `{workspace}` stands, the revision's `_meta` does not.

    `name` is the tool or the method and empty for a frame; `body` is the JSON text of arguments or
    params, or the whole frame; None where none is sent.
    """

    kind: Literal["call", "request", "frame"]
    name: str = ""
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and its answer."""

    question: Question
    answer: StepAnswer


@dataclass(frozen=True, slots=True)
class Answer:
    """What one answer file holds: the exchanges of one case, in order."""

    case: str
    exchanges: tuple[Exchange, ...]
