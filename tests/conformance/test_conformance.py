"""The conformance of the decision server's HTTP transport, and that a baseline cannot hide anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conformance import running
from tests.conformance.__main__ import WORKSPACE, told
from tests.conformance.running import REVISIONS, Baseline, Verdict, baseline_of, install_suite, run_suite
from tests.server.decisions.servers import http_server
from tests.targets.installing import InstallFault


@pytest.fixture(scope="module")
def command() -> list[str]:
    """What starts the suite."""
    try:
        return install_suite()
    except InstallFault as fault:
        if os.environ.get("CI"):
            pytest.fail(str(fault), pytrace=False)
        pytest.skip(str(fault))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server on the sample."""
    with http_server(WORKSPACE) as server:
        yield f"http://127.0.0.1:{server.port}/mcp"


@pytest.mark.heavy
@pytest.mark.parametrize("revision", REVISIONS)
def test_server_conforms_but_for_what_it_does_not_offer(command: list[str], url: str, revision: str) -> None:
    baseline = baseline_of(revision)

    verdict = run_suite(command, url, revision, baseline)

    assert verdict.good, told(verdict, baseline)
    assert "tools-list:tools-list" in verdict.passed
    assert any(name.startswith("dns-rebinding-protection:") for name in verdict.passed)


@pytest.mark.heavy
def test_entry_that_passes_and_entry_that_is_lacking_both_fail(
    command: list[str], url: str, tmp_path: Path
) -> None:
    baseline = baseline_of("2025-11-25")
    text = baseline.file.read_text("utf-8").replace("prompts-list:prompts-list", "ping:ping")
    changed = replace(baseline, file=tmp_path / baseline.file.name, reasons={"no prompts": ("ping:ping",)})
    changed.file.write_text(text, "utf-8")

    verdict = run_suite(command, url, "2025-11-25", changed)

    assert not verdict.good
    assert verdict.stale == {"ping:ping"}
    assert verdict.status == 1
    assert "prompts-list" in told(verdict, changed)


@pytest.mark.parametrize("revision", REVISIONS)
def test_each_entry_of_a_baseline_has_a_reason_and_is_about_something_not_offered(revision: str) -> None:
    baseline = baseline_of(revision)

    assert baseline.entries
    for reason in baseline.reasons:
        assert reason.startswith(("no ", "not "))


def test_entry_without_a_reason_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "baseline-x.yml").write_text("server:\n  - ping:ping\n", "utf-8")
    monkeypatch.setattr(running, "__file__", str(tmp_path / "running.py"))

    with pytest.raises(ValueError, match="ping:ping stands under no reason"):
        baseline_of("x")


def test_whole_scenario_is_refused_as_an_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "baseline-x.yml").write_text("server:\n  # no prompts\n  - prompts-list\n", "utf-8")
    monkeypatch.setattr(running, "__file__", str(tmp_path / "running.py"))

    with pytest.raises(ValueError, match="neither a reason nor scenario:check"):
        baseline_of("x")


def test_stale_entry_is_named_with_the_way_out() -> None:
    baseline = Baseline(Path("baseline-x.yml"), {"no prompts": ("prompts-list:prompts-list",)})
    passed = frozenset({"prompts-list:prompts-list"})
    verdict = Verdict("x", 1, passed, frozenset(), baseline.entries, 0, "")

    text = told(verdict, baseline)

    assert not verdict.good
    assert "NOT AS EXPECTED" in text
    assert "prompts-list:prompts-list is in baseline-x.yml and does not fail: remove it" in text
