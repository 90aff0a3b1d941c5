"""Collecting 10,000 cases against `tomllib` reading the file and pytest collecting 10,000 plain items.

Run `python -m benchmarks.collecting [--rounds N]`. The limit is 1.5.
"""

from __future__ import annotations

import argparse

from benchmarks.measuring import OURS, Spent, child_says, in_turn, run_child, say_ratio
from benchmarks.suites import empty_project, write_plain, write_suite

CASES = 10_000
LIMIT = 1.5
_READ = """
import json, pathlib, time
import tomllib
wall, cpu = time.perf_counter(), time.process_time()
tomllib.loads(pathlib.Path("suites/many/mcp-suite.toml").read_text())
print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu]))
"""


def main() -> bool:
    """Print the ratio; tell whether the limit is kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds: int = parser.parse_args().rounds
    with empty_project() as project:
        write_suite(project / "suites" / "many", CASES)
        write_plain(project / "plain", CASES)
        collect = ["-m", "pytest", "-q", "--collect-only"]

        def ours() -> Spent:
            return run_child([*collect, *OURS, "suites"], project)

        def theirs() -> Spent:
            plain = [*collect, "-p", "benchmarks.plain_items", "plain"]
            return run_child(plain, project) + child_says(["-c", _READ], project)

        what = "collecting 10,000 cases ÷ (tomllib reading the file + collecting 10,000 plain items)"
        return say_ratio(what, *in_turn(ours, theirs, rounds), LIMIT)


if __name__ == "__main__":
    raise SystemExit(not main())
