"""The suites that come with the package, and how `--mcp-suite` finds a suite (spec § 3)."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zipfile
from pathlib import Path

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.nearest import did_you_mean
from pytest_mcpparity.suite.model import SUITE_FILE

_PACKAGE = Path(__file__).parents[1]
#: In the wheel the suites are one archive: pytest looks at each installed file of a plugin at its start.
_ARCHIVE = _PACKAGE / "suites.zip"
#: In a checkout they lie beside the package.
_CHECKOUT = _PACKAGE.parent / "fixtures"


def bundled_suites() -> dict[str, Path]:
    """The folder of each bundled suite, by name; those of an installed wheel are unpacked once.

    Raises:
        UsageFault: there is no folder to unpack them to.
    """
    folder = _unpacked() if _ARCHIVE.is_file() else _CHECKOUT
    return {file.parent.name: file.parent for file in sorted(folder.glob(f"*/{SUITE_FILE}"))}


def _unpacked() -> Path:
    """The archive's content in the user's cache folder, under the hash of the archive."""
    digest = hashlib.sha256(_ARCHIVE.read_bytes()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mcpparity"
    folder = cache / f"suites-{digest}"
    if folder.is_dir():
        return folder
    try:
        cache.mkdir(parents=True, exist_ok=True)
        return _unpack(folder)
    except OSError as error:
        raise UsageFault(
            f"the bundled suites cannot be unpacked to {folder}: {error.strerror or error}; "
            "let XDG_CACHE_HOME name a folder that can be written to"
        ) from None


def _unpack(folder: Path) -> Path:
    """Unpack beside the folder, and give it its name when it is whole: two runs may do so at once."""
    started = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    try:
        with zipfile.ZipFile(_ARCHIVE) as archive:
            for entry in archive.infolist():
                (started / archive.extract(entry, started)).chmod(entry.external_attr >> 16)
        try:
            started.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
        return folder
    finally:
        shutil.rmtree(started, ignore_errors=True)


def find_suite(spelled: str, base: Path) -> Path:
    """The `mcp-suite.toml` that `--mcp-suite` means: a path from `base`, or the name of a bundled suite.

    Raises:
        UsageFault: it is neither.
    """
    path = base / spelled
    for file in (path, path / SUITE_FILE):
        if file.name == SUITE_FILE and file.is_file():
            return file
    bundled = bundled_suites()
    if spelled in bundled:
        return bundled[spelled] / SUITE_FILE
    raise UsageFault(
        f"--mcp-suite {spelled}: no suite's folder, no {SUITE_FILE}, and no bundled suite"
        f"{did_you_mean(spelled, bundled)}; bundled are: {', '.join(bundled) or 'none'}"
    )
