"""Small mistakes in a module, one at a time: where each stands, what it changes, and the module with it."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Mod: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake: the line, the original and the changed code, and the source of the whole module."""

    line: int
    before: str
    after: str
    source: str


def count(source: str) -> int:
    """How many mistakes can be made in a module."""
    return sum(1 for node in _nodes(ast.parse(source)) for _ in _changes(node))


def mutant(source: str, number: int) -> Mutant:
    """One of the mistakes, counted from 0 in the order of the code; annotations and docstrings stay."""
    tree = ast.parse(source)
    places = ((node, change) for node in _nodes(tree) for change in _changes(node))
    node, change = next(itertools.islice(places, number, None))
    before = ast.unparse(node)
    change(node)
    ast.fix_missing_locations(tree)
    return Mutant(getattr(node, "lineno", 0), before, ast.unparse(node), ast.unparse(tree))


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below `node` that code runs through: no annotation, docstring, decorator or import."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "ctx"):
            continue
        if isinstance(value, ast.AST):
            yield from _nodes(value)
        elif isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST) and not _is_told(node, name, index, child):
                    yield from _nodes(child)


def _is_told(parent: ast.AST, name: str, index: int, child: ast.AST) -> bool:
    """A docstring or an `__all__`: told to people only."""
    if isinstance(child, ast.Assign):
        return ast.unparse(child.targets[0]) == "__all__"
    is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
    return name == "body" and index == 0 and is_text and hasattr(parent, "body")


def _changes(node: ast.AST) -> Iterator[Callable[[ast.AST], None]]:
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in _COMPARISONS:
            new_op = _COMPARISONS[type(op)]
            yield lambda twin: _set(twin, "ops", [new_op()])
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in _ARITHMETIC:
            new_operator = _ARITHMETIC[type(operator)]
            yield lambda twin: _set(twin, "op", new_operator())
        case ast.BoolOp(op=connective):
            other = ast.Or if isinstance(connective, ast.And) else ast.And
            yield lambda twin: _set(twin, "op", other())
        case ast.UnaryOp(op=ast.Not()):
            yield lambda twin: _set(twin, "op", ast.UAdd())
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(
            test, ast.Compare
        ):
            yield lambda twin: _negate(twin)
        case ast.Constant(value=value):
            yield from _constants(value)
        case ast.Return(value=ast.expr()):
            yield lambda twin: _set(twin, "value", ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            yield lambda twin: _set(twin, "value", ast.Constant(None))


def _constants(value: object) -> Iterator[Callable[[ast.AST], None]]:
    if isinstance(value, bool):
        yield lambda twin: _set(twin, "value", not value)
    elif isinstance(value, int):
        yield lambda twin: _set(twin, "value", value + 1)
    elif isinstance(value, str):
        yield lambda twin: _set(twin, "value", f"{value}XX" if value else "XX")
    elif isinstance(value, bytes):
        yield lambda twin: _set(twin, "value", value + b"XX")


def _set(node: ast.AST, name: str, value: object) -> None:
    setattr(node, name, value)


def _negate(node: ast.AST) -> None:
    test = getattr(node, "test", None)
    assert isinstance(test, ast.expr), "only a node with a condition is negated"
    _set(node, "test", ast.UnaryOp(ast.Not(), test))
