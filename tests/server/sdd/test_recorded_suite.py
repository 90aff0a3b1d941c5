"""The recorded answers of the original server as a suite, where they lie beside the repository."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers.lock import Giver
from pytest_mcpparity.answers.store import AnswerStore
from tests.server.sdd.mutant_playing import play
from tests.server.sdd.test_recorded_answers import CALLS, RECORDS

_COMMIT = re.compile("git:[0-9a-f]{40}")
_HEAD = """\
format = 1
instructions = false

[workspace]
copy = "workspace"
git = { date = "2026-01-01T00:00:00Z", name = "Parity", email = "parity@example.test", message = "fixture" }

[tools]
advertised = []
descriptors = []

[[mask]]
pattern = 'git:([0-9a-f]{40})'
as = "<commit>"
"""


def write_suite(folder: Path) -> Path:
    """The six calls with the original's answers to them; the commit, which pins who made it, is masked."""
    shutil.copytree(RECORDS / "workspace", folder / "workspace", copy_function=shutil.copyfile)
    store = AnswerStore(folder)
    toml = [_HEAD]
    for name, (tool, arguments) in CALLS.items():
        case = name.replace("_", "-")
        asked = "" if arguments is None else f"arguments = '{arguments}'\n"
        toml.append(f'[case.{case}]\ntool = "{tool}"\n{asked}')
        answer = read_record((RECORDS / "answers" / f"{name}.txt").read_text())
        question = Question("call", tool, arguments)
        store.save(
            Answer(case, (Exchange(question, StepAnswer(answer)),)),
            Giver("original", "1", "any", "stdio", "1"),
        )
    store.flush()
    (folder / "mcp-suite.toml").write_text("\n".join(toml))
    return folder


def read_record(text: str) -> Result:
    """A record: `isError` in the first line, then each block below a `--- block N ---`."""
    head, *blocks = re.split(r"^--- block \d+ ---\n", _COMMIT.sub("git:<commit>", text), flags=re.MULTILINE)
    return Result(head == "isError true\n", tuple(Text(block.removesuffix("\n")) for block in blocks))


@pytest.mark.skipif(not RECORDS.is_dir(), reason="the recorded answers are not beside this repository")
def test_the_plugin_finds_the_recorded_answers_unchanged(tmp_path: Path) -> None:
    suite = write_suite(tmp_path / "sdd-recorded")

    run = play((suite,), "-k", " or ".join(name.replace("_", "-") for name in CALLS))

    assert run.items == {f"sdd-recorded::{name.replace('_', '-')}" for name in CALLS}, run.output
    assert run.failed == frozenset(), run.output


@pytest.mark.skipif(not RECORDS.is_dir(), reason="the recorded answers are not beside this repository")
def test_the_plugin_fails_a_recorded_answer_that_changed(tmp_path: Path) -> None:
    suite = write_suite(tmp_path / "sdd-recorded")
    features = suite / "workspace" / "billing" / "putnami.features.json"
    features.write_text(features.read_text().replace("Invoice export", "Invoices"))

    run = play((suite,), "-k", "list-features")

    assert "sdd-recorded::list-features" in run.failed, run.output
