"""Gathers the facts of each item where it runs, and sends them along with pytest's own report of it.

So they cross from xdist's workers like any report. JUnit's properties go the way that pytest has for them.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Answer, Question
from pytest_mcpparity.answers.recorded import ANSWERS, SUFFIX
from pytest_mcpparity.concealing import conceal_all
from pytest_mcpparity.errors import KnownDifferenceShown, Mismatch
from pytest_mcpparity.items import ParityItem
from pytest_mcpparity.report.evidence import evidence_of
from pytest_mcpparity.report.outcomes import CaseFacts, Evidence, Verdict
from pytest_mcpparity.report.verdicts import first_line_of, kind_of

#: The attribute of pytest's report that holds the facts as plain values.
CARRIED = "mcpparity"
_MESSAGE = 1 << 14


class Gathering:
    """The hook that runs in every process that runs items."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        """Nothing that is gathered holds the values of `secrets`."""
        self._secrets = secrets

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add the facts to the report of the phase that gives the verdict, or takes it back."""
        report = yield
        if isinstance(item, ParityItem) and (report.when == "call" or not report.passed):
            facts = _facts(item, call, report)
            setattr(report, CARRIED, conceal_all(facts.to_wire(), self._secrets))
        return report


def _facts(item: ParityItem, call: pytest.CallInfo[None], report: pytest.TestReport) -> CaseFacts:
    facts = _identity(item)
    raised = call.excinfo.value if call.excinfo is not None else None
    outcome = _verdict(report)
    facts = replace(facts, outcome=outcome, duration=report.duration, message=_message(report))
    if outcome in ("failed", "error") and raised is not None:
        facts = replace(facts, kind=kind_of(raised), first_line=first_line_of(raised))
    elif outcome == "xfailed":
        facts = replace(facts, kind=kind_of(KnownDifferenceShown()), first_line=facts.message)
    elif outcome == "skipped":
        facts = replace(facts, first_line=facts.message)
    if report.when == "call":
        evidence = _evidence(item, raised, shown=outcome != "passed" or _wants_page(item))
        file, line = _place(item, evidence)
        facts = replace(facts, evidence=evidence, file=file, line=line)
    return facts


def _identity(item: ParityItem) -> CaseFacts:
    suite = item.path.parent
    shown = suite.relative_to(item.config.rootpath) if suite.is_relative_to(item.config.rootpath) else suite
    run, spoke = item.run, item.run.spoke if item.run is not None else None
    label = run.label if run is not None else ""
    return CaseFacts(
        nodeid=item.nodeid,
        suite=shown.as_posix(),
        title=item.case.title if item.case is not None else "",
        case=item.name.removesuffix(f"[{label}]") if label else item.name,
        role=item.role,
        label=label,
        target=run.scene.target.name if run is not None else "",
        asked_protocol=run.scene.protocol if run is not None else "",
        protocol=spoke.revision if spoke is not None else None,
        transport=spoke.transport if spoke is not None else None,
        server=spoke.name if spoke is not None else None,
        server_version=spoke.version if spoke is not None else None,
        file=str(item.path),
        line=item.line,
    )


def _verdict(report: pytest.TestReport) -> Verdict:
    if report.failed:
        return "failed" if report.when == "call" else "error"
    if hasattr(report, "wasxfail"):
        return "xfailed" if report.skipped else "xpassed"
    return "skipped" if report.skipped else "passed"


def _message(report: pytest.TestReport) -> str | None:
    """What the failure says, or why the item was skipped or expected to fail; bounded."""
    if report.passed:
        return None
    if xfail := getattr(report, "wasxfail", None):
        return str(xfail)
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2]).removeprefix("Skipped: ")
    text = report.longreprtext.rstrip("\n")
    return text if len(text) <= _MESSAGE else text[:_MESSAGE] + "\n…"


def _wants_page(item: ParityItem) -> bool:
    """Whether answers of cases that passed are shown somewhere."""
    return item.run is not None and any(path.suffix == ".html" for path in item.run.scene.options.reports)


def _evidence(item: ParityItem, raised: BaseException | None, *, shown: bool) -> Evidence:
    """What the item asked and got; only the question where the answers are not `shown`."""
    expected: Answer | None = None
    received: Answer | None = None
    if isinstance(raised, Mismatch) and raised.expected is not None:
        expected, received = raised.expected, raised.received
    elif item.role in ("case", "tools") and item.run is not None and item.run.sides is not None:
        expected, received = item.run.sides
    if item.run is not None:
        item.run.sides = None  # large answers live no longer than needed
    return evidence_of(_questions(item), *((expected, received) if shown else (None, None)))


def _questions(item: ParityItem) -> list[Question]:
    if item.case is not None:
        return [step.question for step in item.case.steps]
    match item.role:
        case "tools":
            return [Question("request", "tools/list")]
        case "refused":
            return [Question("call", item.removed, "{}")]
        case _:
            return []


def _place(item: ParityItem, evidence: Evidence) -> tuple[str, int]:
    """The answer file that the verdict is about and the line in it, or the suite's file and line."""
    answer = item.case.id if item.case is not None else item.role
    file: Path = item.path.parent / ANSWERS / (answer + SUFFIX)
    recorded = item.run is None or item.run.scene.options.oracle is None
    if recorded and item.role in ("case", "tools", "session") and file.is_file():
        return str(file), evidence.line if item.role == "case" else 1
    return str(item.path), item.line
