"""What `mcpparity init` refuses: with a reason, before it records, and with nothing written."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.init import folders
from tests.plugin.conftest import FAULTS, Init, contents


@pytest.mark.parametrize("held", ["a suite", "a file"])
def test_what_is_there_is_never_overwritten(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str], held: str
) -> None:
    (tmp_path / "first").mkdir()
    name = "mcp-suite.toml" if held == "a suite" else "notes.txt"
    (tmp_path / "first" / name).write_text("precious")

    status = init("no-such-command-anywhere", "--out", "first")

    reason = "holds a suite already" if held == "a suite" else "is there already"
    assert status == 1
    assert reason in capsys.readouterr().err
    assert contents(tmp_path / "first") == {name: b"precious"}


@pytest.mark.parametrize(
    ("server", "options", "reason"),
    [
        ("no-such-command-anywhere", (), "no-such-command-anywhere"),
        (f"{FAULTS} exits-at-start", (), "the target exited with code 4 before it negotiated"),
        (f"{FAULTS} tools-refused", (), "the target declares tools, but refuses tools/list with rpc-error"),
        ("A=1 server", (), "--server 'A=1 server' sets A in front of the command"),
        (f"{FAULTS} none", ("--workspace", "gone"), "--workspace gone: there is no such folder"),
        (f"{FAULTS} none", ("--protocol", "1999-01-01"), "--protocol 1999-01-01: known are 2024-11-05, "),
        (f"{FAULTS} none", ("--header", "A: b"), "--header is for a server by URL"),
        (f"{FAULTS} none", ("--env", "NO_SUCH_VARIABLE"), "the variable is not set"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(
    init: Init,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    server: str,
    options: tuple[str, ...],
    reason: str,
) -> None:
    status = init(server, *options)

    assert status == 1
    said = capsys.readouterr()
    assert said.err.startswith("mcpparity init: ")
    assert reason in said.err
    assert "Traceback" not in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        ("file/first", "file is no folder"),
        ("file/deeper/first", "file is no folder"),
        ("dangling/first", "dangling is no folder"),
        ("x" * 300, "File name too long"),
    ],
)
def test_a_place_that_cannot_be_made_is_told_before_anything_starts(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str], out: str, reason: str
) -> None:
    (tmp_path / "file").write_text("precious")
    (tmp_path / "dangling").symlink_to("nowhere")

    status = init("no-such-command-anywhere", "--out", out)

    assert status == 1
    said = capsys.readouterr().err
    assert "cannot be made: " in said
    assert reason in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_place_that_may_not_be_written_to_is_told_before_anything_starts(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "held").mkdir(mode=0o500)

    status = init("no-such-command-anywhere", "--out", "held/first")

    assert status == 1
    assert "held may not be written to" in capsys.readouterr().err


def test_a_place_that_is_lost_while_it_records_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tempfile.TemporaryDirectory", full)

    with pytest.raises(UsageFault, match=r"first cannot be written: No space left on device$"):
        folders.put_in_place(tmp_path, tmp_path / "new" / "first")


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_a_workspace_of_more_than_files_is_refused(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / "files" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "files" / "deep")  # the path of a socket may not be long
    if kind == "pipe":
        os.mkfifo("odd")
    else:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("odd")
    monkeypatch.chdir(tmp_path)

    status = init(f"{FAULTS} none", "--workspace", "files", "--out", "first")

    assert status == 1
    said = capsys.readouterr().err
    assert said.startswith(
        "mcpparity init: --workspace files: deep/odd is neither a file nor a folder nor a "
    )
    assert not (tmp_path / "first").exists()
