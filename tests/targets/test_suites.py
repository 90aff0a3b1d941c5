"""Servers that others wrote still answer what was recorded, wherever the suite lies and whoever plays it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.targets.playing import SUITES, Outcome, copied, play
from tests.targets.releases import TARGETS

#: Each suite and the target on which it was recorded; the first six belong to every run of the tests.
RECORDED_ON = {
    "filesystem": "filesystem@2026.8.31",
    "memory": "memory@2026.8.31",
    "kubernetes": "kube@0.0.67",
    "compressor": "compressor@0.38.2",
    "git": "git@2026.10.19",
    "time-old": "time@0.6.2",
    "calculator": "calculator@0.2.1",
    "duckdb": "duckdb@1.1.0",
    "eslint": "eslint@0.3.13",
    "everything": "everything@2026.8.31",
    "hello": "hello@1.1.2",
    "libgen": "libgen@2.2.1",
    "llmstxt": "llmstxt@0.1.0",
    "memory-old": "memory@0.6.2",
    "sqlite": "sqlite@2025.4.25/sdk1.30",
    "testkit": "testkit@1.0.4",
    "thinking": "thinking@2026.8.31",
    "time": "time@2026.10.19",
}
QUICK = 6


def _each_suite() -> list[object]:
    return [
        pytest.param(name, target, marks=[] if number < QUICK else [pytest.mark.heavy], id=name)
        for number, (name, target) in enumerate(RECORDED_ON.items())
    ]


def _suite(name: str) -> dict[str, Any]:
    return tomllib.loads((SUITES / name / "mcp-suite.toml").read_text(encoding="utf-8"))


def _assert_all_same(outcome: Outcome, name: str) -> None:
    assert outcome.failed == {}, outcome.output
    assert outcome.skipped == frozenset(), outcome.output
    assert outcome.passed == set(_suite(name)["case"]) | {"session", "tools", "inventory", "goodbye"}
    assert outcome.exit_code == 0


@pytest.mark.parametrize(("name", "target"), _each_suite())
def test_a_suite_is_green_twice_in_fresh_folders(name: str, target: str, tmp_path: Path) -> None:
    options = TARGETS[target].options()
    for place in ("first", "second"):
        (tmp_path / place).mkdir()

        outcome = play(copied(name, tmp_path / place), options, tmp_path / place)

        _assert_all_same(outcome, name)


def test_a_suite_is_green_on_two_workers(tmp_path: Path) -> None:
    options = TARGETS[RECORDED_ON["filesystem"]].options()

    outcome = play(copied("filesystem", tmp_path), [*options, "-n", "2"], tmp_path)

    _assert_all_same(outcome, "filesystem")


def test_every_suite_that_lies_here_is_played() -> None:
    lying = {file.parent.name for file in SUITES.glob("*/mcp-suite.toml")}

    assert lying == set(RECORDED_ON)


def test_every_suite_is_sealed() -> None:
    sealed = {name for name in RECORDED_ON if _suite(name).get("sealed") is True}

    assert sealed == set(RECORDED_ON)
