"""Pausing Python's cycle collector where a great many objects are made that all stay.

The collector looks through everything that lives again and again while there is nothing for it to find: a
fifth of the time that it takes to import the SDK, or to collect a suite of thousands of cases.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


class _Permission:
    """Whether what lives may be set aside: only where no tests but ours leave garbage in this process."""

    given = False


def may_set_aside(permission: bool) -> None:
    """Say whether `set_aside` may do anything; what was set aside before is taken back otherwise."""
    _Permission.given = permission
    if not permission:
        gc.unfreeze()


def set_aside() -> None:
    """Leave all that lives now out of the collector's rounds, where that is permitted.

    With the SDK in memory one full round takes as long as a hundred cases.
    """
    if _Permission.given:
        gc.freeze()


@contextmanager
def left_alone() -> Iterator[None]:
    """Pause the collector inside the block; one that was off before stays off."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
