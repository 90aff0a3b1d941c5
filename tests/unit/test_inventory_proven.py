"""Answers that a run has proven are not read again, but where their bytes, a claim or a mask ask for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Result, Text
from pytest_mcpparity.answers.inventory import check_inventory
from pytest_mcpparity.answers.lock import Entry, Lock, write_lock
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.errors import AnswerFileFault
from pytest_mcpparity.suite.model import Mask, Step
from tests.unit.inventory_made import CALL, GIVER, answer_of, case_of, record, suite_of


def proven_in(folder: Path) -> dict[str, str]:
    """As if each case had just given what its file holds."""
    return {
        name.removesuffix(".answer"): one.sha256 for name, one in AnswerStore(folder).lock.entries.items()
    }


def test_a_proven_answer_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(tmp_path, answer_of("a", Result(blocks=(Text("x"),))))
    proven = proven_in(tmp_path)
    monkeypatch.setattr("pytest_mcpparity.answers.recorded.parse_answer", None)

    check_inventory(suite_of(tmp_path, case_of("a")), proven)

    with pytest.raises(TypeError):
        check_inventory(suite_of(tmp_path, case_of("a")))


def test_a_proven_answer_that_has_changed_since_is_found(tmp_path: Path) -> None:
    store = record(tmp_path, answer_of("a", Result(blocks=(Text("x"),))))
    proven = proven_in(tmp_path)
    path = store.path_of("a")
    path.write_bytes(path.read_bytes().replace(b"\nx\n", b"\ny\n"))

    with pytest.raises(AnswerFileFault, match="changed since it was recorded"):
        check_inventory(suite_of(tmp_path, case_of("a")), proven)


def test_a_proven_answer_of_which_the_lock_knows_other_bytes_is_found(tmp_path: Path) -> None:
    store = record(tmp_path, answer_of("a", Result(blocks=(Text("x"),))))
    proven, lock = proven_in(tmp_path), store.lock
    without = {name: one for name, one in lock.entries.items() if name != "a.answer"}

    write_lock(tmp_path / "answers.lock", Lock({**without, "a.answer": Entry("0" * 64, GIVER)}))
    with pytest.raises(AnswerFileFault, match="changed since it was recorded"):
        check_inventory(suite_of(tmp_path, case_of("a")), proven)

    write_lock(tmp_path / "answers.lock", Lock(without))
    with pytest.raises(AnswerFileFault, match="does not know this file"):
        check_inventory(suite_of(tmp_path, case_of("a")), proven)


def test_a_proven_answer_that_cannot_be_read_any_more_is_found(tmp_path: Path) -> None:
    store = record(tmp_path, answer_of("a", Result(blocks=(Text("x"),))))
    proven = proven_in(tmp_path)
    store.path_of("a").unlink()
    store.path_of("a").symlink_to(tmp_path / "nowhere")

    with pytest.raises(AnswerFileFault, match=r"a\.answer: missing, though the lock knows it"):
        check_inventory(suite_of(tmp_path, case_of("a")), proven)


def test_a_proven_answer_that_is_gone_is_found(tmp_path: Path) -> None:
    store = record(tmp_path, answer_of("a", Result(blocks=(Text("x"),))))
    proven = proven_in(tmp_path)
    store.path_of("a").unlink()

    with pytest.raises(AnswerFileFault, match="missing"):
        check_inventory(suite_of(tmp_path, case_of("a")), proven)


def test_claims_and_masks_are_held_against_proven_answers_too(tmp_path: Path) -> None:
    record(tmp_path, answer_of("a", Result(blocks=(Text("x"),))))
    proven = proven_in(tmp_path)
    idle = Mask(re.compile("never there"), None, "<idle>", None, 1)

    with pytest.raises(AnswerFileFault, match="claims blocks = 2"):
        check_inventory(suite_of(tmp_path, case_of("a", Step(CALL, blocks=2))), proven)
    with pytest.raises(AnswerFileFault, match="mask 1"):
        check_inventory(suite_of(tmp_path, case_of("a"), masks=(idle,)), proven)
