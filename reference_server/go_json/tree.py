"""A JSON text as a plain tree that keeps member order and repeats.

In a tree an object is a tuple of (name, value) pairs, an array a list, and the scalars are Python's.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn, TypeAlias

from reference_server.go_json.faults import TypeFault

Node: TypeAlias = Any
"""A tree: `tuple[tuple[str, Node], ...]`, `list[Node]`, `str`, `int`, `float`, `Number`, `bool`, `None`."""

REPLACEMENT = "\ufffd"
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
# After a backslash the first escape may be plain text, so that pair is left to the careful reader.
_SURROGATE_PAIR = re.compile(rb"(?<!\\)\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_TOKEN = re.compile(
    r'[ \t\n\r]*(?:([{}\[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|([^ \t\n\r{}\[\],:"]+))', re.DOTALL
)
_LITERALS = {"true": True, "false": False, "null": None}


class Number(str):
    """A number as it is spelled."""

    __slots__ = ()


def _refuse(_constant: str) -> NoReturn:
    raise ValueError


_FAST = json.JSONDecoder(object_pairs_hook=tuple, parse_constant=_refuse)


def parse_fast(data: bytes) -> Node | None:
    """The tree of `data` by Python's C scanner, or None if it needs the careful reader.

    None says nothing about the text: it may be wrong, or right in a way in which Python and Go differ
    (bytes that are not UTF-8, lone surrogate escapes, deep nesting); also for the text `null`.
    """
    if _SURROGATE_ESCAPE.search(data) and _SURROGATE_ESCAPE.search(_SURROGATE_PAIR.sub(b" ", data)):
        return None
    try:
        return _FAST.decode(data.decode())
    except (ValueError, RecursionError):
        return None


def parse_valid(data: bytes) -> Node:
    """The tree of one value that the scanner has accepted; numbers stay spelled as `Number`.

    Bytes that are not UTF-8 and lone surrogates are U+FFFD, one for each byte or escape. Depth is no limit.
    """
    text = data.decode("utf-8", "surrogateescape")
    open_nodes: list[list[Node]] = [[]]
    for match in _TOKEN.finditer(text):
        mark, string, scalar = match.groups()
        if mark in ("{", "["):
            open_nodes.append([])
        elif mark in ("}", "]"):
            items = open_nodes.pop()
            node = tuple(zip(items[::2], items[1::2], strict=True)) if mark == "}" else items
            open_nodes[-1].append(node)
        elif string is not None:
            open_nodes[-1].append(_SURROGATE.sub(REPLACEMENT, json.loads(string)))
        elif scalar is not None:
            open_nodes[-1].append(_LITERALS[scalar] if scalar in _LITERALS else Number(scalar))
    return open_nodes[0][0]


def numbers_fit(tree: Node) -> None:
    """Raise a `TypeFault` at the first number that is beyond a float64, as decoding into `any` does."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, Number):
            if math.isinf(float(node)):
                raise TypeFault(f"number {node}", "float64")
        elif isinstance(node, list):
            pending.extend(reversed(node))
        elif isinstance(node, tuple):
            pending.extend(value for _, value in reversed(node))


def kind_of(node: Node) -> str:
    """Go's word for a node: `object array string number bool null`."""
    if isinstance(node, tuple):
        return "object"
    if isinstance(node, list):
        return "array"
    if isinstance(node, bool):
        return "bool"
    if node is None:
        return "null"
    return "string" if isinstance(node, str) and not isinstance(node, Number) else "number"
