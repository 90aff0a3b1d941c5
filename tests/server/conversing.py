"""Sessions with the faulty server, for the tests beside this file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pytest_mcpparity.answer import NoAnswer, Question, Result, RpcError, StepAnswer, Text
from pytest_mcpparity.session.session import Launch, Limits, Played, Session, open_session

SCRATCH = Path(__file__).resolve().parent
GREET = Question("call", "greet", '{"name":"Ada"}')
LINES = Question("call", "lines", "{}")


def launch(*argv: str) -> Launch:
    return Launch((sys.executable, *argv), SCRATCH, dict(os.environ), f"python {' '.join(argv)}")


def faulty(
    fault: str,
    *,
    protocol: str = "2025-11-25",
    accepted: tuple[str, ...] | None = None,
    client: frozenset[str] = frozenset(),
    limits: Limits | None = None,
) -> Session:
    return open_session(
        launch("-m", "reference_server.faults", fault),
        protocol=protocol,
        accepted=accepted,
        client=client,
        workspace=SCRATCH,
        limits=limits or Limits(step=10, start=10),
    )


def with_script(tmp_path: Path, script: str, max_bytes: int = 10_000_000) -> Session:
    path = tmp_path / "server.py"
    path.write_text(script, encoding="utf-8")
    return open_session(
        launch(str(path)),
        protocol="2025-11-25",
        accepted=None,
        client=frozenset(),
        workspace=tmp_path,
        limits=Limits(start=10, max_bytes=max_bytes),
    )


def ask(session: Session, question: Question = GREET, timeout: float = 10.0) -> Played:
    return session.play(question, timeout=timeout, keep_wire=False, expect_no_answer=False)


def answered(played: Played) -> StepAnswer:
    assert played.fault is None
    assert played.answer is not None
    return played.answer


def text_of(body: Result | RpcError | NoAnswer) -> str:
    assert isinstance(body, Result)
    (block,) = body.blocks
    assert isinstance(block, Text)
    return block.text


def names(findings: object) -> list[str]:
    assert isinstance(findings, tuple)
    return [finding.name for finding in findings]
