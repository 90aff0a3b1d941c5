"""The report as one JSON object; `schemas/report.schema.json` beside this describes it (spec § 9)."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from pytest_mcpparity.report.outcomes import CaseFacts, Part, RunFacts, Side, count_verdicts

#: Raised when a reader of older reports would misread a new one.
FORMAT = 1


def render_json(facts: RunFacts) -> bytes:
    """The report's bytes: ASCII, two spaces a level, a newline at the end."""
    return (json.dumps(report_object(facts), indent=2) + "\n").encode("ascii")


def report_object(facts: RunFacts) -> dict[str, Any]:
    """The report as plain values, in the order in which it is written."""
    return {
        "format": FORMAT,
        "run": {
            "plugin": facts.plugin,
            "python": facts.python,
            "pytest": facts.pytest,
            "platform": facts.platform,
            "started": facts.started,
            "duration": facts.duration,
            "targets": [asdict(target) for target in facts.targets],
            "options": dict(facts.options),
        },
        "cases": [_case(one) for one in facts.cases],
        "coverage": None if facts.coverage is None else list(facts.coverage),
        "totals": count_verdicts(facts.cases),
    }


def report_schema() -> dict[str, Any]:
    """The JSON Schema that every report keeps to."""
    text = files("pytest_mcpparity.report").joinpath("schemas/report.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _case(one: CaseFacts) -> dict[str, Any]:
    """One entry; both sides only where the test did not pass."""
    shows_sides = one.outcome not in ("passed", "skipped")
    evidence = one.evidence
    return {
        "suite": one.suite,
        "case": one.case,
        "role": one.role,
        "title": one.title or None,
        "nodeid": one.nodeid,
        "target": one.target,
        "asked_protocol": one.asked_protocol,
        "protocol": one.protocol,
        "transport": one.transport,
        "outcome": one.outcome,
        "kind": one.kind,
        "first_line": one.first_line,
        "duration": round(one.duration, 6),
        "message": one.message,
        "question": [asdict(question) for question in evidence.asked],
        "expected": _sides(evidence.expected) if shows_sides else None,
        "received": _sides(evidence.received) if shows_sides else None,
    }


def _sides(sides: tuple[Side, ...] | None) -> list[dict[str, Any]] | None:
    if sides is None:
        return None
    return [{"outcome": one.outcome, "parts": [_part(part) for part in one.parts]} for one in sides]


def _part(part: Part) -> dict[str, Any]:
    if part.text is None:
        return {"name": part.name, "mime": part.mime, "size": part.size, "data": part.data or None}
    return {
        "name": part.name,
        "text": part.text,
        "size": part.size,
        "left_out_before": part.before,
        "left_out_after": part.after,
    }
