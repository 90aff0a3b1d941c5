"""Which difference of a listing of tools comes first, and how many more there are of each sort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pytest_mcpparity.compare.differences import Difference, ToolDifference

#: What breaks most who call a tool comes first: a tool that is gone cannot be called at all.
_ORDER: Final = ("missing", "extra", "count", "differs")
_WORDS: Final = {"count": "listed otherwise", "differs": "described otherwise"}


def by_weight(differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """`differences`, those of a listing by their weight; others stay where they are."""
    return tuple(sorted(differences, key=_weight))


def _weight(one: Difference) -> int:
    return _ORDER.index(one.change) if isinstance(one, ToolDifference) else 0


def more_words(rest: Sequence[Difference]) -> str:
    """How many more parts differ; of a listing, where tools came or went too, how many of each sort."""
    words = f"{len(rest)} more part{' differs' if len(rest) == 1 else 's differ'}"
    counts = Counter(one.change for one in rest if isinstance(one, ToolDifference))
    if counts.keys() <= {"differs"}:
        return words
    shown = (f"{counts[change]} {_WORDS.get(change, change)}" for change in _ORDER if counts[change])
    return f"{words} ({', '.join(shown)})"
