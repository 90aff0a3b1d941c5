from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_mcpparity.answers.atomic import is_leftover, write_atomically


def test_a_file_is_written_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.answer"

    write_atomically(path, b"old")
    write_atomically(path, b"new")

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_others_may_read_it_as_the_umask_says(tmp_path: Path) -> None:
    path, plain = tmp_path / "a", tmp_path / "b"

    write_atomically(path, b"")
    plain.write_bytes(b"")

    assert path.stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
@pytest.mark.parametrize("fault", [OSError("no space"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: BaseException
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise fault

    with monkeypatch.context() as patched:
        patched.setattr(*((os, "fsync", fail) if step == "fsync" else (Path, step, fail)))
        with pytest.raises(type(fault)) as caught:
            write_atomically(path, b"new")

    assert caught.value is fault
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_data_and_name_reach_the_disk_before_it_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real_fsync, real_replace = os.fsync, Path.replace

    def fsync(descriptor: int) -> None:
        synced.append("folder" if os.path.isdir(descriptor) else "file")  # noqa: PTH112 - a descriptor, no path
        real_fsync(descriptor)

    def replace(self: Path, target: Path) -> Path:
        assert is_leftover(self.name)
        synced.append("name")
        return real_replace(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)

    write_atomically(tmp_path / "a", b"data")

    assert synced == ["file", "name", "folder"]


@pytest.mark.parametrize("step", ["open", "fsync"])
def test_a_system_that_cannot_sync_a_folder_need_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    real_open, real_fsync, closed = os.open, os.fsync, list[int]()
    real_close = os.close

    def refuse_folder(path: Path, flags: int, mode: int = 0o777) -> int:
        if step == "open" and path == tmp_path:
            raise PermissionError
        return real_open(path, flags, mode)

    def refuse_sync(descriptor: int) -> None:
        if step == "fsync" and os.path.isdir(descriptor):  # noqa: PTH112 - a descriptor, no path
            raise OSError
        real_fsync(descriptor)

    def close(descriptor: int) -> None:
        closed.append(descriptor)
        real_close(descriptor)

    monkeypatch.setattr(os, "open", refuse_folder)
    monkeypatch.setattr(os, "fsync", refuse_sync)
    monkeypatch.setattr(os, "close", close)

    write_atomically(tmp_path / "a", b"data")

    assert (tmp_path / "a").read_bytes() == b"data"
    assert len(closed) == (step == "fsync")


def test_what_a_killed_run_leaves_is_known_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.answer"
    path.write_bytes(b"old")
    code = (
        "import os, sys, pathlib; from pytest_mcpparity.answers.atomic import write_atomically\n"
        "os.fsync = lambda _: os.kill(os.getpid(), 9)\n"
        "write_atomically(pathlib.Path(sys.argv[1]), b'new')"
    )

    subprocess.run([sys.executable, "-c", code, str(path)], check=False)

    left = [one.name for one in tmp_path.iterdir() if one != path]
    assert path.read_bytes() == b"old"
    assert len(left) == 1
    assert is_leftover(left[0])


@pytest.mark.parametrize("name", ["a.answer", ".a.answer", "a.1.png", ".a.mcpparity-new", ".gitattributes"])
def test_no_other_file_is_taken_for_a_leftover(name: str) -> None:
    assert not is_leftover(name)
