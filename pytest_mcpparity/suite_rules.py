"""Reading what a suite says besides its cases: workspace, tools, masks and known differences."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from pytest_mcpparity.answer import Level
from pytest_mcpparity.json_text import pointer_tokens
from pytest_mcpparity.nearest import did_you_mean
from pytest_mcpparity.suite import (
    LISTED_IDS,
    Case,
    GitCommit,
    KnownDifference,
    Mask,
    ToolsRules,
    WorkspaceRules,
    glob_names,
)
from pytest_mcpparity.toml_checks import Table, shown

_GIT_KEYS: Final = ("date", "name", "email", "message")
_TARGET_NAME: Final = re.compile(r"[a-z0-9-]+")
#: A place as failures name it (spec § 1), less the pointer that may follow.
_PLACE: Final = re.compile(
    r"instructions|tools( \S+)?|step [1-9]\d*"
    r"|(step [1-9]\d* )?"
    r"(block [1-9]\d*( members)?|structured|result|members|outcome|frame"
    r"|error( (code|message|data|members))?)"
)


def read_workspace(top: Table, folder: Path) -> WorkspaceRules | None:
    """The `[workspace]` table, its folders found inside `folder`."""
    table = top.table("workspace")
    if table is None:
        return None
    table.only(frozenset({"copy", "git", "dirty"}))
    copy = _inside(table, "copy", folder)
    if "copy" not in table.values:
        table.wrong("copy", "is missing: the folder below the suite's that is copied")
    return WorkspaceRules(
        copy, _git(table), _inside(table, "dirty", folder) if "dirty" in table.values else None
    )


def _inside(table: Table, key: str, folder: Path) -> Path:
    """The folder that `key` names: it must be there, and lie in `folder` also where links lead."""
    named = table.text(key)
    path = folder / named
    if not isinstance(table.values.get(key), str):
        return path
    try:
        found = path.resolve()
        outside = not found.is_relative_to(folder.resolve())
        if named.startswith("/") or outside or ".." in Path(named).parts:
            table.wrong(key, f"{shown(named)} leaves the folder of the suite: name a folder below it")
        elif found == folder.resolve():
            table.wrong(key, "is the folder of the suite itself: name a folder below it")
        elif not found.is_dir():
            table.wrong(key, f"{shown(named)} is no folder{_near_folder(path)}")
    except (OSError, ValueError, RuntimeError) as error:  # a zero byte, a loop of links, a name too long
        table.wrong(key, f"{shown(named)} cannot be read: {error}")
    return path


def _near_folder(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    return did_you_mean(path.name, [one.name for one in path.parent.iterdir() if one.is_dir()])


def _git(workspace: Table) -> GitCommit | None:
    table = workspace.table("git")
    if table is None:
        return None
    table.only(frozenset(_GIT_KEYS))
    date, name, email, message = (
        table.required_text(key, "the commit is the same everywhere only if it is said") for key in _GIT_KEYS
    )
    for key, value in (("name", name), ("email", email)):
        if any(character in value for character in "<>\n\0"):
            table.wrong(
                key, f"{shown(value)} holds a character that git does not store: no <, > or line break"
            )
    if "\0" in message:
        table.wrong("message", "holds a zero byte, which git does not store")
    if date.strip():
        _check_date(table, date)
    return GitCommit(date, name, email, message)


def _check_date(table: Table, date: str) -> None:
    try:
        when = datetime.fromisoformat(date)
    except ValueError:
        table.wrong("date", f"{shown(date)} is no date and time: write it like 2026-01-01T00:00:00Z")
        return
    if when.tzinfo is None:
        table.wrong(
            "date", f"{shown(date)} has no offset: end it with Z or +00:00, or it moves with the machine"
        )
    elif when.timestamp() < 0:
        table.wrong("date", f"{shown(date)} lies before 1970, which git does not store")


def read_tools(top: Table) -> ToolsRules | None:
    """The `[tools]` table."""
    table = top.table("tools")
    if table is None:
        return None
    table.only(frozenset({"advertised", "descriptors", "removed", "refusal"}))
    advertised, removed = table.texts("advertised"), table.texts("removed") or ()
    for number, name in enumerate(removed, start=1):
        place = (*table.place, "removed", number)
        if advertised is not None and name in advertised:
            table.problems.add(place, f"{shown(name)} is advertised too: a tool is either there or removed")
        if name in removed[: number - 1]:
            table.problems.add(place, f"{shown(name)} stands here twice")
    code, message = -32602, None
    refusal = table.table("refusal")
    if refusal is not None:
        refusal.only(frozenset({"code", "message"}))
        claimed = refusal.whole("code")
        code = code if claimed is None else claimed
        message = refusal.optional_text("message")
    return ToolsRules(advertised, table.texts("descriptors"), removed, code, message)


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
    if isinstance(table.values.get("at"), str) and not _is_place(at or ""):
        reason = (
            f"{shown(at or '')} is no place: write it as a failure names it, `step 2 block 1 /entities/0`"
        )
        table.wrong("at", f"{reason}, `structured /total`, `error message` or `tools NAME /description`")
    why = table.required_text("why", "say what was reviewed, and where")
    return KnownDifference(globs or (), at, _targets(table), why, number)


def _is_place(at: str) -> bool:
    head, slash, pointer = at.partition("/")
    if slash:
        try:
            pointer_tokens(slash + pointer)
        except ValueError:
            return False
        if head == "":
            return True
        if not head.endswith(" "):
            return False
        head = head[:-1]
    return _PLACE.fullmatch(head) is not None


def _targets(table: Table) -> tuple[str, ...] | None:
    targets = table.texts("targets")
    for position, name in enumerate(targets or (), start=1):
        if _TARGET_NAME.fullmatch(name) is None:
            reason = f"{shown(name)} is no name of a target: those have a-z, 0-9 and -"
            table.problems.add((*table.place, "targets", position), reason)
    if targets == ():
        table.wrong("targets", "is empty: the entry would never apply; leave it out for every target")
    return targets
