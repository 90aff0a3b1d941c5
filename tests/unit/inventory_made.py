"""A suite on disk for the tests of the inventory, made from as little as a test wants to say."""

from __future__ import annotations

from pathlib import Path

from pytest_mcpparity.answer import Answer, Exchange, Media, Question, Result, RpcError, StepAnswer, Text
from pytest_mcpparity.answers.lock import Giver
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.suite.model import Case, Mask, Step, Suite

GIVER = Giver("server", "1.2", "2025-11-25", "stdio", "0.1.0")
CALL = Question("call", "tool")


def case_of(id_: str, *steps: Step) -> Case:
    return Case(id_, "", steps or (Step(CALL),), "content", "suite", None, None, 7)


def suite_of(folder: Path, *cases: Case, masks: tuple[Mask, ...] = ()) -> Suite:
    return Suite(
        file=folder / "mcp-suite.toml",
        folder=folder,
        title="",
        compare="content",
        isolation="suite",
        sealed=False,
        timeout=None,
        protocols=None,
        requires=(),
        client=frozenset(),
        instructions=True,
        allow=frozenset(),
        workspace=None,
        tools=None,
        masks=masks,
        cases=cases,
        known_differences=(),
    )


def answer_of(case: str, *bodies: Result | RpcError) -> Answer:
    return Answer(case, tuple(Exchange(CALL, StepAnswer(body)) for body in bodies))


TOOLS = Answer(
    "tools",
    (Exchange(Question("request", "tools/list"), StepAnswer(Result(members=Members([("tools", [])])))),),
)
PICTURE = Result(blocks=(Media("image", "image/png", b"x"), Text("2 of 3 took 15 ms")))


def record(folder: Path, *answers: Answer) -> AnswerStore:
    store = AnswerStore(folder)
    for answer in (TOOLS, *answers):
        store.save(answer, GIVER)
    store.save_instructions("Search first.", GIVER)
    store.flush()
    return AnswerStore(folder)
