"""A large made-up repository for the decision tools: 2,000 entities, 6,000 relationships, 200 decisions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ENTITIES, RELATIONSHIPS, DECISIONS = 2000, 6000, 200
PASSAGES_A_FILE = 100
WORDS = ("order", "courier", "kitchen", "payment", "event", "stream", "queue", "ledger", "gateway", "invoice")


def write_records(root: Path) -> None:
    """Write the records: each entity has three edges, each decision two options that touch some."""
    for number in range(ENTITIES):
        name = f"entity-{number:04}"
        text = f"{WORDS[number % len(WORDS)]} {number}"
        write(root, "entities", {"id": name, "kind": "service", "name": text, "description": ""})
    for number in range(RELATIONSHIPS):
        source, step = number % ENTITIES, number // ENTITIES
        target = (source * 7 + step * 613 + 1) % ENTITIES
        write(root, "relationships", edge(f"rel-{number:04}", source, target))
    for number in range(DECISIONS):
        write(root, "decisions", decision(number))
    for number in range(0, ENTITIES, 20):
        hashed = f"sha256:{number:064x}"
        write(
            root,
            "evidence",
            {
                "id": f"evidence-{number:04}",
                "path": f"docs/file-{number % 500:04}.md",
                "heading": [],
                "passage_hash": hashed,
                "excerpt": "",
            },
        )


def decision(number: int) -> dict[str, Any]:
    """Decision `number`: option a adds an entity with an edge, option b removes one and replaces one."""
    added = f"entity-new-{number:04}"
    adds = {
        "entities": [{"id": added, "kind": "stream", "name": f"New {number}", "description": ""}],
        "relationships": [
            {**edge(f"rel-new-{number:04}", number, number), "target": added},
        ],
    }
    nothing: dict[str, list[Any]] = {"entities": [], "relationships": []}
    replaced = {"id": f"entity-{number * 3 + 1:04}", "kind": "service", "name": "Changed", "description": ""}
    return {
        "id": f"decision-{number:04}",
        "title": f"Decision {number}",
        "status": "accepted",
        "selected_option": "option-a",
        "options": [
            option("option-a", {"adds": adds, "removes": nothing, "replaces": nothing}),
            option(
                "option-b",
                {
                    "adds": nothing,
                    "removes": {"entities": [f"entity-{number * 3:04}"], "relationships": []},
                    "replaces": {"entities": [replaced], "relationships": []},
                },
            ),
        ],
    }


def option(name: str, deltas: dict[str, Any]) -> dict[str, Any]:
    """An option with these deltas and nothing else to say."""
    return {
        "id": name,
        "title": name,
        "rationale": "",
        "deltas": deltas,
        "rejection": None,
        "assumptions": [],
    }


def edge(name: str, source: int, target: int) -> dict[str, str]:
    """A relationship between two entities by number."""
    return {
        "id": name,
        "kind": "calls",
        "source": f"entity-{source:04}",
        "target": f"entity-{target:04}",
        "description": "",
    }


def write(root: Path, folder: str, record: dict[str, Any]) -> None:
    """Write one record file."""
    path = root / ".decision" / folder / f"{record['id']}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=2) + "\n", "utf-8")


def write_markdown(root: Path, passages: int) -> None:
    """Write `passages` paragraphs of varying words, PASSAGES_A_FILE to a file."""
    (root / "docs").mkdir(exist_ok=True)
    for first in range(0, passages, PASSAGES_A_FILE):
        parts = [f"# File {first}"]
        for number in range(first, min(first + PASSAGES_A_FILE, passages)):
            words = [WORDS[(number * step + step) % len(WORDS)] for step in range(1, 13)]
            parts.append(
                f"The {' '.join(words)} number {number} is kept here. It replays {number % 97} events."
            )
        (root / "docs" / f"file-{first // PASSAGES_A_FILE:04}.md").write_text(
            "\n\n".join(parts) + "\n", "utf-8"
        )
