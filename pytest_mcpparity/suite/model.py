"""What a suite says, frozen: cases, masks, rules for tools and workspace (spec § 2.1).

`reader.read_suite` makes these from an `mcp-suite.toml`; everything in them has been checked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pytest_mcpparity.answer import Level, Outcome, Question

#: One session for all cases, or a new process and workspace for each (spec § 2.2).
Isolation: TypeAlias = Literal["suite", "case"]

#: The only file that is collected as a suite.
SUITE_FILE: Final = "mcp-suite.toml"
#: The format that this version reads.
SUITE_FORMAT: Final = 1
#: Ids that a case may not have: items and answer files of these names mean something else.
RESERVED_IDS: Final = frozenset({"session", "tools", "refused", "inventory", "goodbye"})
#: Protocol revisions, oldest first: those with a handshake, and those without.
HANDSHAKE_REVISIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS_REVISIONS: Final = ("2026-07-28",)
#: What the client may declare: roots is answered with the workspace, the others are declined.
CLIENT_CAPABILITIES: Final = ("roots", "sampling", "elicitation")
#: What masks and known differences may name beside cases: the listing and the instructions.
LISTED_IDS: Final = ("tools", "session")
#: What stands for the path of the workspace, in a suite and in answers.
WORKSPACE: Final = "{workspace}"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing sent, and what is claimed about its answer.

    `outcome` and `blocks` (a number of content blocks) are claims, None where nothing is claimed;
    `unadvertised` allows a tool that the target does not list.
    """

    question: Question
    outcome: Outcome | None = None
    blocks: int | None = None
    unadvertised: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One entry of a suite. `compare` and `isolation` are the suite's where the case names none.

    `timeout` counts seconds and is None where neither case nor suite gives one; `line` is that of
    the case in the file, counted from 1.
    """

    id: str
    title: str
    steps: tuple[Step, ...]
    compare: Level
    isolation: Isolation
    timeout: float | None
    source: str | None
    line: int

    @property
    def names_workspace(self) -> bool:
        """Tell whether a question names the workspace, which a target behind a URL does not have."""
        return any(WORKSPACE in (step.question.body or "") for step in self.steps)


@dataclass(frozen=True, slots=True)
class ToolsRules:
    """The `[tools]` table. None for `advertised`: those of `tools.answer`; for `descriptors`: all members.

    `refusal_message` is None where any message will do; `{name}` in it stands for the removed tool.
    """

    advertised: tuple[str, ...] | None = None
    descriptors: tuple[str, ...] | None = None
    removed: tuple[str, ...] = ()
    refusal_code: int = -32602
    refusal_message: str | None = None


@dataclass(frozen=True, slots=True)
class Mask:
    """A declared place where a value may vary: by `pattern` or by `pointer`, never both (spec § 4).

    `pointer` holds unescaped tokens into the result or error object, `*` is any one of them;
    `cases` is a glob over ids, None for all; `number` counts the suite's masks from 1.
    """

    pattern: re.Pattern[str] | None
    pointer: tuple[str, ...] | None
    replacement: str
    cases: tuple[str, ...] | None
    number: int

    def covers(self, id_: str) -> bool:
        """Tell whether this mask applies to the answer of that id, `tools` and `session` included."""
        return self.cases is None or any(fnmatchcase(id_, glob) for glob in self.cases)


@dataclass(frozen=True, slots=True)
class KnownDifference:
    """A reviewed difference: `cases` are globs, `at` a place, `targets` names (None: every target).

    `number` counts the suite's entries from 1.
    """

    cases: tuple[str, ...]
    at: str | None
    targets: tuple[str, ...] | None
    why: str
    number: int = 1

    def covers(self, id_: str, target: str | None = None) -> bool:
        """Tell whether this entry is about the answer of that id from the target of that name.

        The listing and the instructions are no cases: only their own names cover them, no wider glob.
        """
        meant = self.targets is None or target in self.targets
        return meant and any(glob_names(glob, id_) for glob in self.cases)


@dataclass(frozen=True, slots=True)
class GitCommit:
    """The one commit of a workspace. `date` is RFC 3339 and is both author's and committer's."""

    date: str
    name: str
    email: str
    message: str


@dataclass(frozen=True, slots=True)
class WorkspaceRules:
    """The `[workspace]` table, its folders inside the suite's: `dirty` is laid over the commit of `copy`."""

    copy: Path
    git: GitCommit | None = None
    dirty: Path | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """All of one `mcp-suite.toml`. `folder` holds the file; `timeout` counts seconds for one step.

    `protocols` is None where the answers hold for any revision; `client` names capabilities that the
    client declares, `requires` those that the target must; `allow` names findings that do not fail.
    """

    file: Path
    folder: Path
    title: str
    compare: Level
    isolation: Isolation
    sealed: bool
    timeout: float | None
    protocols: tuple[str, ...] | None
    requires: tuple[str, ...]
    client: frozenset[str]
    instructions: bool
    allow: frozenset[str]
    workspace: WorkspaceRules | None
    tools: ToolsRules | None
    masks: tuple[Mask, ...]
    cases: tuple[Case, ...]
    known_differences: tuple[KnownDifference, ...]


def glob_names(glob: str, id_: str) -> bool:
    """Tell whether `glob` means the case of that id; `tools` and `session` only where it spells them out."""
    return glob == id_ if id_ in LISTED_IDS else fnmatchcase(id_, glob)
