"""Reading, backing up and replacing a client's file (spec 12.3)."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from reference_server.decisions.setup.problems import Refusal

_NEW_FILE_MODE = 0o600


@dataclass(frozen=True)
class StoredFile:
    """A client's file as it was read.

    `name` is the path as the user knows it. `target` is the file itself, which differs where `name`
    is a symbolic link. `content` and `mode` are None and 0600 while there is no such file.
    """

    name: str
    target: Path
    content: bytes | None
    mode: int


def read_file(name: str) -> StoredFile:
    """The file `name`, a symbolic link followed to its target.

    Raises `Refusal` for what is no regular file and for a file that cannot be read.
    """
    path = Path(name)
    try:
        target = path.resolve() if path.is_symlink() else path
        status = target.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Refusal(f"{name} is not a regular file; it was left untouched")
        return StoredFile(name, target, target.read_bytes(), stat.S_IMODE(status.st_mode))
    except FileNotFoundError:
        return StoredFile(name, target, None, _NEW_FILE_MODE)
    except (OSError, RuntimeError) as problem:
        raise Refusal(f"{name} cannot be read: {_reason(problem)}; it was left untouched") from None


def replace_file(old: StoredFile, content: bytes, now: datetime) -> str | None:
    """Back `old` up and put `content` in its place at once; the path of the backup, if one was made.

    Whenever the process dies, the file holds either all of the old or all of the new content. Raises
    `Refusal` where a backup or the new file cannot be written; then the file is as it was.
    """
    backup = None
    try:
        if old.content is not None:
            backup = _back_up(old, old.content, now)
        old.target.parent.mkdir(parents=True, exist_ok=True)
        _put(old.target, content, old.mode)
    except OSError as problem:
        if backup is not None:
            backup.unlink(missing_ok=True)
        raise Refusal(f"{old.name} cannot be written: {_reason(problem)}; nothing was written") from None
    return str(backup) if backup is not None else None


def _back_up(old: StoredFile, content: bytes, now: datetime) -> Path:
    """A copy beside the file, under the first name that is not taken."""
    stem = f"{old.name}.backup-{now:%Y%m%dT%H%M%SZ}"
    number = 1
    while True:
        backup = Path(stem if number == 1 else f"{stem}-{number}")
        try:
            handle = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _NEW_FILE_MODE)
        except FileExistsError:
            number += 1
            continue
        _fill(handle, backup, content, old.mode)
        return backup


def _put(target: Path, content: bytes, mode: int) -> None:
    """Replace `target` by way of a temporary file in its folder: write, fsync, rename."""
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    _fill(handle, Path(temporary), content, mode)
    try:
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _fill(handle: int, path: Path, content: bytes, mode: int) -> None:
    """Put `content` on disk through `handle`, open on `path`; what cannot be written whole is removed."""
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        path.chmod(mode)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Make the rename outlive a power cut, where the system lets a folder be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)
