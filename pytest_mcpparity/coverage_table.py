"""The coverage of a surface as a table for the terminal: one row a tool, the missing named, a total (§ 8).

Names and values come from the target, so nothing of them is shown raw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pytest_mcpparity.coverage import Point, PointKind, Surface
from pytest_mcpparity.explain.visible import cut

_COUNTED: Final[tuple[tuple[PointKind, str], ...]] = (
    ("argument", "args"),
    ("value", "values"),
    ("left-out", "left out"),
    ("unknown", "unknown"),
)
_OUTCOMES: Final = ("result", "tool-error", "rpc-error")
_HEAD: Final = ("tool", "covered", *(title for _, title in _COUNTED), *_OUTCOMES, "missing")
_NAME: Final = 48
_VALUE: Final = 30


def percent(covered: int, countable: int) -> str:
    """The share in percent, never rounded up: only what is whole is shown as 100 %."""
    tenths = covered * 1000 // countable if countable else 1000
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"


def coverage_lines(surface: Surface) -> list[str]:
    """The table and its total; every line is safe to print."""
    rows = [_HEAD, *(_row(surface, tool, points) for tool, points in surface.by_tool().items())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD) - 1)]
    lines = [_line(row, widths) for row in rows]
    if removed := surface.removed():
        lines.append(_removed(surface, removed))
    covered, countable = surface.fraction
    lines.append(f"total: {percent(covered, countable)}, {covered} of {countable} that can be counted")
    return lines


def missing_words(missing: Sequence[Point]) -> list[str]:
    """Points of one tool that nothing covers, each in words; where it has no case, only that."""
    if any(point.kind == "tool" for point in missing):
        return ["no case"]
    return [_words(point) for point in missing]


def _row(surface: Surface, tool: str, points: Sequence[Point]) -> tuple[str, ...]:
    counts = [_count(surface, [one for one in points if one.kind == kind]) for kind, _ in _COUNTED]
    seen = surface.outcomes.get(tool, {})
    outcomes = [str(seen.get(outcome) or "-") for outcome in _OUTCOMES]
    missing = [one for one in points if one not in surface.covered]
    shown = percent(len(points) - len(missing), len(points))
    return cut(tool, _NAME), shown, *counts, *outcomes, ", ".join(missing_words(missing))


def _count(surface: Surface, points: Sequence[Point]) -> str:
    return f"{sum(one in surface.covered for one in points)}/{len(points)}" if points else "-"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    name, *cells = row[:-1]
    shown = [
        name.ljust(widths[0]),
        *(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)),
    ]
    return "  ".join([*shown, row[-1]]).rstrip()


def _words(point: Point) -> str:
    match point.kind:
        case "argument":
            return cut(point.argument, _NAME)
        case "value":
            return f"{cut(point.argument, _NAME)}={cut(point.value, _VALUE)}"
        case "left-out":
            return f"without {cut(point.argument, _NAME)}"
        case _:
            return "an unknown argument"


def _removed(surface: Surface, removed: Sequence[Point]) -> str:
    still = [cut(one.tool, _NAME) for one in removed if one not in surface.covered]
    line = f"removed names refused: {_count(surface, removed)}"
    return f"{line}; still advertised: {', '.join(still)}" if still else line
