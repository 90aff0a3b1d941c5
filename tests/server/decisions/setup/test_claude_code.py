"""Registering through `claude mcp add` (12.2), with a stand-in for `claude` on PATH."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.server.decisions.setup.conftest import Machine

STAND_IN = """\
#!{python}
import json, os, sys
with open({log!r}, "w") as log:
    json.dump({{"argv": sys.argv[1:], "cwd": os.getcwd()}}, log)
print("added to your config")
print("a warning", file=sys.stderr)
sys.exit({status})
"""


def put_claude(machine: Machine, folder: Path, status: int = 0) -> Machine:
    folder.mkdir()
    claude = folder / "claude"
    log = str(folder / "log.json")
    claude.write_text(STAND_IN.format(python=sys.executable, log=log, status=status))
    claude.chmod(0o755)
    return machine.on(environ={"PATH": f"{folder}{os.pathsep}/usr/bin"})


def vector(machine: Machine, scope: str = "user", name: str = "switchplinth") -> list[str]:
    add = ["mcp", "add", "--transport", "stdio", "--scope", scope, name, "--"]
    return [*add, str(machine.launcher), "mcp", "--repo", str(machine.repo)]


def called(folder: Path) -> dict[str, object]:
    value = json.loads((folder / "log.json").read_text())
    assert isinstance(value, dict)
    return value


def test_claude_is_called_with_the_exact_arguments_in_the_repository(
    machine: Machine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "path"
    with_claude = put_claude(machine, folder)

    status = with_claude.setup("--client", "claude-code", typed="yes\n")

    assert status == 0
    assert called(folder) == {"argv": vector(machine), "cwd": str(machine.repo)}
    printed = capfd.readouterr()
    shown = shlex.join(["claude", *vector(machine)])
    assert printed.out == f"$ {shown}\nRun this? [y/N] added to your config\n"
    assert printed.err == "a warning\n"


@pytest.mark.parametrize("scope", ["user", "local", "project"])
def test_scope_and_name_are_passed_on(machine: Machine, tmp_path: Path, scope: str) -> None:
    folder = tmp_path / "path"
    with_claude = put_claude(machine, folder)

    with_claude.setup("--client", "claude-code", "--claude-scope", scope, "--name", "sp-2", "--yes")

    assert called(folder)["argv"] == vector(machine, scope, "sp-2")


def test_yes_does_not_ask(machine: Machine, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with_claude = put_claude(machine, tmp_path / "path")

    with_claude.setup("--client", "claude-code", "--yes")

    assert "[y/N]" not in capfd.readouterr().out


def test_declining_starts_nothing(
    machine: Machine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "path"
    with_claude = put_claude(machine, folder)

    status = with_claude.setup("--client", "claude-code", typed="n\n")

    assert status == 1
    assert not (folder / "log.json").exists()
    assert capfd.readouterr().out.endswith("Run this? [y/N] Nothing was written.\n")


def test_a_dry_run_shows_the_command_and_starts_nothing(
    machine: Machine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "path"
    with_claude = put_claude(machine, folder)

    status = with_claude.setup("--client", "claude-code", "--dry-run", "--yes")

    assert status == 0
    assert not (folder / "log.json").exists()
    assert capfd.readouterr().out == f"$ {shlex.join(['claude', *vector(machine)])}\n"


def test_a_failing_claude_gives_its_status(
    machine: Machine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with_claude = put_claude(machine, tmp_path / "path", status=7)

    status = with_claude.setup("--client", "claude-code", "--yes")

    assert status == 3
    expected = "a warning\nswitchplinth setup: claude mcp add failed with status 7\n"
    assert capfd.readouterr().err == expected


def test_no_claude_on_path_is_said_so(machine: Machine, capfd: pytest.CaptureFixture[str]) -> None:
    status = machine.setup("--client", "claude-code", "--yes")

    assert status == 3
    assert capfd.readouterr().err == "switchplinth setup: there is no claude command on PATH\n"


def test_a_claude_that_cannot_start_is_one_line(
    machine: Machine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with_claude = put_claude(machine, tmp_path / "path")
    (tmp_path / "path" / "claude").write_text("#!/absent/interpreter\n")

    status = with_claude.setup("--client", "claude-code", "--yes")

    assert status == 3
    printed = capfd.readouterr().err
    assert printed.startswith(f"switchplinth setup: {tmp_path / 'path' / 'claude'} cannot be started: ")
    assert printed.count("\n") == 1


def test_awkward_paths_are_quoted_when_shown(
    machine: Machine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "it's a repo; rm"
    (odd / ".decision").mkdir(parents=True)

    machine.setup("--client", "claude-code", "--dry-run", "--repo", str(odd))

    shown = capfd.readouterr().out.removeprefix("$ ")
    assert shlex.split(shown)[-1] == str(odd)
