"""SIGTERM ends a run as Ctrl-C does: in order, and leaves no target and no workspace behind (spec § 3)."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import pytest


@contextmanager
def orderly_end() -> Generator[None]:
    """While this is entered, SIGTERM ends the run in order; a handler of somebody else is left alone."""
    mine = threading.current_thread() is threading.main_thread()
    if not mine or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # once is enough: what follows is the end
    pytest.exit("ended by SIGTERM", returncode=128 + number)
