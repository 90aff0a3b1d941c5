"""Whether two spellings of a time name one instant: then nothing varied, and a mask would hide the change."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import Final, TypeAlias

from pytest_mcpparity.answer import Absent
from pytest_mcpparity.json_text import Number, Value

#: How far from the first difference a time may start.
_REACH: Final = 40
_TIME = re.compile(
    r"(?<!\d)(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))? ?(Z|UTC|[+-]\d\d:?\d\d)(?![\d:])"
)
#: Seconds since 1970, of this and the next centuries; the more digits, the finer the unit.
_EPOCH = re.compile(r"(1\d{9}(?:\d{3}|\d{6}|\d{9})?)(\.\d+)?")
_Instant: TypeAlias = tuple[datetime, str]


def same_instant(expected: str, received: str, at: int) -> bool:
    """Tell whether two texts differ, at character `at`, in how they spell one instant; both name its zone."""
    old, new = _instant_at(expected, at), _instant_at(received, at)
    return old is not None and old == new


def _instant_at(text: str, at: int) -> _Instant | None:
    """The instant that stands where the character `at` is, and the digits of its fraction of a second."""
    begin = max(at - _REACH, 0)
    for found in _TIME.finditer(text[begin : at + _REACH]):
        if found.start() <= at - begin <= found.end():
            date, time, fraction, zone = found.groups()
            try:
                instant = datetime.fromisoformat(f"{date}T{time}{'Z' if zone == 'UTC' else zone}")
            except ValueError:  # a month of 13, or an hour of 25
                return None
            return instant, (fraction or "").rstrip("0")
    return None


def same_epoch(expected: Value | Absent, received: Value | Absent) -> bool:
    """Tell whether two numbers count from 1970 to one instant, in seconds or in parts of them."""
    if not isinstance(expected, Number) or not isinstance(received, Number):
        return False
    old, new = _EPOCH.fullmatch(expected.spelling), _EPOCH.fullmatch(received.spelling)
    return old is not None and new is not None and _seconds(old) == _seconds(new)


def _seconds(found: re.Match[str]) -> Decimal:
    return Decimal(found.group()).scaleb(10 - len(found[1]))
