"""Answers for the tests of comparing and explaining, made from as little as a test wants to say."""

from __future__ import annotations

from pytest_mcpparity.answer import (
    Answer,
    Block,
    Exchange,
    Level,
    Media,
    NoAnswer,
    Other,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.compare.answers import compare_answers
from pytest_mcpparity.compare.differences import Comparison
from pytest_mcpparity.explain.explanation import Explanation, explain
from pytest_mcpparity.json_text import Members, Value, parse

Body = Result | RpcError | NoAnswer


def answer(*bodies: Body) -> Answer:
    question = Question("call", "tool")
    return Answer("case", tuple(Exchange(question, StepAnswer(body)) for body in bodies))


def framed(body: Body, wire: str) -> Answer:
    return Answer("case", (Exchange(Question("call", "tool"), StepAnswer(body, wire)),))


def blocks(*content: Block | str) -> Result:
    return Result(blocks=tuple(Text(one) if isinstance(one, str) else one for one in content))


def structured(text: str) -> Result:
    return Result(structured=parse(text))


def png(data: bytes, mime: str = "image/png") -> Media:
    return Media("image", mime, data)


def members(text: str) -> Members:
    value: Value = parse(text)
    assert isinstance(value, Members)
    return value


def other(text: str) -> Other:
    return Other(parse(text))


def compared(expected: Body, received: Body, level: Level = "content") -> Comparison:
    return compare_answers(answer(expected), answer(received), level)


def same(expected: Body, received: Body, level: Level = "content") -> bool:
    return compared(expected, received, level).same


def explained(expected: Body, received: Body, level: Level = "content") -> Explanation:
    return explain(compared(expected, received, level))


def first_line(expected: Body, received: Body, level: Level = "content") -> str:
    return explained(expected, received, level).first_line


def of_texts(expected: str, received: str, level: Level = "content") -> Explanation:
    return explained(blocks(expected), blocks(received), level)
