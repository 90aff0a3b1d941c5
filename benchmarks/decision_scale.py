"""What a large repository costs: each tool against `json.loads` and markdown-it-py on the same files.

Run `python -m benchmarks.decision_scale [--passages N]`. Each figure is the best of three calls in a
process of its own, whose peak of memory stands beside it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from benchmarks.decision_repository import DECISIONS, write_markdown, write_records
from reference_server.decisions.serialise import serialise
from reference_server.decisions.tools import call

ROUNDS = 3
PARSING = "parsing"
_EVERYTHING = {f"decision-{number:04}": "option-b" for number in range(DECISIONS)}
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "list_decisions": ("list_decisions", {}),
    "search_decisions": ("search_decisions", {"query": "Why does the courier gateway replay events?"}),
    "inspect_architecture": ("inspect_architecture", {}),
    "inspect_entity": ("inspect_entity", {"entity_id": "entity-0001"}),
    "diff_scenarios, one decision": (
        "diff_scenarios",
        {"after_selections": {"decision-0000": "option-b"}},
    ),
    "diff_scenarios, all decisions": ("diff_scenarios", {"after_selections": _EVERYTHING}),
}


def main() -> None:
    """Make the repository, measure every call in a child, and print seconds, ratios and memory."""
    options = argparse.ArgumentParser(description="Time the decision tools on a large repository.")
    options.add_argument("--passages", type=int, default=50_000, help="Markdown passages to search")
    options.add_argument("--child", nargs=2, metavar=("CALL", "FOLDER"), help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.child:
        measure(given.child[0], Path(given.child[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_records(root)
        write_markdown(root, given.passages)
        report(root)


def report(root: Path) -> None:
    """Print a line for what parsing alone costs, and one for each call."""
    base = in_child(PARSING, root)
    records, markdown = base["records"], base["markdown"]
    print(
        f"all records: reading {base['reading']:.3f} s, json.loads {records:.3f} s; "
        f"all Markdown: markdown-it {markdown:.2f} s; {base['peak']:.0f} MiB"
    )
    for name in CALLS:
        found = in_child(name, root)
        seconds = found["seconds"]
        print(
            f"{name:30} {seconds:7.3f} s = {seconds / records:6.1f} x json.loads, "
            f"{seconds / (base['reading'] + records):5.1f} x reading and json.loads, "
            f"{seconds / (records + markdown):.2f} x json.loads and markdown-it; {found['peak']:.0f} MiB; "
            f"{found['size']:.0f} characters"
        )


def in_child(name: str, root: Path) -> dict[str, float]:
    """What a process of its own measured of `name`."""
    command = [sys.executable, "-m", "benchmarks.decision_scale", "--child", name, str(root)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(name: str, root: Path) -> None:
    """Measure `name` here and print it as JSON: seconds, and the peak of memory in MiB."""
    if name == PARSING:
        files = sorted((root / ".decision").rglob("*.json"))
        records = [file.read_bytes() for file in files]
        texts = [file.read_text("utf-8") for file in sorted(root.rglob("*.md"))]
        parser = MarkdownIt("commonmark")
        found = {
            "reading": best(lambda: [file.read_bytes() for file in files]),
            "records": best(lambda: [json.loads(text) for text in records]),
            "markdown": best(lambda: [len(parser.parse(text)) for text in texts]),
        }
    else:
        ask = partial(answer, root, *CALLS[name])
        found = {"size": len(ask()), "seconds": best(ask)}
    # Linux counts in KiB, macOS in bytes.
    unit = 1024 if sys.platform == "darwin" else 1
    found["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit / 1024
    print(json.dumps(found))


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


if __name__ == "__main__":
    main()
