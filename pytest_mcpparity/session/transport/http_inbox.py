"""What came over HTTP and waits for the main thread."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import TypeAlias

from pytest_mcpparity.findings import Finding
from pytest_mcpparity.session.transport import NoReply, Signal

Item: TypeAlias = bytes | Signal | NoReply | Finding

#: Seconds for which a stream that has given its answer may still be open before the next question.
LINGER = 0.25
#: The same for a target that never closes its streams: it shows that at the first one.
_SHORT_LINGER = 0.02


class Inbox:
    """A queue from the thread of HTTP to the main thread, which knows how many exchanges are under way."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._changed = threading.Condition()
        self._under_way = 0
        self._waiting_bytes = 0
        self._woken = False
        self._linger = LINGER

    def put(self, *items: Item) -> None:
        """Add what belongs together."""
        with self._changed:
            self._items.extend(items)
            self._waiting_bytes += sum(len(item) for item in items if isinstance(item, bytes))
            self._changed.notify_all()

    def holds_more_than(self, size: int) -> bool:
        """Tell whether so many bytes wait: who brings more then waits too."""
        return self._waiting_bytes > size

    def wake(self) -> None:
        """Make a `take` return `WOKEN`."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def count(self, change: int) -> None:
        """Note that an exchange began (1) or ended (-1)."""
        with self._changed:
            self._under_way += change
            self._changed.notify_all()

    def take(self, deadline: float) -> Item:
        """The next item, or `TIMEOUT` at the deadline, or `WOKEN`."""
        with self._changed:
            while not self._items and not self._woken:
                left = deadline - time.monotonic()
                if left <= 0:
                    return Signal.TIMEOUT
                self._changed.wait(left)
            if self._items:
                item = self._items.popleft()
                self._waiting_bytes -= len(item) if isinstance(item, bytes) else 0
                return item
            self._woken = False
            return Signal.WOKEN

    def await_rest(self) -> bool:
        """Wait a moment for exchanges whose answers are taken or given up; tell whether all have ended.

        What still comes belongs to the gap between two questions, and not to the next one.
        """
        with self._changed:
            if self._changed.wait_for(
                lambda: not self._under_way or self._items or self._woken, self._linger
            ):
                return True
            self._linger = _SHORT_LINGER
            return False

    def drain(self) -> list[Item]:
        """Everything that waits."""
        with self._changed:
            items = list(self._items)
            self._items.clear()
            self._waiting_bytes = 0
            return items
