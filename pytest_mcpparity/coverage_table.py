"""The coverage of a surface as a table for the terminal: one row a tool, the missing named, a total (§ 8).

Names and values come from the target, so nothing of them is shown raw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The coverage of one target at one protocol; `troubles` say what could not be counted, a line each."""

    label: str
    target: str
    protocol: str
    surface: Surface
    troubles: tuple[str, ...] = ()

    def section(self) -> tuple[str, list[str]]:
        """Title and lines for the end of the run; every line is safe to print."""
        troubles = [f"not counted: {trouble}" for trouble in self.troubles]
        lines = coverage_lines(self.surface) if self.surface.points or not troubles else []
        return self._title, [*lines, *troubles]

    @property
    def _title(self) -> str:
        return f"coverage of the surface [{self.label}]" if self.label else "coverage of the surface"

    def total(self) -> str:
        """The total in one line."""
        covered, countable = self.surface.fraction
        return f"{self._title}: {percent(covered, countable)}, {covered} of {countable}"

    def shortfall(self, least: float) -> str | None:
        """Why this is not enough for `least` percent, in one line; None if it is."""
        if least and self.troubles:
            return f"{self._title} cannot be counted: {self.troubles[0]}"
        covered, countable = self.surface.fraction
        if covered * 100 >= least * countable:
            return None
        share = percent(covered, countable)
        return f"{self._title} is {share}, under the {least:g} % that --mcp-coverage asks for"
