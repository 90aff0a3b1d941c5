"""The failures that a tool call answers with, one class a cause (App. C).

The text of an error is the whole content of the MCP tool error (6.2); the class tells a transport
which HTTP status goes with it (11.3). `Fault` is the place and reason of a broken file before the
file is known to the checker.
"""

from __future__ import annotations

from dataclasses import dataclass

from reference_server.decisions.serialise import quoted


class ToolError(Exception):
    """A call that answers one MCP tool error; `text` is the error text of App. C, to the byte."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class ArgumentError(ToolError):
    """An argument or a selection that does not fit (8.1 steps 2 and 5); HTTP 422."""


class RepositoryError(ToolError):
    """A malformed repository or `config.yaml` (3.1, 3.5); HTTP 409."""


class EntityError(ToolError):
    """An entity that the scenario does not have (8.4); HTTP 404."""


class EmbeddingError(ToolError):
    """A configured embedding model that does not answer as it must (9.4); HTTP 502."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong inside one value: `pointer` (RFC 6901, from the value's root) and `reason` (2.3)."""

    pointer: str
    reason: str

    def below(self, prefix: str) -> Fault:
        """The same fault seen from the value that holds this one at pointer `prefix`."""
        return Fault(prefix + self.pointer, self.reason)


def pointer_token(key: str) -> str:
    """`key` as one reference token of a JSON pointer, with its leading slash (RFC 6901)."""
    return "/" + key.replace("~", "~0").replace("/", "~1")


def refusal(file: str, fault: Fault) -> RepositoryError:
    """The error that `fault` in `file` (path relative to the repository) answers with (3.1)."""
    return RepositoryError(
        f"Repository error: file {quoted(file)}, pointer {quoted(fault.pointer)}: {fault.reason}."
    )
