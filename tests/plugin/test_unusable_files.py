"""Files that cannot be read or written end in words, and the rest of the run goes on (spec §§ 4.1, 5)."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from pytest_mcpparity.answers import store
from pytest_mcpparity.answers.lock import Lock
from pytest_mcpparity.errors import AnswerFileFault
from tests.plugin.conftest import Play, contents, failures, raw_server, small_suite, sound

CONFLICT = b'{\n<<<<<<< ours\n  "format": 1\n=======\n  "format": 1\n>>>>>>> theirs\n}\n'
LOCKS = [
    pytest.param(CONFLICT, "line 2: an unfinished merge", id="conflict"),
    pytest.param(b'{"format": 1,', "no JSON", id="broken"),
]
SAY = 'serve({"a": lambda arguments: text("said")})'


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """A suite of one case that has nothing recorded yet."""
    return small_suite(pytester.path, '[case.a]\ntool = "a"\n')


@pytest.fixture
def say(pytester: pytest.Pytester) -> str:
    return raw_server(pytester.path, SAY)


@pytest.mark.parametrize(("lock", "reason"), LOCKS)
@pytest.mark.parametrize("option", ["--mcp-record", "--mcp-record=all"])
def test_a_lock_that_cannot_be_read_refuses_a_recording_before_anything_starts(
    pytester: pytest.Pytester, folder: Path, play: Play, lock: bytes, reason: str, option: str
) -> None:
    (folder / "answers.lock").write_bytes(lock)
    before = contents(folder)

    result = play("--mcp-server=sh -c 'echo started > trace'", option)

    (error,) = [line for line in result.errlines if line.startswith("ERROR: ")]
    assert result.ret == 4
    assert error.startswith(f"ERROR: --mcp-record: {folder}/answers.lock: ")
    assert reason in error
    assert error.endswith("restore it from version control, or delete it and record anew with --mcp-record")
    assert not (pytester.path / "trace").exists()
    assert contents(folder) == before


def test_what_a_refused_recording_tells_of_a_lock_holds_no_secret(
    pytester: pytest.Pytester, folder: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "very-secret")
    entry = '{"giver": null, "sha256": "' + "0" * 64 + '"}'
    entries = f'"very-secret": {entry}, "very-secret": {entry}'
    lock = f'{{"amendments": [], "answers": {{{entries}}}, "format": 1}}'
    (folder / "answers.lock").write_text(lock)

    result = play("--mcp-server=true", "--mcp-env=TOKEN", "--mcp-record")

    assert result.ret == 4
    assert "`{TOKEN}` stands there twice" in result.stderr.str()
    assert "very-secret" not in result.stderr.str() + result.stdout.str()


def test_a_lock_that_cannot_be_written_at_the_end_fails_the_run_in_words(
    folder: Path, play: Play, say: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, lock: Lock) -> NoReturn:
        raise AnswerFileFault(f"{path}: cannot be written: No space left on device")

    monkeypatch.setattr(store, "write_lock", full)

    result = play(say, "--mcp-record", "-k", "not inventory")

    told = f"suites/small: {folder}/answers.lock: cannot be written: No space left on device"
    assert result.ret == 1
    assert result.outlines.count(told) == 1
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
    assert "INTERNALERROR" not in result.stdout.str()
    assert not (folder / "answers.lock").exists()


def test_a_disk_that_is_full_leaves_nothing_half_written_and_names_the_place(
    folder: Path, play: Play, say: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # so the system says it, without a name

    monkeypatch.setattr(os, "fsync", full)

    result = play(say, "--mcp-record")

    assert result.ret == 1
    assert failures(result)["a"] == "answers: cannot be written: No space left on device"
    assert list(contents(folder)) == ["mcp-suite.toml"]


def test_a_cache_that_cannot_be_written_is_told_in_place_of_the_names(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    (pytester.path / ".pytest_cache").write_text("a file")

    result = play("suites", sound("escapes"), "-W", "ignore::pytest.PytestCacheWarning")

    told = [line for line in result.outlines if line.startswith("the answers could not be kept")]
    assert told == ["the answers could not be kept in pytest's cache folder .pytest_cache: Not a directory"]
    assert result.ret == 1
    assert "report" in failures(result)
    assert result.parseoutcomes()["passed"] > 1
