"""What can be wrong with a JSON text, in Go's words."""

from __future__ import annotations

from reference_server.go_json.text import quote


class JSONFault(Exception):
    """A JSON text that Go's decoder refuses; `str()` is the text of Go's error."""


class SyntaxFault(JSONFault):
    """The text is not JSON at some place."""


class EndOfInput(SyntaxFault):
    """The text ends between two tokens: `EOF`."""

    def __init__(self) -> None:
        super().__init__("EOF")


class CutOff(SyntaxFault):
    """The text ends inside a value: `unexpected EOF`."""

    def __init__(self) -> None:
        super().__init__("unexpected EOF")


class TypeFault(JSONFault):
    """A value is not of the type that its place asks for.

    `kind` is Go's word for the value, `go_type` the type wanted, `path` the names from the
    document's root, `struct` the innermost struct ("" at the top).
    """

    def __init__(self, kind: str, go_type: str, struct: str = "", path: tuple[str, ...] = ()) -> None:
        self.kind = kind
        self.go_type = go_type
        self.path = path
        place = f"struct field {struct}.{'.'.join(path)} of" if struct or path else "value of"
        super().__init__(f"json: cannot unmarshal {kind} into Go {place} type {go_type}")

    def inside(self, struct: str, path: tuple[str, ...]) -> TypeFault:
        """The same fault as seen from a place further out."""
        return TypeFault(self.kind, self.go_type, struct, path + self.path)


class UnknownField(JSONFault):
    """A member that the struct does not have. `quoted` is its name in `%q` quoting."""

    def __init__(self, name: str) -> None:
        self.quoted = quote(name)
        super().__init__(f"json: unknown field {self.quoted}")


class TrailingValue(JSONFault):
    """A second complete value follows the document."""

    def __init__(self) -> None:
        super().__init__("multiple JSON values are not allowed")
