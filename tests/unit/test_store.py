from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_mcpparity.answer import Answer, Exchange, Media, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers import recorded, store
from pytest_mcpparity.answers.file import format_answer
from pytest_mcpparity.answers.lock import Entry, Lock, read_lock, write_lock
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.errors import (
    AnswerFileFault,
    ChangedAnswer,
    MissingAnswer,
    OtherQuestion,
    UnreadableAnswer,
)
from tests.unit.arbitrary import BOUNDED, answers
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


def test_instructions_that_are_gone_are_missing(tmp_path: Path) -> None:
    writer = AnswerStore(tmp_path)
    writer.save_instructions("Search first.", GIVER)
    writer.flush()
    writer.path_of("session").unlink()

    with pytest.raises(MissingAnswer, match=r"session\.answer: missing, though the lock knows it"):
        AnswerStore(tmp_path).load_instructions()


def test_instructions_that_were_edited_have_changed(tmp_path: Path) -> None:
    writer = AnswerStore(tmp_path)
    writer.save_instructions("Search first.", GIVER)
    writer.flush()
    path = writer.path_of("session")
    path.write_bytes(path.read_bytes().replace(b"first", b"last"))

    with pytest.raises(ChangedAnswer, match=r"session\.answer: changed since it was recorded"):
        AnswerStore(tmp_path).load_instructions()


def test_five_situations_have_five_types_and_messages(tmp_path: Path) -> None:
    cases = ["missing", "unreadable", "changed", "other", "unknown"]
    suite = recorded_suite(tmp_path, *(answer_of(case, Text("hello")) for case in cases))
    suite.path_of("missing").unlink()
    edit(suite, "unreadable", b"--- text\n", b"--- txet\n")
    edit(suite, "changed", b"hello", b"hullo")
    lock = read_lock(tmp_path / "answers.lock")
    write_lock(
        tmp_path / "answers.lock", Lock({k: v for k, v in lock.entries.items() if k != "unknown.answer"})
    )
    suite = AnswerStore(tmp_path)

    faults: dict[str, AnswerFileFault] = {}
    for case in cases:
        with pytest.raises(AnswerFileFault) as caught:
            suite.load(case, [Question("call", "tool", '{"a":2}')])
        faults[case] = caught.value

    assert {case: type(fault) for case, fault in faults.items()} == {
        "missing": MissingAnswer,
        "unreadable": UnreadableAnswer,
        "changed": ChangedAnswer,
        "other": OtherQuestion,
        "unknown": ChangedAnswer,
    }
    folder = tmp_path / "answers"
    assert str(faults["missing"]).startswith(f"{folder}/missing.answer: missing, though the lock knows it")
    assert str(faults["unreadable"]).startswith(
        f"{folder}/unreadable.answer:6: unreadable: `txet` stands there"
    )
    assert str(faults["unreadable"]).endswith("(the file has changed since it was recorded)")
    assert str(faults["changed"]).startswith(f"{folder}/changed.answer: changed since it was recorded")
    assert str(faults["other"]).startswith(
        f"{folder}/other.answer: recorded for another question: "
        'step 1 asks `call tool {"a":2}`, the answer is to `call tool {"a":1}`'
    )
    assert "answers.lock does not know this file" in str(faults["unknown"])


def test_an_answer_that_was_never_recorded_says_how_to(tmp_path: Path) -> None:
    with pytest.raises(
        MissingAnswer, match=r"new\.answer: missing, never recorded: record it with --mcp-record"
    ):
        AnswerStore(tmp_path).load("new")


def test_other_steps_than_recorded_are_another_question(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN)

    with pytest.raises(OtherQuestion, match="the suite asks 2 steps, the answer has 1 step"):
        suite.load("plain", [QUESTION, QUESTION])


