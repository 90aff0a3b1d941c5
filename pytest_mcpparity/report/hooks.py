"""The hooks that make reports: facts are taken in as they come, and written at the end (spec § 9)."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_mcpparity import __version__
from pytest_mcpparity.answers.atomic import write_atomically
from pytest_mcpparity.concealing import conceal_all, presentable
from pytest_mcpparity.option_names import is_on_github
from pytest_mcpparity.options import Options
from pytest_mcpparity.report.coverage_facts import coverage_facts
from pytest_mcpparity.report.gathering import CARRIED, Gathering
from pytest_mcpparity.report.github import append_summary, error_commands
from pytest_mcpparity.report.outcomes import CaseFacts, RunFacts, from_wire
from pytest_mcpparity.report.run_facts import describe_options, describe_targets, facts_of_crash

if TYPE_CHECKING:
    from pytest_mcpparity.coverage_table import Surveyed

__all__ = ["Gathering", "Reporting"]


class Reporting:
    """Takes in the facts of all items, on the process that the user started."""

    def __init__(self, config: pytest.Config, options: Options) -> None:
        """`surveyed` is filled in before the session finishes, where coverage was asked for."""
        self._options = options
        self._config = config
        self._began = time.monotonic()
        self._started = datetime.now(UTC).replace(microsecond=0)
        self._cases: dict[str, CaseFacts] = {}
        self._lines: list[str] = []
        self.surveyed: Sequence[Surveyed] = ()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in the facts that a report carries, or make do without where a worker crashed."""
        wire = getattr(report, CARRIED, None)
        if wire is None:
            if report.failed and report.nodeid not in self._cases:
                crash = facts_of_crash(report)
                if crash is not None:
                    self._cases[report.nodeid] = crash
            return
        facts = from_wire(wire)
        before = self._cases.get(report.nodeid)
        if report.when == "teardown" and before is not None:
            facts = replace(facts, evidence=before.evidence, duration=before.duration + facts.duration)
        self._cases[report.nodeid] = facts

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the reports, also where tests failed; one that cannot be written fails the run."""
        if self._config.option.collectonly or session.exitstatus == pytest.ExitCode.USAGE_ERROR:
            return
        if self._options.reports:
            facts = self._run_facts()
            for path in self._options.reports:
                try:
                    write_atomically(path, _render(path, facts))
                    self._lines.append(f"report: {path}")
                except OSError as error:
                    self._lines.append(f"ERROR: {path} cannot be written: {error.strerror or error}")
                    session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if is_on_github() and self._cases:
            self._tell_github()

    def _tell_github(self) -> None:
        cases = list(self._cases.values())
        root = Path(os.environ.get("GITHUB_WORKSPACE") or self._options.rootdir)
        self._lines += error_commands(cases, root)
        file = os.environ.get("GITHUB_STEP_SUMMARY")
        if not file:
            return
        try:
            append_summary(Path(file), cases, [one.total() for one in self.surveyed])
        except OSError as error:
            self._lines.append(f"the step summary cannot be written: {file}: {error.strerror or error}")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the reports; GitHub reads annotations from the output."""
        secrets = self._options.environment.secrets
        if self._lines:
            terminalreporter.section("mcpparity: reports")
            for line in self._lines:
                terminalreporter.line(presentable(line, secrets))

    def _run_facts(self) -> RunFacts:
        options, cases = self._options, tuple(self._cases.values())
        coverage = [coverage_facts(one) for one in self.surveyed]
        secrets = options.environment.secrets
        described: dict[str, Any] = conceal_all(describe_options(options), secrets)
        return RunFacts(
            plugin=__version__,
            python=platform.python_version(),
            pytest=pytest.__version__,
            platform=platform.platform(),
            started=self._started.isoformat().replace("+00:00", "Z"),
            duration=round(time.monotonic() - self._began, 3),
            targets=describe_targets(options, cases),
            options=described,
            cases=cases,
            coverage=None if options.coverage is None else tuple(conceal_all(coverage, secrets)),
        )


def _render(path: Path, facts: RunFacts) -> bytes:
    if path.suffix == ".json":
        from pytest_mcpparity.report.json_report import render_json

        return render_json(facts)
    from pytest_mcpparity.report.html_report import render_html

    return render_html(facts)
