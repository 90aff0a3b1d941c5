"""The command that clients start: `switchplinth mcp --repo REPO` (12.1)."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from reference_server.decisions.cli import main
from tests.server.decisions.repositories import SAMPLE
from tests.server.decisions.servers import tool_call

SCRIPT = Path(sys.executable).parent / "switchplinth"


def test_installed_command_is_the_command_line_of_the_server() -> None:
    (script,) = entry_points(group="console_scripts", name="switchplinth")

    assert script.load() is main


def test_command_answers_a_client_that_starts_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(SCRIPT), "mcp", "--repo", str(SAMPLE)],
        cwd=tmp_path,
        input=json.dumps(tool_call(1, "inspect_entity", {"entity_id": "nobody"})).encode() + b"\n",
        capture_output=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["result"]["content"] == [
        {"type": "text", "text": 'Unknown entity: "nobody".'}
    ]


def test_setup_registers_the_running_command_by_default(tmp_path: Path) -> None:
    (tmp_path / ".decision").mkdir()

    done = subprocess.run(
        [str(SCRIPT), "setup", "--repo", str(tmp_path), "--client", "print"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert f'"command": "{SCRIPT.absolute()}"' in done.stdout
    assert f"-- {SCRIPT.absolute()} mcp --repo {tmp_path}" in done.stdout


def test_command_line_is_that_of_the_process_where_none_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["switchplinth", "mcp", "--repo", str(tmp_path / "absent")])

    status = main()

    assert status == 2
    assert capsys.readouterr().err == f"switchplinth mcp: {tmp_path / 'absent'} is not a directory\n"
