"""Reading artifacts without leaving their discovery root: links are followed, but not out of it."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.paths import INVALID_PATH, PATH_ESCAPE, path_fault, under

MAX_BYTES = 16 * 1024 * 1024
"""Bytes of one artifact."""

MAX_ENTRIES = 4096
"""Entries of one directory."""

LIMIT = "features.sensitive_content"

_ESCAPED = ("features.symlink_escape", "artifact symlink escapes its declared discovery root")
_OUTSIDE = ("features.outside_discovery_root", "artifact resolves outside the selected workspace")
_TOO_LARGE = (LIMIT, "artifact exceeds a bounded feature-reader limit")
_NOT_REGULAR = (INVALID_PATH, "artifact is not one contained regular file")
_UNREADABLE = ("features.parse_error", "feature artifact could not be read")
_LEXICAL = (PATH_ESCAPE, "artifact path escapes its declared discovery root")


class ContainedFault(Exception):
    """An artifact that cannot be read: `code` and `message` of its diagnostic."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def at(self, path: str) -> Diagnostic:
        """The diagnostic for the artifact at the workspace path `path`."""
        return Diagnostic(self.code, self.message, path)


@dataclass(frozen=True, slots=True)
class ContainedReader:
    """Reads below `root`, the workspace root with its links resolved."""

    root: Path
    _real: dict[str, str] = field(default_factory=dict)

    def read(self, discovery_root: str, relative: str, *, optional: bool) -> bytes | None:
        """The bytes of `relative` in `discovery_root`; None if it is `optional` and absent.

        Raises `ContainedFault`.
        """
        fault = path_fault(relative)
        if fault:
            raise ContainedFault(*(_LEXICAL if fault == PATH_ESCAPE else _NOT_REGULAR))
        try:
            return self._read_file(self._resolve(discovery_root, relative))
        except FileNotFoundError:
            if optional:
                return None
            raise ContainedFault(*_NOT_REGULAR) from None
        except OSError:
            raise ContainedFault(*_UNREADABLE) from None

    def names(self, discovery_root: str, relative: str) -> list[tuple[str, bool]] | None:
        """Names in a directory and whether each is one itself, sorted; None if the directory is absent.

        Raises `ContainedFault`; `LIMIT` past 4096 entries.
        """
        try:
            with os.scandir(self._resolve(discovery_root, relative)) as entries:
                found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
        except FileNotFoundError:
            return None
        except OSError:
            raise ContainedFault(*_UNREADABLE) from None
        if len(found) > MAX_ENTRIES:
            raise ContainedFault(*_TOO_LARGE)
        return sorted(found)

    def _resolve(self, discovery_root: str, relative: str) -> str:
        """The real path of `relative`, which lies within the real path of its discovery root."""
        root = self._root(discovery_root)
        real = self._real_path(under(discovery_root, relative))
        if real != root and not real.startswith(_as_prefix(root)):
            raise ContainedFault(*_ESCAPED)
        return real

    def _root(self, discovery_root: str) -> str:
        workspace = str(self.root)
        real = self._real_path(discovery_root)
        if real != workspace and not real.startswith(_as_prefix(workspace)):
            raise ContainedFault(*_OUTSIDE)
        return real

    def _real_path(self, path: str) -> str:
        """The real path of a workspace path. A last part that is no link costs one look at it."""
        if not path:
            return str(self.root)
        known = self._real.get(path)
        if known is not None:
            return known
        parent, _, name = path.rpartition("/")
        plain = f"{self._real_path(parent)}/{name}"
        mode = os.lstat(plain).st_mode
        real = os.path.realpath(plain, strict=True) if stat.S_ISLNK(mode) else plain
        if stat.S_ISDIR(mode) or stat.S_ISLNK(mode):
            self._real[path] = real
        return real

    def _read_file(self, path: str) -> bytes:
        # Without O_NONBLOCK the opening of a pipe would wait for its other end.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise ContainedFault(*_NOT_REGULAR)
            if status.st_size > MAX_BYTES:
                raise ContainedFault(*_TOO_LARGE)
            parts = []
            while part := os.read(handle, status.st_size + 1):
                parts.append(part)
            return b"".join(parts)
        finally:
            os.close(handle)


def _as_prefix(root: str) -> str:
    return root if root.endswith("/") else f"{root}/"
