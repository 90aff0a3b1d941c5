"""Whether an answer serves the questions that a suite asks now (spec § 2.3). Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pytest_mcpparity.answer import Answer, Question
from pytest_mcpparity.characters import escape_hidden

#: So many characters of a long question are shown, and so many of them lie before the first difference.
_SHOWN = 120
_BEFORE = 30


def first_other_question(answer: Answer, questions: Sequence[Question]) -> str | None:
    """What the first question that differs from the recorded one asks, beside that one; None if none does."""
    recorded = [exchange.question for exchange in answer.exchanges]
    for number, (asked, was) in enumerate(zip(questions, recorded, strict=False), 1):
        if asked != was:
            return f"step {number} asks {_pair(_spelled(asked), _spelled(was))}"
    if len(questions) != len(recorded):
        return f"the suite asks {_steps(len(questions))}, the answer has {_steps(len(recorded))}"
    return None


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _spelled(question: Question) -> str:
    words = [question.kind, question.name, "(without a body)" if question.body is None else question.body]
    return " ".join(word for word in words if word)


def _pair(asked: str, was: str) -> str:
    same = bisect_left(range(len(asked)), True, key=lambda index: not was.startswith(asked[: index + 1]))
    return f"`{_excerpt(asked, same)}`, the answer is to `{_excerpt(was, same)}`"


def _excerpt(text: str, difference: int) -> str:
    """`text`, or where it is long the piece around its first difference."""
    start = max(0, difference - _BEFORE) if len(text) > _SHOWN else 0
    end = start + _SHOWN
    return escape_hidden(("…" if start else "") + text[start:end] + ("…" if end < len(text) else ""))
