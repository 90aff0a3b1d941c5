"""The folders of `mcpparity init`: the workspace that is copied, and the place of the suite.

What cannot be is told before anything is recorded, where it can be known by then.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.suite.model import SUITE_FILE


def refuse_place(out: Path) -> None:
    """Refuse `out` as the place of a new suite where something is there, or none can be made.

    Raises:
        UsageFault: says why.
    """
    try:
        if out.is_dir() and not any(out.iterdir()):
            return
        if (out / SUITE_FILE).exists():
            raise UsageFault(f"{out} holds a suite already, and it is not overwritten: choose another --out")
        if out.exists() or out.is_symlink():
            raise UsageFault(f"{out} is there already: --out names the new folder of the suite")
        above = next(folder for folder in out.absolute().parents if folder.exists() or folder.is_symlink())
    except OSError as error:
        raise UsageFault(f"{out} cannot be made: {_reason(error)}") from None
    if not above.is_dir():
        raise UsageFault(f"{out} cannot be made: {above} is no folder")
    if not os.access(above, os.W_OK | os.X_OK):
        raise UsageFault(f"{out} cannot be made: {above} may not be written to")


def copy_workspace(source: Path, into: Path, spelled: Path) -> None:
    """Copy the files of `source`, which the user gave as `spelled`, without what git keeps there.

    Raises:
        UsageFault: there is no such folder, it is empty, or holds what cannot be copied.
    """
    said = f"--workspace {spelled}"
    if not source.is_dir():
        raise UsageFault(f"{said}: there is no such folder")
    _refuse_special_files(source, said)
    try:
        shutil.copytree(source, into, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    except OSError as error:
        raise UsageFault(f"{said} cannot be copied: {_reason(error)}") from None
    if not any(into.iterdir()):
        raise UsageFault(f"{said}: it is empty; without --workspace the server gets an empty folder too")


def _refuse_special_files(source: Path, said: str) -> None:
    """Refuse pipes, sockets and devices: a suite cannot hold them, and reading one may never end."""
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name != ".git"]
        for path in (Path(folder, name) for name in sorted(names) if name != ".git"):
            if not path.is_symlink() and not path.is_file():
                raise UsageFault(
                    f"{said}: {path.relative_to(source)} is neither a file nor a folder nor a link: "
                    "it cannot be copied"
                )


def put_in_place(folder: Path, out: Path) -> None:
    """Bring the finished suite to `out`: copied beside it first, so that it appears at once and whole.

    Raises:
        UsageFault: it cannot be written there.
    """
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".mcpparity-init-", dir=out.parent) as beside:
            whole = Path(beside, "suite")
            shutil.copytree(folder, whole, symlinks=True)
            refuse_place(out)
            whole.rename(out)
    except OSError as error:
        raise UsageFault(f"{out} cannot be written: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    """Why in one line; of many files that could not be copied the first."""
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        path, _, why = error.args[0][0]
        return f"{path}: {why}"
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
