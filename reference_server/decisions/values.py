"""Checks of single values and the combinators that build record shapes from them (2.3, 3.2).

A check is a function from a parsed JSON value to the first fault, or None when there is none.
Pointers are put together only on the way out of a fault, so a sound record costs no strings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from reference_server.decisions.errors import Fault, pointer_token

Check = Callable[[Any], Fault | None]

NOT_A_STRING = Fault("", "must be a string")
NOT_AN_OBJECT = Fault("", "must be an object")
NOT_NULL = Fault("", "must be null")
_CONTROL_CHARACTERS = Fault("", "must not hold control characters")
_UNSORTED = Fault("", "must be sorted without duplicates")


def _string(low: int, high: int, forms: Sequence[tuple[re.Pattern[str], Fault]]) -> Check:
    size = Fault("", f"must have {low} to {high} characters")

    def check(value: Any) -> Fault | None:
        if type(value) is not str:
            return NOT_A_STRING
        if not low <= len(value) <= high:
            return size
        for form, fault in forms:
            if form.fullmatch(value) is None:
                return fault
        return None

    return check


def _form(pattern: str, reason: str) -> tuple[re.Pattern[str], Fault]:
    return re.compile(pattern, re.ASCII), Fault("", reason)


_NO_CONTROL = (re.compile(r"[^\x00-\x1f\x7f]*"), _CONTROL_CHARACTERS)
_NO_CONTROL_BUT_LAYOUT = (re.compile(r"[^\x00-\x08\x0b-\x1f\x7f]*"), _CONTROL_CHARACTERS)
_PATH_FORM = (
    re.compile(r"(?!\.{0,2}(?:/|\Z))[^\x00-\x1f\x7f\\/]+(?:/(?!\.{0,2}(?:/|\Z))[^\x00-\x1f\x7f\\/]+)*"),
    Fault("", "must be a repository path"),
)

ID = _string(1, 128, [_form(r"[a-z0-9]+(?:[._-][a-z0-9]+)*", "must be an id")])
KIND = _string(1, 64, [_form(r"[a-z0-9]+(?:[_-][a-z0-9]+)*", "must be a kind")])
LINE = _string(1, 200, [_NO_CONTROL])
TEXT = _string(1, 10000, [_NO_CONTROL_BUT_LAYOUT])
TEXT_OR_EMPTY = _string(0, 10000, [_NO_CONTROL_BUT_LAYOUT])
PATH = _string(1, 512, [_PATH_FORM])
URL = _string(1, 200, [_NO_CONTROL, _form(r"https?://[^ ]+", "must be an http or https URL")])
VARIABLE = _string(1, 200, [_NO_CONTROL, _form(r"[A-Za-z_][A-Za-z0-9_]*", "must be a variable name")])


def _sizeless(pattern: str, reason: str) -> Check:
    form, fault = _form(pattern, reason)

    def check(value: Any) -> Fault | None:
        if type(value) is not str:
            return NOT_A_STRING
        return None if form.fullmatch(value) else fault

    return check


HASH = _sizeless(r"sha256:[0-9a-f]{64}", "must be a passage hash")
TIME = _sizeless(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", "must be a UTC time")


def one_of(*names: str) -> Check:
    """A string that is one of `names`; the reason lists them in the order given."""
    allowed = frozenset(names)
    fault = Fault("", f"must be one of: {', '.join(names)}")

    def check(value: Any) -> Fault | None:
        if type(value) is not str:
            return NOT_A_STRING
        return None if value in allowed else fault

    return check


def integer(low: int, high: int) -> Check:
    """An integer from `low` to `high`; a boolean is none."""
    fault = Fault("", f"must be from {low} to {high}")

    def check(value: Any) -> Fault | None:
        if type(value) is not int:
            return Fault("", "must be an integer")
        return None if low <= value <= high else fault

    return check


def nullable(check: Check) -> Check:
    """Null, or a value that passes `check`."""
    return lambda value: None if value is None else check(value)


def list_of(low: int, high: int, item: Check, key: Callable[[Any], Any] | None = None) -> Check:
    """An array of `low` to `high` items that each pass `item`; with `key`, strictly ascending by it."""
    size = Fault("", f"must have {low} to {high} items")

    def check(value: Any) -> Fault | None:
        if type(value) is not list:
            return Fault("", "must be an array")
        if not low <= len(value) <= high:
            return size
        for position, element in enumerate(value):
            fault = item(element)
            if fault is not None:
                return fault.below(f"/{position}")
        if key is not None:
            keys = [key(element) for element in value]
            if any(before >= after for before, after in pairwise(keys)):
                return _UNSORTED
        return None

    return check


def object_of(
    fields: dict[str, Check], after: Check | None = None, *, optional: frozenset[str] = frozenset()
) -> Check:
    """An object of exactly `fields`, checked in their order; then the rules `after` them (3.2)."""
    names = frozenset(fields)

    def check(value: Any) -> Fault | None:
        if type(value) is not dict:
            return NOT_AN_OBJECT
        if value.keys() != names and (unknown := value.keys() - names):
            return Fault(pointer_token(min(unknown)), "is not a known field")
        for name, field in fields.items():
            if name not in value:
                if name in optional:
                    continue
                return Fault(pointer_token(name), "is required")
            fault = field(value[name])
            if fault is not None:
                return fault.below(pointer_token(name))
        return after(value) if after is not None else None

    return check
