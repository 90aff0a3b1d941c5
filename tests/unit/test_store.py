from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Media, Text
from pytest_mcpparity.answers import store
from pytest_mcpparity.answers.lock import Entry, Lock, read_lock, write_lock
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.errors import (
    AnswerFileFault,
)
from tests.unit.storing import (
    GIVER,
    OTHER,
    PICTURES,
    PLAIN,
    QUESTION,
    answer_of,
    contents,
    edit,
    recorded_suite,
)


def test_a_saved_answer_is_loaded_again_by_another_run(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)

    assert suite.load("plain", [QUESTION]) == PLAIN
    assert suite.load("pictures") == PICTURES
    assert sorted(contents(tmp_path)) == [
        *(".gitattributes", "answers.lock", "answers/pictures.1.png", "answers/pictures.2.wav"),
        *("answers/pictures.answer", "answers/plain.answer"),
    ]
    assert (tmp_path / ".gitattributes").read_bytes() == b"* -text\n"
    assert suite.lock.entries["pictures.1.png"] == Entry(hashlib.sha256(b"one").hexdigest(), GIVER)


def test_recording_twice_changes_no_byte(tmp_path: Path) -> None:
    recorded_suite(tmp_path, PLAIN, PICTURES)
    before = contents(tmp_path)
    again = AnswerStore(tmp_path)

    changed = [again.save(PLAIN, OTHER), again.save(PICTURES, OTHER), again.save_instructions(None, OTHER)]
    flushed = again.flush()

    assert changed == [False, False, False]
    assert not flushed
    assert contents(tmp_path) == before


def test_a_given_gitattributes_stays(tmp_path: Path) -> None:
    (tmp_path / ".gitattributes").write_bytes(b"* text\n")

    recorded_suite(tmp_path, PLAIN)

    assert (tmp_path / ".gitattributes").read_bytes() == b"* text\n"


def test_media_that_the_new_answer_does_not_have_are_removed_and_no_other_file(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PICTURES, answer_of("picture", Media("image", "image/png", b"x")))
    (tmp_path / "answers" / "pictures.notes.txt").write_bytes(b"mine")

    changed = suite.save(answer_of("pictures", Media("audio", "audio/wav", b"one")), OTHER)
    suite.flush()

    assert changed
    assert sorted(path.name for path in (tmp_path / "answers").iterdir()) == [
        *("picture.1.png", "picture.answer", "pictures.1.wav", "pictures.answer", "pictures.notes.txt")
    ]
    assert sorted(read_lock(tmp_path / "answers.lock").entries) == [
        *("picture.1.png", "picture.answer", "pictures.1.wav", "pictures.answer")
    ]


def test_instructions_are_saved_loaded_and_removed(tmp_path: Path) -> None:
    suite = AnswerStore(tmp_path)

    none_yet = suite.load_instructions()
    saved = suite.save_instructions("Search first.", GIVER)
    loaded = suite.load_instructions()
    removed = suite.save_instructions(None, GIVER)

    assert (none_yet, saved, loaded, removed) == (None, True, "Search first.", True)
    assert suite.load_instructions() is None
    assert not suite.path_of("session").exists()


def test_instructions_of_an_earlier_run_are_replaced_and_removed(tmp_path: Path) -> None:
    writer = AnswerStore(tmp_path)
    writer.save_instructions("Search first.", GIVER)
    writer.flush()
    later = AnswerStore(tmp_path)

    same, other = (later.save_instructions(text, OTHER) for text in ("Search first.", "Search last."))
    later.flush()
    known = AnswerStore(tmp_path).lock.entries["session.answer"].giver
    removed = AnswerStore(tmp_path).save_instructions(None, OTHER)

    assert (same, other, known, removed) == (False, True, OTHER, True)
    assert not later.path_of("session").exists()


def test_the_lock_is_written_by_flush_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []

    def write(path: Path, lock: Lock) -> bool:
        written.append(path)
        return write_lock(path, lock)

    monkeypatch.setattr(store, "write_lock", write)
    suite = AnswerStore(tmp_path)
    suite.save(PLAIN, GIVER)
    suite.save(PICTURES, GIVER)
    before_flush = list(written)
    suite.flush()

    assert before_flush == []
    assert written == [tmp_path / "answers.lock"]


