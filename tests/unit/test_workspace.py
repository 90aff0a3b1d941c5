from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.play.workspace import make_workspace
from pytest_mcpparity.suite.model import GitCommit, WorkspaceRules

COMMIT = GitCommit("2026-01-01T00:00:00Z", "Parity", "parity@example.test", "fixture")
#: The hash of the commit of `source` below; whatever moves it changes recorded answers of others.
PINNED_HEAD = "eeda2ec5dd87a219037b433d236fe47d022cf6a8"

HOSTILE_CONFIG = """\
[core]
    autocrlf = true
    fileMode = false
    safecrlf = true
    excludesFile = {home}/ignore
    attributesFile = {home}/attributes
    hooksPath = {home}/hooks
[init]
    defaultBranch = trunk
    templateDir = {home}/template
    defaultObjectFormat = sha256
[commit]
    gpgSign = true
    template = {home}/message
    cleanup = strip
[gpg]
    program = /bin/false
[user]
    name = Somebody Else
    email = else@example.test
    signingKey = none
[i18n]
    commitEncoding = ISO-8859-1
[filter "shout"]
    clean = tr a-z A-Z
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "suite" / "workspace"
    (folder / "specs").mkdir(parents=True)
    (folder / "specs" / "one.md").write_bytes(b"# One\r\nwindows\n")
    (folder / "ignored.log").write_text("kept\n")
    (folder / ".gitignore").write_text("*.log\n")
    (folder / ".gitattributes").write_text("*.txt text\n*.md filter=shout\n")
    (folder / "notes.txt").write_bytes(b"a\r\nb\r\n")
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("specs/one.md")
    (folder / "nowhere").symlink_to("/nowhere/at/all")
    (folder / "üml äut.md").write_text("x\n")
    (folder / "$Id$.c").write_text("$Id$\n")
    return folder


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user whose git, umask, time zone and locale would each move HEAD, were they heard."""
    home = tmp_path / "home"
    for inside in ("hooks", "template/hooks", "template/info", "git"):
        (home / inside).mkdir(parents=True)
    for hook in ("hooks/pre-commit", "hooks/commit-msg", "template/hooks/prepare-commit-msg"):
        (home / hook).write_text('#!/bin/sh\necho spoiled >>"$1"\nexit 1\n')
        (home / hook).chmod(0o755)
    (home / "template" / "info" / "exclude").write_text("*.md\n")
    for ignore in ("ignore", "git/ignore"):
        (home / ignore).write_text("*.sh\n")
    for attributes in ("attributes", "git/attributes", "template/info/attributes"):
        (home / attributes).write_text("* text=auto ident eol=crlf\n")
    (home / "message").write_text("a template\n")
    (home / ".gitconfig").write_text(HOSTILE_CONFIG.format(home=home))
    settings = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.autocrlf",
        "GIT_CONFIG_VALUE_0": "true",
        "GIT_DIR": str(home / "elsewhere.git"),
        "GIT_INDEX_FILE": str(home / "index"),
        "GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z",
        "GIT_COMMITTER_NAME": "Somebody",
        "GIT_TEMPLATE_DIR": str(home / "template"),
        "GIT_DEFAULT_HASH": "sha256",
        "TZ": "Pacific/Auckland",
        "LC_ALL": "de_DE.UTF-8",
        "LANG": "tr_TR.UTF-8",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    before = os.umask(0o077)
    yield home
    os.umask(before)


def git(path: Path, *arguments: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    clean |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    done = subprocess.run(
        ["git", "-c", "core.quotePath=false", *arguments],
        cwd=path,
        env=clean,
        check=True,
        capture_output=True,
    )
    return done.stdout.decode().rstrip("\n")


def fresh(tmp_path: Path, name: str = "into") -> Path:
    folder = tmp_path / name
    folder.mkdir()
    return folder


def test_without_rules_the_workspace_is_an_empty_folder(tmp_path: Path) -> None:
    path = make_workspace(None, fresh(tmp_path))

    assert path == tmp_path / "into" / "workspace"
    assert list(path.iterdir()) == []


def test_the_copy_has_the_same_name_and_the_same_files(source: Path, tmp_path: Path) -> None:
    path = make_workspace(WorkspaceRules(source), fresh(tmp_path))

    assert path == tmp_path / "into" / "workspace"
    assert sorted(one.name for one in path.rglob("*")) == sorted(one.name for one in source.rglob("*"))
    assert (path / "specs" / "one.md").read_bytes() == b"# One\r\nwindows\n"


def test_links_stay_links_wherever_they_lead(source: Path, tmp_path: Path) -> None:
    path = make_workspace(WorkspaceRules(source), fresh(tmp_path))

    assert (path / "link").readlink() == Path("specs/one.md")
    assert (path / "nowhere").readlink() == Path("/nowhere/at/all")


def test_modes_are_the_same_whatever_the_umask_and_files_can_be_written(source: Path, tmp_path: Path) -> None:
    (source / "notes.txt").chmod(0o400)
    (source / "run.sh").chmod(0o700)
    before = os.umask(0o077)

    try:
        path = make_workspace(WorkspaceRules(source), fresh(tmp_path))
    finally:
        os.umask(before)

    modes = [(path / name).stat().st_mode & 0o777 for name in ("notes.txt", "run.sh", "specs", "")]
    assert modes == [0o644, 0o755, 0o755, 0o755]


def test_head_is_one_commit_on_main_with_every_file(source: Path, tmp_path: Path) -> None:
    path = make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))

    said = git(path, "log", "--format=%an|%ae|%aI|%cn|%ce|%cI|%s")
    assert said.replace("+00:00", "Z") == (
        "Parity|parity@example.test|2026-01-01T00:00:00Z|Parity|parity@example.test|2026-01-01T00:00:00Z|fixture"
    )
    assert git(path, "branch", "--show-current") == "main"
    assert git(path, "ls-files").split("\n") == sorted(
        str(one.relative_to(source)) for one in source.rglob("*") if one.is_symlink() or one.is_file()
    )
    assert git(path, "status", "--porcelain") == ""
    assert not (path / ".git" / "hooks").exists()


