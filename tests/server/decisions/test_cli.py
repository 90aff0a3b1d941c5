"""The command line (spec 1)."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from reference_server.decisions.cli import main
from reference_server.decisions.repository import load_repository
from tests.server.decisions.repositories import SAMPLE
from tests.server.decisions.servers import COMMAND, HttpServer, http_server, request, run_stdio


@pytest.mark.parametrize("command", ["mcp", "serve"])
def test_path_that_is_no_directory_is_one_line_and_status_two(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([command, "--repo", str(tmp_path / "absent")])

    captured = capsys.readouterr()
    assert status == 2
    assert captured.err == f"switchplinth {command}: {tmp_path / 'absent'} is not a directory\n"
    assert captured.out == ""


@pytest.mark.parametrize("argv", [[], ["nope"], ["mcp", "--port", "1"], ["serve", "--port", "x"]])
def test_wrong_usage_is_status_two(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    assert "usage: switchplinth" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "65536", "8e3", "\u0661"])
def test_port_out_of_range_is_named(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", f"--port={port}"]) == 2
    assert f"not a port number from 0 to 65535: {port}" in capsys.readouterr().err


def test_help_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "serve" in capsys.readouterr().out


def test_port_that_is_taken_is_one_line_and_status_three(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket(socket.AF_INET) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        status = main(["serve", "--repo", str(SAMPLE), "--port", str(port)])

    captured = capsys.readouterr()
    assert status == 3
    assert captured.err.startswith(f"switchplinth serve: cannot bind port {port}: ")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_repository_defaults_to_the_current_directory() -> None:
    done = subprocess.run(
        [*COMMAND, "mcp"],
        input=b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_decisions"}}\n',
        capture_output=True,
        cwd=SAMPLE,
        timeout=60,
        check=True,
    )

    assert b"decision-messaging" in done.stdout


def test_stdout_of_the_stdio_server_holds_messages_only() -> None:
    run = run_stdio(SAMPLE, [request(1, "tools/list")])

    assert len(run.lines) == 1
    assert run.lines[0].startswith(b'{"jsonrpc":"2.0","id":1,')


def test_server_without_a_decision_folder_starts(tmp_path: Path) -> None:
    with http_server(tmp_path) as server:
        reply = server.send("GET", "/api/v1/decisions")

    assert reply.status == 409


def test_setup_is_handed_to_the_wizard(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status = main(["setup", "--repo", str(tmp_path), "--client", "print"])

    assert status == 2
    assert "has no .decision directory" in capsys.readouterr().err


def test_every_call_reads_the_repository_anew(sample_server: HttpServer, tmp_path: Path) -> None:
    (tmp_path / ".decision" / "entities").mkdir(parents=True)
    with http_server(tmp_path) as server:
        before = server.send("GET", "/api/v1/entities/a").status
        record = '{"id":"a","kind":"k","name":"n","description":""}'
        (tmp_path / ".decision" / "entities" / "a.json").write_text(record, "utf-8")
        after = server.send("GET", "/api/v1/entities/a").status

    assert (before, after) == (404, 200)
    assert list(load_repository(tmp_path).entities) == ["a"]


def test_serve_takes_port_8000_unless_given(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Path, int]] = []

    def serve(root: Path, port: int) -> int:
        asked.append((root, port))
        return 0

    monkeypatch.setattr("reference_server.decisions.http.serve_http", serve)

    statuses = [main(["serve", "--repo", str(SAMPLE)]), main(["serve", "--repo", str(SAMPLE), "--port", "9"])]

    assert statuses == [0, 0]
    assert asked == [(SAMPLE, 8000), (SAMPLE, 9)]


def test_package_runs_as_the_command() -> None:
    command = [sys.executable, "-m", "reference_server.decisions", "mcp", "--repo", "/nowhere"]

    done = subprocess.run(command, capture_output=True, timeout=60, check=False)

    assert (done.returncode, done.stderr) == (2, b"switchplinth mcp: /nowhere is not a directory\n")
