"""200 plain calls of a live target, from the start of the process to its end, against a bare pipe loop.

Run `python -m benchmarks.plain_calls [--rounds N]`. Our side opens a session as the plugin does (the SDK
negotiates) and plays each call; what `import mcp` takes is measured and shown beside, for no promise
covers this figure.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.bare_pipe import SERVER
from benchmarks.measuring import REPOSITORY, child_says, in_turn, median

CALLS = 200
_IMPORT_MCP = (
    "import json, time; start = time.perf_counter(); import mcp; print([time.perf_counter() - start, 0])"
)


def play(count: int) -> None:
    """Start the target, negotiate, list its tools, call it so many times, and end it."""
    from pytest_mcpparity.answer import Question
    from pytest_mcpparity.session.session import Launch, Limits, open_session

    folder = Path(tempfile.gettempdir())
    session = open_session(
        Launch((sys.executable, SERVER), folder, dict(os.environ), SERVER),
        protocol="2025-11-25",
        accepted=None,
        client=frozenset(),
        workspace=folder,
        limits=Limits(),
    )
    session.list_tools()
    for number in range(count):
        question = Question("call", "echo", f'{{"text":"answer {number}"}}')
        played = session.play(question, timeout=30.0, keep_wire=False)
        assert played.answer is not None
    session.end()


def _play_and_tell() -> None:
    start = time.perf_counter()
    play(CALLS)
    wall = time.perf_counter() - start
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    cpu = sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, kinds))
    print(json.dumps([wall, cpu]))


def main() -> bool:
    """Print the ratio, with and without the import of the SDK; there is no limit to keep."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--play", action="store_true")
    options = parser.parse_args()
    if options.play:
        _play_and_tell()
        return True
    pipe = [str(REPOSITORY / "benchmarks" / "bare_pipe.py"), str(CALLS)]
    ours, theirs = in_turn(
        lambda: child_says(["-m", "benchmarks.plain_calls", "--play"], REPOSITORY),
        lambda: child_says(pipe, REPOSITORY),
        options.rounds,
    )
    imports = [child_says(["-c", _IMPORT_MCP], REPOSITORY) for _ in range(options.rounds)]
    whole, bare, importing = median(ours).wall, median(theirs).wall, median(imports).wall
    print(
        f"-       200 plain calls ÷ a bare pipe loop, both with the start: {whole / bare:.2f}"
        f"  ({whole:.3f} s ÷ {bare:.3f} s); against the loop and import mcp ({importing:.3f} s):"
        f" {whole / (bare + importing):.2f}; no limit"
    )
    return True


if __name__ == "__main__":
    raise SystemExit(not main())
