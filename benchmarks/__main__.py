"""All benchmarks, one after the other, each in a process of its own: `python -m benchmarks`.

The exit code is 1 where a figure misses its limit. `--quick` leaves out those that have no limit or take
minutes.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time

#: The promises about suites and answers, quickest first; then how the servers and comparing grow.
PROMISES = ("collecting", "large_equal", "large_different", "thousand_cases", "plain_calls", "idle")
LONG = (
    "two_workers",
    "transports",
    "compare_large",
    "report_page",
    "sdd_scale",
    "decision_scale",
    "decision_transports",
)


def main() -> int:
    """Run them and say which missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    names = PROMISES if parser.parse_args().quick else (*PROMISES, *LONG)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load}: ratios of medians")
    missed: list[str] = []
    for name in names:
        print(f"\n{name}", flush=True)
        start = time.monotonic()
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False)
        print(f"        {time.monotonic() - start:.0f} s", flush=True)
        if done.returncode:
            missed.append(name)
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall limits kept")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
