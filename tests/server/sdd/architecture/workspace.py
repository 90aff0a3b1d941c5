"""A workspace on disk that tests fill, and the tool asked about it."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reference_server.go_json import marshal_indent
from reference_server.sdd.architecture import architecture_context
from reference_server.sdd.contract import Selection, ToolOutcome, ToolRequest, WorkspaceProject

DATA = Path(__file__).parent / "data"
TODAY = "2026-03-01"
MANIFEST = "putnami.architecture.json"
Json = dict[str, Any]
Problem = tuple[str, str, str]

DELETE = object()
"""The value that `edited` understands as taking the member away."""

_STEP = re.compile(r"[^.\[\]]+")


@dataclass
class Workspace:
    """Files below `root` and the projects that the server has resolved."""

    root: Path
    projects: list[WorkspaceProject] = field(default_factory=list)

    def project(self, path: str, name: str = "", *dependencies: str) -> None:
        """Add the project `/{path}`."""
        self.projects.append(WorkspaceProject(f"/{path}", name or path, path, dependencies=dependencies))

    def write(self, relative: str, content: Json | str | bytes) -> Path:
        """Write a file; a dict is written as JSON."""
        path = self.root / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        data = json.dumps(content, indent=2) if isinstance(content, dict) else content
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def read(self, relative: str) -> Json:
        """The JSON object in a file."""
        document: Json = json.loads((self.root / relative).read_bytes())
        return document

    def edit(self, relative: str, path: str, value: object) -> None:
        """Change one member of a JSON file, or take it away with `DELETE`."""
        self.write(relative, edited(self.read(relative), path, value))

    def call(self, arguments: str | bytes | None, today: str = TODAY) -> ToolOutcome:
        """Call the tool with raw `arguments` and a selection."""
        raw = arguments.encode() if isinstance(arguments, str) else arguments
        selection = Selection("all", False, tuple(project.id for project in self.projects))
        return architecture_context(
            ToolRequest("sdd.architecture_context", raw, self.root, tuple(self.projects), selection),
            today=today,
        )

    def ask(self, domain: str, today: str = TODAY) -> ToolOutcome:
        """Ask for one domain."""
        return self.call(json.dumps({"domain": domain}), today)

    def report(self, domain: str, today: str = TODAY) -> Json:
        """The report about one domain, read back from its text."""
        report: Json = json.loads(report_text(self.ask(domain, today)))
        return report

    def problems(self) -> list[Problem]:
        """Code, field and message of every diagnostic."""
        diagnostics = self.report("-")["diagnostics"]
        found = [(each["code"], each.get("field", ""), each["message"]) for each in diagnostics]
        return [problem for problem in found if problem[:2] != ("architecture.unknown_domain", "domain")]

    def broken(self, document: str, path: str, value: object) -> list[Problem]:
        """The problems inside one manifest after one edit: code without family, inner field, message."""
        self.edit(document, path, value)
        return [
            (code.removeprefix("architecture."), field.removeprefix(f"{document}#"), message)
            for code, field, message in self.problems()
            if field.startswith(f"{document}#")
        ]


def report_text(outcome: ToolOutcome) -> str:
    """The first content block of an outcome that has a report."""
    assert outcome.report is not None
    return marshal_indent(outcome.report)


def edited(document: Json, path: str, value: object) -> Json:
    """A copy of `document` with the member at a path such as `imports[0].from.domain` set to `value`."""
    result = copy.deepcopy(document)
    place: Any = result
    *steps, last = [int(step) if step.isdigit() else step for step in _STEP.findall(path)]
    for step in steps:
        place = place[step]
    if value is DELETE:
        del place[last]
    elif isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return result
