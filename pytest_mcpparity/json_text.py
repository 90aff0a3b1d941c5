"""JSON that keeps what a parser usually drops: member order, duplicates and the spelling of numbers.

A value is `None`, a `bool`, a `str`, a `Number`, a `list` of values or a `Members`. These differ in
type, so that `{}` is not `[]` and `1` is not `"1"`. The scanner is the standard library's. A text holds
no surrogates that pair up: JSON cannot spell such a pair other than as the one character it stands for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import TypeAlias, Union

from pytest_mcpparity.characters import HIDDEN_CLASS, has_hidden

#: Deeper documents are refused: everything that walks a value may then recurse without fear.
MAX_DEPTH = 256
_SHORT = 64 * 1024


class Number:
    """A number by its spelling: `1`, `1.0` and `1e0` are three different ones."""

    __slots__ = ("spelling",)

    def __init__(self, spelling: str) -> None:
        self.spelling = spelling

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and other.spelling == self.spelling

    def __hash__(self) -> int:
        return hash((Number, self.spelling))

    def __repr__(self) -> str:
        return f"Number({self.spelling!r})"


class Members(tuple[tuple[str, "Value"], ...]):
    """An object: its members as pairs of name and value, in order, duplicates included.

    Equality is the tuple's own: one written in Python would use up the stack at `MAX_DEPTH`.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(tuple(name for name, _ in self))

    def get(self, name: str) -> Value:
        """The value of the last member called `name`, as JSON parsers see it; None if there is none."""
        for key, value in reversed(self):
            if key == name:
                return value
        return None

    def has(self, name: str) -> bool:
        """Tell whether a member is called `name` (one that is null counts)."""
        for key, _ in self:  # noqa: SIM110 - asked so often that a generator shows
            if key == name:
                return True
        return False

    def names(self) -> list[str]:
        """The names in order, duplicates included."""
        return [key for key, _ in self]

    def without(self, *names: str) -> Members:
        """The members whose names are none of `names`."""
        return Members(pair for pair in self if pair[0] not in names)


Value: TypeAlias = Union[bool, str, Number, "list[Value]", Members, None]


class JsonTextError(ValueError):
    """A text is no JSON; `reason` is for people, `position` counts characters from 0."""

    def __init__(self, reason: str, position: int = 0) -> None:
        super().__init__(f"{reason} at character {position}")
        self.reason = reason
        self.position = position


class _NoConstant(Exception):
    """A word such as NaN stands where a value should."""


def _refuse_constant(name: str) -> Value:
    raise _NoConstant(name)


_decode = json.JSONDecoder(
    object_pairs_hook=Members,
    parse_float=Number,
    parse_int=Number,
    parse_constant=_refuse_constant,
).decode


def parse(text: str | bytes) -> Value:
    """The value that `text` spells.

    Raises:
        JsonTextError: it is no JSON (also: no UTF-8, a byte order mark, NaN) or nests deeper than
            `MAX_DEPTH`.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            before = len(error.object[: error.start].decode("utf-8"))
            raise JsonTextError(f"no UTF-8 ({error.reason})", before) from None
    try:
        value: Value = _decode(text)
    except json.JSONDecodeError as error:
        # Some of its messages end in the word that the place begins with.
        raise JsonTextError(error.msg.removesuffix(" at"), error.pos) from None
    except _NoConstant as constant:
        raise JsonTextError(f"{constant} is no JSON value", _first_constant(text)) from None
    except RecursionError:
        raise JsonTextError(f"nested deeper than {MAX_DEPTH} levels") from None
    # A short text is counted faster than its value is walked; a long one may be one string.
    may_be_deep = len(text) > _SHORT or text.count("[") + text.count("{") > MAX_DEPTH
    if may_be_deep and depth(value) > MAX_DEPTH:
        raise JsonTextError(f"nested deeper than {MAX_DEPTH} levels")
    return value


#: A string, in which such a word means nothing, or the word as group 1.
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)', re.DOTALL)


def _first_constant(text: str) -> int:
    """Where the first word stands that the decoder refuses: it does not say so itself."""
    return next((match.start() for match in _CONSTANT.finditer(text) if match.group(1)), 0)


def depth(value: Value) -> int:
    """How many levels of arrays and objects `value` has; 0 for a scalar. Level by level: no recursion."""
    level: list[Value] = [value]
    levels = 0
    while level := [one for one in level if isinstance(one, list | Members)]:
        levels += 1
        level = [child for one in level for child in children(one)]
    return levels


def children(value: Value) -> Iterator[Value]:
    """The elements of an array or the values of an object; nothing for a scalar."""
    if isinstance(value, Members):
        for _, child in value:
            yield child
    elif isinstance(value, list):
        yield from value


def map_strings(value: Value, change: Callable[[str], str]) -> Value:
    """`value` with `change` applied to each string and each member name."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [map_strings(child, change) for child in value]
    if isinstance(value, Members):
        return Members((change(name), map_strings(child, change)) for name, child in value)
    return value


