"""Two text blocks of 20 MB that differ everywhere: time and memory of the failure.

Run `python -m benchmarks.large_different`. Comparing and explaining take 2 s at most and the process 400 MB
(600 MB where one character needs four bytes); the same bounds hold the whole item of pytest, both answers
kept in the cache included.
"""

from __future__ import annotations

import json
import statistics
import sys
import time

from benchmarks.measuring import OURS, numbers_of, peak, say
from benchmarks.suites import empty_project, record, server, write_suite
from benchmarks.trivial_server import KINDS, large_text

SECONDS = 2.0
MEGABYTES = 400
MEGABYTES_WIDE = 600
ROUNDS = 3


def explain_alone(kind: str) -> None:
    """Compare and explain in this process; print seconds and the peak of memory in MB."""
    from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
    from pytest_mcpparity.compare.answers import compare_answers
    from pytest_mcpparity.explain.explanation import explain

    def answer(side: str) -> Answer:
        body = Result(blocks=(Text(large_text(kind, side)),))
        return Answer("large", (Exchange(Question("call", "large"), StepAnswer(body)),))

    expected, received = answer("expected"), answer("received")
    start = time.perf_counter()
    explain(compare_answers(expected, received, "content"))
    print(json.dumps([time.perf_counter() - start, peak()]))


def _measure(kind: str) -> bool:
    limit = MEGABYTES_WIDE if kind == "emoji" else MEGABYTES
    kept = True
    with empty_project() as project:
        alone = [numbers_of(["-m", "benchmarks.large_different", kind], project) for _ in range(ROUNDS)]
        kept &= _say(f"20 MB ({kind}) that differ, compared and explained", alone, limit)
        write_suite(project / "suites" / "large", 1, "large", "")
        record(project, f"--large={kind}")
        run = ["-m", "pytest", "-q", *OURS, "-p", "benchmarks.item_times", "suites"]
        other = server(f"--large={kind}", "--side=received")
        items = [numbers_of([*run, other], project) for _ in range(ROUNDS)]
        kept &= _say(f"20 MB ({kind}) that differ, the item of pytest", items, limit)
    return kept


def _say(what: str, rounds: list[list[float]], megabytes: int) -> bool:
    seconds = statistics.median(one[0] for one in rounds)
    in_time = say(what, seconds, SECONDS, " s", f"{len(rounds)} rounds")
    return say(f"{what}: peak of the process", max(one[-1] for one in rounds), megabytes, " MB") and in_time


def main() -> bool:
    """Print seconds and megabytes for each kind of text; tell whether all limits are kept."""
    kept = [_measure(kind) for kind in KINDS]
    return all(kept)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        explain_alone(sys.argv[1])
    else:
        raise SystemExit(not main())
