"""A workspace of many architecture domains, each importing from the one before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DOMAINS = 200
"""One project each."""

_LAST = DOMAINS - 1


def write_domains(root: Path) -> list[Path]:
    """Write the workspace into `root` and return the JSON files that hold it. Nothing in it blocks."""
    files = [_put(root / "putnami.workspace.json", {"includes": [f"p{index}" for index in range(DOMAINS)]})]
    for index in range(DOMAINS):
        project = root / f"p{index}"
        project.mkdir()
        dependencies = [f"/p{index - 1}"] if index else []
        files.append(_put(project / "putnami.json", {"name": f"p{index}", "dependencies": dependencies}))
        files.append(_put(project / "putnami.architecture.json", _manifest(index)))
    return files


def _put(file: Path, document: dict[str, Any]) -> Path:
    file.write_text(json.dumps(document, indent=2), encoding="utf-8")
    return file


def _manifest(index: int) -> dict[str, Any]:
    return {
        "protocolVersion": 1,
        "domain": f"d{index}",
        "owner": f"team-{index % 20}",
        "projects": [f"/p{index}"],
        "owns": [{"id": f"d{index}.thing", "kind": "model", "description": "What the domain is about"}],
        "exports": [_export(index, number) for number in range(5)],
        "imports": [_import(index, number) for number in range(5)] if index else [],
    }


def _export(index: int, number: int) -> dict[str, Any]:
    names = ("id", "amount", "place", "kind")
    labels = {"authority": f"d{index}", "classification": "internal", "personalData": "none"}
    return {
        "id": f"d{index}.facts-{number}.v1",
        "version": 1,
        "status": "active",
        "description": "Facts as they stand",
        "facts": [{"name": name, **labels} for name in names],
        "modes": ["query", "reference"],
        "compatibility": {"strategy": "additive", "minimumConsumerVersion": 1},
    }


def _import(index: int, number: int) -> dict[str, Any]:
    binding = {"consumerProject": f"/p{index}", "producerProject": f"/p{index - 1}"}
    return {
        "id": f"d{index}.from-{number}.v1",
        "version": 1,
        "from": {"domain": f"d{index - 1}", "export": f"d{index - 1}.facts-{number}.v1"},
        "as": f"d{index}.borrowed",
        "mode": "reference",
        "status": "active",
        "facts": ["id", "amount"],
        "bindings": [{"kind": "project-dependency", **binding}] if number == 0 else [],
        "justification": "Needed for the work of the domain",
    }


def frame() -> bytes:
    """The question about the domain in the middle."""
    params = {"name": "sdd.architecture_context", "arguments": {"domain": f"d{_LAST // 2}"}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode() + b"\n"
