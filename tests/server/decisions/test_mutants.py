"""The decision suites notice mistakes: a sample of the mutants, and what the table promises of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.decisions.mutants.judging import FRAMING, killers, questions_of, replay
from tests.server.decisions.mutants.mutant import BOTH, SAMPLE, Mutant
from tests.server.decisions.mutants.playing import ROOT, copied_server, play_suites
from tests.server.decisions.mutants.table import MUTANTS

PACKAGE = ROOT / "reference_server" / "decisions"
BY_NAME = {one.name: one for one in MUTANTS}
CHOSEN = (
    "resolves the keys as sent",
    "walks five hops",
    "counts kinds of those who are not there",
    "ends before closing marks",
    "tells the number before the key",
)


def test_unchanged_server_fails_nothing() -> None:
    with copied_server() as folder:
        differing = replay(folder, BOTH)

    assert differing == ()


@pytest.mark.parametrize("name", CHOSEN)
def test_mutant_of_the_sample_is_noticed(name: str) -> None:
    assert killers(BY_NAME[name])


def test_mutant_that_cannot_be_noticed_is_not() -> None:
    assert killers(BY_NAME["cites by stale evidence"]) == ()


def test_plugin_names_the_same_cases_as_the_replay() -> None:
    mutant = BY_NAME["resolves the keys as sent"]
    with copied_server() as folder:
        mutant.apply(folder / "reference_server" / "decisions")
        played = play_suites(folder, (SAMPLE,))
        replayed = replay(folder, (SAMPLE,))

    assert replayed
    assert played.failed == replayed
    assert {name for name, _ in questions_of(SAMPLE)} <= {*played.passed, *played.failed}


@pytest.mark.heavy
@pytest.mark.parametrize("mutant", [one for one in MUTANTS if one.file == FRAMING], ids=lambda one: one.name)
def test_mutant_of_the_framing_is_noticed_by_the_plugin(mutant: Mutant) -> None:
    assert killers(mutant)


def test_every_mutant_changes_one_place_into_other_python() -> None:
    for mutant in MUTANTS:
        source = (PACKAGE / mutant.file).read_text("utf-8")

        assert source.count(mutant.old) == 1, mutant.name
        compile(source.replace(mutant.old, mutant.new), mutant.file, "exec")


def test_names_of_mutants_are_their_own_and_there_are_enough() -> None:
    assert len(BY_NAME) == len(MUTANTS)
    assert sum(one.survives is None for one in MUTANTS) >= 40


def test_mutant_whose_text_is_gone_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n", "utf-8")

    with pytest.raises(ValueError, match=r"gone: its text stands 0 times in a\.py"):
        Mutant("gone", "a.py", "y = 1", "y = 2").apply(tmp_path)
