"""`mcpparity init` as a program of its own: killed half-way, and on servers that others wrote (spec § 5)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.plugin.conftest import raw_server
from tests.targets.playing import play as play_apart
from tests.targets.releases import TARGETS

#: The command line as it is installed beside Python.
PROGRAM = str(Path(sys.executable).with_name("mcpparity"))
READ_ONLY = '"annotations": {"readOnlyHint": True}'


def test_a_killed_run_leaves_nothing(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    server = raw_server(
        tmp_path,
        f"""
        def slow(_):
            open({str(pid_file)!r}, "w").write(str(os.getpid()))
            time.sleep(60)
        serve({{"slow": slow}}, described={{"slow": {{{READ_ONLY}}}}})
        """,
    )
    own = tmp_path / "own"
    own.mkdir()
    words = ["init", "--server", server.removeprefix("--mcp-server="), "--out", "new/first"]
    running = subprocess.Popen(
        [PROGRAM, *words],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(own)},
    )
    deadline = time.monotonic() + 30
    while not (pid_file.exists() and pid_file.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)

    running.send_signal(signal.SIGTERM)
    running.wait(30)

    assert running.returncode == 128 + signal.SIGTERM
    assert not (tmp_path / "new").exists()
    assert list(own.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


def _init_apart(name: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    target = TARGETS[name]
    words = ["init", "--server", target.command(), "--out", "suites/first", *options]
    words += [word for one in target.environment for word in ("--env", one)]
    return subprocess.run(
        [PROGRAM, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "options", "tools"),
    [
        pytest.param("memory@2026.8.31", ("--all-tools",), 9, id="memory"),
        pytest.param("sqlite@2025.4.25/sdk1.30", ("--all-tools",), 6, id="sqlite", marks=pytest.mark.heavy),
        pytest.param("time@2026.10.19", (), 2, id="time", marks=pytest.mark.heavy),
        pytest.param("calculator@0.2.1", ("--all-tools",), 1, id="calculator", marks=pytest.mark.heavy),
    ],
)
def test_the_suite_of_a_server_that_others_wrote_passes_twice(
    tmp_path: Path, name: str, options: tuple[str, ...], tools: int
) -> None:
    written = _init_apart(name, tmp_path, *options)

    assert written.returncode == 0, written.stderr
    assert f" of {tools} tool" in written.stdout
    for _ in range(2):
        outcome = play_apart(tmp_path / "suites" / "first", TARGETS[name].options(), tmp_path)
        assert outcome.failed == {}, outcome.output
        assert outcome.exit_code == 0
