"""The bundled suites of the SDD tools pass for our server, ask everything, and fail for mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_mcpparity.suite.reader import read_suite
from tests.server.sdd.mutant import SOURCES, Mutant
from tests.server.sdd.mutant_judging import Bench, make_bench
from tests.server.sdd.mutant_playing import FIXTURES, SUITES, play
from tests.server.sdd.mutants import MUTANTS

SAMPLE = (
    "alias-without-prefix",
    "selector-is-trimmed",
    "links-may-repeat",
    "waivers-never-expire",
    "ids-unescaped",
)
PLAYED_IN_FULL = ("alias-without-prefix", "ids-unescaped")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return make_bench(SUITES, tmp_path_factory.mktemp("bench").resolve())


def mutant(name: str) -> Mutant:
    return next(one for one in MUTANTS if one.name == name)


def test_every_suite_passes_for_the_server() -> None:
    run = play()

    assert run.failed == frozenset(), run.output
    assert {name.partition("::")[0] for name in run.items} == {folder.name for folder in SUITES}


def test_the_whole_advertised_surface_is_asked_for() -> None:
    run = play((FIXTURES / "sdd",), "--mcp-coverage=100")

    assert run.failed == frozenset(), run.output
    assert "total: 100 %" in run.output, run.output


@pytest.mark.parametrize("folder", SUITES, ids=lambda folder: folder.name)
def test_every_case_says_what_it_stands_for_and_claims_its_outcome(folder: Path) -> None:
    suite = read_suite(folder / "mcp-suite.toml")

    lacking = [case.id for case in suite.cases if not case.title or not case.source]
    unclaimed = [case.id for case in suite.cases if any(step.outcome is None for step in case.steps)]

    assert suite.sealed
    assert lacking == []
    assert unclaimed == []


def test_the_main_suite_refuses_the_names_without_a_prefix() -> None:
    suite = read_suite(FIXTURES / "sdd" / "mcp-suite.toml")

    assert suite.tools is not None
    assert set(suite.tools.removed) == {"list_features", "feature_context", "list_specs", "spec_context"}
    assert len(suite.cases) >= 90


def test_every_mutant_still_finds_the_text_that_it_replaces() -> None:
    lost = [one.name for one in MUTANTS if (SOURCES / one.module).read_text().count(one.old) != 1]

    assert lost == []


def test_no_two_mutants_share_a_name() -> None:
    assert len({one.name for one in MUTANTS}) == len(MUTANTS)


def test_a_mutant_whose_text_is_not_there_is_refused(tmp_path: Path) -> None:
    lost = Mutant("lost", "sdd/tools.py", "no such text", "")

    with pytest.raises(ValueError, match=r"mutant lost: sdd/tools\.py holds the text to replace 0 times"):
        lost.write(tmp_path)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mutant_is_killed_by_some_cases_and_not_by_all(name: str, bench: Bench) -> None:
    failed = bench.failures(mutant(name))

    assert failed
    assert failed < bench.items


@pytest.mark.parametrize("name", PLAYED_IN_FULL)
def test_the_quick_judgement_is_that_of_the_plugin(name: str, bench: Bench, tmp_path: Path) -> None:
    suites = (FIXTURES / "sdd", FIXTURES / "sdd-findings")
    server_path = mutant(name).write(tmp_path.resolve())

    run = play(suites, server_path=server_path)

    names = {folder.name for folder in suites}
    assert run.failed == {item for item in bench.failures(mutant(name)) if item.partition("::")[0] in names}
