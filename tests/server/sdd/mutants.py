"""Every mutant of the SDD server against every suite: `python -m tests.server.sdd.mutants [NAME…]`.

Prints a line a mutant with the items that kill it, then the survivors and the items that no mutant fails.
The exit code is 1 if there is one of either; with names only those mutants run.
"""

from __future__ import annotations

import argparse
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server.sdd.mutant_judging import make_bench
from tests.server.sdd.mutant_playing import SUITES, play
from tests.server.sdd.mutants_architecture import ARCHITECTURE_MUTANTS
from tests.server.sdd.mutants_documents import DOCUMENT_MUTANTS
from tests.server.sdd.mutants_session import SESSION_MUTANTS
from tests.server.sdd.mutants_tools import TOOL_MUTANTS

MUTANTS = (*SESSION_MUTANTS, *TOOL_MUTANTS, *DOCUMENT_MUTANTS, *ARCHITECTURE_MUTANTS)
_JOBS = 2
_SHOWN = 6


def main() -> int:
    """Run the mutants named, or all of them, and print who kills whom."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants to run; default all")
    names = parser.parse_args().names
    chosen = [mutant for mutant in MUTANTS if not names or mutant.name in names]
    sound = play()
    if sound.failed or not sound.items:
        print(sound.output, "the server without a mistake fails: nothing can be told of mutants", sep="\n")
        return 1
    killed: set[str] = set()
    survivors = []
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(_JOBS) as pool:
        bench = make_bench(SUITES, Path(place).resolve())
        for mutant, failed in zip(chosen, pool.map(bench.failures, chosen), strict=True):
            # What kills everything says nothing about a single case.
            killed |= failed if failed != bench.items else set()
            shown = ", ".join(sorted(failed)[:_SHOWN]) + (" …" if len(failed) > _SHOWN else "")
            print(f"{len(failed):4} {mutant.name}: {shown or 'SURVIVES'}", flush=True)
            if not failed:
                survivors.append(mutant.name)
        untouched = [] if names else sorted(bench.items - killed)
    print(f"{len(chosen)} mutants, survivors: {', '.join(survivors) or 'none'}")
    print(f"items that no mutant fails: {', '.join(untouched) or 'none'}")
    return 1 if survivors or untouched else 0


if __name__ == "__main__":
    raise SystemExit(main())
