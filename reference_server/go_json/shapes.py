"""The Go types that JSON is decoded into, declared as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

_FOLD = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)} | {0x17F: "s", 0x212A: "k"}


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, int, float or bool; `go_type` is its name in error texts, `accepts` the kind it takes."""

    go_type: str
    accepts: str


@dataclass(frozen=True, slots=True)
class Anything:
    """Any value, kept as a tree (`tree.py`): for `decode_tree` in another shape, or for `plain`."""

    go_type: str = "interface {}"


@dataclass(frozen=True, slots=True)
class RawText:
    """The bytes of a value as they are written; only as a member of the struct given to `unmarshal`."""

    go_type: str = "json.RawMessage"


@dataclass(frozen=True, slots=True)
class ListOf:
    """A slice; `go_type` defaults to `[]` and the element's."""

    element: Shape
    named: str = ""

    @property
    def go_type(self) -> str:
        """The name in error texts."""
        return self.named or f"[]{self.element.go_type}"


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map with string keys."""

    element: Shape

    @property
    def go_type(self) -> str:
        """The name in error texts."""
        return f"map[string]{self.element.go_type}"


@dataclass(frozen=True, slots=True)
class Struct:
    """A struct: `name` as in `Go struct field {name}.…`, `go_type` with its package, members in order.

    `pointer`: an explicit null makes it absent. `own_decoder`: the type decodes itself (`UnmarshalJSON`):
    each value replaces the earlier one whole, and its first fault ends the decoding, before those found
    outside.
    """

    name: str
    go_type: str
    members: dict[str, Shape]
    pointer: bool = False
    own_decoder: bool = False
    folded: dict[str, str] = field(init=False, repr=False, compare=False)
    steps: tuple[tuple[str, bool, Shape], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        folded: dict[str, str] = {}
        for name in self.members:
            folded.setdefault(fold(name), name)
        object.__setattr__(self, "folded", folded)
        # The common case, a string, is told beforehand: large workspaces have a hundred thousand members.
        steps = tuple(
            (name, isinstance(shape, Scalar) and shape.accepts == "string", shape)
            for name, shape in self.members.items()
        )
        object.__setattr__(self, "steps", steps)

    def member(self, name: str) -> str | None:
        """The declared name of the member that `name` means: exact, else whatever the case."""
        return name if name in self.members else self.folded.get(fold(name))


Shape: TypeAlias = Scalar | Anything | RawText | ListOf | MapOf | Struct

STRING = Scalar("string", "string")
INT = Scalar("int", "int")
FLOAT = Scalar("float64", "float")
BOOL = Scalar("bool", "bool")
ANYTHING = Anything()
RAW = RawText()


def string_type(go_type: str) -> Scalar:
    """A named string type, such as `features.MaturityStage`."""
    return Scalar(go_type, "string")


def fold(name: str) -> str:
    """`name` as Go compares member names: letter case set aside, and `ſ` and `K` (U+212A) with it."""
    return name.translate(_FOLD)
