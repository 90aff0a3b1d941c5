"""The fast way into a shape: for documents about which there is no doubt."""

from __future__ import annotations

from typing import Any

from reference_server.go_json.shapes import Anything, ListOf, MapOf, Scalar, Shape, Struct
from reference_server.go_json.tree import Node

_INT64_MIN, _INT64_END = -(2**63), 2**63
_FLOAT_EXACT = 2**53


class Doubtful(Exception):
    """The tree is not exactly what the shape declares; the careful decoder has to look at it."""


def conform(shape: Shape, node: Node, *, strict: bool) -> Any:
    """`node` in `shape`, with the same result as `decode_tree`.

    Raises `Doubtful` unless names are spelled exactly, no member is repeated, nothing is null, every type
    fits and, if `strict`, every member is known.
    """
    if type(shape) is Struct:
        return _struct(shape, node, strict)
    if type(shape) is ListOf:
        if type(node) is not list:
            raise Doubtful
        element = shape.element
        if type(element) is Scalar and element.accepts == "string":
            if not all(type(item) is str for item in node):
                raise Doubtful
            return node
        return [conform(element, item, strict=strict) for item in node]
    if type(shape) is Scalar:
        return _scalar(shape.accepts, node)
    if type(shape) is MapOf:
        if type(node) is not tuple:
            raise Doubtful
        values = {name: conform(shape.element, item, strict=strict) for name, item in node}
        if len(values) != len(node):
            raise Doubtful
        return values
    if type(shape) is Anything and node is not None:
        return node
    raise Doubtful


def _struct(shape: Struct, node: Node, strict: bool) -> dict[str, Any]:
    if type(node) is not tuple:
        raise Doubtful
    members = shape.members
    values = {}
    unknown = 0
    for name, item in node:
        member = members.get(name)
        if member is None:
            if strict or shape.member(name) is not None:
                raise Doubtful
            unknown += 1
        elif type(item) is str and type(member) is Scalar and member.accepts == "string":
            values[name] = item
        else:
            values[name] = conform(member, item, strict=strict)
    if len(values) + unknown != len(node):
        raise Doubtful
    return values


def _scalar(accepts: str, node: Node) -> Any:
    if accepts == "string" and type(node) is str:
        return node
    if accepts == "bool" and type(node) is bool:
        return node
    if type(node) is int:
        if accepts == "int" and _INT64_MIN <= node < _INT64_END:
            return node
        if accepts == "float" and -_FLOAT_EXACT < node < _FLOAT_EXACT and node != 0:
            return float(node)
    elif accepts == "float" and type(node) is float and node - node == 0:
        return node
    raise Doubtful
