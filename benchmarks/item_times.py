"""A pytest plugin that tells what one item took, without the start-up of anything.

`-p benchmarks.item_times` prints wall and processor seconds of the item `case-00000`, its set-up and
tear-down included, and the peak of memory in MB, as the last line.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Generator

import pytest

from benchmarks.measuring import peak

_TIMES: list[float] = []


def _cpu() -> float:
    """Seconds of this process; the server is another."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure the one item."""
    wall, cpu = time.perf_counter(), _cpu()
    try:
        return (yield)
    finally:
        if item.name.startswith("case-00000"):
            _TIMES[:] = [time.perf_counter() - wall, _cpu() - cpu]


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Tell it."""
    print(json.dumps([*_TIMES, peak()]))
