"""Which items of the suites fail for a mutant, told in a second: as the plugin would, without its processes.

The suites are known to pass for the server without a mistake, so its replies stand for the recorded answers;
what a mutant replies otherwise is judged by the plugin's own comparison.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_mcpparity.answer import Answer, Exchange, Level, Question, StepAnswer
from pytest_mcpparity.compare.answers import compare_answers
from pytest_mcpparity.play.workspace import make_workspace, question_with_workspace
from pytest_mcpparity.session.frames import Frame, answer_body, read_frame
from pytest_mcpparity.session.outgoing import question_frame, with_id_zero
from pytest_mcpparity.suite.model import Suite
from pytest_mcpparity.suite.reader import read_suite
from tests.server.sdd.mutant import SOURCES, Mutant

_PROGRAM = Path(__file__).with_name("mutant_answering.py")
_SECONDS = 120
_LISTING = Question("request", "tools/list")

Reply = Any
"""A line as text, None for silence, an object for a crash."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question whose reply an item of the suites hangs on; `name` is `suite::item`."""

    name: str
    question: Question
    level: Level


@dataclass(frozen=True, slots=True)
class Bench:
    """All suites with their workspaces below `place`, and the replies of the server without a mistake."""

    asked: tuple[tuple[Path, tuple[Item, ...]], ...]
    sound: list[list[Reply]]

    @property
    def items(self) -> frozenset[str]:
        """The names of all items."""
        return frozenset(item.name for _, items in self.asked for item in items)

    def failures(self, mutant: Mutant) -> frozenset[str]:
        """The items that fail for `mutant`: all of them if it does not come to an end."""
        with tempfile.TemporaryDirectory() as place:
            mutated = mutant.write(Path(place).resolve())
            replies = _ask(self.asked, mutated)
        if replies is None:
            return self.items
        pairs = zip(self.asked, self.sound, replies, strict=True)
        return frozenset(
            item.name
            for (_, items), sound, changed in pairs
            for item, old, new in zip(items, sound, changed, strict=True)
            if old != new and _differs(item, old, new)
        )


def make_bench(suites: tuple[Path, ...], place: Path) -> Bench:
    """Make the workspaces of `suites` below the fresh folder `place`, and ask the sound server."""
    asked = []
    for folder in suites:
        suite = read_suite(folder / "mcp-suite.toml")
        into = place / folder.name
        into.mkdir()
        asked.append((make_workspace(suite.workspace, into), tuple(_items(folder.name, suite))))
    sound = _ask(tuple(asked), SOURCES.parent)
    assert sound is not None, "the server without a mistake answers"
    return Bench(tuple(asked), sound)


def _items(name: str, suite: Suite) -> Iterator[Item]:
    rules = suite.tools
    if rules is not None and rules.descriptors is None:
        yield Item(f"{name}::tools", _LISTING, "content")
    for removed in rules.removed if rules is not None else ():
        yield Item(f"{name}::refused[{removed}]", Question("call", removed, "{}"), "content")
    for case in suite.cases:
        for step in case.steps:
            yield Item(f"{name}::{case.id}", step.question, case.compare)


def _ask(asked: tuple[tuple[Path, tuple[Item, ...]], ...], server: Path) -> list[list[Reply]] | None:
    questions = [(str(workspace), [_frame(item, workspace) for item in items]) for workspace, items in asked]
    try:
        done = subprocess.run(
            [sys.executable, "-B", str(_PROGRAM)],
            env=os.environ | {"PYTHONPATH": str(server), "LC_ALL": "C.UTF-8"},
            input=json.dumps(questions),
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def _frame(item: Item, workspace: Path) -> str:
    frame, _ = question_frame(question_with_workspace(item.question, workspace), 1, None)
    return frame.decode("latin-1")


def _differs(item: Item, old: Reply, new: Reply) -> bool:
    if not isinstance(old, str) or not isinstance(new, str):
        return True
    sound, changed = (read_frame(line.encode("latin-1")) for line in (old, new))
    if changed.kind != "answer" or changed.id != sound.id:
        return True
    expected, received = (_answer(item, frame) for frame in (sound, changed))
    return not compare_answers(expected, received, item.level).same


def _answer(item: Item, frame: Frame) -> Answer:
    wire = with_id_zero(frame.raw.decode()) if item.level == "wire" else None
    return Answer(item.name, (Exchange(item.question, StepAnswer(answer_body(frame), wire)),))
