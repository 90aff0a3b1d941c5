"""Two suites of 200 cases on two workers against one, where the server takes 50 ms for each answer.

Run `python -m benchmarks.two_workers [--rounds N]`. The limit is 0.65.
"""

from __future__ import annotations

import argparse
from functools import partial

from benchmarks.measuring import OURS, in_turn, run_child, say_ratio
from benchmarks.suites import empty_project, record, server, write_suite

CASES = 200
DELAY = 50
LIMIT = 0.65


def main() -> bool:
    """Print the ratio; tell whether the limit is kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    rounds: int = parser.parse_args().rounds
    with empty_project() as project:
        for name in ("one", "two"):
            write_suite(project / "suites" / name, CASES)
        record(project)
        run = ["-m", "pytest", "-q", *OURS, "-p", "xdist", server(f"--delay={DELAY}"), "suites"]
        two, one = in_turn(
            partial(run_child, [*run, "-n2"], project), partial(run_child, [*run, "-n1"], project), rounds
        )
        return say_ratio("two suites of 200 cases at 50 ms: -n 2 ÷ -n 1", two, one, LIMIT)


if __name__ == "__main__":
    raise SystemExit(not main())
