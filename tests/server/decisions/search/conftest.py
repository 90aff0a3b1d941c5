"""Small repositories, and the sample, to search in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reference_server.decisions.tools import call

SAMPLE = Path(__file__).parents[4] / "fixtures" / "decisions" / "workspace"


@dataclass(frozen=True)
class Folder:
    """A repository in a folder of the test's own."""

    root: Path

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8"))

    def record(self, folder: str, **fields: object) -> None:
        self.write(f".decision/{folder}/{fields['id']}.json", json.dumps(fields))

    def entity(self, name: str, title: str) -> None:
        self.record("entities", id=name, kind="service", name=title, description="")

    def alias(self, name: str, entity: str, title: str) -> None:
        self.record("aliases", id=name, entity=entity, name=title)

    def relationship(self, name: str, source: str, target: str) -> None:
        self.record("relationships", id=name, kind="calls", source=source, target=target, description="")

    def decision(self, name: str, selected: str | None = None) -> None:
        options: list[dict[str, Any]] = [
            {
                "id": option,
                "title": option,
                "rationale": "",
                "deltas": {
                    part: {"entities": [], "relationships": []} for part in ("adds", "removes", "replaces")
                },
                "rejection": None,
                "assumptions": [],
            }
            for option in ("option-a", "option-b")
        ]
        self.record(
            "decisions", id=name, title=name, status="accepted", selected_option=selected, options=options
        )

    def evidence(self, name: str, path: str, passage: str) -> None:
        digest = f"sha256:{hashlib.sha256(passage.encode()).hexdigest()}"
        self.record("evidence", id=name, path=path, heading=[], passage_hash=digest, excerpt="")

    def claim(
        self,
        name: str,
        text: str,
        subject: tuple[str, str] = ("decision", "decision-x"),
        evidence: tuple[str, ...] = (),
        under: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.record(
            "claims",
            id=name,
            subject={"type": subject[0], "id": subject[1]},
            text=text,
            evidence=list(evidence),
            effective_under=[{"decision": decision, "option": option} for decision, option in under],
        )

    def reject(self, kind: str, name: str) -> None:
        self.record(
            "reviews",
            id=f"review-{name}",
            seq=1,
            judgment="reject",
            subject={"type": kind, "ids": [name]},
            undoes=None,
            supersedes=None,
            reviewer="Ann",
            note="",
            at="2026-01-01T00:00:00Z",
        )

    def search(self, query: str, selections: Mapping[str, str] | None = None) -> dict[str, Any]:
        return call(self.root, "search_decisions", {"query": query, "selections": dict(selections or {})})


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """An empty repository with the undecided decision `decision-x`."""
    made = Folder(tmp_path / "repo")
    made.decision("decision-x")
    return made
