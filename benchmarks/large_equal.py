"""A case whose answer is one text block of 20 MB, and equal, against a bare pipe that reads and decodes it.

Run `python -m benchmarks.large_equal [--rounds N]`. Neither side is charged with a start-up. The limit
is 2.0; the texts are ASCII in lines, ASCII in one line, and lines with characters of two and four bytes.
"""

from __future__ import annotations

import argparse
from functools import partial

from benchmarks.measuring import OURS, REPOSITORY, child_says, in_turn, say_ratio
from benchmarks.suites import empty_project, record, server, write_suite
from benchmarks.trivial_server import KINDS

LIMIT = 2.0


def main() -> bool:
    """Print a ratio for each kind of text; tell whether the limit is kept by all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds: int = parser.parse_args().rounds
    kept = True
    for kind in KINDS:
        with empty_project() as project:
            write_suite(project / "suites" / "large", 1, "large", "")
            record(project, f"--large={kind}")
            run = ["-m", "pytest", "-q", *OURS, "-p", "benchmarks.item_times", server(f"--large={kind}")]
            ours = partial(child_says, [*run, "suites"], project)
            pipe = [str(REPOSITORY / "benchmarks" / "bare_pipe.py"), f"--large={kind}"]
            theirs = partial(child_says, pipe, project)
            what = f"a case of 20 MB ({kind}), equal ÷ reading and decoding it"
            kept &= say_ratio(what, *in_turn(ours, theirs, rounds), LIMIT)
    return kept


if __name__ == "__main__":
    raise SystemExit(not main())
