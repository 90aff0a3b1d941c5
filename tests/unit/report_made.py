"""Facts of runs, made by hand for the tests of reports."""

from __future__ import annotations

from typing import Any

from pytest_mcpparity.answer import Answer, Block, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.report.evidence import evidence_of
from pytest_mcpparity.report.outcomes import CaseFacts, Evidence, RunFacts, TargetFacts

QUESTION = Question("call", "greet", '{"name":"Ada"}')


def answer(*blocks: Block | str, is_error: bool = False) -> Answer:
    """An answer of one step; a text stands for a text block."""
    made = tuple(Text(block) if isinstance(block, str) else block for block in blocks)
    return Answer("greet", (Exchange(QUESTION, StepAnswer(Result(is_error, made))),))


def different(expected: Answer | str, received: Answer | str) -> Evidence:
    """What is shown of a case whose answer changed."""
    sides = [answer(one) if isinstance(one, str) else one for one in (expected, received)]
    return evidence_of([QUESTION], *sides)


def case(**changed: Any) -> CaseFacts:
    """A case that passed, but for what is `changed`."""
    facts: dict[str, Any] = {
        "nodeid": "suites/s/mcp-suite.toml::greet",
        "suite": "suites/s",
        "title": "",
        "case": "greet",
        "role": "case",
        "label": "",
        "target": "port",
        "asked_protocol": "auto",
        "protocol": "2025-11-25",
        "transport": "stdio",
        "server": "faulty",
        "server_version": "1.0",
        "duration": 0.25,
        "file": "/repo/suites/s/answers/greet.answer",
        "line": 3,
        **changed,
    }
    return CaseFacts(**facts)


def failed(
    expected: Answer | str = "Hello\n", received: Answer | str = "Hallo\n", **changed: Any
) -> CaseFacts:
    """A case that failed, because of those two answers."""
    facts: dict[str, Any] = {
        "outcome": "failed",
        "kind": "text",
        "first_line": "block 1: line 1, character 2",
        "message": "block 1: line 1, character 2\nmore",
        "evidence": different(expected, received),
        **changed,
    }
    return case(**facts)


def run(*cases: CaseFacts, **changed: Any) -> RunFacts:
    """A run of those cases on one target."""
    facts: dict[str, Any] = {
        "plugin": "0.1.0",
        "python": "3.11.7",
        "pytest": "9.2.0",
        "platform": "Linux",
        "started": "2026-01-01T00:00:00Z",
        "duration": 1.5,
        "targets": (TargetFacts("port", "serve --x", "auto", "2025-11-25", "stdio", "faulty", "1.0"),),
        "options": {
            "oracle": None,
            "protocols": ["auto"],
            "record": None,
            "timeout": None,
            "start_timeout": 60.0,
            "headers": ["X-Team"],
            "env": ["TOKEN"],
            "max_bytes": 1024,
            "coverage": None,
        },
        "cases": cases,
        **changed,
    }
    return RunFacts(**facts)
