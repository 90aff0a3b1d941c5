"""Processes: how they start, how they end, and that none is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.session import descendants
from pytest_mcpparity.session.process import Exit, Launch, nearest_command, start
from pytest_mcpparity.session.transport import Signal
from pytest_mcpparity.session.transport.stdio import StdioTransport
from tests.server.conversing import faulty

ROOT = Path(__file__).resolve().parents[2]


def script(code: str) -> Launch:
    return Launch((sys.executable, "-c", textwrap.dedent(code)), ROOT, dict(os.environ), "python -c …")


def named(program: str, cwd: Path = ROOT) -> Launch:
    return Launch((program,), cwd, dict(os.environ), program)


@pytest.mark.parametrize(
    ("ended", "text"),
    [
        (Exit(3, None), "exited with code 3"),
        (Exit(0, None), "exited with code 0"),
        (Exit(None, 11), "was ended by SIGSEGV"),
        (Exit(None, 99), "was ended by signal 99"),
    ],
)
def test_an_end_is_told_in_words(ended: Exit, text: str) -> None:
    assert ended.text == text


def test_a_command_that_is_not_there_is_told_with_the_nearest_one(tmp_path: Path) -> None:
    tool = tmp_path / "weather-server"
    tool.write_text("#!/bin/sh\n", encoding="ascii")
    tool.chmod(0o755)
    launch = Launch(("wether-server",), ROOT, {"PATH": str(tmp_path)}, "wether-server --now")

    with pytest.raises(StartFault) as raised:
        start(launch)

    assert str(raised.value) == (
        "cannot start `wether-server --now`: No such file or directory: wether-server; "
        "the nearest command on PATH is weather-server"
    )


def test_nothing_near_is_said_too(tmp_path: Path) -> None:
    launch = Launch(("wether-server",), ROOT, {"PATH": str(tmp_path)}, "wether-server")

    with pytest.raises(StartFault, match="no command on PATH is near to it"):
        start(launch)


def test_a_file_near_that_cannot_be_run_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "weather-server").write_text("", encoding="ascii")

    assert nearest_command("wether-server", str(tmp_path)) is None


def test_a_file_that_cannot_be_run_is_told_with_the_systems_reason(tmp_path: Path) -> None:
    program = tmp_path / "server"
    program.write_text("", encoding="ascii")

    with pytest.raises(StartFault, match=r"cannot start `.*`: Permission denied"):
        start(named(str(program)))


def test_an_interpreter_that_is_not_there_is_told(tmp_path: Path) -> None:
    program = tmp_path / "server"
    program.write_text("#!/nowhere/python\n", encoding="ascii")
    program.chmod(0o755)

    with pytest.raises(StartFault, match="the interpreter that its first line names does not"):
        start(named(str(program)))


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StartFault, match=r"was to start in the folder .*gone, which does not exist"):
        start(named(sys.executable, tmp_path / "gone"))


def test_a_null_byte_in_a_command_is_told() -> None:
    with pytest.raises(StartFault, match=r"cannot start `a\\u0000b`: embedded null byte"):
        start(named("a\0b"))


def test_a_system_that_cannot_poll_pipes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pytest_mcpparity.session.transport.pipes", None)

    with pytest.raises(StartFault, match="this system cannot poll pipes"):
        StdioTransport(script(""), 10)


def test_stderr_is_kept_to_its_last_256_kib_and_shown_visibly() -> None:
    code = r"""
    import os
    os.write(2, b"first\n")
    for number in range(5000):
        os.write(2, b"%0200d\n" % number)
    os.write(2, b"\x1b[31mlast\xff\n")
    """
    transport = StdioTransport(script(code), 1000)

    received = transport.receive(time.monotonic() + 20)
    everything = transport.stderr_tail(10_000)
    tail = transport.stderr_tail(2)
    transport.kill()

    assert received is Signal.CLOSED
    assert "first" not in everything
    assert 250_000 < len(everything) < 263_000
    assert tail.split("\n")[-1] == "\\u001b[31mlast\\xff"


@pytest.mark.parametrize("told_by_the_system", [True, False])
def test_a_target_whose_child_keeps_the_pipe_is_still_seen_to_die(
    told_by_the_system: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not told_by_the_system:
        monkeypatch.delattr(os, "pidfd_open", raising=False)
    code = """
    import os, subprocess, sys
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    print("line", flush=True)
    os._exit(7)
    """
    transport = StdioTransport(script(code), 1000)

    received = [transport.receive(time.monotonic() + 30) for _ in range(2)]
    ended = transport.exit(5.0)
    transport.kill()

    assert received == [b"line", Signal.CLOSED]
    assert ended == Exit(7, None)


def test_lines_within_the_limit_come_before_the_one_over_it() -> None:
    transport = StdioTransport(script("print('x' * 10); print('y' * 11)"), 10)

    received = [transport.receive(time.monotonic() + 20) for _ in range(2)]
    transport.kill()

    assert received == [b"x" * 10, Signal.OVERSIZED]


def test_another_thread_can_wake_a_wait() -> None:
    transport = StdioTransport(script("import sys; sys.stdin.read()"), 10)
    transport.wake()

    received = transport.receive(time.monotonic() + 20)
    transport.kill()
    transport.wake()  # does no harm afterwards

    assert received is Signal.WOKEN


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "fault", ["leaves-child", "leaves-child-with-pipes", "leaves-session", "leaves-daemon"]
)
def test_what_a_target_leaves_behind_is_named_and_killed(fault: str) -> None:
    session = faulty(fault)

    (finding,) = session.end().findings

    pid = int(finding.detail.rpartition("(")[2].rstrip(")"))
    assert "left behind python" in finding.detail
    assert not runs(pid)


def runs(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        stat = descendants._stat(pid)
        if stat is None or stat[1] in "ZX":
            return False
        time.sleep(0.01)
    return True


FORGOTTEN = """
import sys
sys.path.insert(0, {root!r})
from tests.server.conversing import ask, faulty
session = faulty({fault!r})
print(session._talk.transport.pid, flush=True)
{end}
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("end", ["", "sys.exit(3)", "raise KeyboardInterrupt", "del session"])
def test_a_session_that_was_forgotten_ends_with_the_interpreter(end: str) -> None:
    code = FORGOTTEN.format(root=str(ROOT), fault="ignores-sigterm", end=end)

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )

    assert not runs(int(done.stdout))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_an_interrupted_call_leaves_no_process() -> None:
    code = FORGOTTEN.format(root=str(ROOT), fault="hang-in-call", end="ask(session, timeout=100)")
    running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    pid = int(running.stdout.readline())
    time.sleep(0.2)

    running.send_signal(signal.SIGINT)
    _, stderr = running.communicate(timeout=60)

    assert b"KeyboardInterrupt" in stderr
    assert not runs(pid)


def test_a_target_leads_a_process_group_of_its_own() -> None:
    transport = StdioTransport(script("import sys; sys.stdin.read()"), 10)

    group = os.getpgid(transport.pid)
    transport.kill()

    assert group == transport.pid
