"""The files that a target works on: copied fresh, committed the same everywhere (spec §§ 2.1 and 3).

What HEAD depends on is the content, names and executable bits of the files, and the `[workspace]`
table; what it does not depend on: the user's git configuration, hooks, templates, umask, time zone
and locale. `.gitattributes` of the workspace is honoured, because the target's git honours it too;
`.gitignore` does not keep a file out of the commit.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from pytest_mcpparity.answer import Question
from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.suite.model import WORKSPACE, GitCommit, WorkspaceRules

_EXECUTABLE: Final = 0o755
_PLAIN: Final = 0o644
_GIT_SECONDS: Final = 60
#: When the files were last changed, where no date of a commit says it: `ls -l` is the same in each copy.
_LAST_CHANGE: Final = "2026-01-01T00:00:00Z"
#: So much later, in seconds, is what came after the commit: git looks at a file's time before its bytes.
_LATER: Final = 60
#: Written into the repository: so the target's git, too, sees nothing of the user's in these.
_PINNED: Final = """\
[core]
	autocrlf = false
	eol = lf
	safecrlf = false
	fileMode = true
	symlinks = true
	ignoreCase = false
	precomposeUnicode = false
	protectNTFS = false
	protectHFS = false
	fsmonitor = false
	untrackedCache = false
	attributesFile = /dev/null
	excludesFile = /dev/null
	hooksPath = /dev/null
[commit]
	gpgSign = false
[i18n]
	commitEncoding = UTF-8
[gc]
	auto = 0
[maintenance]
	auto = false
