"""Faults of the process: it dies, hangs, floods, does not end, or leaves others behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

from reference_server.faults import sound
from reference_server.faults.answers import Fault
from reference_server.faults.framing import TOOL, write_error
from reference_server.faults.server import Message, Server, is_call, write

LATE = 1.0
FLOOD = b"x" * 65536
LOG_LINE = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"again"}}\n'


def in_call(act: Callable[[Message], None]) -> Fault:
    """A fault that acts before a call of `greet` is answered."""

    def install(server: Server) -> None:
        server.before.append(lambda request: act(request) if is_call(request, TOOL) else None)

    return install


def _at_end(act: Callable[[], None]) -> Fault:
    return lambda server: server.at_end.append(act)


def _at_start(act: Callable[[], None]) -> Fault:
    return lambda _server: act()


def _die(code: int) -> None:
    write_error(f"fatal: cannot go on\ngiving up with code {code}")
    os._exit(code)


def _die_in_line(_request: Message) -> None:
    write(b'{"jsonrpc":"2.0","id":')
    _die(3)


def _die_by_signal(_request: Message) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _sleep() -> None:
    while True:
        time.sleep(3600)


def _die_after(server: Server) -> None:
    def act(request: Message) -> None:
        if is_call(request, TOOL):
            time.sleep(0.1)
            _die(5)

    server.after.append(act)


def _close_output(_request: Message) -> None:
    os.close(1)
    _sleep()


def _close_input(_request: Message) -> None:
    os.close(0)
    _sleep()


def _stop_reading(server: Server) -> None:
    def act(request: Message) -> None:
        if request["method"] == "tools/list":
            _sleep()

    server.after.append(act)


def _endless_line(_request: Message) -> None:
    while True:
        write(FLOOD)


def _endless_lines(_request: Message) -> None:
    while True:
        write(LOG_LINE)


def _oversized(_request: Message) -> None:
    write(
        b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"' + b"z" * 2_000_000 + b'"}}\n'
    )


def _flood_stderr(_request: Message) -> None:
    for _ in range(64):
        os.write(2, b"e" * 65535 + b"\n")


def _ignore_everything() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _sleep()


_SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


def _leave_child() -> None:
    subprocess.Popen(_SLEEPER, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _leave_child_with_pipes() -> None:
    subprocess.Popen(_SLEEPER)


def _leave_session() -> None:
    """A child that leaves the process group and all pipes, but is still a child when the input ends."""
    quiet = subprocess.DEVNULL
    subprocess.Popen(_SLEEPER, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)


def _leave_daemon() -> None:
    """A grandchild that leaves the process group and whose parent is gone: only our pipes tell of it."""
    code = f"import subprocess; subprocess.Popen({_SLEEPER!r}, start_new_session=True)"
    subprocess.run([sys.executable, "-c", code], check=True)


def _only_handshake(server: Server) -> None:
    """As the oldest servers: an unknown method is never answered, and the server is dead after it."""
    server.stateless = False
    server.before.append(lambda request: _sleep() if request["method"] == "server/discover" else None)


def _only_stateless(server: Server) -> None:
    def alter(request: Message, body: Message) -> Message:
        if request["method"] != "initialize":
            return body
        return {"error": sound.UNSUPPORTED}

    server.bodies.append(alter)


def _only_old(server: Server) -> None:
    server.revisions = ("2024-11-05",)
    server.stateless = False


def _without_server_info(server: Server) -> None:
    def alter(request: Message, body: Message) -> Message:
        if request["method"] == "initialize":
            del body["result"]["serverInfo"]
        return body

    server.bodies.append(alter)


FAULTS: dict[str, Fault] = {
    "crash-in-call": in_call(lambda _request: _die(3)),
    "crash-in-line": in_call(_die_in_line),
    "crash-by-signal": in_call(_die_by_signal),
    "crash-after-answer": _die_after,
    "hang-in-call": in_call(lambda _request: _sleep()),
    "late-answer": in_call(lambda _request: time.sleep(LATE)),
    "stops-reading": _stop_reading,
    "closes-output": in_call(_close_output),
    "closes-input": in_call(_close_input),
    "endless-line": in_call(_endless_line),
    "endless-lines": in_call(_endless_lines),
    "oversized": in_call(_oversized),
    "floods-stderr": in_call(_flood_stderr),
    "exit-code": _at_end(lambda: _die(3)),
    "ignores-end": _at_end(_sleep),
    "ignores-sigterm": _at_end(_ignore_everything),
    "unfinished-line": _at_end(lambda: write(b"bye")),
    "leaves-child": _at_end(_leave_child),
    "leaves-child-with-pipes": _at_end(_leave_child_with_pipes),
    "leaves-session": _at_start(_leave_session),
    "leaves-daemon": _at_start(_leave_daemon),
    "exits-at-start": _at_start(lambda: _die(4)),
    "silent-at-start": _at_start(_sleep),
    "only-handshake": _only_handshake,
    "only-stateless": _only_stateless,
    "only-old": _only_old,
    "without-server-info": _without_server_info,
}
