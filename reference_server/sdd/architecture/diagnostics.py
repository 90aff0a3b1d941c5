"""Diagnostics: what is wrong with a document, where, and in which order it is told (spec § a.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SEVERITY_RANK = {"error": 0, "warning": 1, "info": 2}


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem; `field` is `{path}#{inner}`, `{path}` alone, or a bare word; may be empty."""

    code: str
    field: str
    message: str
    severity: str = "error"


def architecture(code: str, field: str, message: str) -> Diagnostic:
    """An error of the family `architecture.`; `code` is its suffix."""
    return Diagnostic(f"architecture.{code}", field, message)


def at(path: str, inner: str) -> str:
    """The field text of `inner` (may be empty) in the document at `path`."""
    return f"{path}#{inner}" if inner else path


def in_document(path: str, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """`diagnostics` with fields that are relative to a document moved below its `path`."""
    for found in diagnostics:
        yield Diagnostic(found.code, at(path, found.field), found.message, found.severity)


def byte_order(text: str) -> bytes:
    """The sort key of ascending UTF-8 bytes; bytes of file names that are not UTF-8 stay themselves."""
    return text.encode("utf-8", "surrogateescape")


def in_report_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by severity, field, code, message; repeats are kept (spec § a.4)."""

    def key(found: Diagnostic) -> tuple[int, bytes, bytes, bytes]:
        rank = SEVERITY_RANK.get(found.severity, len(SEVERITY_RANK))
        return rank, byte_order(found.field), byte_order(found.code), byte_order(found.message)

    return tuple(sorted(diagnostics, key=key))
