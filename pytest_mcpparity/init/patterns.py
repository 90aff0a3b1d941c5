"""A text that a regular expression matches, where one is easily found."""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Iterator
from typing import Any, Final

#: Tried where a set excludes characters.
_LETTERS: Final = "aA0 -_./"
#: Repetitions within each other, and groups that name each other, would soon fill the memory.
_LONGEST: Final = 100_000
_CATEGORIES: Final = {
    "CATEGORY_DIGIT": "0",
    "CATEGORY_NOT_DIGIT": "a",
    "CATEGORY_WORD": "a",
    "CATEGORY_NOT_WORD": "-",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "a",
}


def matching_texts(pattern: str, length: int) -> Iterator[str]:
    """Texts that `pattern` matches, the shortest first, one of about `length` characters among them.

    Empty where the pattern is none of Python's, or asks for more than this knows, such as looking ahead.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = importlib.import_module("re._parser").parse(pattern)
            matches = re.compile(pattern).search
    except (re.error, ImportError, RecursionError, OverflowError):
        return
    for repeats in (0, 1, length):
        try:
            text = _Writer(repeats).sequence(tree)
        except _Unknown:
            return
        if matches(text):
            yield text


class _Unknown(Exception):
    """A part of a pattern that this does not know."""


class _Writer:
    """Writes a text along a parsed pattern; what may be repeated is, `repeats` times if that is allowed."""

    def __init__(self, repeats: int) -> None:
        self._repeats = repeats
        self._groups: dict[int, str] = {}

    def sequence(self, tree: Any) -> str:
        text = "".join(self._part(str(operation), argument) for operation, argument in tree)
        if len(text) > _LONGEST:
            raise _Unknown(f"{len(text)} characters")
        return text

    def _part(self, operation: str, argument: Any) -> str:
        match operation:
            case "LITERAL":
                return chr(argument)
            case "NOT_LITERAL":
                return next(one for one in _LETTERS if ord(one) != argument)
            case "ANY":
                return "a"
            case "IN":
                return _one_of(argument)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                least, most, inner = argument
                return self._repeated(inner, min(max(int(least), self._repeats), int(most)))
            case "SUBPATTERN":
                text = self.sequence(argument[-1])
                self._groups[argument[0]] = text
                return text
            case "ATOMIC_GROUP":
                return self.sequence(argument)
            case "BRANCH":
                return self.sequence(argument[1][0])
            case "GROUPREF":
                return self._groups.get(argument, "")
            case "AT":
                return ""
            case _:
                raise _Unknown(operation)

    def _repeated(self, inner: Any, count: int) -> str:
        once = self.sequence(inner) if count else ""
        if len(once) * count > _LONGEST:
            raise _Unknown(f"{count} times {len(once)} characters")
        return once * count


def _one_of(parts: Any) -> str:
    """A character of a set; of one that excludes, a common character that is not excluded."""
    if str(parts[0][0]) == "NEGATE":
        excluded = parts[1:]
        return next((one for one in _LETTERS if not any(_holds(part, one) for part in excluded)), "\u00e9")
    operation, argument = parts[0]
    match str(operation):
        case "LITERAL":
            return chr(argument)
        case "RANGE":
            return chr(argument[0])
        case _:
            return _of_category(argument)


def _holds(part: Any, character: str) -> bool:
    operation, argument = part
    match str(operation):
        case "LITERAL":
            return ord(character) == int(argument)
        case "RANGE":
            return bool(argument[0] <= ord(character) <= argument[1])
        case _:
            return _of_category(argument) == character or _same_category(argument, character)


def _of_category(name: Any) -> str:
    try:
        return _CATEGORIES[str(name)]
    except KeyError:
        raise _Unknown(str(name)) from None


def _same_category(name: Any, character: str) -> bool:
    kinds = {"DIGIT": character.isdigit(), "WORD": character.isalnum() or character == "_"}
    kinds["SPACE"] = character.isspace()
    _, _, kind = str(name).rpartition("_")
    return kinds.get(kind, False) != ("_NOT_" in str(name))
