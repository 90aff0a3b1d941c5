"""Which files of a repository count, and reading them (2.1).

Nothing is followed through a symbolic link except the repository directory itself, `.decision`
and `config.yaml`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from reference_server.decisions.errors import Fault

MAX_RECORD_BYTES = 1048576
MAX_MARKDOWN_BYTES = 4194304
_MARKDOWN_NAME = re.compile(r"[^.].*\.(?:md|markdown)", re.ASCII | re.IGNORECASE | re.DOTALL)
_UNLISTED_CHARACTER = re.compile("[\x00-\x1f\x7f\\\\\ud800-\udfff]")


class ReadError(Exception):
    """A file or folder that cannot be used; `fault` has an empty pointer."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


def read_limited(path: str, limit: int | None) -> bytes:
    """The bytes of the file at `path`, at most `limit` of them (None: any number).

    Raises ReadError: the file cannot be read, or is larger.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            size = os.fstat(descriptor).st_size
            if limit is not None and size > limit:
                raise ReadError(Fault("", f"is larger than {limit} bytes"))
            # One byte more than expected, so that a short answer is the end and saves asking again.
            data = os.read(descriptor, size + 1)
            while len(data) > size:
                more = os.read(descriptor, size + 1)
                if not more:
                    break
                data += more
        finally:
            os.close(descriptor)
    except OSError:
        raise ReadError(Fault("", "cannot be read")) from None
    if limit is not None and len(data) > limit:
        raise ReadError(Fault("", f"is larger than {limit} bytes"))
    return data


def record_names(folder: str) -> list[str]:
    """The names of the record files in `folder`, sorted; empty when it is a link or no folder.

    Raises ReadError when the folder is there but cannot be listed.
    """
    if Path(folder).is_symlink() or not Path(folder).is_dir():
        return []
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in entries
                if entry.name.endswith(".json")
                and not entry.name.startswith(".")
                and entry.is_file(follow_symlinks=False)
            )
    except OSError:
        raise ReadError(Fault("", "cannot be read")) from None


def markdown_paths(root: str) -> list[str]:
    """The paths of the Markdown files under `root`, relative to it, with `/`, sorted.

    Folders that cannot be listed hold none.
    """
    found: list[str] = []
    pending = [""]
    while pending:
        prefix = pending.pop()
        try:
            with os.scandir(Path(root) / prefix) as entries:
                for entry in entries:
                    if entry.name.startswith(".") or _UNLISTED_CHARACTER.search(entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name != "node_modules":
                            pending.append(f"{prefix}{entry.name}/")
                    elif _MARKDOWN_NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                        found.append(prefix + entry.name)
        except OSError:
            continue
    return sorted(found)