def test_the_message_is_committed_as_it_is_said(source: Path, tmp_path: Path) -> None:
    message = "# fixture  \n\n\nwith a tail \n"
    rules = GitCommit(COMMIT.date, COMMIT.name, COMMIT.email, message)

    path = make_workspace(WorkspaceRules(source, rules), fresh(tmp_path))

    assert git(path, "cat-file", "commit", "HEAD").endswith("\n\n" + message.rstrip("\n"))


def test_head_has_one_pinned_hash(source: Path, tmp_path: Path) -> None:
    path = make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))

    assert git(path, "rev-parse", "HEAD") == PINNED_HEAD


def test_head_does_not_hear_the_user_of_the_machine(source: Path, hostile: Path, tmp_path: Path) -> None:
    path = make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))

    assert git(path, "rev-parse", "HEAD") == PINNED_HEAD
    assert not (hostile / "elsewhere.git").exists()


def test_the_git_of_a_target_does_not_see_changes_that_the_user_would_make(
    source: Path, hostile: Path, tmp_path: Path
) -> None:
    path = make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))
    (path / "new.sh").write_text("new\n")
    without_filter = HOSTILE_CONFIG.partition("[filter")[0].format(home=hostile)
    (hostile / ".gitconfig").write_text(without_filter)
    as_user = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}

    said = [
        subprocess.run(["git", *arguments], cwd=path, env=as_user, check=True, capture_output=True).stdout
        for arguments in (["status", "--porcelain"], ["add", "new.sh"], ["commit", "--quiet", "-m", "new"])
    ]

    assert said == [b"?? new.sh\n", b"", b""]
    assert git(path, "log", "-1", "--format=%B").strip() == "new"


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "notes.txt").write_text("other\n"),
        lambda folder: (folder / "run.sh").chmod(0o644),
        lambda folder: (folder / "run.sh").rename(folder / "ran.sh"),
    ],
    ids=["content", "mode", "name"],
)
def test_head_moves_with_what_it_stands_for(source: Path, tmp_path: Path, change: object) -> None:
    assert callable(change)
    change(source)

    path = make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))

    assert git(path, "rev-parse", "HEAD") != PINNED_HEAD


@pytest.mark.parametrize(
    "rules",
    [
        GitCommit("2026-01-01T00:00:01Z", "Parity", "parity@example.test", "fixture"),
        GitCommit("2026-01-01T01:00:00+01:00", "Parity", "parity@example.test", "fixture"),
        GitCommit("2026-01-01T00:00:00Z", "Other", "parity@example.test", "fixture"),
        GitCommit("2026-01-01T00:00:00Z", "Parity", "other@example.test", "fixture"),
        GitCommit("2026-01-01T00:00:00Z", "Parity", "parity@example.test", "# fixture"),
    ],
    ids=["date", "offset", "name", "email", "message"],
)
def test_head_moves_with_each_word_of_the_rules(source: Path, tmp_path: Path, rules: GitCommit) -> None:
    path = make_workspace(WorkspaceRules(source, rules), fresh(tmp_path))

    assert git(path, "rev-parse", "HEAD") != PINNED_HEAD
    assert git(path, "log", "--format=%s") == rules.message


def test_a_folder_without_files_is_committed_too(tmp_path: Path) -> None:
    empty = fresh(tmp_path, "empty")

    path = make_workspace(WorkspaceRules(empty, COMMIT), fresh(tmp_path))

    assert git(path, "rev-list", "--count", "HEAD") == "1"


def test_dirty_is_laid_over_the_commit_and_left_uncommitted(source: Path, tmp_path: Path) -> None:
    dirty = fresh(tmp_path, "changes")
    (dirty / "specs").mkdir()
    (dirty / "specs" / "one.md").write_bytes(b"# Two\r\nwindows\n")
    (dirty / "specs" / "two.md").write_text("new\n")
    (dirty / "run.sh").symlink_to("specs/two.md")
    (dirty / "link").write_text("a file now\n")
    (dirty / "notes.txt").mkdir()
    (dirty / "notes.txt" / "deep.md").write_text("deep\n")

    path = make_workspace(WorkspaceRules(source, COMMIT, dirty), fresh(tmp_path))

    assert git(path, "rev-parse", "HEAD") == PINNED_HEAD
    assert git(path, "status", "--porcelain").split("\n") == [
        " T link",
        " D notes.txt",
        " T run.sh",
        " M specs/one.md",
        "?? specs/two.md",
    ]
    assert (path / "specs" / "one.md").read_bytes() == b"# Two\r\nwindows\n"
    assert (path / "notes.txt" / "deep.md").read_text() == "deep\n"


