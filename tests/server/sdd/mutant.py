"""A mutant: a copy of the SDD server with one small mistake in it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[3] / "reference_server"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake: in `module`, a path below `reference_server`, `old` becomes `new`.

    `old` stands there exactly once.
    """

    name: str
    module: str
    old: str
    new: str

    def write(self, into: Path) -> Path:
        """Copy the server with the mistake into the folder `into`, which becomes an import path.

        Raises:
            ValueError: `old` does not stand in the module exactly once.
        """
        path = into / "reference_server"
        shutil.copytree(SOURCES, path, ignore=shutil.ignore_patterns("__pycache__"))
        module = path / self.module
        text = module.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(
                f"mutant {self.name}: {self.module} holds the text to replace {text.count(self.old)} times"
            )
        module.write_text(text.replace(self.old, self.new), encoding="utf-8")
        return into
