"""Writes the `mcp-suite.toml` of a first suite (spec § 2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pytest_mcpparity.init.drafting import DraftCase
from pytest_mcpparity.play.proposals import Proposal
from pytest_mcpparity.suite.toml_text import toml_plain_string

#: The one commit of a workspace that was a git repository.
_GIT = (
    'git = { date = "2026-01-01T00:00:00Z", name = "Parity", email = "parity@example.test", '
    'message = "fixture" }'
)


@dataclass(frozen=True, slots=True)
class SuiteDraft:
    """A suite to be written.

    Attributes:
        title: of the suite.
        cases: in their order.
        protocol: the only revision that the answers hold for; None for any.
        has_workspace: whether a folder `workspace` lies beside the file.
        is_repository: whether that folder is to be a git repository.
        has_instructions: whether the instructions of the server are held.
        allow: findings that do not fail, each with what was seen.
        masks: by the id of the case whose answer varies.
    """

    title: str
    cases: tuple[DraftCase, ...]
    protocol: str | None = None
    has_workspace: bool = False
    is_repository: bool = False
    has_instructions: bool = True
    allow: Mapping[str, str] = field(default_factory=dict)
    masks: Mapping[str, tuple[Proposal, ...]] = field(default_factory=dict)


def suite_text(draft: SuiteDraft) -> str:
    """The text of `mcp-suite.toml`."""
    return "\n".join(_lines(draft)).rstrip("\n") + "\n"


def _lines(draft: SuiteDraft) -> Iterator[str]:
    yield "format = 1"
    yield f"title = {toml_plain_string(draft.title)}"
    if draft.protocol is not None:
        yield f"protocols = [{toml_plain_string(draft.protocol)}]"
    if not draft.has_instructions:
        yield "instructions = false  # they differed from one start to the next"
    if draft.allow:
        for name, seen in draft.allow.items():
            yield f"# {name}: {' '.join(seen.split())}"
        yield f"allow = [{', '.join(toml_plain_string(name) for name in draft.allow)}]"
    if draft.has_workspace:
        yield from ("", "[workspace]", 'copy = "workspace"')
        if draft.is_repository:
            yield _GIT
    for id_, proposals in draft.masks.items():
        for proposal in proposals:
            yield ""
            yield from (line for line in proposal.to_toml(id_) if line)
    for case in draft.cases:
        yield from _case_lines(case)


def _case_lines(case: DraftCase) -> Iterator[str]:
    yield from ("", f"[case.{case.id}]", f"title = {toml_plain_string(case.title)}")
    yield f"tool = {toml_plain_string(case.tool)}"
    yield f"arguments = {toml_plain_string(case.arguments)}"
    if case.unadvertised:
        yield "unadvertised = true"
    if case.alone:
        yield 'isolation = "case"'
