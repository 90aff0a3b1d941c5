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
_DATA = b"data: "
#: So much longer than its value a line may be: the limit is on what is carried, not on how it is spelled.
_SPELLING = 32


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
        max_bytes: the most that the data of one event may be, and any other line, whatever the chunks.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._partial = bytearray()  # a line that has not ended yet
        self._data: list[bytes] = []
        self._size = 0  # of the data and the newlines that will join them to what comes
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
            self._check_partial()
            return []
        lines = [bytes(self._partial), *others]
        self._partial = bytearray(lines.pop())
        events = [event for line in lines if (event := self._take(line)) is not None]
        self._check_partial()
        return events

    def _check_partial(self) -> None:
        """Stop a line that has not ended, and will be refused however it ends."""
        if self._partial.startswith(b"data:"):
            if self._size + len(self._partial) - len(_DATA) > self._max_bytes:
                raise OversizedEvent
        else:
            self._check_other(self._partial)

    def _check_other(self, line: bytes | bytearray) -> None:
        if len(line) > self._max_bytes + _SPELLING:
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
            if self._size + len(value) > self._max_bytes:
                raise OversizedEvent
            self._data.append(value)
            self._size += len(value) + 1
            return None
        self._check_other(line)
        if field == b"event":
            self._type = value.decode("utf-8", "backslashreplace")
        return None

    def _complete(self) -> Event | None:
        data, kind = self._data, self._type
        self._data, self._type, self._size = [], "", 0
        if not data:
            return None
        return Event(kind or "message", b"\n".join(data))
