"""Provenance of version 2 contributions and the locations in it (spec § c.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.capabilities.model import Location, Provenance
from reference_server.sdd.architecture.capabilities.shared_rules import (
    SOURCE_KINDS,
    capability,
    is_blank,
)
from reference_server.sdd.architecture.diagnostics import Diagnostic

ROOTS = ("workspace", "project", "package")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_SOURCE_BINDING = re.compile(r"source-v1:sha256:[0-9a-f]{64}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def provenance_diagnostics(place: str, provenance: Provenance) -> Iterator[Diagnostic]:
    """Problems of `provenance`; `place` is its field."""
    if is_blank(provenance.project):
        message = "entry must carry a provenance project"
        yield capability("missing_provenance", f"{place}.project", message)
    if provenance.source_kind not in SOURCE_KINDS:
        message = f"sourceKind {quote(provenance.source_kind)} is not in the v2 set"
        yield capability("invalid_source_kind", f"{place}.sourceKind", message)
    binding = provenance.source_binding
    if binding and not _SOURCE_BINDING.fullmatch(binding):
        message = "legacy sourceBinding must use source-v1:sha256:<64-lower-hex>"
        yield capability("invalid_source_binding", f"{place}.sourceBinding", message)
    declaration = provenance.declaration
    if declaration.root or declaration.path:
        yield from _location(f"{place}.declaration", declaration, provenance)
    else:
        message = "a precise declaration is required"
        yield capability("missing_declaration", f"{place}.declaration", message)
    for index, artifact in enumerate(provenance.artifacts):
        yield from _artifact(f"{place}.artifacts[{index}]", artifact, provenance)


def _artifact(place: str, artifact: Location, provenance: Provenance) -> Iterator[Diagnostic]:
    yield from _location(place, artifact, provenance)
    if artifact.digest and not _DIGEST.fullmatch(artifact.digest):
        message = "artifact digest must use sha256:<64-lower-hex>"
        yield capability("invalid_source_binding", f"{place}.digest", message)
    declaration = provenance.declaration
    if (artifact.root, artifact.path) == (declaration.root, declaration.path):
        message = "artifact must not duplicate the declaration location"
        yield capability("invalid_path", f"{place}.path", message)


def _location(place: str, location: Location, provenance: Provenance) -> Iterator[Diagnostic]:
    if location.root not in ROOTS:
        message = f"root {quote(location.root)} is not one of workspace, project, package"
        yield capability("invalid_path", f"{place}.root", message)
    if location.root == "package" and is_blank(provenance.package):
        message = "package locations require provenance package"
        yield capability("missing_provenance", f"{place}.root", message)
    problem = _path_problem(location.path)
    if problem is not None:
        code, message = problem
        yield capability(code, f"{place}.path", message)


def _path_problem(path: str) -> tuple[str, str] | None:
    """The first rule that `path` breaks, as code and message."""
    if not path:
        return "invalid_path", "path is required"
    if "\\" in path or "\0" in path:
        return "invalid_path", "path must use slash separators and contain no NUL"
    if path.startswith("/") or _SCHEME.match(path):
        return "path_escape", "path must be relative to its declared root"
    for segment in path.split("/"):
        if segment == "..":
            return "path_escape", "path must not escape its declared root"
        if segment in ("", "."):
            return "invalid_path", "path must be its non-empty lexical clean form"
    return None
