"""A tree decoded into a shape, by Go's rules: folded names, merged repeats, the first fault wins."""

from __future__ import annotations

import math
import re
from typing import Any

from reference_server.go_json.faults import JSONFault, TypeFault, UnknownField
from reference_server.go_json.shapes import Anything, ListOf, MapOf, RawText, Scalar, Shape, Struct
from reference_server.go_json.tree import Node, Number, kind_of

_INTEGER = re.compile(r"-?[0-9]+")
_INT64 = range(-(2**63), 2**63)


class _Slice(list[Any]):
    """A list that remembers elements beyond its length, as the array under a Go slice does."""

    def __init__(self, backing: list[Any], length: int) -> None:
        super().__init__(backing[:length])
        self.backing = backing


class SelfDecoded(dict[str, Any]):
    """The members of a struct that decodes itself; `spelled` holds their names as the text writes them."""

    def __init__(self, members: dict[str, Any], spelled: frozenset[str]) -> None:
        super().__init__(members)
        self.spelled = spelled


class _Aborted(Exception):
    """A type that decodes itself has failed."""

    def __init__(self, fault: JSONFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def decode_tree(tree: Node, shape: Shape, *, strict: bool) -> tuple[Any, JSONFault | None]:
    """The value of `tree` in `shape` and the fault that Go reports, if any.

    A struct is a dict of the members met, under their declared names and in declared order; what went wrong
    is left out of it.
    `strict` refuses unknown members.
    """
    decoder = _Decoder(strict)
    try:
        value = decoder.value(shape, tree, None, "", ())
    except _Aborted as aborted:
        return None, aborted.fault
    return value, decoder.fault


class _Decoder:
    """One decoding. `struct` and `path` are the place, as the error texts name it."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.fault: JSONFault | None = None

    def value(self, shape: Shape, node: Node, old: Any, struct: str, path: tuple[str, ...]) -> Any:
        """The decoded `node`, over the `old` value of the same place; None is the zero value."""
        if isinstance(shape, Anything | RawText):
            return node
        if isinstance(shape, Struct):
            return self._struct(shape, node, old, struct, path)
        if node is None:
            return old if isinstance(shape, Scalar) else None
        if isinstance(shape, ListOf) and isinstance(node, list):
            return self._list(shape, node, old, struct, path)
        if isinstance(shape, MapOf) and isinstance(node, tuple):
            merged = dict(old or {})
            for name, member in node:
                value = self.value(shape.element, member, None, struct, path)
                merged[name] = zero(shape.element) if value is None else value
            return merged
        if isinstance(shape, Scalar):
            value, kind = _scalar(shape, node)
            if not kind:
                return value
            return self._refuse(TypeFault(kind, shape.go_type, struct, path), old)
        return self._refuse(TypeFault(kind_of(node), shape.go_type, struct, path), old)

    def _struct(self, shape: Struct, node: Node, old: Any, struct: str, path: tuple[str, ...]) -> Any:
        if shape.own_decoder:
            return self._self_decoded(shape, node, struct, path)
        if node is None:
            return None if shape.pointer else old
        if not isinstance(node, tuple):
            return self._refuse(TypeFault(kind_of(node), shape.go_type, struct, path), old)
        return self._members(shape, node, dict(old or {}), path)

    def _members(
        self, shape: Struct, node: Node, merged: dict[str, Any], path: tuple[str, ...]
    ) -> dict[str, Any]:
        for written, member in node:
            name = shape.member(written)
            if name is None:
                if self.strict:
                    self._refuse(UnknownField(written), None)
                continue
            value = self.value(shape.members[name], member, merged.get(name), shape.name, (*path, name))
            if value is None:
                merged.pop(name, None)
            else:
                merged[name] = value
        return {name: merged[name] for name in shape.members if name in merged}

    def _self_decoded(self, shape: Struct, node: Node, struct: str, path: tuple[str, ...]) -> Any:
        inner = _Decoder(strict=True)
        if node is None:
            return {}
        if isinstance(node, tuple):
            members = SelfDecoded(
                inner._members(shape, node, {}, ()), frozenset(written for written, _ in node)
            )
        else:
            members = inner._refuse(TypeFault(kind_of(node), shape.go_type), {})
        if inner.fault is None:
            return members
        fault = inner.fault
        raise _Aborted(fault.inside(struct, path) if isinstance(fault, TypeFault) else fault)

    def _list(self, shape: ListOf, node: list[Node], old: Any, struct: str, path: tuple[str, ...]) -> _Slice:
        backing: list[Any] = list(old.backing) if isinstance(old, _Slice) and node else []
        for index, element in enumerate(node):
            if index == len(backing):
                backing.append(None)
            backing[index] = self.value(shape.element, element, backing[index], struct, path)
        return _Slice([zero(shape.element) if value is None else value for value in backing], len(node))

    def _refuse(self, fault: JSONFault, value: Any) -> Any:
        if self.fault is None:
            self.fault = fault
        return value


def _scalar(shape: Scalar, node: Node) -> tuple[Any, str]:
    """The value of `node`, or the kind that makes it a fault."""
    kind = kind_of(node)
    if kind == shape.accepts:
        return node, ""
    if kind != "number" or shape.accepts not in ("int", "float"):
        return None, kind
    literal = str(node)
    if shape.accepts == "float":
        value = float(node)
        return (None, f"number {literal}") if math.isinf(value) else (value, "")
    # The length is looked at first: Python refuses to read integers of thousands of digits.
    if _INTEGER.fullmatch(literal) and len(literal) < 4000 and int(literal) in _INT64:
        return int(literal), ""
    return None, f"number {literal}"


def zero(shape: Shape) -> Any:
    """The zero value that stands in a list where Go would have one."""
    if isinstance(shape, Struct):
        return {}
    if isinstance(shape, Scalar):
        return {"string": "", "int": 0, "float": 0.0, "bool": False}[shape.accepts]
    return None


def plain(node: Node) -> Any:
    """`node` as Python values: dicts, the last of repeated names kept, and numbers.

    A tree nested deeper than Python's stack is None.
    """
    try:
        return _plain(node)
    except RecursionError:
        return None


def _plain(node: Node) -> Any:
    if isinstance(node, tuple):
        return {name: _plain(value) for name, value in node}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    if isinstance(node, Number):
        return int(node) if _INTEGER.fullmatch(node) and len(node) < 4000 else float(node)
    return node
