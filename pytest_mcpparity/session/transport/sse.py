"""Event streams (`text/event-stream`), taken as bytes and in pieces of any size.

By the rules of the HTML standard: lines end in LF, CRLF or CR, a byte order mark may come first, comments
and unknown fields are passed over, several `data` lines are joined by LF, and an event counts only once
the empty line after it has come. `id` and `retry` are for clients that resume; nothing here does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its type, `message` where it names none, and its data, bytes as they came."""

    type: str
    data: bytes


class OversizedEvent(Exception):
    """An event, or a line of it, grew over the limit."""


class EventStream:
    """Splits one stream into events.

    Args:
        max_bytes: the most that the data of one event may be, and one line.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._partial = bytearray()  # a line that has not ended yet
        self._data: list[bytes] = []
        self._size = 0
        self._type = ""
        self._after_cr = False
        self._at_start = True

    @property
    def unfinished(self) -> bool:
        """Whether part of an event has come that will not count unless more comes."""
        return bool(self._partial or self._data)

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that `chunk` completes.

        Raises:
            OversizedEvent: nothing more can be read from this stream.
        """
        if self._after_cr and chunk.startswith(b"\n"):
            chunk = chunk[1:]
            self._after_cr = False
        if not chunk:
            return []
        self._after_cr = chunk.endswith(b"\r")
        first, *others = chunk.split(b"\n") if b"\r" not in chunk else _LINE_END.split(chunk)
        self._partial += first
        if not others:
            self._check_size()
            return []
        lines = [bytes(self._partial), *others]
        self._partial = bytearray(lines.pop())
        events = [event for line in lines if (event := self._take(line)) is not None]
        self._check_size()
        return events

    def _check_size(self) -> None:
        if self._size + len(self._partial) > self._max_bytes:
            raise OversizedEvent

    def _take(self, line: bytes) -> Event | None:
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BOM)
        if not line:
            return self._complete()
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
            self._size += len(value) + 1
            if self._size - 1 > self._max_bytes:
                raise OversizedEvent
        elif field == b"event":
            self._type = value.decode("utf-8", "backslashreplace")
        return None

    def _complete(self) -> Event | None:
        data, kind = self._data, self._type
        self._data, self._type, self._size = [], "", 0
        if not data:
            return None
        return Event(kind or "message", b"\n".join(data))
