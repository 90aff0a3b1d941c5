"""The files that differ from a baseline: in commits, in the index, in the work tree, and untracked."""

from __future__ import annotations

import posixpath
from pathlib import Path

from reference_server.go_json import quote
from reference_server.sdd.baseline import BaselineFault, is_commit
from reference_server.sdd.git import ask

_DIFF = ("diff", "--no-ext-diff", "--no-renames", "--name-only", "-z")


def changed_files(root: Path, ref: str) -> list[str]:
    """Workspace paths changed since `ref` and HEAD parted, each once. Raises `BaselineFault`."""
    committed = ask(root, *_DIFF, _diff_base(root, ref))
    if committed.status:
        raise BaselineFault(
            f"git diff baseline {quote(ref)}: git diff (in {root}): exit status {committed.status}: "
            f"{committed.error_text}"
        )
    # git prints the paths of a diff from the top of the repository, those of `ls-files` from here.
    prefix = ask(root, "rev-parse", "--show-prefix").text
    diffs = _paths(committed.output) + _paths(ask(root, *_DIFF, "--cached").output)
    untracked = _paths(ask(root, "ls-files", "-z", "--others", "--exclude-standard").output)
    below = [path.removeprefix(prefix) for path in diffs if path.startswith(prefix)]
    return list(dict.fromkeys(below + untracked))


def _paths(output: bytes) -> list[str]:
    return [path for path in output.decode("utf-8", "surrogateescape").split("\0") if path]


def _diff_base(root: Path, ref: str) -> str:
    base = ask(root, "merge-base", ref, "HEAD")
    if base.status == 0:
        return base.text
    if ref != "HEAD" and not ref.startswith(("origin/", "refs/remotes/")):
        remote = f"origin/{ref.removeprefix('refs/heads/')}"
        if is_commit(root, remote):
            remote_base = ask(root, "merge-base", remote, "HEAD")
            return remote_base.text if remote_base.status == 0 else remote
    if is_commit(root, ref):
        return ref
    raise BaselineFault(
        f"git baseline {quote(ref)} could not be resolved (tried {ref}): git merge-base (in {root}): "
        f"exit status {base.status}: {base.error_text}"
    )


def relative_to(path: str, directory: str) -> str:
    """The workspace path `path` as seen from the workspace path `directory`, with `../` where needed."""
    return posixpath.relpath(f"/{path}", f"/{directory}")
