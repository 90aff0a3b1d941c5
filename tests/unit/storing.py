"""A suite on disk for the tests of the store, and the answer file that the spec shows."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pytest_mcpparity.answer import Answer, Exchange, Media, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers.lock import Giver
from pytest_mcpparity.answers.store import AnswerStore

GIVER = Giver("server", "1.2", "2025-11-25", "stdio", "0.1.0")
OTHER = Giver("server", "1.3", "2025-11-25", "stdio", "0.1.0")
QUESTION = Question("call", "tool", '{"a":1}')

SPEC_EXAMPLE = """\
mcp-answer 1
case spec-context-without-a-spec
--- call sdd.spec_context
{"feature":"shipping/labels"}
--- tool-error
--- text
{
  "feature": "shipping/labels"
}
--- text
feature "shipping/labels" has no spec under specs/
--- end
"""


def answer_of(case: str, *blocks: Text | Media) -> Answer:
    return Answer(case, (Exchange(QUESTION, StepAnswer(Result(blocks=blocks))),))


def recorded_suite(folder: Path, *given_answers: Answer) -> AnswerStore:
    """A suite's folder with these answers, and a store that reads it anew."""
    writer = AnswerStore(folder)
    for answer in given_answers:
        writer.save(answer, GIVER)
    writer.flush()
    return AnswerStore(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


PLAIN = answer_of("plain", Text("hello"))
PICTURES = answer_of("pictures", Media("image", "image/png", b"one"), Media("audio", "audio/wav", b"two"))


def edit(suite: AnswerStore, case: str, old: bytes, new: bytes) -> None:
    data = suite.path_of(case).read_bytes()
    assert old in data
    suite.path_of(case).write_bytes(data.replace(old, new))


def sha256_of(suite: AnswerStore, case: str) -> str:
    return hashlib.sha256(suite.path_of(case).read_bytes()).hexdigest()


def no_media(name: str) -> bytes:
    raise AssertionError(f"{name} was asked for")
