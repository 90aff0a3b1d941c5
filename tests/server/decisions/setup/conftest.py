"""A machine of the test's own: a repository, a home and an environment."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reference_server.decisions.setup import main
from reference_server.decisions.setup.system import System

NOON = datetime(2026, 3, 4, 12, 5, 6, tzinfo=UTC)
STAMP = "20260304T120506Z"


@dataclass(frozen=True)
class Machine:
    """Runs the wizard; `repo`, `launcher` and `home` are absolute."""

    repo: Path
    launcher: Path
    home: Path
    system: System
    type_in: Callable[[str], None]

    def on(self, **changes: object) -> Machine:
        """The same machine with another platform, environment, home, program or clock."""
        return replace(self, system=replace(self.system, **changes))  # type: ignore[arg-type]

    def setup(self, *argv: str, typed: str = "") -> int:
        self.type_in(typed)
        known = ["--repo", str(self.repo), "--launcher", str(self.launcher)]
        return main([*known, *argv], self.system)

    def edit(self, file: Path, *argv: str, client: str = "cursor", typed: str = "") -> int:
        return self.setup("--client", client, "--config", str(file), *argv, typed=typed)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    repo = tmp_path / "repo"
    (repo / ".decision").mkdir(parents=True)
    home = tmp_path / "home"
    home.mkdir()
    system = System(
        platform="linux",
        environ={},
        home=str(home),
        program=str(tmp_path / "pytest"),
        clock=lambda: NOON,
    )

    def type_in(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))

    return Machine(repo, tmp_path / "bin" / "switchplinth", home, system, type_in)
