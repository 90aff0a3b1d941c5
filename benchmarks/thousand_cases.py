"""1,000 recorded cases against what could not be less: as many plain items, `import mcp`, a bare pipe.

Run `python -m benchmarks.thousand_cases [--rounds N]`. The limit is 1.5. The import is measured as a process
with its end: what the SDK leaves in memory takes time again when the interpreter ends.
"""

from __future__ import annotations

import argparse

from benchmarks.measuring import OURS, REPOSITORY, Spent, child_says, in_turn, run_child, say_ratio
from benchmarks.suites import empty_project, record, server, write_plain, write_suite

CASES = 1000
LIMIT = 1.5


def main() -> bool:
    """Print the ratio; tell whether the limit is kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds: int = parser.parse_args().rounds
    with empty_project() as project:
        write_suite(project / "suites" / "thousand", CASES)
        write_plain(project / "plain", CASES)
        record(project)

        def ours() -> Spent:
            return run_child(["-m", "pytest", "-q", *OURS, server(), "suites"], project)

        def theirs() -> Spent:
            plain = ["-m", "pytest", "-q", "-p", "benchmarks.plain_items", "plain"]
            return (
                run_child(plain, project)
                + run_child(["-c", "import mcp"], project)
                + child_says([str(REPOSITORY / "benchmarks" / "bare_pipe.py"), str(CASES)], project)
            )

        what = "1,000 recorded cases ÷ (1,000 plain items + import mcp + a bare pipe loop)"
        return say_ratio(what, *in_turn(ours, theirs, rounds), LIMIT)


if __name__ == "__main__":
    raise SystemExit(not main())
