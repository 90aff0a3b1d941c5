"""Strict reading of JSON text: what Python's parser lets through is found and named (3.3, 2b-2f).

The parser's hooks only take note of a fault, because the reasons have an order of their own:
a document with a duplicate key early and a syntax error late is "not valid JSON".
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

MAX_INTEGER = 9007199254740991
MAX_DEPTH = 32
NOT_UTF8 = "is not valid UTF-8"
NOT_JSON = "is not valid JSON"
DUPLICATE_KEY = "holds a duplicate key"
BAD_NUMBER = f"holds a number that is not an integer from -{MAX_INTEGER} to {MAX_INTEGER}"
LONE_SURROGATE = "holds a lone surrogate"
TOO_DEEP = f"is nested deeper than {MAX_DEPTH} levels"

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Longer than any integer in range; also keeps int() from its digit limit.
_MAX_INTEGER_LENGTH = len(str(-MAX_INTEGER))


class JsonTextError(Exception):
    """JSON text that a record or a request may not hold; `reason` is one of this module's constants."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class _Notes:
    duplicate_key: bool = False
    bad_number: bool = False


def _decoder(notes: _Notes) -> json.JSONDecoder:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(items)
        if len(value) != len(items):
            notes.duplicate_key = True
        return value

    def integer(token: str) -> int:
        value = int(token) if len(token) <= _MAX_INTEGER_LENGTH else MAX_INTEGER + 1
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            notes.bad_number = True
        return value

    def fraction(token: str) -> float:
        notes.bad_number = True
        return float(token)

    def constant(token: str) -> float:
        raise ValueError(token)

    return json.JSONDecoder(
        object_pairs_hook=pairs, parse_int=integer, parse_float=fraction, parse_constant=constant
    )


class JsonReader:
    """Reads documents one after another; a reader is not shared between threads."""

    def __init__(self) -> None:
        self._notes = _Notes()
        self._decoder = _decoder(self._notes)

    def record(self, data: bytes) -> Any:
        """The value of the record file `data`; raises JsonTextError with the first reason of 2b-2f."""
        text = self._decoded(data)
        try:
            value = self._parsed(text)
        except RecursionError:
            raise JsonTextError(TOO_DEEP) from None
        if self._notes.duplicate_key:
            raise JsonTextError(DUPLICATE_KEY)
        if self._notes.bad_number:
            raise JsonTextError(BAD_NUMBER)
        # Raw surrogates are not UTF-8, so only an escape can bring one in.
        if _SURROGATE_ESCAPE.search(text) and _has_lone_surrogate(value):
            raise JsonTextError(LONE_SURROGATE)
        if text.count("{") + text.count("[") > MAX_DEPTH and _is_too_deep(value):
            raise JsonTextError(TOO_DEEP)
        return value

    def request(self, data: bytes) -> Any:
        """The value of a request's JSON: any numbers, no duplicate keys, no lone surrogates (11.3).

        Raises JsonTextError; every reason means the same to the caller: not valid JSON.
        """
        text = self._decoded(data)
        try:
            value = self._parsed(text)
        except RecursionError:
            raise JsonTextError(TOO_DEEP) from None
        if self._notes.duplicate_key:
            raise JsonTextError(DUPLICATE_KEY)
        if _SURROGATE_ESCAPE.search(text) and _has_lone_surrogate(value):
            raise JsonTextError(LONE_SURROGATE)
        return value

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise JsonTextError(NOT_UTF8) from None

    def _parsed(self, text: str) -> Any:
        self._notes.duplicate_key = self._notes.bad_number = False
        # JSONDecoder.decode accepts a byte order mark no more than it accepts any other stray character.
        try:
            return self._decoder.decode(text)
        except ValueError:
            raise JsonTextError(NOT_JSON) from None


def _has_lone_surrogate(value: Any) -> bool:
    # After parsing, a surrogate code point is always a lone one: pairs have become one character.
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if _SURROGATE.search(item):
                return True
        elif isinstance(item, dict):
            pending.extend(item.keys())
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return False


def _is_too_deep(value: Any) -> bool:
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for item in level:
            below.extend(item.values() if isinstance(item, dict) else item)
        level = [item for item in below if isinstance(item, (dict, list))]
    return bool(level)
