"""A recording that is killed leaves each answer whole, and the next one makes good what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof.killing import _check, _check_mended

REPOSITORY = Path(__file__).parents[2]


def run(folder: Path, times: int) -> str:
    """What is printed by recordings that are killed; a process of its own, which can be forked."""
    command = [sys.executable, "-m", "tests.proof.killing", str(folder), "--times", str(times), "--seed", "1"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(not Path("/proc/self/cmdline").is_file(), reason="looks for targets in /proc")
def test_a_few_recordings_can_be_killed_at_any_moment(tmp_path: Path) -> None:
    printed = run(tmp_path / "killed", times=4)

    assert printed.endswith(" 0 wrong\n")
    assert "4 recordings, 0 killed" not in printed


@pytest.mark.heavy
@pytest.mark.skipif(not Path("/proc/self/cmdline").is_file(), reason="looks for targets in /proc")
def test_two_hundred_recordings_can_be_killed_at_any_moment(tmp_path: Path) -> None:
    printed = run(tmp_path / "killed", times=200)

    assert printed.endswith(" 0 wrong\n")


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    folder = tmp_path / "suite" / "answers"
    folder.mkdir(parents=True)
    (folder / "c0.answer").write_text("generation 1\n")
    return folder


def test_an_answer_that_is_cut_off_is_noticed(tmp_path: Path, answers: Path) -> None:
    before = {"c0.answer": b"generation 1\n"}

    old = _check(tmp_path, before, 2)
    (answers / "c0.answer").write_text("generation 2\n")
    new = _check(tmp_path, before, 2)
    (answers / "c0.answer").write_text("generat")
    cut = _check(tmp_path, before, 2)
    (answers / "c0.answer").unlink()
    gone = _check(tmp_path, before, 2)

    assert (old, new) == ([], [])
    assert cut == ["c0.answer is neither old nor new: 7 bytes"]
    assert gone == ["c0.answer is gone"]


def test_a_lock_that_disagrees_is_noticed(tmp_path: Path, answers: Path) -> None:
    (tmp_path / "suite" / "answers.lock").write_text('{"answers": {"c0.answer": {"sha256": "00"}}}')

    wrong = _check_mended(tmp_path, 1)

    assert wrong == ["the lock disagrees with the answers"]
    assert _check_mended(tmp_path, 2) == ["c0.answer is old", *wrong]
