"""Recorded answers as they are read: what can be wrong with them, told apart and in words (spec § 2.3)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers import recorded
from pytest_mcpparity.answers.file import format_answer
from pytest_mcpparity.answers.lock import Entry, Lock, read_lock, write_lock
from pytest_mcpparity.answers.recorded import Survey
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
    PICTURES,
    PLAIN,
    QUESTION,
    answer_of,
    edit,
    recorded_suite,
    sha256_of,
)


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
    assert {case: str(fault) for case, fault in faults.items() if case != "unreadable"} == {
        "missing": f"{folder}/missing.answer: missing, though the lock knows it: restore it",
        "changed": (
            f"{folder}/changed.answer: changed since it was recorded: answers.lock knows other bytes; "
            "restore it, bless the edit with `mcpparity amend`, or record anew with --mcp-record=all"
        ),
        "other": (
            f"{folder}/other.answer: recorded for another question: "
            'step 1 asks `call tool {"a":2}`, the answer is to `call tool {"a":1}`; '
            "undo the change of the suite, or record anew with --mcp-record=all"
        ),
        "unknown": (
            f"{folder}/unknown.answer: answers.lock does not know this file: record it with --mcp-record, "
            "or bless what was written by hand with `mcpparity amend`"
        ),
    }
    unreadable = str(faults["unreadable"])
    assert unreadable.startswith(f"{folder}/unreadable.answer:6: unreadable: `txet` stands there")
    assert unreadable.endswith(" (the file has changed since it was recorded)")


def test_an_unreadable_answer_that_the_lock_knows_is_not_said_to_have_changed(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN)
    suite.save_instructions("Search first.", GIVER)
    suite.flush()
    entries = dict(suite.lock.entries)
    for case in ("plain", "session"):
        suite.path_of(case).write_bytes(b"mcp-answer 1")
        entries[f"{case}.answer"] = Entry(sha256_of(suite, case), GIVER)
    write_lock(tmp_path / "answers.lock", Lock(entries))
    known = AnswerStore(tmp_path)

    with pytest.raises(UnreadableAnswer) as answer:
        known.load("plain")
    with pytest.raises(UnreadableAnswer) as instructions:
        known.load_instructions()

    reason = "the last line has no newline: the file was cut off"
    assert str(answer.value) == f"{tmp_path}/answers/plain.answer:1: unreadable: {reason}"
    assert str(instructions.value) == f"{tmp_path}/answers/session.answer:1: unreadable: {reason}"


def test_unreadable_instructions_name_file_and_line_and_whether_they_have_changed(tmp_path: Path) -> None:
    suite = AnswerStore(tmp_path)
    suite.save_instructions("Search first.", GIVER)
    suite.path_of("session").write_bytes(b"mcp-answer 1")

    with pytest.raises(UnreadableAnswer) as caught:
        suite.load_instructions()

    assert str(caught.value) == (
        f"{tmp_path}/answers/session.answer:1: unreadable: the last line has no newline: "
        "the file was cut off (the file has changed since it was recorded)"
    )


def test_an_answer_that_was_never_recorded_says_how_to(tmp_path: Path) -> None:
    with pytest.raises(MissingAnswer) as caught:
        AnswerStore(tmp_path).load("new")

    assert str(caught.value) == (
        f"{tmp_path}/answers/new.answer: missing, never recorded: record it with --mcp-record"
    )


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

    with pytest.raises(UnreadableAnswer) as caught:
        suite.load("copied")

    assert caught.value.line == 2
    assert caught.value.reason.startswith("`case plain` stands there, writing would put `case copied` (")


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

    with pytest.raises(AnswerFileFault) as caught:
        AnswerStore(tmp_path).load("a")

    assert str(caught.value) == f"{tmp_path}/answers/a.answer: cannot be read: Is a directory"


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


def test_answers_that_cannot_be_listed_are_a_fault_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "answers").write_bytes(b"a file")

    with pytest.raises(AnswerFileFault) as caught:
        AnswerStore(tmp_path).survey()

    assert str(caught.value) == f"{tmp_path}/answers: cannot be listed: Not a directory"


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
    assert survey.instructions == "hello"
    assert survey.lock == suite.lock
    assert list(survey.faults) == ["plain.answer"]
    assert survey.faults["plain.answer"].startswith(f"{tmp_path}/answers/plain.answer: changed since")


def test_a_survey_of_nothing_is_empty(tmp_path: Path) -> None:
    survey = AnswerStore(tmp_path).survey()

    assert survey == Survey((), Lock(), {}, None, {})
