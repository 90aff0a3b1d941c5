"""The snippets to copy (12.5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.decisions.setup.conftest import Machine

EXPECTED = """\
# claude-code
claude mcp add --transport stdio --scope user sp -- {launcher} mcp --repo {repo}

# claude-desktop: {home}/.config/Claude/claude_desktop_config.json
{{
  "mcpServers": {{
    "sp": {{
      "command": "{launcher}",
      "args": [
        "mcp",
        "--repo",
        "{repo}"
      ]
    }}
  }}
}}

# cursor: {home}/.cursor/mcp.json
{{
  "mcpServers": {{
    "sp": {{
      "command": "{launcher}",
      "args": [
        "mcp",
        "--repo",
        "{repo}"
      ]
    }}
  }}
}}

# vscode: {home}/.config/Code/User/mcp.json
{{
  "servers": {{
    "sp": {{
      "type": "stdio",
      "command": "{launcher}",
      "args": [
        "mcp",
        "--repo",
        "{repo}"
      ]
    }}
  }}
}}
"""


def test_every_snippet_is_printed_to_the_byte(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    status = machine.setup("--client", "print", "--name", "sp")

    printed = capsys.readouterr()
    assert status == 0
    assert printed.err == ""
    assert printed.out == EXPECTED.format(launcher=machine.launcher, repo=machine.repo, home=machine.home)


def test_print_writes_nothing(machine: Machine, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))

    machine.setup("--client", "print", "--yes")

    assert sorted(tmp_path.rglob("*")) == before


def test_print_names_the_files_of_the_running_system(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = {"APPDATA": r"C:\Roaming", "USERPROFILE": r"C:\ann"}

    machine.on(platform="win32", environ=environ).setup("--client", "print")

    printed = capsys.readouterr().out
    assert "# claude-desktop: C:\\Roaming\\Claude\\claude_desktop_config.json\n" in printed
    assert "# cursor: C:\\ann\\.cursor\\mcp.json\n" in printed
