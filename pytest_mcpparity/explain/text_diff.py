"""The difference of two texts, unified: `-` expected, `+` received, bounded in lines and in characters.

Only a window that starts at the first line that differs is looked at, and lines are matched where
they stand once: no part of this is quadratic, and nothing copies a whole text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pytest_mcpparity.compare.alignment import align, common_prefix, common_suffix
from pytest_mcpparity.explain.visible import visible_line

#: Lines of a difference, unless the user asks for more (spec § 4.1).
LIMIT: Final = 60
VERBOSE_LIMIT: Final = 2000
_CONTEXT: Final = 3
#: Characters shown of one line, around what differs.
_WIDTH: Final = 200
#: A window holds so many lines and characters of either side, a line more at most.
_WINDOW_LINES: Final = 20 * LIMIT
_WINDOW: Final = 1 << 18

LEFT_OUT: Final = "… the rest of the difference is left out"


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a text, without its newline: where it stands."""

    text: str
    start: int
    end: int

    @property
    def is_end(self) -> bool:
        """Tell whether this is what follows a newline at the end of the text."""
        return self.start == self.end == len(self.text) and self.start > 0

    def key(self) -> str:
        """Equal for equal lines."""
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class _Window:
    """Lines of a text: the number of the first (from 1), and whether all that differs is among them."""

    lines: list[_Line]
    number: int
    whole: bool


def diff_texts(
    expected: str,
    received: str,
    *,
    verbose: bool = False,
    ascii_only: bool = False,
    first_line: int = 1,
) -> tuple[str, ...]:
    """The difference as lines that are safe to print; empty if there is none.

    A newline at the end of a text is shown as a line of its own. With `ascii_only` all that is not
    ASCII is escaped. Where the texts are the ends of larger ones, `first_line` is their first line's number.
    """
    if expected == received:
        return ()
    limit = VERBOSE_LIMIT if verbose else LIMIT
    prefix = common_prefix(expected, received)
    suffix = common_suffix(expected, received, prefix)
    old = _window(expected, prefix, len(expected) - suffix, first_line)
    new = _window(received, prefix, len(received) - suffix, first_line)
    lines = _unified(old, new, limit, ascii_only)
    shown: list[str] = []
    for line in lines:
        if len(shown) == limit - 1:
            return (*shown, LEFT_OUT)
        shown.append(line)
    if not (old.whole and new.whole):
        shown.append(LEFT_OUT)
    return tuple(shown)


def _window(text: str, first: int, last: int, first_line: int) -> _Window:
    """The lines from a few before character `first` to a few behind `last`, or to the limits."""
    start = _line_start(text, first)
    for _ in range(_CONTEXT):
        before = _line_start(text, start - 1)
        if start == 0 or first - before > _WINDOW:
            break
        start = before
    number = text.count("\n", 0, start) + first_line
    lines: list[_Line] = []
    if not text:
        return _Window(lines, number=0, whole=True)
    behind = 0
    begin = start
    while start <= len(text) and behind <= _CONTEXT:
        if len(lines) >= _WINDOW_LINES or start - begin > _WINDOW:
            return _Window(lines, number, whole=False)
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        lines.append(_Line(text, start, end))
        behind += end >= last
        start = end + 1
    return _Window(lines, number, whole=True)


def _line_start(text: str, at: int) -> int:
    """Where the line starts that character `at` stands in, or ends."""
    return text.rfind("\n", 0, at) + 1


@dataclass(frozen=True, slots=True)
class _Run:
    """What came for what, between two lines that stayed: indexes into the windows."""

    old: range
    new: range


def _runs(old: _Window, new: _Window) -> list[_Run]:
    pairs = align([line.key() for line in old.lines], [line.key() for line in new.lines])
    whole = old.whole and new.whole
    if whole or not pairs:
        pairs.append((len(old.lines), len(new.lines)))
    runs: list[_Run] = []
    before = (-1, -1)
    for pair in pairs:
        run = _Run(range(before[0] + 1, pair[0]), range(before[1] + 1, pair[1]))
        if run.old or run.new:
            runs.append(run)
        before = pair
    if not runs:  # of a window that was cut, all that matched is equal: show what follows
        after = before[0] + 1
        runs.append(_Run(range(after, len(old.lines)), range(after, len(new.lines))))
    return runs


def _unified(old: _Window, new: _Window, limit: int, ascii_only: bool) -> Iterator[str]:
    side = (limit - 4 * _CONTEXT) // 2
    hunk: list[_Run] = []
    for run in _runs(old, new):
        if hunk and run.old.start - hunk[-1].old.stop > 2 * _CONTEXT:
            yield from _hunk(hunk, old, new, side, ascii_only)
            hunk = []
        hunk.append(run)
    if hunk:
        yield from _hunk(hunk, old, new, side, ascii_only)


def _hunk(runs: list[_Run], old: _Window, new: _Window, side: int, ascii_only: bool) -> Iterator[str]:
    before = min(_CONTEXT, runs[0].old.start)
    after = min(_CONTEXT, len(old.lines) - runs[-1].old.stop, len(new.lines) - runs[-1].new.stop)
    first = (runs[0].old.start - before, runs[0].new.start - before)
    counts = (runs[-1].old.stop + after - first[0], runs[-1].new.stop + after - first[1])
    yield f"@@ -{old.number + first[0]},{counts[0]} +{new.number + first[1]},{counts[1]} @@"
    at = first[0]
    for run in runs:
        yield from (f" {_shown(line, 0, ascii_only)}" for line in old.lines[at : run.old.start])
        yield from _replaced(run, old, new, side, ascii_only)
        at = run.old.stop
    yield from (f" {_shown(line, 0, ascii_only)}" for line in old.lines[at : at + after])


def _replaced(run: _Run, old: _Window, new: _Window, side: int, ascii_only: bool) -> Iterator[str]:
    """The lines of one run; where they are many, as many of either side as leave room for the other."""
    olds = [old.lines[index] for index in run.old]
    news = [new.lines[index] for index in run.new]
    focus = [_focus(*pair) for pair in zip(olds[:side], news[:side], strict=False)]
    for sign, lines, word in (("-", olds, "expected"), ("+", news, "received")):
        for index, line in enumerate(lines[:side]):
            yield sign + _shown(line, focus[index] if index < len(focus) else 0, ascii_only)
        if len(lines) > side:
            more = len(lines) - side
            yield f"{sign}… {more} more {word} line{'' if more == 1 else 's'}"


def _focus(old: _Line, new: _Line) -> int:
    """The character of both lines at which they start to differ."""
    return common_prefix(old.text, new.text, (old.start, new.start))


def _shown(line: _Line, focus: int, ascii_only: bool) -> str:
    if line.is_end:
        return "⏎ (the text ends in a newline)"
    size = line.end - line.start
    first = max(min(focus - _WIDTH // 4, size - _WIDTH), 0)
    text = line.text[line.start + first : min(line.start + first + _WIDTH, line.end)]
    tail = "…" if first + _WIDTH < size else ""
    return f"{'…' if first else ''}{visible_line(text, ascii_only=ascii_only)}{tail}"
