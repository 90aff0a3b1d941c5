"""What explaining one part gives: the words for the first line, and what the difference is made of."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_mcpparity.explain.json_diff import ValueChange


@dataclass(frozen=True, slots=True)
class PartWords:
    """A part that differs, in words.

    Attributes:
        kind: of the change, in one stable word.
        words: what follows the part's name and a colon in the first line.
        sides: both sides as texts, for the difference; None where `lines` is the difference.
        first_line: the number of the first line of `sides`, where they are the end of larger texts.
        lines: the difference, where it is not that of two texts.
        ascii_only: whether the difference only shows with everything beyond ASCII escaped.
        changes: the values that differ, where values do.
        below: the JSON pointers of all that differs, where pointers can tell.
        at: the character of both sides at which texts start to differ; -1 where it says nothing.
        reordered: whether the values that differ are the same elements in another order.
        moves: what can be said of values that are the same at another place, one sentence each.
    """

    kind: str
    words: str
    sides: tuple[str, str] | None = None
    first_line: int = 1
    lines: tuple[str, ...] = ()
    ascii_only: bool = False
    changes: tuple[ValueChange, ...] = ()
    below: tuple[tuple[str, ...], ...] = ()
    at: int = -1
    reordered: bool = False
    moves: tuple[str, ...] = ()
