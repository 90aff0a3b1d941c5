"""1,000 recorded cases over HTTP against the same over stdio, the same raw server behind both.

Run `python -m benchmarks.transports [--rounds N]`. No limit is promised: the HTTP side pays a POST with its
headers, and its parsing in the server, for each call.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from benchmarks.measuring import ENVIRONMENT, OURS, in_turn, median, run_child
from benchmarks.suites import empty_project, write_suite

CASES = 1000
SERVER = (sys.executable, "-m", "reference_server.faults", "none")


def main() -> None:
    """Print the ratio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    rounds: int = parser.parse_args().rounds
    with empty_project() as project, listening() as url:
        write_suite(project / "suites" / "thousand", CASES, "greet", "name")
        run = ["-m", "pytest", "-q", *OURS, "suites"]
        over_stdio = f"--mcp-server={' '.join(SERVER)}"
        run_child([*run, over_stdio, "--mcp-record"], project)
        http, stdio = in_turn(
            partial(run_child, [*run, f"--mcp-server={url}"], project),
            partial(run_child, [*run, over_stdio], project),
            rounds,
        )
    over, under = median(http), median(stdio)
    print(
        f"{CASES} recorded cases over HTTP ÷ over stdio: {over.wall / under.wall:.2f}"
        f"  ({over.wall:.2f} s ÷ {under.wall:.2f} s; {rounds} rounds)"
    )


@contextmanager
def listening() -> Iterator[str]:
    """The raw server on a free port of this machine; its URL."""
    command = [*SERVER, "--http", "0"]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
