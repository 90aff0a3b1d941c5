"""The suites that come with the package, and how `--mcp-suite` finds a suite (spec § 3)."""

from __future__ import annotations

from pathlib import Path

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.nearest import did_you_mean
from pytest_mcpparity.suite.model import SUITE_FILE

_PACKAGE = Path(__file__).parents[1]
#: In the wheel the suites lie inside the package; in a checkout beside it.
_PLACES = (_PACKAGE / "suites", _PACKAGE.parent / "fixtures")


def bundled_suites() -> dict[str, Path]:
    """The folder of each bundled suite, by name."""
    for place in _PLACES:
        if place.is_dir():
            return {file.parent.name: file.parent for file in sorted(place.glob(f"*/{SUITE_FILE}"))}
    return {}


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
