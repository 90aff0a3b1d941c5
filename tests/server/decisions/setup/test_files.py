"""Backups and the atomic write (12.3, steps 7 and 8)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from reference_server.decisions.setup.files import read_file, replace_file
from reference_server.decisions.setup.problems import Refusal
from tests.server.decisions.setup.conftest import NOON, STAMP, Machine

KILLED_WRITE = """
import os, signal, sys
from datetime import UTC, datetime
from reference_server.decisions.setup import files

step, name = sys.argv[1:]

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

calls = {"fsync": 0}
real_fsync = os.fsync

def die_at_second_sync(handle):
    # The first one is the backup's.
    calls["fsync"] += 1
    if calls["fsync"] == 2:
        die()
    real_fsync(handle)

if step == "half-written":
    class Half:
        def __init__(self, stream):
            self.stream = stream
        def __enter__(self):
            return self
        def __exit__(self, *_):
            self.stream.close()
        def write(self, content):
            self.stream.write(content[: len(content) // 2])
            self.stream.flush()
            die()
    real_fdopen = os.fdopen
    opened = []
    def fdopen(handle, mode):
        stream = real_fdopen(handle, mode)
        opened.append(stream)
        return Half(stream) if len(opened) == 2 else stream
    os.fdopen = fdopen
elif step == "before-sync":
    os.fsync = die_at_second_sync
elif step == "before-rename":
    os.replace = die
    os.rename = die
files.replace_file(files.read_file(name), b"new " * 10000, datetime.now(UTC))
"""


def run_killed(step: str, file: Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", KILLED_WRITE, step, str(file)]
    return subprocess.run(command, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("step", ["half-written", "before-sync", "before-rename"])
def test_a_killed_write_leaves_the_old_file_whole(tmp_path: Path, step: str) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("old")

    done = run_killed(step, file)

    assert done.returncode == -signal.SIGKILL, done.stderr
    assert file.read_text() == "old"


def test_the_same_write_left_alone_puts_the_new_content(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("old")

    done = run_killed("never", file)

    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == b"new " * 10000


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640, 0o400])
def test_file_and_backup_keep_the_mode(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("old")
    file.chmod(mode)

    backup = replace_file(read_file(str(file)), b"new", NOON)

    assert backup is not None
    assert file.stat().st_mode & 0o7777 == mode
    assert Path(backup).stat().st_mode & 0o7777 == mode


def test_a_taken_backup_name_is_counted_up(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    made = []
    for content in ("one", "two", "three"):
        file.write_text(content)
        made.append(replace_file(read_file(str(file)), b"new", NOON))

    stem = f"{file}.backup-{STAMP}"
    assert made == [stem, f"{stem}-2", f"{stem}-3"]
    assert [Path(name).read_text() for name in made if name] == ["one", "two", "three"]


def test_nothing_but_file_and_backup_is_left_behind(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("old")

    replace_file(read_file(str(file)), b"new", NOON)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["mcp.json", f"mcp.json.backup-{STAMP}"]


def test_a_link_stays_a_link_and_its_target_gets_the_text(machine: Machine, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "cursor.json"
    target.parent.mkdir()
    target.write_text("{}\n")
    link = tmp_path / "mcp.json"
    link.symlink_to(target)

    status = machine.edit(link, "--yes")

    assert status == 0
    assert link.is_symlink()
    assert "switchplinth" in target.read_text()
    assert Path(f"{link}.backup-{STAMP}").read_text() == "{}\n"


def test_a_link_to_nothing_makes_its_target(machine: Machine, tmp_path: Path) -> None:
    link = tmp_path / "mcp.json"
    link.symlink_to(tmp_path / "new" / "cursor.json")

    status = machine.edit(link, "--yes")

    assert status == 0
    assert link.is_symlink()
    assert (tmp_path / "new" / "cursor.json").is_file()


@pytest.mark.parametrize("kind", ["folder", "fifo", "loop", "below a file"])
def test_what_cannot_be_read_as_a_file_is_refused_in_one_line(
    machine: Machine, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mcp.json"
    if kind == "folder":
        file.mkdir()
    elif kind == "fifo":
        os.mkfifo(file)
    elif kind == "loop":
        file.symlink_to(file)
    else:
        file.write_text("")
        file = file / "mcp.json"

    status = machine.edit(file, "--yes")

    printed = capsys.readouterr()
    assert status == 3
    assert printed.err.startswith(f"switchplinth setup: {file} ")
    assert printed.err.endswith("; it was left untouched\n")
    assert printed.err.count("\n") == 1


def test_a_failed_write_leaves_the_file_and_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("old")
    stored = read_file(str(file))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    monkeypatch.setattr("os.rename", full)

    with pytest.raises(Refusal, match="No space left on device; nothing was written"):
        replace_file(stored, b"new", NOON)

    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["mcp.json"]


def test_a_disk_that_is_full_at_the_backup_leaves_only_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("old")
    stored = read_file(str(file))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)

    with pytest.raises(Refusal, match="No space left on device; nothing was written"):
        replace_file(stored, b"new", NOON)

    assert [path.name for path in tmp_path.iterdir()] == ["mcp.json"]
    assert file.read_text() == "old"
