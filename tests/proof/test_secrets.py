"""A planted secret is in nothing that a run prints, writes or keeps, whichever report is asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.plugin.conftest import contents, raw_server, small_suite
from tests.proof.misbehaving import Message

REPOSITORY = Path(__file__).parents[2]
ENVIRONMENT, HEADER = "0123456789-planted-in-env", "9876543210-planted-in-header"
#: What betrays them, wherever they are cut short.
TELLING = (b"012345678", b"987654321")
SUITE = """
[case.same]
tool = "a"
[case.other]
tool = "b"
"""


class _Echo(BaseHTTPRequestHandler):
    """An MCP server over HTTP that tells every header that it was sent."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = b"" if "id" not in asked else json.dumps(self._answer(asked)).encode()
        self.send_response(200 if body else 202)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _answer(self, asked: Message) -> Message:
        told = f"you sent {self.headers.get('authorization')}"
        tools = [{"name": name, "description": told, "inputSchema": {"type": "object"}} for name in "ab"]
        agreed = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "instructions": told,
                  "serverInfo": {"name": told, "version": "1"}}  # fmt: skip
        result = {"initialize": agreed, "tools/list": {"tools": tools}}.get(
            asked["method"], {"content": [{"type": "text", "text": f"{told} {self.server.server_address}"}]}
        )
        return {"jsonrpc": "2.0", "id": asked["id"], "result": result}

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/mcp"
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def _set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROOF_ENV", ENVIRONMENT)
    monkeypatch.setenv("PROOF_HEADER", HEADER)


def run(folder: Path, *options: str) -> str:
    """Run pytest on the suites in `folder` with every report there is; what it printed."""
    reports = ["--mcp-report=report.json", "--mcp-report=report.html", "--junit-xml=junit.xml", "-vv", "-rA"]
    summary = folder / "step-summary.md"
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "GITHUB_ACTIONS")}
    actions = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary), "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:randomly", *reports, *options, "suites"],
        cwd=folder, capture_output=True, text=True, check=False, env={**kept, **actions},
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout + done.stderr


def told(folder: Path, *printed: str) -> list[str]:
    """The files, and `printed`, that hold a part of a secret."""
    everything = {**contents(folder), **{f"output {n}": text.encode() for n, text in enumerate(printed, 1)}}
    return [name for name, data in everything.items() if any(one in data for one in TELLING)]


def test_a_secret_of_the_environment_is_told_nowhere(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    small_suite(tmp_path, SUITE)
    body = (
        'SECRET = os.environ["PROOF_ENV"]\nprint(SECRET, file=sys.stderr, flush=True)\n'
        'serve({"a": lambda _: SECRET, "b": lambda _: SECRET + KIND}, name=SECRET, instructions=SECRET)\n'
    )
    first = raw_server(tmp_path, 'KIND = "1"\n' + body, "first.py")
    second = raw_server(tmp_path, 'KIND = "2"\n' + body, "second.py")

    recorded = run(tmp_path, first, "--mcp-env=PROOF_ENV", "--mcp-record")
    compared = run(tmp_path, second, "--mcp-env=PROOF_ENV")
    parallel = run(tmp_path, second, "--mcp-env=PROOF_ENV", "-n2")

    assert "block 1: line 1" in compared
    assert told(tmp_path, recorded, compared, parallel) == []


def test_a_secret_of_a_header_is_told_nowhere(tmp_path: Path, url: str) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    folder = small_suite(tmp_path, SUITE)
    header = "--mcp-header=Authorization: Bearer $PROOF_HEADER"

    recorded = run(tmp_path, f"--mcp-server={url}", header, "--mcp-record")
    answer = folder / "answers" / "other.answer"
    shown = answer.read_text()
    answer.write_text(shown.replace("you sent", "you gave"))
    compared = run(tmp_path, f"--mcp-server={url}", header)

    assert "{PROOF_HEADER}" in shown
    assert "other" in compared
    assert told(tmp_path, recorded, compared) == []


def test_a_secret_that_is_told_is_found(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text(f"Bearer {HEADER}")

    assert told(tmp_path, "nothing", ENVIRONMENT[:12]) == ["kept", "output 2"]
