"""Which lines of two texts stayed, and which came for which: what the page marks. Pure, and linear."""

from __future__ import annotations

from pytest_mcpparity.compare.alignment import align


def line_runs(expected: str, received: str) -> list[list[int]]:
    """Runs of so many equal lines, then so many expected ones for which so many received ones came."""
    old, new = expected.split("\n"), received.split("\n")
    runs: list[list[int]] = []
    at_old = at_new = equal = 0
    for old_index, new_index in [*align(old, new), (len(old), len(new))]:
        removed, added = old_index - at_old, new_index - at_new
        if removed or added:
            runs.append([equal, removed, added])
            equal = 0
        equal += 1
        at_old, at_new = old_index + 1, new_index + 1
    if equal > 1:
        runs.append([equal - 1, 0, 0])
    return runs
