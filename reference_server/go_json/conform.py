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
            for item in node:
                if type(item) is not str:
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
    given = dict(node)
    if len(given) != len(node):
        raise Doubtful
    values = {}
    for name, is_string, member in shape.steps:
        if name in given:
            item = given[name]
            if not is_string:
                item = conform(member, item, strict=strict)
            elif type(item) is not str:
                raise Doubtful
            values[name] = item
    if len(values) != len(given):
        unknown = given.keys() - values.keys()
        if strict or any(shape.member(name) is not None for name in unknown):
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
