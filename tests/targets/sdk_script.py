"""One server for every SDK: the same tools on mcp 1.x, mcp 2.x and, with the word `fastmcp`, fastmcp.

Each tool returns another kind of value: how it becomes an answer is the SDK's doing. Runs in the
environment of the SDK under test, where nothing else is installed.
"""

import importlib
import struct
import sys
import zlib
from typing import Any, List, Optional  # noqa: UP035 - the oldest SDKs read these spellings only

from pydantic import BaseModel

FASTMCP = "fastmcp" in sys.argv[1:]
_SERVERS = (
    (("fastmcp", "FastMCP"),)
    if FASTMCP
    else (("mcp.server.mcpserver", "MCPServer"), ("mcp.server.fastmcp", "FastMCP"))
)
_IMAGES = (
    ("fastmcp.utilities.types", "fastmcp") if FASTMCP else ("mcp.server.mcpserver", "mcp.server.fastmcp")
)


def _first(places: tuple[tuple[str, str], ...]) -> Any:
    """The first of these names that there is: it has moved between versions."""
    for module, name in places:
        try:
            return getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"none of {places} is there")


Image = _first(tuple((module, "Image") for module in _IMAGES))
app = _first(_SERVERS)("kinds-of-values")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PIXEL = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\x7f"))
    + _chunk(b"IEND", b"")
)


class Person(BaseModel):
    """A model, which an SDK turns into a schema."""

    name: str
    age: int = 3
    tags: List[str] = []  # noqa: UP006


def text() -> str:
    """A text that ends in a newline."""
    return "hello\n"


def number() -> int:
    """A number."""
    return 7


def nothing() -> None:
    """No value."""
    return


def table() -> dict:  # type: ignore[type-arg]
    """An object."""
    return {"b": 1, "a": "ż", "n": None, "d": [1, 2.0]}


def rows() -> list:  # type: ignore[type-arg]
    """A list of objects."""
    return [{"a": 1}, {"a": 2}]


def words() -> List[str]:  # noqa: UP006
    """A list of texts."""
    return ["x", "y"]


def no_words() -> List[str]:  # noqa: UP006
    """An empty list."""
    return []


def mixed() -> list:  # type: ignore[type-arg]
    """Text, an image and an object."""
    return ["caption", Image(data=PIXEL, format="png"), {"k": 1}]


def unicode() -> Any:
    """Characters from everywhere."""
    return {"s": "zażółć 日本 😀 \u2028"}


def fail() -> str:
    """An exception of the tool's own."""
    raise ValueError('secret detail: column "x" does not exist')


def person() -> Person:
    """A model."""
    return Person(name="ann")


def typed(n: int, note: str = "default") -> str:
    """Arguments that are checked."""
    return f"{type(n).__name__} {n} {note}"


def floats() -> dict:  # type: ignore[type-arg]
    """Numbers that can be spelled in more than one way."""
    return {"x": 0.1 + 0.2, "big": 12345678901234567890, "negative": -0.0, "e": 1e22}


def pair() -> tuple:  # type: ignore[type-arg]
    """A tuple."""
    return ("a", 1)


def raw() -> bytes:
    """Bytes that are no UTF-8."""
    return b"\xff\x00ab"


def optional(x: Optional[int] = None) -> str:  # noqa: UP045
    """An argument that may be null."""
    return repr(x)


TOOLS = (
    text, number, nothing, table, rows, words, no_words, mixed, unicode, fail, person, typed, floats, pair,
    raw, optional,
)  # fmt: skip


def main() -> None:
    """Serve over stdio; a tool that this SDK will not have is left out."""
    for tool in TOOLS:
        try:
            app.tool()(tool)
        except Exception as error:
            print("left out:", tool.__name__, type(error).__name__, file=sys.stderr)
    app.run()


if __name__ == "__main__":
    main()
