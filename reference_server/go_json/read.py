"""The ways a JSON text is read: as a whole (`json.Unmarshal`) or as one document (`json.Decoder`)."""

from __future__ import annotations

from typing import Any

from reference_server.go_json.conform import Doubtful, conform
from reference_server.go_json.decode import decode_tree
from reference_server.go_json.faults import CutOff, EndOfInput, JSONFault, SyntaxFault
from reference_server.go_json.scan import Truncated, invalid, scan_value, skip_space
from reference_server.go_json.shapes import RawText, Shape, Struct
from reference_server.go_json.tokens import TokenReader, refuse_trailing
from reference_server.go_json.tree import Node, parse_fast, parse_valid


def decode_clean(data: bytes, shape: Struct) -> dict[str, Any] | None:
    """The document in `data`, at the speed of Python's C scanner, if it is beyond doubt.

    None if it is not: a wrong or unknown member, a repeat, a null, another spelling of a name. Then read it
    with `decode_document`, which knows what to say.
    """
    tree = parse_fast(data)
    if tree is None:
        return None
    try:
        value: dict[str, Any] = conform(shape, tree, strict=True)
    except (Doubtful, RecursionError):
        return None
    return value


def decode_document(data: bytes, shape: Struct) -> dict[str, Any]:
    """The one document in `data`, unknown members refused (`Decoder` with `DisallowUnknownFields`).

    Raises `SyntaxFault` (`EOF`, `unexpected EOF`, …), `UnknownField` or `TypeFault` for the first problem in
    document order; then `TrailingValue` or another fault for what follows the document.
    """
    tree, end = _first_value(data)
    value, fault = decode_tree(tree, shape, strict=True)
    if fault is not None:
        raise fault
    refuse_trailing(data, end)
    return value or {}


def _first_value(data: bytes) -> tuple[Node, int]:
    try:
        end = scan_value(data, 0)
    except Truncated:
        raise EndOfInput if skip_space(data, 0) >= len(data) else CutOff from None
    return parse_valid(data[:end]), end


def unmarshal(data: bytes, shape: Shape, *, strict: bool = False) -> Any:
    """`data` in `shape`, read as a whole (`json.Unmarshal`); a struct is a dict of the members met.

    Raises `SyntaxFault` if the text is wrong anywhere, else the first `TypeFault` (or, with `strict`,
    `UnknownField`) in document order. `null` and an empty struct give None or {}.
    """
    value, fault = unmarshal_partly(data, shape, strict=strict)
    if fault is not None:
        raise fault
    return value


def unmarshal_partly(data: bytes, shape: Shape, *, strict: bool = False) -> tuple[Any, JSONFault | None]:
    """As `unmarshal`, but with what could be decoded beside the first fault. Raises `SyntaxFault` only."""
    tree = parse_fast(data)
    if tree is None:
        check_valid(data)
    if tree is None or _has_raw(shape):
        tree = _raw_tree(data, shape) if isinstance(shape, Struct) else parse_valid(data)
    else:
        try:
            return conform(shape, tree, strict=strict), None
        except (Doubtful, RecursionError):
            tree = parse_valid(data)
    return decode_tree(tree, shape, strict=strict)


def parse(data: bytes) -> Node:
    """The tree of `data`, which must be exactly one value. Raises `SyntaxFault`."""
    tree = parse_fast(data)
    if tree is None:
        check_valid(data)
        tree = parse_valid(data)
    return tree


def decode_node(tree: Node, shape: Shape, *, strict: bool = False) -> tuple[Any, JSONFault | None]:
    """A tree from `parse`, or a part of one, in `shape`: the value and the first fault."""
    try:
        return conform(shape, tree, strict=strict), None
    except (Doubtful, RecursionError):
        return decode_tree(tree, shape, strict=strict)


def check_valid(data: bytes) -> None:
    """Raise the `SyntaxFault` of `data`, which must be exactly one value."""
    try:
        end = skip_space(data, scan_value(data, 0))
    except Truncated as truncated:
        raise truncated.fault or SyntaxFault("unexpected end of JSON input") from None
    if end < len(data):
        raise invalid(data[end], "after top-level value")


def raw_members(data: bytes) -> list[tuple[str, bytes]]:
    """Names and raw values of the object in `data`, in order, repeats too. Raises `SyntaxFault`."""
    reader = TokenReader(data)
    reader.token()
    members = []
    while reader.more():
        name = reader.token()
        members.append((str(name), reader.raw_value()))
    reader.token()
    return members


def first_null(data: bytes) -> str | None:
    """The path of the first explicit null in the valid document `data`, such as `features[0].relations`.

    Depth first, keys in sorted order, of repeated keys the last; None if there is none.
    """
    return _first_null(_first_value(data)[0], "")


def _first_null(node: Node, path: str) -> str | None:
    if node is None:
        return path
    if isinstance(node, list):
        children = [(f"{path}[{index}]", item) for index, item in enumerate(node)]
    elif isinstance(node, tuple):
        prefix = f"{path}." if path else ""
        children = [(prefix + name, item) for name, item in sorted(dict(node).items())]
    else:
        return None
    for place, item in children:
        found = _first_null(item, place)
        if found is not None:
            return found
    return None


def _has_raw(shape: Shape) -> bool:
    return isinstance(shape, Struct) and any(isinstance(member, RawText) for member in shape.members.values())


def _raw_tree(data: bytes, shape: Struct) -> Node:
    """The tree of the valid `data`, with raw bytes for the members that want them."""
    if not _has_raw(shape) or not data.lstrip(b" \t\n\r").startswith(b"{"):
        return parse_valid(data)
    pairs = []
    for name, raw in raw_members(data):
        declared = shape.member(name)
        wants_raw = declared is not None and isinstance(shape.members[declared], RawText)
        pairs.append((name, raw if wants_raw else parse_valid(raw)))
    return tuple(pairs)
