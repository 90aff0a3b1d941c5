"""Files that are whole at any moment, old or new, whatever kills the run that writes them (spec § 5)."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

#: The name of the new file before it takes the old one's place: a killed run may leave one behind.
LEFTOVER = re.compile(r"\.(?P<file>.+)\.[0-9a-f]{16}\.mcpparity-new", re.DOTALL)


def is_leftover(name: str) -> bool:
    """Tell whether a file of this name is what a killed run left: nothing needs it, it may be deleted."""
    return LEFTOVER.fullmatch(name) is not None


def write_atomically(path: Path, data: bytes) -> None:
    """Make `data` the whole content of `path`, whose folder has to exist.

    It reaches the disk under another name in the same folder, and then takes the name in one step.

    Raises:
        OSError: `path` is as it was, and nothing else is left behind.
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}.mcpparity-new")
    try:
        # Not a file of `tempfile`: that one would keep others from reading it for ever.
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself last; some systems cannot do that for a folder, and need not."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
