"""Registering by editing the client's file (12.3)."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.server.decisions.setup.conftest import STAMP, Machine


def entry(machine: Machine) -> dict[str, object]:
    return {"command": str(machine.launcher), "args": ["mcp", "--repo", str(machine.repo)]}


def backups(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.glob(f"{file.name}.backup-*"))


@pytest.mark.parametrize(
    ("client", "place", "key", "extra"),
    [
        ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers", {}),
        ("cursor", ".cursor/mcp.json", "mcpServers", {}),
        ("vscode", ".config/Code/User/mcp.json", "servers", {"type": "stdio"}),
    ],
)
def test_each_client_gets_its_entry_in_its_own_file(
    machine: Machine,
    client: str,
    place: str,
    key: str,
    extra: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = machine.setup("--client", client, "--yes")

    file = machine.home / place
    assert status == 0
    value = {key: {"switchplinth": {**extra, **entry(machine)}}}
    assert file.read_text() == json.dumps(value, indent=2) + "\n"
    assert file.stat().st_mode & 0o777 == 0o600
    printed = capsys.readouterr()
    assert printed.out.startswith(f"--- {file}\n+++ {file}\n@@ -0,0 +1,")
    assert printed.out.endswith(f"+}}\nWrote {file}\n")
    assert printed.err == ""
    assert backups(file) == []


def test_the_whole_run_prints_diff_question_result_and_backup(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text('{\n  "a": 1,\n  "mcpServers": {}\n}')

    status = machine.edit(file, typed="y\n")

    assert status == 0
    assert capsys.readouterr().out == (
        f"--- {file}\n+++ {file}\n@@ -1,4 +1,13 @@\n"
        ' {\n   "a": 1,\n-  "mcpServers": {}\n+  "mcpServers": {\n'
        '+    "switchplinth": {\n'
        f'+      "command": "{machine.launcher}",\n'
        '+      "args": [\n+        "mcp",\n+        "--repo",\n'
        f'+        "{machine.repo}"\n+      ]\n+    }}\n+  }}\n }}\n'
        f"Write {file}? [y/N] Wrote {file}\nBackup: {file}.backup-{STAMP}\n"
    )
    assert Path(f"{file}.backup-{STAMP}").read_text() == '{\n  "a": 1,\n  "mcpServers": {}\n}'


@pytest.mark.parametrize("answer", ["y\n", "yes\n", "YES\n", "  Y \t\n", "y"])
def test_a_yes_writes(machine: Machine, tmp_path: Path, answer: str) -> None:
    file = tmp_path / "mcp.json"

    status = machine.edit(file, typed=answer)

    assert status == 0
    assert file.exists()


@pytest.mark.parametrize("answer", ["", "\n", "n\n", "no\n", "yes please\n", "ja\n", "\ny\n"])
def test_anything_else_writes_nothing_and_is_status_1(
    machine: Machine, tmp_path: Path, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("{}\n")

    status = machine.edit(file, typed=answer)

    assert status == 1
    assert file.read_text() == "{}\n"
    assert backups(file) == []
    printed = capsys.readouterr()
    assert printed.out.endswith(f"Write {file}? [y/N] Nothing was written.\n")
    assert printed.err == ""


def test_the_interrupt_key_at_the_question_declines(machine: Machine, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"

    with patch("reference_server.decisions.setup.console.sys.stdin") as stdin:
        stdin.readline.side_effect = KeyboardInterrupt
        machine_type_in_kept = Machine(
            machine.repo, machine.launcher, machine.home, machine.system, lambda _: None
        )
        status = machine_type_in_kept.edit(file)

    assert status == 1
    assert not file.exists()


def test_yes_does_not_ask(machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = machine.edit(tmp_path / "mcp.json", "--yes")

    assert status == 0
    assert "[y/N]" not in capsys.readouterr().out


def test_a_dry_run_shows_the_diff_and_touches_nothing(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deep" / "mcp.json"

    status = machine.edit(file, "--dry-run", "--yes")

    assert status == 0
    assert not file.parent.exists()
    printed = capsys.readouterr().out
    assert printed.startswith(f"--- {file}\n")
    assert printed.endswith("+}\n")


def test_an_entry_already_there_is_left_alone(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mcp.json"
    machine.edit(file, "--yes")
    written = file.stat()
    capsys.readouterr()

    status = machine.edit(file)

    assert status == 0
    assert capsys.readouterr().out == f"{file} already has this entry.\n"
    assert file.stat() == written
    assert backups(file) == []


def test_another_name_is_added_beside_the_first(machine: Machine, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    machine.edit(file, "--yes")

    machine.edit(file, "--yes", "--name", "second")

    assert json.loads(file.read_text())["mcpServers"] == {
        "switchplinth": entry(machine),
        "second": entry(machine),
    }


@pytest.mark.parametrize("white", [b"", b" \t\r\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"])
def test_a_blank_file_is_as_an_empty_one_and_keeps_its_byte_order_mark(
    machine: Machine, tmp_path: Path, white: bytes
) -> None:
    file = tmp_path / "mcp.json"
    file.write_bytes(white)

    status = machine.edit(file, "--yes")

    mark = b"\xef\xbb\xbf" if white.startswith(b"\xef") else b""
    expected = json.dumps({"mcpServers": {"switchplinth": entry(machine)}}, indent=2) + "\n"
    assert status == 0
    assert file.read_bytes() == mark + expected.encode()
    assert Path(f"{file}.backup-{STAMP}").read_bytes() == white


def test_a_byte_order_mark_is_no_part_of_the_text(machine: Machine, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n')

    machine.edit(file, "--yes")

    content = file.read_bytes()
    assert content.startswith(b'\xef\xbb\xbf{"a": 1,\r\n  "mcpServers"')
    assert content.count(b"\xef\xbb\xbf") == 1


@pytest.mark.parametrize(
    ("client", "content", "message"),
    [
        ("cursor", b"{", "FILE is not valid JSON"),
        ("cursor", b'{"a": "\xff"}', "FILE is not valid JSON"),
        ("cursor", b'{"a": 1} // note', "FILE is not valid JSON"),
        ("cursor", b'{"a": 1,}', "FILE is not valid JSON"),
        ("cursor", b'{"a": 1, "a": 2}', "FILE is not valid JSON"),
        ("vscode", b'{"a": 1,,}', "FILE is not valid JSON"),
        ("vscode", b"// nothing else", "FILE is not valid JSON"),
        ("claude-desktop", b"[]", "FILE does not hold an object"),
        ("vscode", b"/* x */ 3", "FILE does not hold an object"),
        ("claude-desktop", b'{"mcpServers": []}', "mcpServers in FILE is not an object"),
        ("vscode", b'{"servers": null}', "servers in FILE is not an object"),
    ],
)
def test_a_malformed_file_is_refused_and_left_untouched(
    machine: Machine,
    tmp_path: Path,
    client: str,
    content: bytes,
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "mcp.json"
    file.write_bytes(content)

    status = machine.edit(file, "--yes", client=client)

    assert status == 3
    assert file.read_bytes() == content
    assert backups(file) == []
    printed = capsys.readouterr()
    assert printed.out == ""
    told = message.replace("FILE", str(file))
    assert printed.err == f"switchplinth setup: {told}; it was left untouched\n"


def test_comments_and_commas_of_vscode_are_kept(machine: Machine, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text('{\n\t// mine\n\t"servers": {\n\t\t"a": {}, // keep\n\t},\n}\n')

    status = machine.edit(file, "--yes", client="vscode")

    text = file.read_text()
    assert status == 0
    assert text.startswith('{\n\t// mine\n\t"servers": {\n\t\t"a": {}, // keep\n\t\t"switchplinth": {\n')
    assert text.endswith("\t\t}\n\t},\n}\n")


def test_a_file_changed_at_the_question_is_not_overwritten(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("{}")

    def change_meanwhile(_: object) -> bool:
        file.write_text('{"other": 1}')
        return True

    with patch("reference_server.decisions.setup.client_file.confirmed", change_meanwhile):
        status = machine.edit(file)

    assert status == 3
    assert file.read_text() == '{"other": 1}'
    assert backups(file) == []
    expected = f"switchplinth setup: {file} changed meanwhile; nothing was written\n"
    assert capsys.readouterr().err == expected


def test_a_file_without_a_last_line_end_still_gives_whole_diff_lines(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("{}")

    machine.edit(file, "--dry-run")

    assert "-{}\n+{\n" in capsys.readouterr().out
