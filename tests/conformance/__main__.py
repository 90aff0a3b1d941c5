"""Both revisions of the official conformance suite, told in a few lines: `make conformance`.

Exit status 0 where everything is as the baselines say, 1 where it is not, 2 where the suite cannot be
installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.conformance.running import REVISIONS, Baseline, Verdict, baseline_of, install_suite, run_suite
from tests.server.decisions.servers import http_server
from tests.targets.installing import InstallFault

WORKSPACE = Path(__file__).parents[2] / "fixtures" / "decisions" / "workspace"


def main() -> int:
    """Run both revisions and print what they say; the exit status."""
    try:
        command = install_suite()
    except InstallFault as fault:
        print(f"conformance: {fault}", file=sys.stderr)
        return 2
    good = True
    with http_server(WORKSPACE) as server:
        url = f"http://127.0.0.1:{server.port}/mcp"
        for revision in REVISIONS:
            baseline = baseline_of(revision)
            verdict = run_suite(command, url, revision, baseline)
            good = good and verdict.good
            print(told(verdict, baseline), flush=True)
    return 0 if good else 1


def told(verdict: Verdict, baseline: Baseline) -> str:
    """The verdict in lines: what passes, what is not offered and why, and what is wrong."""
    offered = len(verdict.failed & baseline.entries)
    state = "as expected" if verdict.good else "NOT AS EXPECTED"
    passed = f"{verdict.scenarios} scenarios, {len(verdict.passed)} checks pass"
    lines = [f"conformance {verdict.revision}: {state}; {passed}, {offered} are not offered:"]
    lines += [f"  {len(entries):3}  {reason}" for reason, entries in baseline.reasons.items()]
    others = len(verdict.failed - baseline.entries)
    if others and not verdict.status:
        lines.append(f"  {others:3}  more in scenarios that the suite does not score (extensions and drafts)")
    lines += [
        f"  {entry} is in {baseline.file.name} and does not fail: remove it"
        for entry in sorted(verdict.stale)
    ]
    if verdict.status:
        lines.append(f"  the suite ended with {verdict.status} and says:")
        lines += [f"    {line}" for line in verdict.output.partition("Total:")[2].splitlines()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
