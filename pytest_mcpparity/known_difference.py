"""Whether a declared place holds all that differs (spec § 2.1, `known_difference.at`).

As fine as one JSON pointer: what stands at the pointer is taken out of both sides, and then nothing
else may differ, not even the indentation of another line where the bytes count.
"""

from __future__ import annotations

from pytest_mcpparity.differences import Comparison
from pytest_mcpparity.places import parse_place


def covers(comparison: Comparison, at: str) -> bool:
    """Tell whether every difference lies at the place `at` or below it, and at least one does.

    Raises:
        ValueError: `at` names no place.
    """
    place = parse_place(at)
    return bool(comparison.differences) and all(one.place == place for one in comparison.differences)
