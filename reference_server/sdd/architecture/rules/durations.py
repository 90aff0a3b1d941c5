"""Go durations such as `5m` or `1h30m`, as far as `maxStaleness` needs them (spec § i.5)."""

from __future__ import annotations

import re

_NANOSECONDS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,  # U+00B5, micro sign
    "μs": 1_000,  # U+03BC, Greek mu
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_PART = re.compile(r"([0-9]*)(?:\.([0-9]*))?([^0-9.]+)")
_LIMIT = 1 << 63


def is_positive_duration(text: str) -> bool:
    """Whether `text` parses as a Go duration longer than zero that fits 64-bit nanoseconds."""
    nanoseconds = _parse(text)
    return nanoseconds is not None and nanoseconds > 0


def _parse(text: str) -> int | None:
    """Nanoseconds of `text`, or None when Go's parser refuses it."""
    body = text[1:] if text[:1] in ("+", "-") else text
    if body == "0":
        return 0
    total, position = 0, 0
    while position < len(body):
        part = _PART.match(body, position)
        amount = _amount(part) if part else None
        if part is None or amount is None:
            return None
        total += amount
        if total > _LIMIT:
            return None
        position = part.end()
    if not body or (total == _LIMIT and text[0] != "-"):
        return None
    return -total if text[0] == "-" else total


def _amount(part: re.Match[str]) -> int | None:
    """Nanoseconds of one `number unit`, or None for no digits, no such unit or an overflow."""
    whole, fraction, unit = part[1], part[2] or "", _NANOSECONDS.get(part[3])
    if unit is None or not (whole or fraction):
        return None
    significant = whole.lstrip("0")
    if len(significant) > len(str(_LIMIT)):
        return None
    number = int(significant or "0")
    if number > _LIMIT // unit:
        return None
    nanoseconds = number * unit + _fraction(fraction, unit)
    return nanoseconds if nanoseconds <= _LIMIT else None


def _fraction(digits: str, unit: int) -> int:
    """Nanoseconds of a decimal fraction; digits that no longer fit 63 bits are dropped, as Go does."""
    value, scale = 0, 1.0
    for digit in digits:
        if value > (_LIMIT - 1) // 10 or value * 10 + int(digit) > _LIMIT:
            break
        value, scale = value * 10 + int(digit), scale * 10
    return int(value * (unit / scale)) if value else 0