def test_a_long_question_is_shown_around_its_first_difference(tmp_path: Path) -> None:
    recorded_with = Question("call", "tool", '{"a":"' + "x" * 5000 + '1"}')
    answer = Answer("long", (Exchange(recorded_with, StepAnswer(Result())),))
    suite = recorded_suite(tmp_path, answer)

    with pytest.raises(OtherQuestion, match=r"`…x+2\"}`, the answer is to `…x+1\"}`") as caught:
        suite.load("long", [Question("call", "tool", '{"a":"' + "x" * 5000 + '2"}')])

    assert len(str(caught.value)) < 700


def test_the_answer_of_another_case_is_unreadable(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN)
    suite.path_of("copied").write_bytes(suite.path_of("plain").read_bytes())

    with pytest.raises(UnreadableAnswer, match=r"copied\.answer:2: .*`case plain` stands there"):
        suite.load("copied")


def test_media_are_missing_or_changed_too(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PICTURES)
    (tmp_path / "answers" / "pictures.1.png").write_bytes(b"on")

    with pytest.raises(ChangedAnswer, match=r"pictures\.1\.png: changed since it was recorded"):
        suite.load("pictures")

    (tmp_path / "answers" / "pictures.1.png").unlink()
    with pytest.raises(MissingAnswer, match=r"pictures\.1\.png: missing"):
        suite.load("pictures")


def test_a_folder_in_place_of_an_answer_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "answers" / "a.answer").mkdir(parents=True)

    with pytest.raises(AnswerFileFault, match=r"a\.answer: cannot be read: Is a directory"):
        AnswerStore(tmp_path).load("a")


@settings(BOUNDED)
@given(answers, st.data())
def test_any_changed_byte_is_caught(
    tmp_path_factory: pytest.TempPathFactory, answer: Answer, data: st.DataObject
) -> None:
    folder = tmp_path_factory.getbasetemp() / "tampered"
    folder.mkdir(exist_ok=True)
    suite = AnswerStore(folder)
    suite.save(answer, GIVER)
    stored, media = format_answer(answer)
    name = data.draw(st.sampled_from([f"{answer.case}.answer", *(name for name in media if media[name])]))
    original = media.get(name, stored)
    at = data.draw(st.integers(0, len(original) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != original[at]))
    (folder / "answers" / name).write_bytes(original[:at] + bytes([byte]) + original[at + 1 :])

    with pytest.raises((UnreadableAnswer, ChangedAnswer)):
        suite.load(answer.case)


def test_the_lock_is_read_once_and_the_folder_never_listed_to_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    reads: list[Path] = []

    def read(path: Path) -> Lock:
        reads.append(path)
        return read_lock(path)

    def refuse(*_: object) -> None:
        raise AssertionError("listed")

    monkeypatch.setattr(recorded, "read_lock", read)
    monkeypatch.setattr(os, "scandir", refuse)
    monkeypatch.setattr(os, "listdir", refuse)
    suite.load("plain")
    suite.load("pictures")

    assert reads == [tmp_path / "answers.lock"]


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


def test_an_answer_that_cannot_be_written_is_a_fault_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "answers").write_bytes(b"a file")

    with pytest.raises(AnswerFileFault, match=r"answers: cannot be written: File exists"):
        AnswerStore(tmp_path).save(PLAIN, GIVER)


def test_a_survey_has_every_file_answer_and_fault(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    suite.save_instructions("hello", GIVER)
    suite.flush()
    (tmp_path / "answers" / "notes").mkdir()
    edit(suite, "plain", b"hello", b"hullo")

    survey = AnswerStore(tmp_path).survey()

    assert survey.files == (
        *("notes/", "pictures.1.png", "pictures.2.wav", "pictures.answer", "plain.answer", "session.answer"),
    )
    assert survey.answers == {"pictures": PICTURES}
    assert list(survey.faults) == ["plain.answer"]


def test_a_survey_of_nothing_is_empty(tmp_path: Path) -> None:
    survey = AnswerStore(tmp_path).survey()

    assert (survey.files, survey.answers, survey.faults) == ((), {}, {})
