"""Finding every `putnami.architecture.json` below the workspace root (spec § b).

Neither gitignore nor project boundaries matter: only `node_modules`, `vendor` and dot directories are
left out, and directory symlinks are not followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture, byte_order
from reference_server.sdd.architecture.documents.files import os_error_text

MANIFEST_NAME = "putnami.architecture.json"
MANIFEST_LIMIT = 256
SKIPPED_DIRECTORIES = frozenset({"node_modules", "vendor"})


@dataclass(frozen=True, slots=True)
class Discovery:
    """Sorted workspace-relative paths of the manifests, and what went wrong on the way."""

    paths: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def discover(root: Path) -> Discovery:
    """Walk `root` (absolute, links resolved); the walk stops at the manifest past the limit."""
    paths: list[str] = []
    diagnostics: list[Diagnostic] = []
    for found in _walk(root):
        if isinstance(found, Diagnostic):
            diagnostics.append(found)
            continue
        paths.append(found)
        if len(paths) > MANIFEST_LIMIT:
            message = f"architecture manifest count exceeds {MANIFEST_LIMIT}"
            diagnostics.append(architecture("discovery_limit", "workspace", message))
            break
    return Discovery(tuple(sorted(paths, key=byte_order)), tuple(diagnostics))


def _walk(root: Path) -> Iterator[str | Diagnostic]:
    """Manifests and problems in Go's order: by name, each directory entered when its turn comes."""
    prefix = len(os.path.join(root, ""))  # noqa: PTH118 - a Path has no trailing separator
    pending = [iter(_list(root, ""))]
    while pending:
        entry = next(pending[-1], None)
        if entry is None:
            pending.pop()
        elif isinstance(entry, Diagnostic):
            yield entry
        elif entry.is_dir(follow_symlinks=False):
            pending.append(iter(_list(root, entry.path[prefix:])))
        else:
            yield _candidate(entry, entry.path[prefix:])


def _counts(entry: os.DirEntry[str]) -> bool:
    """Whether `entry` is a directory to enter or a manifest."""
    if entry.is_dir(follow_symlinks=False):
        return entry.name not in SKIPPED_DIRECTORIES and not entry.name.startswith(".")
    return entry.name == MANIFEST_NAME


def _list(root: Path, relative: str) -> Sequence[os.DirEntry[str] | Diagnostic]:
    """What counts in a directory, by name, or the problem of reading it in its place."""
    directory = root / relative
    try:
        with os.scandir(directory) as entries:
            return sorted(filter(_counts, entries), key=lambda entry: os.fsencode(entry.name))
    except OSError as error:
        reason = os_error_text("open", directory, error)
        return [architecture("read_failure", relative or ".", f"walk architecture declarations: {reason}")]


def _candidate(entry: os.DirEntry[str], relative: str) -> str | Diagnostic:
    if entry.is_symlink():
        return architecture(
            "read_failure", relative, "architecture manifest must be a regular file, not a symlink"
        )
    return relative
