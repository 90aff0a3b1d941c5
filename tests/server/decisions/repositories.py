"""Small repositories for tests: records with sensible defaults, written as files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parents[3] / "fixtures" / "decisions" / "workspace"
EXPECTED = Path(__file__).parent / "data"
NOTHING: dict[str, list[Any]] = {"entities": [], "relationships": []}

DEFAULTS: dict[str, dict[str, Any]] = {
    "aliases": {"entity": "a", "name": "Another name"},
    "claims": {
        "subject": {"type": "entity", "id": "a"},
        "text": "A claim.",
        "evidence": [],
        "effective_under": [],
    },
    "decisions": {"title": "A decision", "status": "accepted", "selected_option": None, "options": []},
    "entities": {"kind": "service", "name": "A name", "description": ""},
    "evidence": {
        "path": "docs/a.md",
        "heading": [],
        "passage_hash": "sha256:" + "0" * 64,
        "excerpt": "",
    },
    "relationships": {"kind": "calls", "source": "a", "target": "b", "description": ""},
    "reviews": {
        "seq": 1,
        "judgment": "accept",
        "subject": {"type": "entity", "ids": ["a"]},
        "undoes": None,
        "supersedes": None,
        "reviewer": "R",
        "note": "",
        "at": "2026-01-01T00:00:00Z",
    },
}


def deltas(
    adds: dict[str, Any] | None = None,
    removes: dict[str, Any] | None = None,
    replaces: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Deltas with what is given and nothing else."""
    return {
        "adds": {**NOTHING, **(adds or {})},
        "removes": {**NOTHING, **(removes or {})},
        "replaces": {**NOTHING, **(replaces or {})},
    }


def option(name: str, /, **fields: Any) -> dict[str, Any]:
    """An option without deltas to speak of, with `fields` put over the defaults."""
    return {
        "id": name,
        "title": name,
        "rationale": "",
        "deltas": deltas(),
        "rejection": None,
        "assumptions": [],
        **fields,
    }


def entity(name: str, /, **fields: Any) -> dict[str, Any]:
    """A whole entity record."""
    return {"id": name, **DEFAULTS["entities"], **fields}


def relationship(name: str, source: str, target: str, /, **fields: Any) -> dict[str, Any]:
    """A whole relationship record."""
    ends = {"source": source, "target": target}
    return {"id": name, "kind": "calls", **ends, "description": "", **fields}


@dataclass(frozen=True)
class Workspace:
    """A repository directory that a test fills."""

    root: Path

    def put(self, folder: str, name: str, /, **fields: Any) -> Workspace:
        """Write the record `name` of `folder` with `fields` put over the defaults."""
        return self.put_value(folder, name, {"id": name, **DEFAULTS[folder], **fields})

    def put_value(self, folder: str, name: str, value: Any) -> Workspace:
        """Write any JSON value as a record file."""
        return self.put_bytes(f".decision/{folder}/{name}.json", json.dumps(value).encode())

    def put_bytes(self, path: str, data: bytes) -> Workspace:
        """Write a file."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(data)
        return self

    def entities(self, *names: str) -> Workspace:
        """Write one default entity for each name."""
        for name in names:
            self.put("entities", name)
        return self
