"""What no unit test noticed: `python -m tests.proof.survivors`, behind `mutmut run`.

Prints the score of each room, and every survivor that is not in `equivalent.toml`, which gives the reason why
it makes no difference. The exit code is 1 if there is one, or if an entry of that list fits no survivor.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MUTANTS: Final = Path("mutants")
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
#: mutmut's words for a mistake that no test noticed; any other end of a test run is one that was noticed.
_ALIVE: Final = ("survived", "no tests")
_PREFIX: Final = "pytest_mcpparity."


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mistake that no test noticed: mutmut's name of it, the lines that it takes away and the new ones."""

    name: str
    gone: str
    came: str

    def __str__(self) -> str:
        return f"{self.name}\n  - {self.gone}\n  + {self.came}"


@dataclass(frozen=True, slots=True)
class Entry:
    """Survivors that were read and make no difference: regular expressions, and the reason."""

    where: str
    gone: str
    came: str
    why: str

    def fits(self, one: Survivor) -> bool:
        """Whether it speaks of this survivor."""
        return (
            re.match(self.where, one.name) is not None
            and re.search(self.gone, one.gone) is not None
            and re.search(self.came, one.came) is not None
        )


def read_entries(text: str) -> list[Entry]:
    """The entries of `equivalent.toml`: `where` and `why` always, `gone` and `came` to narrow it down."""
    entries = tomllib.loads(text).get("equivalent", [])
    return [Entry(one["where"], one.get("gone", ""), one.get("came", ""), one["why"]) for one in entries]


def unread(survivors: Iterable[Survivor], entries: Iterable[Entry]) -> tuple[list[Survivor], list[Entry]]:
    """The survivors that no entry fits, and the entries that fit no survivor."""
    left, idle = list(survivors), list(entries)
    all_entries = tuple(idle)
    for one in tuple(left):
        fitting = [entry for entry in all_entries if entry.fits(one)]
        if fitting:
            left.remove(one)
            idle = [entry for entry in idle if entry not in fitting]
    return left, idle


def room(name: str) -> str:
    """The room of a mistake: `explain` of `explain.whole.x__word__mutmut_1`."""
    return name.partition(".")[0]


def changed_lines(diff: str) -> tuple[str, str]:
    """What a unified diff takes away and what it puts there, each on one line."""
    gone, came = (
        [line[1:].strip() for line in diff.splitlines() if line[:1] == sign and line[:3] != sign * 3]
        for sign in "-+"
    )
    return " ".join(gone), " ".join(came)


def read_codes(folder: Path) -> Iterator[Mapping[str, int | None]]:
    """The exit code of the tests for each mistake, file by file; None for one that was not tried."""
    for file in sorted(folder.rglob("*.meta")):
        yield json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]


def main() -> int:
    """Print the scores and what has to be read."""
    status = importlib.import_module("mutmut.stats").status_by_exit_code
    differ = importlib.import_module("mutmut.mutation.diff_apply").get_diff_for_mutant
    tried: Counter[str] = Counter()
    alive: list[Survivor] = []
    for codes in read_codes(MUTANTS):
        for name, code in codes.items():
            if status[code] == "not checked":
                continue
            short = name.removeprefix(_PREFIX)
            tried[room(short)] += 1
            if status[code] in _ALIVE:
                alive.append(Survivor(short, *changed_lines(differ(name))))
    left, idle = unread(alive, read_entries(EQUIVALENT.read_text(encoding="utf-8")))
    print(*left, *(f"equivalent.toml: {one.where} fits no survivor: remove it" for one in idle), sep="\n")
    living, open_ = (Counter(room(one.name) for one in some) for some in (alive, left))
    for name, count in sorted(tried.items()):
        found = count - living[name]
        print(
            f"{name}: {count} mistakes, {found} found ({found / count:.1%}), "
            f"{living[name] - open_[name]} equivalent, {open_[name]} to be read"
        )
    return 1 if left or idle else 0


if __name__ == "__main__":
    sys.exit(main())
