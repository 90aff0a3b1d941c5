"""Measuring: children that run to their end, two of them in turn, and a figure held to its limit.

Wall time is what the promises are about. Processor time stands beside it, because a machine that is shared
with others makes the wall swing; of several rounds the median counts.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
#: The user's environment without what would change how Python and pytest run: compiled modules are kept,
#: as they are wherever packages are installed.
PLAIN_ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith(("PYTHON", "PYTEST_")) and name not in ("CI", "GITHUB_ACTIONS")
}
#: The environment of every child: only the plugins that are named take part, and nobody's options.
ENVIRONMENT = {
    **PLAIN_ENVIRONMENT,
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTHONPATH": str(REPOSITORY),  # where `-p benchmarks.…` is found
}
#: Loads the plugin where no entry point is looked at.
OURS = ("-p", "pytest_mcpparity.plugin")


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of wall and of processor time (user and system, with all children that were waited for)."""

    wall: float
    cpu: float

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.wall + other.wall, self.cpu + other.cpu)


def run_child(
    arguments: Sequence[str], folder: Path, environment: Mapping[str, str] = ENVIRONMENT, code: int = 0
) -> Spent:
    """What `python` with `arguments` costs from start to end, in `folder`.

    Raises:
        RuntimeError: it ends with another exit code than `code`; the text is what it wrote.
    """
    before, start = _children_cpu(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        errors="backslashreplace",
        check=False,
    )
    wall = time.perf_counter() - start
    if done.returncode != code:
        told = f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        raise RuntimeError(f"{' '.join(arguments)} ended with {done.returncode}, not {code}:\n{told}")
    return Spent(wall, _children_cpu() - before)


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def numbers_of(arguments: Sequence[str], folder: Path) -> list[float]:
    """What a child measured of itself: the JSON array of numbers that is its last line; any exit code."""
    said = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, check=False
    )
    numbers: list[float] = json.loads(said.stdout.splitlines()[-1])
    return numbers


def child_says(arguments: Sequence[str], folder: Path) -> Spent:
    """The first two numbers that a child gives of itself: seconds of wall and of processor time."""
    wall, cpu, *_ = numbers_of(arguments, folder)
    return Spent(wall, cpu)


def peak() -> float:
    """The most memory that this process has had, in MB."""
    divisor = 1_000_000 if sys.platform == "darwin" else 1000
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / divisor


def in_turn(
    first: Callable[[], Spent], second: Callable[[], Spent], rounds: int
) -> tuple[list[Spent], list[Spent]]:
    """A B A B …: what each round of both cost, so that a slow moment of the machine meets both."""
    firsts: list[Spent] = []
    seconds: list[Spent] = []
    for _ in range(rounds):
        firsts.append(first())
        seconds.append(second())
    return firsts, seconds


def median(spent: Sequence[Spent]) -> Spent:
    """The median of wall and that of processor time, each by itself."""
    return Spent(statistics.median(one.wall for one in spent), statistics.median(one.cpu for one in spent))


def say_ratio(what: str, ours: Sequence[Spent], theirs: Sequence[Spent], limit: float) -> bool:
    """Print the ratio of two medians beside its limit; tell whether it is kept."""
    upper, lower = median(ours), median(theirs)
    beside = (
        f"{upper.wall:.3f} s ÷ {lower.wall:.3f} s; processor {upper.cpu:.3f} s ÷ {lower.cpu:.3f} s"
        f" = {upper.cpu / max(lower.cpu, 1e-9):.2f}; {len(ours)} rounds"
    )
    return say(what, upper.wall / lower.wall, limit, "", beside)


def say(what: str, figure: float, limit: float, unit: str, beside: str = "") -> bool:
    """Print one figure beside its limit; tell whether it is kept."""
    kept = figure <= limit
    tail = f"  ({beside})" if beside else ""
    print(
        f"{'ok    ' if kept else 'missed'}  {what}: {figure:.3g}{unit}, limit {limit:g}{unit}{tail}",
        flush=True,
    )
    return kept
