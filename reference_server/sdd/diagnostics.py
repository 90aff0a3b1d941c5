"""Diagnostics of the feature and spec tools, their order and their bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_RANKS = {"error": 0, "warning": 1}
_MAX_FIELD, _MAX_MESSAGE = 1024, 2048


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: `field` is `{path}`, `{path}#{inner}` or empty; `severity` is `error` or `warning`."""

    code: str
    message: str
    field: str = ""
    severity: str = "error"

    def within(self, path: str) -> Diagnostic:
        """The same finding, placed in the document at `path`."""
        return replace(self, field=f"{path}#{self.field}" if self.field else path)

    def row(self) -> dict[str, object]:
        """The members as they are reported."""
        members: dict[str, object] = {"severity": self.severity, "code": self.code, "message": self.message}
        if self.field:
            members["field"] = self.field
        return members

    @property
    def path(self) -> str:
        """The part of the field before the first `#`."""
        return self.field.partition("#")[0]


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By severity, code, field and message; repeats stay."""
    return sorted(diagnostics, key=lambda d: (_RANKS.get(d.severity, 2), d.code, d.field, d.message))


def normalised(diagnostic: Diagnostic) -> Diagnostic:
    """Without control characters, the field within 1024 bytes and the message within 2048.

    This holds for what discovery finds, not for findings over the parsed documents.
    """
    message, field = diagnostic.message, diagnostic.field
    return replace(diagnostic, message=_bounded(message, _MAX_MESSAGE), field=_bounded(field, _MAX_FIELD))


def _bounded(text: str, limit: int) -> str:
    text = _CONTROL.sub(" ", text)
    encoded = text.encode("utf-8", "surrogateescape")
    if len(encoded) <= limit:
        return text
    # "ignore" drops the half of a character at the cut.
    return encoded[: limit - 3].decode("utf-8", "ignore") + "..."
