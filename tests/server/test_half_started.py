"""What fails while a session is put together leaves no process, no thread and no open file."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.session.transport.stdio import StdioTransport
from tests.server.conversing import faulty, launch

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")


def held() -> tuple[int, str, int]:
    """How many files are open, which children live, how many threads there are."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
    return len(list(Path("/proc/self/fd").iterdir())), children, threading.active_count()


def test_a_target_whose_pipes_cannot_be_watched_is_ended_and_the_reason_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(descriptor: int, blocking: bool) -> NoReturn:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(os, "set_blocking", refuse)
    before = held()

    with pytest.raises(StartFault, match=r"cannot start `python -c .*`: Too many open files"):
        StdioTransport(launch("-c", "import time; time.sleep(60)"), 1000)

    assert held() == before


def test_a_session_that_the_sdk_cannot_make_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> NoReturn:
        raise RuntimeError("no session")

    faulty("none").end()  # what is imported and opened once
    monkeypatch.setattr("mcp.ClientSession", refuse)
    before = held()

    with pytest.raises(RuntimeError, match="no session"):
        faulty("none")

    assert held() == before
