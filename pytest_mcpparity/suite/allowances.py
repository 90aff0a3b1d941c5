"""Reading what a suite lets vary: the `[[mask]]` and `[[known_difference]]` entries."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from typing import Final

from pytest_mcpparity.answer import Level
from pytest_mcpparity.json_text import pointer_tokens
from pytest_mcpparity.nearest import did_you_mean
from pytest_mcpparity.places import parse_place
from pytest_mcpparity.suite.model import LISTED_IDS, Case, KnownDifference, Mask, glob_names
from pytest_mcpparity.suite.toml_checks import Table, shown

_TARGET_NAME: Final = re.compile(r"[a-z0-9-]+")


def read_masks(top: Table, cases: Iterable[Case], compare: Level) -> tuple[Mask, ...]:
    """The `[[mask]]` entries; `compare` is the suite's level, which listing and instructions have."""
    tables = top.tables("mask")
    masks = tuple(_mask(table, number) for number, table in enumerate(tables, start=1))
    wire = [case.id for case in cases if case.compare == "wire"]
    wire.extend(LISTED_IDS if compare == "wire" else ())
    for table, mask in zip(tables, masks, strict=True):
        if mask.pattern is not None:
            _check_at_rest(table, mask.pattern, masks)
        elif mask.pointer is not None:
            at_wire = next((one for one in wire if mask.covers(one)), None)
            if at_wire is not None:
                reason = f"a pointer cannot mask the bytes of a frame, and {at_wire} is compared at wire"
                table.wrong("pointer", f"{reason}: use a pattern, or leave it out by cases")
    return masks


def _mask(table: Table, number: int) -> Mask:
    table.only(frozenset({"pattern", "pointer", "as", "cases"}))
    ways = [key for key in ("pattern", "pointer") if key in table.values]
    if len(ways) != 1:
        has = "has both pattern and pointer" if ways else "masks nothing"
        table.problems.add(table.place, f"{has}: a mask has exactly one of pattern and pointer")
    replacement = table.required_text("as", "what stands where the value stood, as <elapsed>")
    cases = table.texts("cases")
    if cases == ():
        table.wrong("cases", "is empty: the mask would never apply; leave it out for all cases")
    return Mask(_pattern(table), _pointer(table), replacement, cases, number)


def _pattern(table: Table) -> re.Pattern[str] | None:
    if not isinstance(table.values.get("pattern", ""), str):
        table.wrong_type("pattern", "a string")
    source = table.values.get("pattern")
    if not isinstance(source, str):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a later Python may read differently is no fault today
            pattern = re.compile(source)
    except (re.error, OverflowError, RecursionError) as error:
        table.wrong("pattern", f"{shown(source)} is no regular expression: {error}")
        return None
    if pattern.search(""):
        table.wrong("pattern", f"{shown(source)} matches the empty text, so it would mask everywhere")
    return pattern


def _check_at_rest(table: Table, pattern: re.Pattern[str], masks: tuple[Mask, ...]) -> None:
    """A pattern that finds what a mask has written would change a recorded answer once more."""
    for mask in masks:
        if mask.replacement and pattern.search(mask.replacement) and not pattern.search(""):
            reason = f"matches {shown(mask.replacement)}, the `as` of mask {mask.number}"
            table.wrong("pattern", f"{reason}: applied twice it would not be the same")


def _pointer(table: Table) -> tuple[str, ...] | None:
    if "pointer" not in table.values:
        return None
    pointer = table.text("pointer")
    if not isinstance(table.values["pointer"], str):
        return None
    try:
        tokens = tuple(pointer_tokens(pointer))
    except ValueError as error:
        table.wrong("pointer", f"{shown(pointer)}: {error}")
        return None
    if not tokens:
        table.wrong("pointer", "names the whole result: name a place in it, as /structuredContent/total")
    return tokens


def read_known_differences(top: Table, ids: tuple[str, ...]) -> tuple[KnownDifference, ...]:
    """The `[[known_difference]]` entries, their globs held against `ids`, the cases of the suite."""
    tables = enumerate(top.tables("known_difference"), start=1)
    return tuple(_known_difference(table, number, ids) for number, table in tables)


def _known_difference(table: Table, number: int, ids: tuple[str, ...]) -> KnownDifference:
    table.only(frozenset({"cases", "at", "targets", "why"}))
    globs = table.texts("cases")
    if globs == () or "cases" not in table.values:
        table.wrong("cases", "names none: the ids, or globs of ids, of the cases that differ")
    for position, glob in enumerate(globs or (), start=1):
        if glob not in ids and not any(glob_names(glob, one) for one in (*ids, *LISTED_IDS)):
            reason = f"{shown(glob)} matches no case{did_you_mean(glob, ids)}"
            table.problems.add((*table.place, "cases", position), reason)
    at = table.optional_text("at")
    if at is not None:
        _check_place(table, at)
    why = table.required_text("why", "say what was reviewed, and where")
    return KnownDifference(globs or (), at, _targets(table), why, number)


def _check_place(table: Table, at: str) -> None:
    try:
        parse_place(at)
    except ValueError as error:
        if isinstance(table.values["at"], str):
            table.wrong("at", f"{error}; write it as a failure names it")


def _targets(table: Table) -> tuple[str, ...] | None:
    targets = table.texts("targets")
    for position, name in enumerate(targets or (), start=1):
        if _TARGET_NAME.fullmatch(name) is None:
            reason = f"{shown(name)} is no name of a target: those have a-z, 0-9 and -"
            table.problems.add((*table.place, "targets", position), reason)
    if targets == ():
        table.wrong("targets", "is empty: the entry would never apply; leave it out for every target")
    return targets
