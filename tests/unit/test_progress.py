"""The line that says what is going on comes late, and never after the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_mcpparity.progress import PATIENCE, Progress


class HandTimer:
    """A timer that goes off when the test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.cancelled = False
        self.go_off: Callable[[], None] = lambda: None

    def make(self, seconds: float, call: Callable[[], None]) -> HandTimer:
        self.seconds, self.go_off = seconds, call
        return self

    def start(self) -> None:
        pass

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def timer() -> HandTimer:
    return HandTimer()


@pytest.fixture
def shown() -> list[str]:
    return []


def test_nothing_is_said_before_two_seconds_are_over(timer: HandTimer, shown: list[str]) -> None:
    progress = Progress(shown.append, make_timer=timer.make)

    progress.tell("recording")
    progress.finish()

    assert timer.seconds == PATIENCE == 2.0
    assert timer.cancelled
    assert shown == []


def test_the_last_wording_is_shown_when_patience_is_over_and_each_new_one_then(
    timer: HandTimer, shown: list[str]
) -> None:
    now = iter(range(100))
    progress = Progress(shown.append, make_timer=timer.make, clock=lambda: float(next(now)))

    progress.tell("one")
    progress.tell("two")
    timer.go_off()
    progress.tell("three")
    progress.finish()

    assert shown == ["two", "three", ""]


def test_a_flood_of_wordings_is_not_shown_one_by_one(timer: HandTimer, shown: list[str]) -> None:
    progress = Progress(shown.append, make_timer=timer.make, clock=lambda: 7.0)

    timer.go_off()
    for number in range(1000):
        progress.tell(str(number))

    assert shown == [""]


def test_a_timer_that_goes_off_after_the_end_shows_nothing(timer: HandTimer, shown: list[str]) -> None:
    progress = Progress(shown.append, make_timer=timer.make)

    progress.finish()
    timer.go_off()

    assert shown == []
