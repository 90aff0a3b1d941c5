"""What a call selects: the lenient reading of its arguments, the guards, and the resolution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reference_server.go_json import BOOL, STRING, JSONFault, ListOf, Struct, trim_space, unmarshal
from reference_server.sdd.contract import Selection
from reference_server.sdd.membership import Workspace

_ARGUMENTS = Struct(
    "toolSelectionArgs",
    "mcp.toolSelectionArgs",
    {"projects": ListOf(STRING), "impacted": BOOL, "baseline": STRING},
)


class SelectionFault(Exception):
    """A selection that is refused; `str()` is the message of the one block."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The three selection arguments, as any tool may be given them."""

    projects: tuple[str, ...] = ()
    impacted: bool = False
    baseline: str = ""


def read_selection(arguments: bytes | None) -> Asked:
    """The selection arguments; others are ignored. Raises `SelectionFault` for a wrong type."""
    if arguments is None:
        return Asked()
    try:
        members = unmarshal(arguments, _ARGUMENTS) or {}
    except JSONFault as fault:
        raise SelectionFault(f"invalid arguments: {fault}") from None
    return Asked(
        projects=tuple(members.get("projects") or ()),
        impacted=members.get("impacted", False),
        baseline=members.get("baseline", ""),
    )


def resolve_selection(asked: Asked, workspace: Workspace) -> Selection:
    """The selection that `asked` means in `workspace`. Raises `SelectionFault`."""
    if asked.impacted and asked.projects:
        raise SelectionFault("projects and impacted select the same thing two ways: pass one")
    if asked.projects:
        return _named(asked.projects, workspace)
    if asked.impacted:
        return _impacted(asked.baseline, workspace)
    return Selection("all", False, tuple(project.id for project in workspace.projects))


def _named(selectors: tuple[str, ...], workspace: Workspace) -> Selection:
    meanings = _meanings(workspace)
    missing = [selector for selector in selectors if selector not in meanings]
    if missing:
        raise SelectionFault(f"projects not found: {', '.join(missing)}")
    asked = sorted({meanings[selector] for selector in selectors})
    ids = _through_expression(asked, workspace)
    if not ids:
        raise SelectionFault(f"no projects matched: --projects {','.join(asked)}")
    return Selection("projects", True, ids)


def _impacted(baseline: str, workspace: Workspace) -> Selection:
    from reference_server.sdd.baseline import BaselineFault, resolve_baseline
    from reference_server.sdd.changes import changed_files
    from reference_server.sdd.impact import impacted_ids

    try:
        base = resolve_baseline(workspace.root, baseline, workspace.config)
        changed = changed_files(workspace.root, base.ref)
    except BaselineFault as fault:
        raise SelectionFault(f"--impacted failed: {fault}") from None
    ids = _through_expression(impacted_ids(workspace, changed), workspace)
    return Selection("impacted", True, ids, base.ref, base.source, empty_impact=not ids)


def _meanings(workspace: Workspace) -> dict[str, str]:
    """What each exact name and, before it, each exact id stands for."""
    names = {project.name: project.id for project in reversed(workspace.projects)}
    return names | {project.id: project.id for project in workspace.projects}


def _through_expression(ids: Iterable[str], workspace: Workspace) -> tuple[str, ...]:
    """The ids that are left after a trip through a comma-joined selector expression, sorted.

    The parts of the expression are trimmed, so an id with a comma or outer white space does not come back;
    one with a `...` segment is a pattern there and does not either.
    """
    meanings = _meanings(workspace)
    parts = [trim_space(part) for part in ",".join(ids).split(",")]
    return tuple(sorted({meanings[p] for p in parts if p in meanings and "..." not in p.split("/")}))
