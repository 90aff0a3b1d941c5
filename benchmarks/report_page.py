"""The report's page of 2,000 cases: written, and first painted by a real browser (spec § 9).

Of the cases every tenth failed; each answer is a text of 4 KiB. The browser is asked anew for each round.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measuring import say
from pytest_mcpparity.report.html_report import render_html
from pytest_mcpparity.report.outcomes import CaseFacts, RunFacts
from tests.browser import chromium
from tests.browser.reading import wait_until
from tests.targets.installing import InstallFault
from tests.unit.report_made import case, different, failed, run

CASES = 2000
ROUNDS = 5
#: Seconds from the start of loading until something is painted, and until all rows are there.
PAINT = 1.0
ALL_ROWS = 10.0
_TIMES = """() => [
  performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000, performance.now() / 1000,
]"""


def many_cases() -> RunFacts:
    """The run whose page is measured."""
    lines = [f"line {number} of an answer that is as long as many are" for number in range(80)]
    text = "\n".join(lines)
    changed = text.replace("line 40 ", "line forty ")
    same, moved = different(text, text), different(text, changed)
    cases: list[CaseFacts] = []
    for number in range(CASES):
        make, evidence = (failed, moved) if number % 10 == 0 else (case, same)
        name = f"case-{number}"
        cases.append(make(case=name, nodeid=name, suite=f"suites/s{number // 200}", evidence=evidence))
    return run(*cases)


def load(browser: Any, address: str) -> tuple[float, float]:
    """Seconds until the first paint and until the last row, in a profile of its own."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    try:
        page = context.new_page()
        page.goto(address)
        wait_until(page, f"document.querySelectorAll('tr.case').length === {CASES}")
        painted, complete = page.evaluate(_TIMES)
        return float(painted), float(complete)
    finally:
        context.close()


def main() -> int:
    """Measure, print, and tell by the exit code whether the limits are kept."""
    start = time.perf_counter()
    data = render_html(many_cases())
    print(f"        written in {time.perf_counter() - start:.2f} s, {len(data) / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.html"
        file.write_bytes(data)
        try:
            with chromium.running() as browser:
                rounds = [load(browser, file.as_uri()) for _ in range(ROUNDS)]
        except InstallFault as fault:
            print(f"not measured: {fault}")
            return 1
    painted, complete = (statistics.median(one) for one in zip(*rounds, strict=True))
    kept = [
        say(f"first paint of {CASES} cases", painted, PAINT, " s", f"{ROUNDS} rounds"),
        say("all rows there", complete, ALL_ROWS, " s", f"{ROUNDS} rounds"),
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