def test_nothing_is_written_where_nothing_is_saved(tmp_path: Path) -> None:
    assert not AnswerStore(tmp_path).flush()
    assert list(tmp_path.iterdir()) == []


def test_what_needs_recording_is_missing_or_unknown_to_the_lock(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    suite.path_of("pictures").unlink()
    suite.path_of("by-hand").write_bytes(b"anything")

    needed = [suite.needs_recording(case) for case in ("plain", "pictures", "by-hand", "new")]

    assert needed == [False, True, True, True]


def test_the_next_recording_mends_what_a_killed_one_left(tmp_path: Path) -> None:
    recorded_suite(tmp_path, PLAIN, PICTURES)
    killed = AnswerStore(tmp_path)
    killed.forget(["pictures"])
    killed.save(answer_of("pictures", Text("new")), OTHER)  # no flush
    killed.save(answer_of("more", Text("new")), OTHER)
    leftover = tmp_path / "answers" / f".plain.answer.{'0' * 16}.mcpparity-new"
    leftover.write_bytes(b"half")

    suite = AnswerStore(tmp_path)
    needed = [case for case in ("plain", "pictures", "more") if suite.needs_recording(case)]
    changed = [suite.save(answer_of(case, Text("new")), OTHER) for case in needed]
    suite.flush()

    assert needed == ["pictures", "more"]
    assert changed == [True, True]
    assert not leftover.exists()
    after = AnswerStore(tmp_path)
    assert sorted(after.lock.entries) == ["more.answer", "pictures.answer", "plain.answer"]
    assert sorted(after.survey().answers) == ["more", "pictures", "plain"]
    assert after.survey().faults == {}


def test_what_was_forgotten_and_not_replaced_is_known_again_after_flush(tmp_path: Path) -> None:
    recorded_suite(tmp_path, PLAIN, PICTURES)
    before = contents(tmp_path)
    suite = AnswerStore(tmp_path)

    suite.forget(["plain", "pictures"])
    forgotten = AnswerStore(tmp_path).lock.entries
    suite.flush()

    assert forgotten == {}
    assert contents(tmp_path) == before


def test_forgetting_writes_nothing_where_the_lock_knows_none_of_them(tmp_path: Path) -> None:
    recorded_suite(tmp_path, PLAIN)
    before = contents(tmp_path)

    AnswerStore(tmp_path).forget(["new"])

    assert contents(tmp_path) == before


def test_a_recording_forgets_files_that_are_gone(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    suite.path_of("plain").unlink()

    suite.save(answer_of("new"), GIVER)
    suite.flush()

    assert "plain.answer" not in read_lock(tmp_path / "answers.lock").entries


def test_a_recording_is_new_where_the_lock_lacks_one_of_its_files(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PICTURES)
    entries = {name: one for name, one in suite.lock.entries.items() if name != "pictures.1.png"}
    write_lock(tmp_path / "answers.lock", Lock(entries))
    again = AnswerStore(tmp_path)

    changed = again.save(PICTURES, OTHER)
    again.flush()

    assert changed
    assert again.lock.entries["pictures.1.png"].giver == OTHER
    assert again.lock.entries["pictures.answer"].giver == GIVER


def test_media_that_nobody_knows_or_that_are_gone_do_not_keep_a_recording_back(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PICTURES)
    folder = tmp_path / "answers"
    (folder / "pictures.3.png").write_bytes(b"of a run that was killed")
    suite.save(PLAIN, GIVER)
    (folder / "pictures.2.wav").unlink()

    changed = suite.save(answer_of("pictures", Text("none")), OTHER)

    assert changed
    assert sorted(path.name for path in folder.iterdir()) == ["pictures.answer", "plain.answer"]


def test_what_is_forgotten_leaves_the_amendments_on_record(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    edit(suite, "plain", b"hello", b"hullo")
    amendments = suite.amend(["plain"], "a typo")

    AnswerStore(tmp_path).forget(["pictures"])

    after = read_lock(tmp_path / "answers.lock")
    assert after.amendments == amendments
    assert list(after.entries) == ["plain.answer"]


def test_an_answer_that_cannot_be_written_is_a_fault_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "answers").write_bytes(b"a file")

    with pytest.raises(AnswerFileFault) as caught:
        AnswerStore(tmp_path).save(PLAIN, GIVER)

    assert str(caught.value) == f"{tmp_path}/answers: cannot be written: File exists"
