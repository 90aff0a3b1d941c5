"""Typed reading of a TOML table that collects what is wrong with it instead of stopping at the first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.nearest import did_you_mean
from pytest_mcpparity.suite.toml_lines import Place, find_line, line_index

#: So many problems of one file are shown; of the rest the number.
MAX_SHOWN: Final = 20
#: No limit in seconds reaches this: it would be none.
MAX_SECONDS: Final = 1e9
#: A value longer than this is cut in a message.
_MAX_VALUE: Final = 60

_Choice = TypeVar("_Choice", bound=str)


@dataclass(frozen=True, slots=True)
class Problems:
    """What is wrong with one file, so that one reading shows all of it."""

    file: Path
    text: str
    found: list[tuple[Place, str]] = field(default_factory=list)

    def add(self, place: Place, reason: str) -> None:
        """Note that what stands at `place` is wrong, and why."""
        self.found.append((place, reason))

    def check(self) -> None:
        """Go on where nothing is wrong.

        Raises:
            SuiteFault: something is; a line each, with file, line, key and reason, at most `MAX_SHOWN`.
        """
        if not self.found:
            return
        index = line_index(self.text)
        placed = sorted(
            ((find_line(index, place), place, reason) for place, reason in self.found),
            key=lambda one: one[0] or 0,
        )
        shown = [
            f"{self.file}{f':{line}' if line else ''}: {spell_place(place)}: {reason}"
            for line, place, reason in placed[:MAX_SHOWN]
        ]
        rest = len(placed) - MAX_SHOWN
        if rest > 0:
            shown.append(f"{self.file}: and {rest} more {'problem' if rest == 1 else 'problems'}")
        raise SuiteFault("\n".join(shown))


def spell_place(place: Place) -> str:
    """A place as messages name it: `case.rename.steps[2].tool`, positions counted from 1."""
    spelled = ""
    for part in place:
        if isinstance(part, int):
            spelled += f"[{part}]"
        else:
            name = part if part and part.replace("-", "_").isidentifier() else shown(part)
            spelled += f".{name}" if spelled else name
    return spelled


def shown(text: str) -> str:
    """`text` in quotes for a message: cut where it is long, nothing hidden in it."""
    short = text if len(text) <= _MAX_VALUE else text[: _MAX_VALUE - 1] + "…"
    return "'" + escape_hidden(short).replace("\n", "\\n").replace("\t", "\\t") + "'"


def describe(value: object) -> str:
    """The kind of a TOML value, with its article, for the end of "… is needed, not …"."""
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "a boolean"),
        (int, "an integer"),
        (float, "a float"),
        (str, "a string"),
        (list, "a list"),
        (dict, "a table"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "a date or time")


@dataclass(slots=True)
class Table:
    """One TOML table: each reader gives the checked value, or its default after it noted a problem."""

    values: dict[str, Any]
    place: Place
    problems: Problems

    def wrong(self, key: str, reason: str) -> None:
        """Note a problem with `key`."""
        self.problems.add((*self.place, key), reason)

    def only(self, known: frozenset[str]) -> None:
        """Note each key that is none of `known`, with the nearest that is."""
        for key in self.values:
            if key not in known:
                hint = did_you_mean(key, known) or f"; known here: {', '.join(sorted(known))}"
                self.wrong(key, f"unknown key{hint}")

    def wrong_type(self, key: str, needed: str) -> None:
        """Note that `key` holds another kind of value than the one `needed`."""
        self.wrong(key, f"wrong type: {needed} is needed, not {describe(self.values[key])}")

    def text(self, key: str, default: str = "") -> str:
        """A string."""
        value = self.values.get(key, default)
        if isinstance(value, str):
            return value
        self.wrong_type(key, "a string")
        return default

    def optional_text(self, key: str) -> str | None:
        """A string, or None where the key is absent."""
        return self.text(key) if key in self.values else None

    def required_text(self, key: str, reason: str) -> str:
        """A string that must be there and hold more than blanks; `reason` says what it is for."""
        if key not in self.values:
            self.wrong(key, f"is missing: {reason}")
            return ""
        value = self.text(key)
        if isinstance(self.values[key], str) and not value.strip():
            self.wrong(key, f"is empty: {reason}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """A boolean."""
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self.wrong_type(key, "true or false")
        return default

    def whole(self, key: str) -> int | None:
        """An integer (a boolean is none), or None where the key is absent."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.wrong_type(key, "an integer")
        return None

    def seconds(self, key: str, default: float | None = None) -> float | None:
        """A number of seconds above 0, or `default` where the key is absent."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong_type(key, "a number of seconds")
        elif not 0 < value < MAX_SECONDS:  # no comparison holds for nan
            self.wrong(key, "must be a number of seconds above 0, and no infinity")
        else:
            return value
        return default

    def choice(self, key: str, known: tuple[_Choice, ...], default: _Choice) -> _Choice:
        """One of the strings in `known`."""
        value = self.values.get(key)
        if value is None:
            return default
        for one in known:
            if one == value:
                return one
        if isinstance(value, str):
            self.wrong(key, unknown_value(value, known))
        else:
            self.wrong_type(key, "a string")
        return default

    def texts(self, key: str) -> tuple[str, ...] | None:
        """A list of strings, or None where the key is absent or holds something else."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list):
            self.wrong_type(key, "a list of strings")
            return None
        for number, one in enumerate(value, start=1):
            if not isinstance(one, str):
                reason = f"wrong type: a string is needed, not {describe(one)}"
                self.problems.add((*self.place, key, number), reason)
                return None
        return tuple(value)

    def choices(self, key: str, known: tuple[str, ...]) -> tuple[str, ...] | None:
        """A list of strings that are all in `known`, or None where the key is absent or wrong."""
        values = self.texts(key)
        for number, one in enumerate(values or (), start=1):
            if one not in known:
                self.problems.add((*self.place, key, number), unknown_value(one, known))
        return values

    def table(self, key: str) -> Table | None:
        """A table, or None where the key is absent or holds something else."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, dict):
            return Table(value, (*self.place, key), self.problems)
        self.wrong_type(key, "a table")
        return None

    def tables(self, key: str) -> list[Table]:
        """A list of tables; empty where the key is absent or holds something else."""
        value = self.values.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.wrong_type(key, "a list of tables")
            return []
        found: list[Table] = []
        for number, one in enumerate(value, start=1):
            place = (*self.place, key, number)
            if isinstance(one, dict):
                found.append(Table(one, place, self.problems))
            else:
                self.problems.add(place, f"wrong type: a table is needed, not {describe(one)}")
        return found


def unknown_value(value: str, known: Iterable[str]) -> str:
    """The reason for a value that is none of `known`: the nearest of them, or all."""
    known = tuple(known)
    hint = did_you_mean(value, known) or f"; known are {', '.join(known)}"
    return f"unknown value {shown(value)}{hint}"
