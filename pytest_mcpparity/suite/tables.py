"""Reading the `[workspace]` and `[tools]` tables of a suite."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from pytest_mcpparity.nearest import did_you_mean
from pytest_mcpparity.suite.model import GitCommit, ToolsRules, WorkspaceRules
from pytest_mcpparity.suite.toml_checks import Table, shown

_GIT_KEYS: Final = ("date", "name", "email", "message")


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
        if named.startswith("/") or outside:
            table.wrong(key, f"{shown(named)} leaves the folder of the suite: name a folder below it")
        elif ".." in Path(named).parts:
            table.wrong(key, f"{shown(named)} goes up again by ..: name the folder by its own path")
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
    offset = when.utcoffset()
    if offset is None:
        table.wrong("date", f"{shown(date)} has no offset: end it with Z, or it moves with the machine")
    elif offset % timedelta(minutes=1):
        table.wrong("date", f"{shown(date)} has an offset in seconds, which git does not store")
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
