"""Bounded reading of regular files, with the reasons Go would give (spec § b).

Only the last path part is looked at itself: a symlink there is refused, symlinked parents are followed.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path

SIZE_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file could not be read, as the text that follows `read …: `."""

    reason: str


def read_bounded(path: Path) -> bytes | Unreadable | None:
    """The bytes of the regular file at the absolute `path`; None when nothing has that name."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    except OSError as error:
        return Unreadable(os_error_text("lstat", path, error))
    except ValueError:  # a NUL in the path, which Python refuses before the system can
        return Unreadable(os_error_text("lstat", path, OSError(errno.EINVAL, "")))
    if not stat.S_ISREG(status.st_mode):
        return Unreadable("file is not regular")
    if status.st_size > SIZE_LIMIT:
        return Unreadable(f"file exceeds {SIZE_LIMIT} bytes")
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        return Unreadable(os_error_text("open", path, error))
    return data if len(data) <= SIZE_LIMIT else Unreadable(f"file exceeds {SIZE_LIMIT} bytes")


def os_error_text(operation: str, path: Path, error: OSError) -> str:
    """Go's text of a failed `operation`: `{operation} {absolute path}: {errno text}`."""
    reason = os.strerror(error.errno) if error.errno is not None else str(error)
    return f"{operation} {path}: {reason[:1].lower()}{reason[1:]}"


def missing_file_text(path: Path) -> str:
    """Go's text for a `path` that was listed but is gone when it is read."""
    return os_error_text("lstat", path, FileNotFoundError(errno.ENOENT, ""))
