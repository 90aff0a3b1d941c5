"""What a target gives beside the answers to cases, as answers: its tools and its instructions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers.file import SESSION
from pytest_mcpparity.answers.lock import Giver
from pytest_mcpparity.compare.answers import Comparison, compare_answers, compare_tools
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.json_text import Members, compact, sorted_members
from pytest_mcpparity.play.oracle import TOOLS, tools_of
from pytest_mcpparity.play.stage import Stage


@dataclass(frozen=True, slots=True)
class Interface:
    """What a target gives beside the answers to cases: who it is, its instructions and its tools."""

    giver: Giver
    instructions: str | None
    tools: Answer | None
    findings: tuple[Finding, ...]


def tools_answer(stage: Stage) -> Answer | None:
    """The listing as an answer, sorted by name; None where the target declares no tools."""
    if not stage.session.capabilities.has("tools"):
        return None
    tools = sorted(stage.listing.tools, key=lambda tool: compact(tool.get("name")))
    listing = StepAnswer(Result(members=Members([("tools", list(tools))])))
    masked = stage.masks.for_case(TOOLS).apply(listing)
    return Answer(TOOLS, (Exchange(Question("request", "tools/list"), masked),))


def shown_tools(tools: Iterable[Members]) -> Answer:
    """Descriptors as an answer for reports: tools and members by name, as their order is not compared."""
    ordered = sorted(tools, key=lambda tool: compact(tool.get("name")))
    listing = StepAnswer(Result(members=Members([("tools", [sorted_members(tool) for tool in ordered])])))
    return Answer(TOOLS, (Exchange(Question("request", "tools/list"), listing),))


def instructions_of(stage: Stage) -> str | None:
    """The instructions of the server, masked; None where it gives none."""
    instructions = stage.session.instructions
    if instructions is None:
        return None
    answer = StepAnswer(Result(blocks=(Text(instructions),)))
    masked = stage.masks.for_case(SESSION).apply(answer).body
    block = masked.blocks[0] if isinstance(masked, Result) and masked.blocks else None
    return block.text if isinstance(block, Text) else None


def giver_of(stage: Stage, plugin: str) -> Giver:
    """Who gave an answer, for the lock."""
    session = stage.session
    return Giver(session.server_name, session.server_version, session.revision, session.transport, plugin)


def instructions_answer(instructions: str | None) -> Answer:
    """Instructions as an answer; one without blocks where there are none."""
    blocks = () if instructions is None else (Text(instructions),)
    return Answer(SESSION, (Exchange(Question("request", "initialize"), StepAnswer(Result(blocks=blocks))),))


def what_differs(before: Answer, after: Answer) -> Comparison:
    """All that moved between two answers; the listing is told tool by tool."""
    if before.case == TOOLS:
        return compare_tools(tools_of(before), tools_of(after), None, None)
    return compare_answers(before, after, "wire")
