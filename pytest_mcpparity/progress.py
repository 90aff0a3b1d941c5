"""One line that says what is going on, where that takes long; pytest's own progress is left alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, Protocol, TypeAlias

import pytest

#: So long nothing is said, in seconds; and so long one wording stays, once something is.
PATIENCE: Final = 2.0
_STAYS: Final = 0.1


class Timer(Protocol):
    """What `threading.Timer` gives: started once, cancelled at any time."""

    def start(self) -> None:
        """Begin to wait."""

    def cancel(self) -> None:
        """Do not call any more."""


MakeTimer: TypeAlias = Callable[[float, Callable[[], None]], Timer]


class Progress:
    """Shows the last wording once `PATIENCE` is over, and then each new one; `finish` ends the line."""

    def __init__(
        self,
        show: Callable[[str], None],
        *,
        make_timer: MakeTimer | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`show` puts a text in place of the line that it put there before; empty to end that line."""
        self._show, self._clock = show, clock
        self._lock = threading.Lock()
        self._words, self._shown_at = "", 0.0
        self._visible = self._over = False
        self._timer = (make_timer or _daemon_timer)(PATIENCE, self._patience_over)
        self._timer.start()

    def tell(self, words: str) -> None:
        """Say what is going on; shown at once only where something is shown already."""
        with self._lock:
            self._words = words
            if self._visible and self._clock() - self._shown_at >= _STAYS:
                self._put()

    def finish(self) -> None:
        """Nothing is going on any more: the line is ended, and none comes late."""
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._visible:
                self._show("")

    def _patience_over(self) -> None:
        with self._lock:
            if not self._over:
                self._visible = True
                self._put()

    def _put(self) -> None:
        self._show(self._words)
        self._shown_at = self._clock()


def _daemon_timer(seconds: float, call: Callable[[], None]) -> Timer:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    return timer


@contextmanager
def telling(config: pytest.Config) -> Generator[Callable[[str], None]]:
    """Gives what to tell; nothing is shown where stdout is no terminal."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not reporter.isatty():
        yield lambda words: None
        return
    progress = Progress(_line_of(reporter, config.get_terminal_writer().fullwidth))
    try:
        yield progress.tell
    finally:
        progress.finish()


def _line_of(reporter: pytest.TerminalReporter, width: int) -> Callable[[str], None]:
    """Shows words on one line of the terminal, which is ended by empty ones: pytest goes on below it."""
    started = False

    def show(words: str) -> None:
        nonlocal started
        if not started:
            reporter.ensure_newline()
            started = True
        if words:
            reporter.rewrite(f"mcpparity: {words}"[: width - 1], erase=True)
        else:
            reporter.write("\n")

    return show
