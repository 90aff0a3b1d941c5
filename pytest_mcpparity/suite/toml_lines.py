"""Where in a TOML text a key stands: `tomllib` does not tell, and messages and node ids want it.

Both scans look at lines and not at syntax. They are exact for files as people write them, and a key
they do not find has no line; nothing but a message hangs on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

#: The way to a value: keys, and positions in a list counted from 1.
Place: TypeAlias = tuple[str | int, ...]

_CASE = "[case."
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""\s*((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)\s*=(.*)$"""
)
_PART = re.compile(r"""[\w-]+|"[^"\n]*"|'[^'\n]*'""")


def case_lines(text: str, ids: Iterable[str]) -> dict[str, int]:
    """The line of each of `ids` in a suite's text, counted from 1; the first line where none is found.

    One quick scan for `[case.ID]` at the start of a line; the thorough one only where that misses one.
    """
    lines = {
        line[len(_CASE) : line.find("]")]: number
        for number, line in enumerate(text.split("\n"), start=1)
        if line.startswith(_CASE)
    }
    missing = [one for one in ids if one not in lines]
    if missing:
        index = line_index(text)
        lines.update((one, index.get(("case", one), 1)) for one in missing)
    return lines


def find_line(index: dict[Place, int], place: Place) -> int | None:
    """The line of `place`, or of the nearest thing around it that has one; None if nothing has."""
    for length in range(len(place), 0, -1):
        line = index.get(place[:length])
        if line is not None:
            return line
    return None


def line_index(text: str) -> dict[Place, int]:
    """The line, counted from 1, of each header, key and list entry that begins a line of `text`."""
    scan = _Scan()
    for number, line in enumerate(text.split("\n"), start=1):
        scan.take(number, line)
    return scan.index


class _Scan:
    """One walk over the lines: the table and the key that the walk is in, and what was found."""

    def __init__(self) -> None:
        self.index: dict[Place, int] = {}
        self.table: Place = ()
        self.entries: dict[Place, int] = {}
        self.list_key: Place | None = None
        self.string_end: str | None = None

    def take(self, number: int, line: str) -> None:
        """Take in one line; the text of a string over several lines holds neither headers nor keys."""
        if self.string_end is not None:
            if line.count(self.string_end) % 2:
                self.string_end = None
            return
        if header := _HEADER.match(line):
            self._header(number, header)
        elif key := _KEY.match(line):
            self._key(number, key)
        elif self.list_key is not None and line.lstrip().startswith("{"):
            self._entry(number, self.list_key)
        self.string_end = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), None)

    def _header(self, number: int, header: re.Match[str]) -> None:
        self.list_key = None
        place: Place = ()
        parts = _parts(header.group(2))
        for position, part in enumerate(parts):
            place = (*place, part)
            last = position == len(parts) - 1
            if last and header.group(1) == "[[":
                self.index.setdefault(place, number)
                self.entries[place] = self.entries.get(place, 0) + 1
            if place in self.entries:
                place = (*place, self.entries[place])
        self.table = place
        self._note(place, number)

    def _key(self, number: int, key: re.Match[str]) -> None:
        place: Place = (*self.table, *_parts(key.group(1)))
        self._note(place, number)
        # Only a list whose entries each begin a line can be counted by lines.
        self.list_key = place if key.group(2).split("#")[0].strip() == "[" else None

    def _entry(self, number: int, place: Place) -> None:
        self.entries[place] = self.entries.get(place, 0) + 1
        self._note((*place, self.entries[place]), number)

    def _note(self, place: Place, number: int) -> None:
        for length in range(1, len(place) + 1):
            self.index.setdefault(place[:length], number)


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(dotted)]
