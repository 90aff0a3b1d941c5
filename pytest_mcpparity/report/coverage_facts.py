"""The coverage of a surface as plain values, for reports (spec §§ 8, 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pytest_mcpparity.coverage import Point, Surface
from pytest_mcpparity.coverage_table import missing_words

if TYPE_CHECKING:
    from pytest_mcpparity.coverage_table import Surveyed


def coverage_facts(surveyed: Surveyed) -> dict[str, Any]:
    """One object for a target and protocol: the total, what could not be counted, and each tool."""
    surface = surveyed.surface
    covered, countable = surface.fraction
    removed = surface.removed()
    return {
        "target": surveyed.target,
        "protocol": surveyed.protocol,
        "covered": covered,
        "countable": countable,
        "percent": _percent(covered, countable),
        "troubles": list(surveyed.troubles),
        "removed_refused": [one.tool for one in removed if one in surface.covered],
        "removed_advertised": [one.tool for one in removed if one not in surface.covered],
        "tools": [_tool(surface, name, points) for name, points in surface.by_tool().items()],
    }


def _tool(surface: Surface, name: str, points: Sequence[Point]) -> dict[str, Any]:
    missing = [one for one in points if one not in surface.covered]
    return {
        "name": name,
        "covered": len(points) - len(missing),
        "countable": len(points),
        "missing": missing_words(missing),
        "outcomes": dict(surface.outcomes.get(name, {})),
    }


def _percent(covered: int, countable: int) -> float:
    """Two decimals, never rounded up."""
    return (covered * 10000 // countable) / 100 if countable else 100.0