"""


def make_workspace(rules: WorkspaceRules | None, into: Path) -> Path:
    """Make a workspace in the fresh folder `into` and give back its path; an empty one without `rules`.

    Symlinks are copied as links; files become 0644, or 0755 where their owner may run them, folders
    0755. Files of `rules.dirty` replace those of the same name after the commit. All were last changed
    when the commit was made, or at a fixed moment; what the commit and `rules.dirty` added, a minute later.

    Raises:
        SuiteFault: a file cannot be copied, git is missing or fails, or a commit is asked for and the
            workspace holds a `.git` of its own.
    """
    path = into / (rules.copy.name if rules is not None else "workspace")
    try:
        _make_folder(path)
        changed = _seconds(rules.git.date if rules is not None and rules.git is not None else _LAST_CHANGE)
        if rules is not None:
            _fill(path, rules, changed)
        _set_times(into, changed + _LATER, but=changed)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SuiteFault(f"the workspace cannot be made: {error.filename or path}: {reason}") from None
    return path


def _fill(path: Path, rules: WorkspaceRules, changed: int) -> None:
    """Put the files of `rules` into `path`: those that are committed were `changed` at that second."""
    _lay_over(rules.copy, path, in_repository=rules.git is not None)
    # Before the commit: git keeps the times that it found, and holds a file with another one for changed.
    _set_times(path, changed)
    if rules.git is not None:
        _commit(path, rules.git)
    if rules.dirty is not None:
        _lay_over(rules.dirty, path, in_repository=rules.git is not None)


def _set_times(folder: Path, seconds: int, *, but: int | None = None) -> None:
    """Let `folder` and all in it be changed last at this second, except what was so at the second `but`."""
    for path in (folder, *folder.rglob("*")):
        if but is None or path.lstat().st_mtime_ns != but * 10**9:
            os.utime(path, (seconds, seconds), follow_symlinks=False)


def _make_folder(path: Path) -> None:
    path.mkdir(exist_ok=True)
    path.chmod(_EXECUTABLE)  # mkdir's own mode would be cut by the umask


def _lay_over(source: Path, target: Path, *, in_repository: bool) -> None:
    """Copy what is in `source` into `target`, replacing what has the same name."""
    with os.scandir(source) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if in_repository and entry.name == ".git":
            raise SuiteFault(
                f"{entry.path}: git stores no .git inside a repository: take it out of the workspace, "
                "or leave `git` out of [workspace]"
            )
        _copy_entry(entry, target / entry.name, in_repository=in_repository)


def _copy_entry(entry: os.DirEntry[str], target: Path, *, in_repository: bool) -> None:
    is_folder = entry.is_dir(follow_symlinks=False)
    if target.is_symlink() or (target.exists() and not (is_folder and target.is_dir())):
        shutil.rmtree(target) if target.is_dir() and not target.is_symlink() else target.unlink()
    if entry.is_symlink():
        target.symlink_to(Path(entry.path).readlink())
    elif is_folder:
        _make_folder(target)
        _lay_over(Path(entry.path), target, in_repository=in_repository)
    elif entry.is_file():
        shutil.copyfile(entry.path, target)
        target.chmod(_EXECUTABLE if entry.stat().st_mode & 0o100 else _PLAIN)
    else:
        raise SuiteFault(f"{entry.path}: is neither a file nor a folder nor a link: it cannot be copied")


def _commit(path: Path, rules: GitCommit) -> None:
    """Commit all of `path` on branch main: one commit, all of it said by `rules`."""
    environment = _git_environment(rules)
    _git(path, environment, "init", "--quiet", "--template=")
    _git(path, environment, "symbolic-ref", "HEAD", "refs/heads/main")
    with (path / ".git" / "config").open("a", encoding="ascii", newline="\n") as config:
        config.write(_PINNED)
    _git(path, environment, "add", "--all", "--force", ".")
    message = rules.message if rules.message.endswith("\n") else rules.message + "\n"
    said = ("--quiet", "--no-verify", "--no-gpg-sign", "--allow-empty", "--allow-empty-message")
    _git(path, environment, "commit", *said, "--cleanup=verbatim", "--file=-", text=message)


def _git_environment(rules: GitCommit) -> dict[str, str]:
    """The user's environment without what git would take from it, and with all that HEAD depends on."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    when = _git_date(rules.date)
    return environment | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_DEFAULT_HASH": "sha1",
        "GIT_DEFAULT_REF_FORMAT": "files",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_NAME": rules.name,
        "GIT_AUTHOR_EMAIL": rules.email,
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_NAME": rules.name,
        "GIT_COMMITTER_EMAIL": rules.email,
        "GIT_COMMITTER_DATE": when,
        "LC_ALL": "C",
        "TZ": "UTC",
    }


def _git_date(date: str) -> str:
    """An RFC 3339 date as git stores it, in seconds and offset; nothing of it is left to git's guess."""
    return f"@{_seconds(date)} {datetime.fromisoformat(date):%z}"


def _seconds(date: str) -> int:
    return int(datetime.fromisoformat(date).timestamp())


def _git(path: Path, environment: dict[str, str], *arguments: str, text: str = "") -> None:
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=path,
            env=environment,
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_GIT_SECONDS,
            umask=0o022,
            check=False,
        )
    except FileNotFoundError:
        reason = "[workspace] asks for a commit, and git is not on PATH: install git, or leave `git` out"
        raise SuiteFault(reason) from None
    except subprocess.TimeoutExpired:
        reason = f"git {arguments[0]} did not end within {_GIT_SECONDS} s"
        raise SuiteFault(f"the workspace cannot be committed: {reason}") from None
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace").strip() or f"exit code {done.returncode}"
        raise SuiteFault(f"the workspace cannot be committed: git {arguments[0]}: {said}")


def question_with_workspace(question: Question, path: Path | str) -> Question:
    """`question` as it is sent: `{workspace}` in its JSON text or frame becomes `path`, JSON-escaped."""
    if question.body is None or WORKSPACE not in question.body:
        return question
    escaped = json.dumps(str(path), ensure_ascii=False)[1:-1]
    return replace(question, body=question.body.replace(WORKSPACE, escaped))
