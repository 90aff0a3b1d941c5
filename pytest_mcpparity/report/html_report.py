"""The report as one page that needs nothing else: no network, no file beside it (spec § 9).

What targets wrote travels as JSON in a block that no browser runs, and is shown as text by the page's own
script; the policy in the page's head lets nothing else run, load or leave.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from importlib.resources import files
from itertools import zip_longest
from typing import Any, Final

from pytest_mcpparity.report.marking import line_runs
from pytest_mcpparity.report.outcomes import CaseFacts, Part, RunFacts, Side, count_verdicts

#: The parts of the page's script, in the order in which they build on each other.
_SCRIPTS: Final = ("text", "matrix", "filter", "keyboard", "detail", "lines", "coverage", "start")
#: From so many characters of questions and answers on, those of further cases are left out.
_ENOUGH: Final = 48 << 20
#: What could end the block of data or start a comment in it, in a spelling that JSON reads the same.
_ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def render_html(facts: RunFacts) -> bytes:
    """The page's bytes, UTF-8."""
    page, style, script = _file("report.html"), _file("report.css"), _script()
    filled = page.replace("{{POLICY}}", _policy(style, script))
    filled = filled.replace("{{STYLE}}", style).replace("{{SCRIPT}}", script)
    return filled.replace("{{DATA}}", _embedded(page_data(facts))).encode("utf-8")


def _file(name: str) -> str:
    return files("pytest_mcpparity.report").joinpath("page", name).read_text("utf-8")


def _script() -> str:
    """The page's script: its parts in one function, so that nothing of it is a global name."""
    parts = "\n".join(_file(f"{name}.js") for name in _SCRIPTS)
    return f'\n"use strict";\n(() => {{\n{parts}}})();\n'


def _policy(style: str, script: str) -> str:
    """Nothing but the page's own script and style, by their hashes, and pictures that it holds."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "media-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _embedded(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"))
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text


def page_data(facts: RunFacts) -> dict[str, Any]:
    """What the page's script reads: columns are targets and protocols, suites are named once."""
    columns: dict[tuple[str, str], dict[str, Any]] = {}
    for target in facts.targets:
        key = (target.name, target.asked_protocol)
        columns.setdefault(key, {"target": target.name, "protocol": target.protocol or target.asked_protocol})
    suites: dict[str, int] = {}
    cases: list[dict[str, Any]] = []
    size = 0
    for one in facts.cases:
        key = (one.target, one.asked_protocol)
        columns.setdefault(key, {"target": one.target, "protocol": one.asked_protocol})
        entry = _case(one, suites.setdefault(one.suite, len(suites)), list(columns).index(key))
        size += _size(one)
        if size > _ENOUGH:
            entry |= {"steps": [], "left_out": True}
        cases.append(entry)
    return {
        "run": _run(facts),
        "columns": list(columns.values()),
        "suites": list(suites),
        "totals": count_verdicts(facts.cases),
        "coverage": list(facts.coverage or ()),
        "cases": cases,
    }


def _run(facts: RunFacts) -> dict[str, Any]:
    return {
        "plugin": facts.plugin,
        "python": facts.python,
        "pytest": facts.pytest,
        "platform": facts.platform,
        "started": facts.started,
        "duration": facts.duration,
        "targets": [asdict(target) for target in facts.targets],
    }


def _case(one: CaseFacts, suite: int, column: int) -> dict[str, Any]:
    return {
        "suite": suite,
        "column": column,
        "case": one.case,
        "title": one.title,
        "role": one.role,
        "outcome": one.outcome,
        "kind": one.kind,
        "first_line": one.first_line,
        "message": one.message,
        "duration": one.duration,
        "protocol": one.protocol,
        "transport": one.transport,
        "steps": list(_steps(one)),
    }


def _size(one: CaseFacts) -> int:
    sides = [*(one.evidence.expected or ()), *(one.evidence.received or ())]
    return sum(len(part.text or part.data) for side in sides for part in side.parts)


def _steps(one: CaseFacts) -> Iterator[dict[str, Any]]:
    """Question and answers of each step; where only expected is kept, an answer that came was the same."""
    evidence = one.evidence
    same = evidence.received is None and one.outcome not in ("failed", "error")
    for asked, old, new in zip_longest(evidence.asked, evidence.expected or (), evidence.received or ()):
        new = old if same else new
        yield {
            "question": asdict(asked) if asked is not None else None,
            "expected": old.outcome if old is not None else None,
            "received": new.outcome if new is not None else None,
            "same": old == new,
            "parts": list(_parts(old, new)),
        }


def _parts(old: Side | None, new: Side | None) -> Iterator[dict[str, Any]]:
    """The parts of both sides by name, in the order of what was expected, then what came besides."""
    olds = {part.name: part for part in old.parts} if old is not None else {}
    news = {part.name: part for part in new.parts} if new is not None else {}
    for name in dict.fromkeys([*olds, *news]):
        yield _pair(name, olds.get(name), news.get(name))


def _pair(name: str, old: Part | None, new: Part | None) -> dict[str, Any]:
    if old == new:
        return {"name": name, "same": True, "expected": _part(old)}
    pair = {"name": name, "same": False, "expected": _part(old), "received": _part(new)}
    if old is not None and new is not None and old.text is not None and new.text is not None:
        pair["runs"] = line_runs(old.text, new.text)
    return pair


def _part(part: Part | None) -> dict[str, Any] | None:
    if part is None:
        return None
    if part.text is None:
        return {"mime": part.mime, "data": part.data, "size": part.size}
    return {"text": part.text, "before": part.before, "after": part.after}
