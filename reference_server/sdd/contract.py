"""What a tool is given and what it gives back: the request contract between server and tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

NO_SELECTION = (
    "this tool call carries no resolved workspace selection, so @putnami/sdd cannot answer it: "
    "the CLI serving it does not publish `selection` on a tool request"
)
"""The refusal of a request without a resolved selection, after argument checks and before any evaluation."""


@dataclass(frozen=True, slots=True)
class WorkspaceProject:
    """One member of the workspace, resolved: `id` (`/billing`), `path` (`billing`, relative to the root).

    `dependencies` are project ids, sorted. `config` holds the members of its `putnami.json` as a project
    reads it (`configuration.PROJECT`), None if that is absent or malformed.
    """

    id: str
    name: str
    path: str
    type: str = ""
    dependencies: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    publish: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    runs_with: tuple[str, ...] = ()
    config: dict[str, Any] | None = None

    @property
    def shown_name(self) -> str:
        """The name in answers: the id where there is no name."""
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class Selection:
    """What the caller asked for and what it resolved to: `mode` is `all`, `projects` or `impacted`.

    `projects` are sorted ids, of all projects in mode `all`.
    """

    mode: str
    scoped: bool
    projects: tuple[str, ...]
    baseline: str = ""
    baseline_source: str = ""
    empty_impact: bool = False


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """One call of one tool.

    `arguments` is the raw JSON text, None if absent. `projects` is ALWAYS the complete membership, by id,
    also when the selection is narrow. `selection` is None if nothing was resolved: tools then refuse with
    `NO_SELECTION`. `root` is the workspace root with links resolved.
    """

    name: str
    arguments: bytes | None
    root: Path
    projects: tuple[WorkspaceProject, ...] = ()
    selection: Selection | None = None


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """A report, a message, or both: a failure may carry its report.

    Neither: not allowed. `report` is printed by `marshal_indent` in its own order; with `error` the result is
    an error of two blocks (report, then message), or of one if there is no report.
    """

    report: dict[str, object] | None = field(default=None)
    error: str | None = field(default=None)


Tool: TypeAlias = Callable[[ToolRequest], ToolOutcome]
"""A tool: strict decode of the arguments, its guards, the `selection` guard, then its engine."""
