"""The git ref that an impacted call is measured against, found tier by tier."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.go_json import trim_space
from reference_server.sdd.git import ask

_NOT_FOUND = (
    "resolve git baseline: no explicit baseline, origin/HEAD, origin/main, local main/master, or usable "
    "upstream tracking ref was found (a branch is never measured against itself) — pass --baseline or set "
    "the workspace config baseline"
)


class BaselineFault(Exception):
    """No baseline, or one that cannot be used; `str()` is the text after `--impacted failed: `."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """A ref as it is reported and the tier it comes from: `explicit epic trunk local-trunk upstream`."""

    ref: str
    source: str


def resolve_baseline(root: Path, argument: str, config: dict[str, Any]) -> Baseline:
    """The baseline by the first tier that has one. An explicit ref is not checked here.

    Raises `BaselineFault`.
    """
    explicit = trim_space(argument) or trim_space(config.get("baseline", ""))
    if explicit:
        return Baseline(explicit, "explicit")
    trunk = _trunk(root)
    branch = ask(root, "symbolic-ref", "--quiet", "--short", "HEAD").text
    epic = _epic(root, trunk, branch, config.get("epicBranches") or [])
    if epic:
        return Baseline(epic, "epic")
    if trunk:
        return Baseline(trunk, "trunk" if "/" in trunk else "local-trunk")
    upstream = _upstream(root, branch)
    if upstream:
        return Baseline(upstream, "upstream")
    raise BaselineFault(_NOT_FOUND)


def is_commit(root: Path, ref: str) -> bool:
    """True if `ref` names a commit."""
    return ask(root, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").status == 0


def _trunk(root: Path) -> str:
    head = ask(root, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    if head.status == 0 and head.text:
        # Taken even if that branch is gone; the diff then says so.
        return head.text
    return next((ref for ref in ("origin/main", "main", "master") if is_commit(root, ref)), "")


def _epic(root: Path, trunk: str, branch: str, patterns: list[str]) -> str:
    """The epic branch whose fork from HEAD is younger than the trunk's, or ""."""
    best, fork = "", _merge_base(root, trunk) if trunk else ""
    for ref in _epic_refs(root, branch, patterns):
        base = _merge_base(root, ref)
        if base and (not fork or (base != fork and _is_ancestor(root, fork, base))):
            best, fork = ref, base
    return best


def _epic_refs(root: Path, branch: str, patterns: list[str]) -> list[str]:
    """The existing branches that the patterns name, by branch name; `origin/…` before the local one."""
    refs: dict[str, str] = {}
    for pattern in map(trim_space, patterns):
        if not pattern or pattern.startswith("-") or any(char in pattern for char in " \t\n"):
            continue
        for prefix, shown in (("refs/remotes/origin/", "origin/"), ("refs/heads/", "")):
            for full in ask(root, "for-each-ref", "--format=%(refname)", prefix + pattern).text.splitlines():
                name = full.removeprefix(prefix)
                if name not in ("HEAD", branch) and (shown or name not in refs):
                    refs[name] = shown + name
    return [refs[name] for name in sorted(refs)]


def _upstream(root: Path, branch: str) -> str:
    """The upstream of the current branch, unless it is the branch itself elsewhere or has all of it."""
    upstream = ask(root, "rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{u}")
    name = upstream.text
    if upstream.status or not name or (branch and name.partition("/")[2] == branch):
        return ""
    push = ask(root, "rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{push}")
    if (push.status == 0 and push.text == name) or _is_ancestor(root, "HEAD", name):
        return ""
    return name


def _merge_base(root: Path, ref: str) -> str:
    answer = ask(root, "merge-base", ref, "HEAD")
    return answer.text if answer.status == 0 else ""


def _is_ancestor(root: Path, ancestor: str, descendant: str) -> bool:
    return ask(root, "merge-base", "--is-ancestor", ancestor, descendant).status == 0
