"""Which cases notice a mutant: by asking the mutated tools, or by the plugin where the framing is mutated."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from pytest_mcpparity.answer import RpcError
from tests.server.decisions.mutants.mutant import Mutant
from tests.server.decisions.mutants.playing import FIXTURES, copied_server, play_suites
from tests.server.decisions.recorded import RecordedSuite

_REPLAYING = Path(__file__).with_name("replaying.py")
_LIMIT_SECONDS = 600
#: What a call of the tools does not show: how names are refused and answers are framed.
FRAMING = "mcp_server.py"


def killers(mutant: Mutant) -> tuple[str, ...]:
    """The cases that notice `mutant`, as `suite::case`; all items of a played suite count."""
    with copied_server() as folder:
        mutant.apply(folder / "reference_server" / "decisions")
        if mutant.file == FRAMING:
            return play_suites(folder, mutant.suites).failed
        return replay(folder, mutant.suites)


def judge(mutants: Iterable[Mutant], at_once: int) -> Iterator[tuple[Mutant, tuple[str, ...]]]:
    """Each of `mutants` with the cases that notice it, in their order, `at_once` of them at a time."""
    mutants = list(mutants)
    with ThreadPoolExecutor(at_once) as pool:
        yield from zip(mutants, pool.map(killers, mutants), strict=True)


def replay(folder: Path, suites: Iterable[str]) -> tuple[str, ...]:
    """The cases of `suites` whose answer by the tools in `folder` is not the recorded one.

    Raises RuntimeError, with what was said, where the tools cannot be asked at all.
    """
    names: list[str] = []
    questions: list[list[Any]] = []
    for suite in suites:
        for name, question in questions_of(suite):
            names.append(name)
            questions.append(question)
    done = subprocess.run(
        [sys.executable, str(_REPLAYING)],
        cwd=folder,
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        timeout=_LIMIT_SECONDS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the copy cannot be asked:\n{done.stderr}")
    return tuple(names[place] for place in json.loads(done.stdout))


@cache
def questions_of(suite: str) -> tuple[tuple[str, list[Any]], ...]:
    """Each case of `suite` that calls one of the five tools: its name, and the question with its answer."""
    recorded = RecordedSuite(FIXTURES / suite)
    found = []
    for case in recorded.suite.cases:
        answer = recorded.answer(case.id)
        if isinstance(answer, RpcError):
            continue
        (step,) = case.steps
        arguments = json.loads(step.question.body or "{}")
        outcome = "tool-error" if answer.is_error else "result"
        question = [str(recorded.workspace), step.question.name, arguments, outcome, recorded.text(case.id)]
        found.append((f"{suite}::{case.id}", question))
    return tuple(found)