def sorted_members(value: Value) -> Value:
    """`value` with the members of every object in order of their names: equal means equal but for order.

    Duplicates stay in the order in which they came.
    """
    if isinstance(value, list):
        return [sorted_members(child) for child in value]
    if isinstance(value, Members):
        ordered = sorted(value, key=lambda pair: pair[0])
        return Members((name, sorted_members(child)) for name, child in ordered)
    return value


def duplicate_member(value: Value) -> str | None:
    """The first name that stands twice in one object anywhere in `value`, or None."""
    waiting: list[Value] = [value]  # every frame is looked through: a generator a level would be slow
    while waiting:
        one = waiting.pop()
        if isinstance(one, Members):
            seen: set[str] = set()
            for name, _ in one:
                if name in seen:
                    return name
                seen.add(name)
            waiting.extend(child for _, child in reversed(one) if isinstance(child, list | Members))
        elif isinstance(one, list):
            waiting.extend(child for child in reversed(one) if isinstance(child, list | Members))
    return None


def compact(value: Value) -> str:
    """`value` in one line without blanks, raw but for what JSON must escape; spelling kept."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{','.join(compact(child) for child in value)}]"
    if isinstance(value, Members):
        inside = ",".join(f"{json.dumps(name, ensure_ascii=False)}:{compact(child)}" for name, child in value)
        return "{" + inside + "}"
    return scalar(value)


_ESCAPED = re.compile(rf'["\\\n\t{HIDDEN_CLASS}]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def quote(text: str) -> str:
    r"""`text` as a JSON string in the spelling of answer files (spec § 2.3).

    That is the shortest one, but with each character that may not stand raw as `\uXXXX` in lower case.
    """
    if not has_hidden(text):
        return json.dumps(text, ensure_ascii=False)
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def pretty_json(value: Value) -> str:
    """`value` in the spelling of answer files: two spaces a level, one member or element a line (§ 2.3)."""
    pieces: list[str] = []
    _write_pretty(value, "\n", pieces)
    return "".join(pieces)


def _write_pretty(value: Value, newline: str, pieces: list[str]) -> None:
    if isinstance(value, str):
        pieces.append(quote(value))
    elif isinstance(value, list | Members):
        opening, closing = "{}" if isinstance(value, Members) else "[]"
        inside = newline + "  "
        separator = opening + inside
        for prefix, child in _prefixed(value):
            pieces.append(separator + prefix)
            separator = "," + inside
            _write_pretty(child, inside, pieces)
        pieces.append(newline + closing if value else opening + closing)
    else:
        pieces.append(scalar(value))


def _prefixed(value: list[Value] | Members) -> Iterator[tuple[str, Value]]:
    if isinstance(value, Members):
        return ((f"{quote(name)}: ", child) for name, child in value)
    return (("", child) for child in value)


def scalar(value: bool | Number | None) -> str:
    """The JSON word or number that `value` is written as."""
    if isinstance(value, Number):
        return value.spelling
    return {None: "null", True: "true", False: "false"}[value]


def escape_pointer(name: str) -> str:
    """One member name as a reference token of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def pointer_tokens(pointer: str) -> list[str]:
    """The reference tokens of a JSON pointer; `""` names the whole document.

    Raises:
        ValueError: a pointer that is not empty and does not start with `/`, or a `~` that escapes nothing.
    """
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise ValueError("a JSON pointer starts with /")
    tokens = pointer[1:].split("/")
    for token in tokens:
        if "~" in token.replace("~0", "").replace("~1", ""):
            raise ValueError("in a JSON pointer ~ is written as ~0 and / inside a name as ~1")
    return [token.replace("~1", "/").replace("~0", "~") for token in tokens]
