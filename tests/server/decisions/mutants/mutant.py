"""What a mutant is: one text of the server's source replaced by another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SAMPLE = "decisions"
EDGES = "decisions-edges"
BOTH = (SAMPLE, EDGES)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutation of one module of `reference_server.decisions`.

    `file` counts from that package. `old` stands there exactly once. `suites` are those that are
    played against it; `survives` says why none of them can notice, and is None where one must.
    """

    name: str
    file: str
    old: str
    new: str
    suites: tuple[str, ...] = BOTH
    survives: str | None = None

    def apply(self, package: Path) -> None:
        """Mutate the copy of the package at `package`; raises ValueError where `old` is not there once."""
        path = package / self.file
        source = path.read_text("utf-8")
        count = source.count(self.old)
        if count != 1:
            raise ValueError(f"mutant {self.name}: its text stands {count} times in {self.file}, not once")
        path.write_text(source.replace(self.old, self.new), "utf-8")
