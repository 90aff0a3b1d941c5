"""A server that misbehaves at random never gets a wrong verdict, and leaves nothing behind."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.answers.lock import Giver
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.characters import has_hidden
from pytest_mcpparity.errors import ParityError
from pytest_mcpparity.journal import Journal
from pytest_mcpparity.json_text import Members, Number
from pytest_mcpparity.options import Options
from pytest_mcpparity.play.run import SuiteRun
from pytest_mcpparity.play.stage import Scene
from pytest_mcpparity.suite.reader import read_suite
from pytest_mcpparity.target import Environment, Target
from tests.proof import misbehaving
from tests.proof.foretelling import Teller, Verdict, agree, charges_of, verdict_of

GIVER = Giver("misbehaving", "1", "2025-11-25", "stdio", "0")


class Play:
    """Sections of a script, each played in a run of its own in this process."""

    def __init__(self, folder: Path, seed: int, count: int, *, slow: bool) -> None:
        self.folder, self.seed, self.slow = folder, seed, slow
        self.acts = misbehaving.script(seed, 10_000, slow=slow)[:count]
        self.wrong: list[str] = []

    def section(self, first: int, last: int, start: str, end: str) -> None:
        """Play the calls from `first` to before `last`; what was said otherwise than foretold is kept."""
        suite = self._suite(first, last)
        self._run(suite, "none", "none", record=True)
        run, teller = self._run(suite, start, end), Teller(start, end)
        self._hold("session", teller.item("session"), run.check_session)
        self._hold("tools", teller.item("tools"), run.check_tools)
        for number, case in enumerate(run.scene.suite.cases, first):
            act = self.acts[number]
            self._hold(case.id, teller.case(case.id, act), partial(run.check_case, case))
            if act.kind == "crash-after-answer" and not act.alone:
                await_end(int((self.folder / "pids" / str(number)).read_text()))
        charges = charges_of(failure_of(run.check_goodbye))
        run.close(goodbye_selected=True)
        if charges != teller.goodbye():
            self.wrong.append(f"goodbye of {first}: {charges ^ teller.goodbye()}")

    def _hold(self, item: str, foretold: Verdict, ask: Callable[[], None]) -> None:
        failure = failure_of(ask)
        said = verdict_of(failure)
        if not agree(foretold, said):
            self.wrong.append(f"{item}: foretold {foretold}, said {said}: {failure}")
        if failure is not None and has_hidden(str(failure).replace("\n", "")):
            self.wrong.append(f"{item}: raw controls in {str(failure)!r}")

    def _suite(self, first: int, last: int) -> Path:
        """The suite of a section, with the right answers recorded; its file."""
        folder = self.folder / f"section-{first}"
        folder.mkdir()
        (self.folder / "pids").mkdir(exist_ok=True)
        lines = ["format = 1", f"timeout = {misbehaving.STEP}", 'requires = ["tools", "resources"]']
        store = AnswerStore(folder)
        for number in range(first, last):
            arguments = f'{{"n":{number}}}'
            lines += [f"[case.call-{number}]", 'tool = "act"', f"arguments = '{arguments}'"]
            if self.acts[number].alone:
                lines.append('isolation = "case"')
            structured = Members((("n", Number(str(number))),))
            body = Result(False, (Text(f"answer {number}"),), structured)
            exchange = Exchange(Question("call", "act", arguments), StepAnswer(body))
            store.save(Answer(f"call-{number}", (exchange,)), GIVER)
        store.flush()
        file = folder / "mcp-suite.toml"
        file.write_text("\n".join(lines) + "\n")
        return file

    def _run(self, file: Path, start: str, end: str, *, record: bool = False) -> SuiteRun:
        """A run; one that is to record records the listing and ends."""
        words = [sys.executable, misbehaving.__file__, str(self.seed), start, end, str(self.folder / "pids")]
        target = Target("", " ".join(words), self.folder)
        environment = Environment({"PROOF_SLOW": "1" if self.slow else "0"}, {})
        options = Options(
            (target,), "missing" if record else None, ("2025-11-25",), None, None, 60.0, environment,
            misbehaving.MAX_BYTES, self.folder,
        )  # fmt: skip
        run = SuiteRun(Scene(read_suite(file), target, "2025-11-25", options), "", Journal(), verbose=False)
        if record:
            run.prepare_recording([], lambda told: None)
            run.check_tools()
            run.close(goodbye_selected=False)
        return run


def failure_of(ask: Callable[[], None]) -> ParityError | None:
    try:
        ask()
    except ParityError as failure:
        return failure
    return None


def await_end(pid: int) -> None:
    """Wait until a child of ours has ended, and leave its exit code to whom it belongs."""
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)


def of_ours(mark: str) -> list[str]:
    """The processes whose command line holds `mark`, and our own children."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                command = (folder / "cmdline").read_bytes().decode("utf-8", "replace")
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if mark in command or parent == str(os.getpid()):
                found.append(f"{folder.name} {command}")
    return found


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def play_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, count: int, size: int, *, slow: bool
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    play = Play(tmp_path, seed, count, slow=slow)
    before: tuple[int, int, list[str]] | None = None
    for turn, first in enumerate(range(0, count, size)):
        start = misbehaving.STARTS[turn % len(misbehaving.STARTS)]
        end = misbehaving.ENDS[turn % len(misbehaving.ENDS)]
        play.section(first, min(first + size, count), start, end)
        left = (open_files(), threading.active_count(), of_ours(str(tmp_path)))
        assert left == (before or (*left[:2], [])), "descriptors, threads or processes are left"
        assert list(temporary.iterdir()) == []
        before = left
        print(f"{min(first + size, count)} calls played, {len(play.wrong)} verdicts wrong", flush=True)

    assert play.wrong == [], "\n".join(play.wrong)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts what is left by /proc")
def test_a_few_random_calls_get_the_verdicts_foretold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_all(tmp_path, monkeypatch, seed=7, count=40, size=20, slow=False)


@pytest.mark.heavy
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts what is left by /proc")
def test_two_thousand_random_calls_get_the_verdicts_foretold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_all(tmp_path, monkeypatch, seed=2026, count=2000, size=100, slow=True)


def test_every_kind_happens_in_two_thousand_calls() -> None:
    acts = misbehaving.script(2026, 10_000, slow=True)[:2000]

    assert {act.kind for act in acts} == {
        misbehaving.SOUND, *misbehaving.QUICK, *misbehaving.SLOW, *misbehaving.AT_END
    }  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        Verdict("block 2 is extra", frozenset({"id-type"})),
        Verdict("block 1 is extra"),
        Verdict("block 2 is extra", frozenset({"stray-output"})),
        Verdict(),
    ],
)
def test_another_verdict_than_foretold_is_noticed(said: Verdict) -> None:
    assert not agree(Verdict("block 2 is extra"), said)
