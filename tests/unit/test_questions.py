from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer
from pytest_mcpparity.answers.questions import first_other_question


def answer_to(*questions: Question) -> Answer:
    return Answer("c", tuple(Exchange(question, StepAnswer(Result())) for question in questions))


CALL = Question("call", "tool", '{"a":1}')


def test_the_same_questions_are_no_others() -> None:
    assert first_other_question(answer_to(CALL, CALL), [CALL, CALL]) is None


def test_absent_and_empty_arguments_are_different_questions() -> None:
    other = first_other_question(answer_to(Question("call", "tool", "{}")), [Question("call", "tool")])

    assert other == "step 1 asks `call tool (without a body)`, the answer is to `call tool {}`"


def test_the_first_step_that_differs_is_named() -> None:
    frame = Question("frame", "", '{"id":7}')

    other = first_other_question(answer_to(CALL, CALL), [CALL, frame])

    assert other == 'step 2 asks `frame {"id":7}`, the answer is to `call tool {"a":1}`'


def test_a_step_more_or_less_is_another_question() -> None:
    assert (
        first_other_question(answer_to(CALL), [CALL, CALL]) == "the suite asks 2 steps, the answer has 1 step"
    )
    assert (
        first_other_question(answer_to(CALL, CALL), [CALL]) == "the suite asks 1 step, the answer has 2 steps"
    )


HEAD = "a" * 50


@pytest.mark.parametrize(
    ("asked", "was", "shown_asked", "shown_was"),
    [
        (f"{HEAD}1", f"{HEAD}2", f"frame {HEAD}1", f"frame {HEAD}2"),
        ("x" * 114, "x" * 90, "frame " + "x" * 114, "frame " + "x" * 90),
        # Of more than 120 characters, the word among them, 30 are shown before the first difference.
        ("x" * 115, "x" * 90, "…" + "x" * 55, "frame " + "x" * 90),
        ("1" + "x" * 120, "2", "frame 1" + "x" * 113 + "…", "frame 2"),
        ("a" * 24 + "1" * 120, "a" * 24, "frame " + "a" * 24 + "1" * 90 + "…", "frame " + "a" * 24),
        ("a" * 25 + "1" * 120, "a" * 25, "…rame " + "a" * 25 + "1" * 90 + "…", "frame " + "a" * 25),
        (f"{HEAD}{'1' * 90}", HEAD, "…" + "a" * 30 + "1" * 90, f"frame {HEAD}"),
        (f"{HEAD}{'1' * 91}", HEAD, "…" + "a" * 30 + "1" * 90 + "…", f"frame {HEAD}"),
    ],
)
def test_of_a_long_question_the_piece_around_the_first_difference_is_shown(
    asked: str, was: str, shown_asked: str, shown_was: str
) -> None:
    other = first_other_question(answer_to(Question("frame", "", was)), [Question("frame", "", asked)])

    assert other == f"step 1 asks `{shown_asked}`, the answer is to `{shown_was}`"


def test_hidden_characters_are_shown_and_long_texts_cut() -> None:
    asked = Question("call", "tool", '{"a":"\u202e' + "x" * 1000 + '"}')

    other = first_other_question(answer_to(CALL), [asked])

    assert other is not None
    assert "\\u202exxx" in other
    assert len(other) < 300