def test_dirty_replaces_a_folder_by_a_file(source: Path, tmp_path: Path) -> None:
    dirty = fresh(tmp_path, "changes")
    (dirty / "specs").write_text("a file now\n")

    path = make_workspace(WorkspaceRules(source, None, dirty), fresh(tmp_path))

    assert (path / "specs").read_text() == "a file now\n"
    assert not (path / ".git").exists()


#: The second at which COMMIT was made.
COMMITTED = 1767225600


def changed(path: Path) -> dict[str, int]:
    """When all in `path`, but not in `.git`, and the folder above were changed last, less COMMITTED."""
    return {
        str(one.relative_to(path.parent)): one.lstat().st_mtime_ns // 10**9 - COMMITTED
        for one in (path.parent, *path.parent.rglob("*"))
        if ".git" not in one.parent.parts
    }


@pytest.mark.parametrize("git_rules", [None, COMMIT], ids=["no commit", "commit"])
def test_all_was_changed_at_a_fixed_moment_and_not_when_it_was_copied(
    git_rules: GitCommit | None, source: Path, tmp_path: Path
) -> None:
    """`ls -l` of a server prints it, and would print another minute in each recording."""
    path = make_workspace(WorkspaceRules(source, git_rules), fresh(tmp_path))

    late = {"."} if git_rules is None else {".", "workspace", "workspace/.git"}
    assert changed(path) == {name: 60 if name in late else 0 for name in changed(path)}
    assert {"workspace/link", "workspace/nowhere", "workspace/specs/one.md"} < changed(path).keys()


def test_an_empty_workspace_was_changed_at_a_fixed_moment(tmp_path: Path) -> None:
    path = make_workspace(None, fresh(tmp_path))

    assert changed(path) == {".": 60, "workspace": 60}


def test_the_commit_says_when_its_files_were_changed_and_git_finds_them_so(
    source: Path, tmp_path: Path
) -> None:
    an_hour_on = GitCommit("2026-01-01T02:00:00+01:00", COMMIT.name, COMMIT.email, COMMIT.message)

    path = make_workspace(WorkspaceRules(source, an_hour_on), fresh(tmp_path))

    assert changed(path)["workspace/specs/one.md"] == 3600
    assert changed(path)["workspace/.git"] == 3660
    assert git(path, "diff-files") == ""  # unlike `status` it believes the times, and opens no file


def test_dirty_files_were_changed_a_minute_after_the_commit_so_that_git_sees_them(
    source: Path, tmp_path: Path
) -> None:
    dirty = fresh(tmp_path, "changes")
    (dirty / "run.sh").write_text("#!/bin/zh\n")  # as long as the file that it replaces
    (dirty / "run.sh").chmod(0o755)

    path = make_workspace(WorkspaceRules(source, COMMIT, dirty), fresh(tmp_path))

    assert changed(path)["workspace/run.sh"] == 60
    assert git(path, "status", "--porcelain") == " M run.sh"


def test_a_git_folder_inside_is_refused_where_a_commit_is_asked_for(source: Path, tmp_path: Path) -> None:
    (source / "specs" / ".git").mkdir()

    with pytest.raises(SuiteFault, match=r"specs/\.git: git stores no \.git inside a repository"):
        make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))
    path = make_workspace(WorkspaceRules(source), fresh(tmp_path, "without a commit"))

    assert (path / "specs" / ".git").is_dir()


def test_what_cannot_be_copied_is_told(source: Path, tmp_path: Path) -> None:
    os.mkfifo(source / "pipe")

    with pytest.raises(SuiteFault, match="pipe: is neither a file nor a folder nor a link"):
        make_workspace(WorkspaceRules(source), fresh(tmp_path))


def test_a_folder_that_went_away_is_told(source: Path, tmp_path: Path) -> None:
    shutil.rmtree(source)

    with pytest.raises(SuiteFault, match=r"the workspace cannot be made: .*workspace: No such file"):
        make_workspace(WorkspaceRules(source), fresh(tmp_path))


def test_a_missing_git_is_told_with_the_way_out(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(SuiteFault, match="git is not on PATH: install git, or leave `git` out"):
        make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))


def test_a_git_that_fails_is_told_in_its_own_words(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = fresh(tmp_path, "bin")
    (tools / "git").write_text("#!/bin/sh\necho 'fatal: no disk' >&2\nexit 128\n")
    (tools / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")

    with pytest.raises(SuiteFault, match="the workspace cannot be committed: git init: fatal: no disk"):
        make_workspace(WorkspaceRules(source, COMMIT), fresh(tmp_path))
