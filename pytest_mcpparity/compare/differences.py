"""What differs between two answers, as data: which parts, and both sides of each.

Comparing makes these, explaining puts them into words. They hold references to what was compared, never
copies, and no detail that only a reader needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pytest_mcpparity.answer import NO_MEMBERS, Block, Level, StepAnswer
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.places import Place


@dataclass(frozen=True, slots=True)
class TextContent:
    """A text; `as_value` where level `json` compared it as the JSON value that it spells on both sides."""

    text: str
    as_value: bool = False


@dataclass(frozen=True, slots=True)
class JsonContent:
    """A JSON value; `ordered` where the order of members counts."""

    value: Value
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class BytesContent:
    """The decoded data of an image or audio block, and their MIME type."""

    mime: str
    data: bytes


Content: TypeAlias = TextContent | JsonContent | BytesContent


@dataclass(frozen=True, slots=True)
class OutcomeDifference:
    """The outcomes differ (row 2); `removed` names the removed tool that was expected to be refused."""

    place: Place
    expected: StepAnswer
    received: StepAnswer
    removed: str = ""


@dataclass(frozen=True, slots=True)
class CodeDifference:
    """The codes of two JSON-RPC errors differ by their spelling (row 3)."""

    place: Place
    expected: str
    received: str


@dataclass(frozen=True, slots=True)
class BlocksDifference:
    """A block is not where, or not of the type, that it was (row 4).

    `change` says how: `missing` (numbered as expected) and `extra` (as received) have one side only;
    `type` has both; `swapped`, `moved` (from the first of `numbers` to the second) and `reordered` tell
    that the blocks `numbers` hold what was expected, at other numbers. `counts` are those of all blocks of
    either side where they are not the same; they follow from the other differences, and only words need them.
    """

    place: Place
    change: Literal["missing", "extra", "type", "swapped", "moved", "reordered"]
    numbers: tuple[int, ...]
    expected: Block | None = None
    received: Block | None = None
    counts: tuple[int, int] = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class PresenceDifference:
    """A part other than a block is there on one side only (row 4); None is the side without it."""

    place: Place
    expected: Content | None
    received: Content | None


@dataclass(frozen=True, slots=True)
class ToolDifference:
    """A tool of the listing (row 5).

    `count` where the name is listed another number of times; `differs` where the descriptors do, of
    which both sides hold the members compared.
    """

    place: Place
    change: Literal["missing", "extra", "count", "differs"]
    expected: Members = NO_MEMBERS
    received: Members = NO_MEMBERS
    counts: tuple[int, int] = (1, 1)
    nearest: str = ""


@dataclass(frozen=True, slots=True)
class PartDifference:
    """One part that is there on both sides and not the same (rows 6 to 9)."""

    place: Place
    expected: Content
    received: Content


@dataclass(frozen=True, slots=True)
class FrameDifference:
    """Same content, other line (row 10); both sides are the lines with their id written as 0."""

    place: Place
    expected: str
    received: str


Difference: TypeAlias = (
    OutcomeDifference
    | CodeDifference
    | BlocksDifference
    | PresenceDifference
    | ToolDifference
    | PartDifference
    | FrameDifference
)


@dataclass(frozen=True, slots=True)
class StepFrames:
    """The two lines of a step at level `wire`; they differ wherever the content does."""

    step: int
    expected: str
    received: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome of comparing: all differences, in the order of the steps and of the parts in each.

    `steps` is the number of steps compared. `frames` are the lines of steps whose content differs at
    level `wire`, for judging whether anything beside the content does.
    """

    differences: tuple[Difference, ...] = ()
    steps: int = 1
    level: Level = "content"
    frames: tuple[StepFrames, ...] = ()

    @property
    def same(self) -> bool:
        """Tell whether nothing differs."""
        return not self.differences
