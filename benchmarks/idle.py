"""What the plugin adds to `pytest` in an empty folder, where it is installed and not used.

Run `python -m benchmarks.idle [--rounds N]`. The limits are 1.05 and 10 ms. Two folders of packages are
made, with links to all that is installed here: one holds the plugin with an entry point and a list of its
files, as an installer leaves them, the other does not. pytest finds its plugins in them by itself; no other
one is announced there, which makes the ratio as strict as it can be.
"""

from __future__ import annotations

import argparse
import site
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measuring import PLAIN_ENVIRONMENT, REPOSITORY, in_turn, median, run_child, say, say_ratio

LIMIT = 1.05
MILLISECONDS = 10
_PACKAGES = ("pytest_mcpparity", "reference_server")
_ENTRY_POINTS = "[pytest11]\nmcpparity = pytest_mcpparity.plugin\n"
_METADATA = "Metadata-Version: 2.4\nName: pytest-mcpparity\nVersion: 0.1.0\n"


def link_packages(folder: Path) -> None:
    """Link every package that is installed here, but for this project; no plugin is announced."""
    folder.mkdir()
    for packages in site.getsitepackages():
        for path in Path(packages).iterdir():
            if path.name not in _PACKAGES and path.suffix not in (".pth", ".dist-info"):
                (folder / path.name).symlink_to(path)


def install(folder: Path) -> None:
    """Add this project to a folder of packages, as an installer would."""
    files: list[str] = []
    for name in _PACKAGES:
        (folder / name).symlink_to(REPOSITORY / name)
        files += [str(path.relative_to(REPOSITORY)) for path in (REPOSITORY / name).rglob("*.*")]
    files.append("pytest_mcpparity/suites.zip")  # the bundled suites, as the wheel holds them
    info = folder / "pytest_mcpparity-0.1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(_ENTRY_POINTS)
    (info / "METADATA").write_text(_METADATA)
    (info / "RECORD").write_text("".join(f"{file},sha256={'x' * 43},1234\n" for file in files))


def main() -> bool:
    """Print the ratio and the milliseconds; tell whether both limits are kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=31)
    rounds: int = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="mcpparity-bench-") as name:
        base, empty = Path(name), Path(name, "empty")
        empty.mkdir()
        for folder in ("with", "without"):
            link_packages(base / folder)
        install(base / "with")
        environments = [
            {**PLAIN_ENVIRONMENT, "PYTHONPATH": str(base / folder)} for folder in ("with", "without")
        ]
        # -S: the packages installed here are found through these folders only.
        run = ["-S", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        ours, theirs = (partial(run_child, run, empty, environment, 5) for environment in environments)
        ours(), theirs()  # compile what was never compiled
        with_it, without = in_turn(ours, theirs, rounds)
        kept = say_ratio("pytest in an empty folder with the plugin ÷ without", with_it, without, LIMIT)
        added = 1000 * (median(with_it).wall - median(without).wall)
        busy = 1000 * (median(with_it).cpu - median(without).cpu)
        what = "what the plugin adds to pytest in an empty folder"
        return say(what, added, MILLISECONDS, " ms", f"processor {busy:.1f} ms") and kept


if __name__ == "__main__":
    raise SystemExit(not main())
