"""Judges every mutant and says which cases notice it: `make mutants`.

Exit status 1 where a mutant survives that has no reason to, or is noticed although it should survive.
`--cases` also names the cases that notice no mutant.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter

from tests.server.decisions.mutants.judging import judge, questions_of
from tests.server.decisions.mutants.table import MUTANTS

_SHOWN = 3


def main() -> int:
    """Judge, print a line a mutant and the sums; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.decisions.mutants")
    parser.add_argument("words", nargs="*", help="only mutants whose name holds one of these words")
    parser.add_argument("--cases", action="store_true", help="name the cases that notice no mutant")
    options = parser.parse_args()
    chosen = [one for one in MUTANTS if not options.words or any(word in one.name for word in options.words)]
    noticed: Counter[str] = Counter()
    wrong = 0
    for mutant, cases in judge(chosen, os.cpu_count() or 1):
        noticed.update(cases)
        expected = bool(cases) == (mutant.survives is None)
        wrong += not expected
        print(f"{_verdict(cases)} {mutant.file}: {mutant.name}{_shown(cases)}", flush=True)
        if not expected:
            print(f"   expected otherwise: {mutant.survives or 'no reason is given why it survives'}")
    killed = sum(1 for one in chosen if one.survives is None) - wrong
    print(f"{len(chosen)} mutants, {killed} killed, {wrong} not as expected")
    if options.cases:
        suites = dict.fromkeys(suite for mutant in chosen for suite in mutant.suites)
        quiet = [name for suite in suites for name, _ in questions_of(suite) if name not in noticed]
        print(f"{len(quiet)} cases notice no mutant: {', '.join(quiet) or '-'}")
    return 1 if wrong else 0


def _verdict(cases: tuple[str, ...]) -> str:
    return f"killed by {len(cases):3}" if cases else "SURVIVED     "


def _shown(cases: tuple[str, ...]) -> str:
    more = f" and {len(cases) - _SHOWN} more" if len(cases) > _SHOWN else ""
    return f" ({', '.join(cases[:_SHOWN])}{more})" if cases else ""


if __name__ == "__main__":
    sys.exit(main())
