from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from pytest_mcpparity.answer import Answer, Exchange, Media, NoAnswer, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers.file import format_answer
from pytest_mcpparity.answers.lock import Giver
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.answers.unread import UnreadAnswer, begins_with
from pytest_mcpparity.answers.writer import media_of
from pytest_mcpparity.errors import ChangedAnswer, MissingAnswer
from tests.unit.arbitrary import BOUNDED, answers

GIVER = Giver("server", "1.2", "2025-11-25", "stdio", "0.1.0")
QUESTION = Question("call", "tool", '{"a":1}')


def answer_of(*blocks: Text | Media, question: Question = QUESTION) -> Answer:
    return Answer("plain", (Exchange(question, StepAnswer(Result(blocks=blocks))),))


def store_with(folder: Path, answer: Answer) -> AnswerStore:
    writer = AnswerStore(folder)
    writer.save(answer, GIVER)
    writer.flush()
    return AnswerStore(folder)


def unread(answer: Answer) -> UnreadAnswer:
    return UnreadAnswer(format_answer(answer)[0], "")


@given(answers)
@settings(BOUNDED)
def test_the_bytes_of_an_answer_without_media_hold_it_and_begin_with_its_question(answer: Answer) -> None:
    data, _ = format_answer(answer)

    assert UnreadAnswer(data, "").holds(answer) is not any(media_of(answer))
    assert begins_with(data, answer.case, answer.exchanges[0].question)


@pytest.mark.parametrize(
    "other",
    [
        answer_of(Text("hello!")),
        answer_of(Text("hell")),
        answer_of(Text("hello"), Text("")),
        answer_of(),
        answer_of(Text("hello"), question=replace(QUESTION, name="other")),
        Answer("plain", (Exchange(QUESTION, StepAnswer(Result(is_error=True, blocks=(Text("hello"),)))),)),
        Answer("plain", (Exchange(QUESTION, StepAnswer(NoAnswer())),)),
        Answer("plain", answer_of(Text("hello")).exchanges * 2),
    ],
)
def test_the_bytes_of_one_answer_do_not_hold_another(other: Answer) -> None:
    assert unread(answer_of(Text("hello"))).holds(answer_of(Text("hello")))
    assert not unread(answer_of(Text("hello"))).holds(other)
    assert not unread(other).holds(answer_of(Text("hello")))


def test_a_text_that_spells_the_marker_of_a_block_is_not_taken_for_two_blocks() -> None:
    two = unread(answer_of(Text("a"), Text("b")))

    assert not two.holds(answer_of(Text("a\n--- text\nb")))


def test_an_answer_with_an_image_is_left_to_be_read() -> None:
    picture = answer_of(Media("image", "image/png", b"one"))

    assert not unread(picture).holds(picture)


@pytest.mark.parametrize(
    "question",
    [
        Question("call", "tool", '{"a":2}'),
        Question("call", "tool", '{"a":1} '),
        Question("call", "tool"),
        Question("call", "tool2", '{"a":1}'),
        Question("request", "tool", '{"a":1}'),
        Question("frame", "", '{"a":1}'),
    ],
)
def test_a_file_does_not_begin_with_another_question(question: Question) -> None:
    data, _ = format_answer(answer_of(Text("hello")))

    assert not begins_with(data, "plain", question)


def test_a_file_does_not_begin_as_that_of_another_case() -> None:
    data, _ = format_answer(answer_of(Text("hello")))

    assert not begins_with(data, "plainer", QUESTION)
    assert not begins_with(b"", "plain", QUESTION)


def test_a_store_gives_a_known_answer_unread(tmp_path: Path) -> None:
    store = store_with(tmp_path, answer_of(Text("hello")))

    found = store.unread("plain", [QUESTION])

    assert found is not None
    assert found.holds(answer_of(Text("hello")))
    assert found.sha256 == store.lock.entries["plain.answer"].sha256


def test_a_changed_answer_has_to_be_read_which_says_so(tmp_path: Path) -> None:
    store = store_with(tmp_path, answer_of(Text("hello")))
    changed, _ = format_answer(answer_of(Text("hullo")))
    store.path_of("plain").write_bytes(changed)

    assert store.unread("plain", [QUESTION]) is None
    with pytest.raises(ChangedAnswer):
        store.load("plain", [QUESTION])


def test_an_answer_that_the_lock_does_not_know_has_to_be_read(tmp_path: Path) -> None:
    store = store_with(tmp_path, answer_of(Text("hello")))
    (tmp_path / "answers.lock").unlink()

    assert store.unread("plain", [QUESTION]) is None


def test_an_answer_to_another_question_to_several_or_with_media_has_to_be_read(tmp_path: Path) -> None:
    store = store_with(tmp_path, answer_of(Text("hello")))
    (tmp_path / "media").mkdir()
    with_media = store_with(tmp_path / "media", answer_of(Media("image", "image/png", b"one")))

    assert store.unread("plain", [replace(QUESTION, body="{}")]) is None
    assert store.unread("plain", [QUESTION, QUESTION]) is None
    assert with_media.unread("plain", [QUESTION]) is None


def test_a_missing_answer_is_missing_unread_as_well(tmp_path: Path) -> None:
    with pytest.raises(MissingAnswer, match="never recorded"):
        AnswerStore(tmp_path).unread("plain", [QUESTION])
