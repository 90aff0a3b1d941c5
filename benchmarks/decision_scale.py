"""What a large repository costs: tools against `json.loads` and Markdown parsing of the same files.

Run `python -m benchmarks.decision_scale [--passages N]`. A repository of 2,000 entities, 6,000
relationships and 200 decisions is made in a temporary directory; each figure is the best of three.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from reference_server.decisions.search.passages import passages_of
from reference_server.decisions.serialise import serialise
from reference_server.decisions.tools import call

ENTITIES, RELATIONSHIPS, DECISIONS = 2000, 6000, 200
PASSAGES_A_FILE = 100
ROUNDS = 3
WORDS = ("order", "courier", "kitchen", "payment", "event", "stream", "queue", "ledger", "gateway", "invoice")


def main() -> None:
    """Generate the repository, time the calls, and print seconds and ratios."""
    options = argparse.ArgumentParser(description="Time the decision tools on a large repository.")
    options.add_argument("--passages", type=int, default=50_000, help="Markdown passages to search")
    passages = options.parse_args().passages
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_records(root)
        report_records(root)
        write_markdown(root, passages)
        report_search(root)


def report_records(root: Path) -> None:
    """Print what list_decisions and diff_scenarios cost beside reading and parsing the same files."""
    files = sorted((root / ".decision").rglob("*.json"))
    texts = [file.read_bytes() for file in files]
    reading = best(lambda: [file.read_bytes() for file in files])
    parsing = best(lambda: [json.loads(text) for text in texts])
    print(f"{len(files)} record files: read {reading:.3f} s, json.loads {parsing:.3f} s")
    everything = {f"decision-{number:04}": "option-b" for number in range(DECISIONS)}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("list_decisions", {}),
        ("diff_scenarios", {"after_selections": {"decision-0000": "option-b"}}),
        ("diff_scenarios", {"after_selections": everything}),
        ("inspect_entity", {"entity_id": "entity-0001"}),
        ("inspect_architecture", {}),
    ]
    for name, arguments in calls:
        size = len(answer(root, name, arguments))
        spent = best(partial(answer, root, name, arguments))
        print(
            f"{name:22} {spent:.3f} s = {spent / parsing:.1f} x json.loads, "
            f"{spent / (reading + parsing):.1f} x read and json.loads; {size} characters"
        )


def report_search(root: Path) -> None:
    """Print what search_decisions costs beside cutting the same Markdown into passages."""
    files = sorted(root.rglob("*.md"))
    stored = [(file.name, file.read_bytes()) for file in files]
    started = time.perf_counter()
    count = sum(len(passages_of(name, data)) for name, data in stored)
    parsing = time.perf_counter() - started
    print(f"{len(files)} Markdown files with {count} passages: parsed in {parsing:.2f} s")
    started = time.perf_counter()
    call(root, "search_decisions", {"query": "Why does the courier gateway replay events?"})
    spent = time.perf_counter() - started
    print(f"{'search_decisions':22} {spent:.2f} s = {spent / parsing:.2f} x parsing the Markdown")


def answer(root: Path, name: str, arguments: dict[str, Any]) -> str:
    """The text of one call."""
    return serialise(call(root, name, arguments))


def best(work: Callable[[], object]) -> float:
    """The least of ROUNDS timings of `work`, in seconds."""
    timings = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        timings.append(time.perf_counter() - started)
    return min(timings)


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


if __name__ == "__main__":
    main()
