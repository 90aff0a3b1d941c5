"""Playing the bundled suites against a copy of the server, by the plugin, as a user would."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[4]
FIXTURES = ROOT / "fixtures"
SERVER = "{python} -m reference_server switchplinth mcp --repo {workspace}"
_LIMIT_SECONDS = 900
_FINISHED = (0, 1)


@dataclass(frozen=True, slots=True)
class Run:
    """What the suites say of one copy: `passed` and `failed` hold `suite::item` names."""

    passed: tuple[str, ...]
    failed: tuple[str, ...]


@contextmanager
def copied_server() -> Iterator[Path]:
    """A temporary folder with a copy of `reference_server`, and nothing else that Python would import."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name).resolve()
        # With the compiled modules: only the mutated one is compiled anew.
        shutil.copytree(ROOT / "reference_server", folder / "reference_server")
        yield folder


def play_suites(folder: Path, suites: Iterable[str]) -> Run:
    """The verdict of the bundled `suites` on the server in `folder`.

    Raises RuntimeError, with what pytest said, where the run did not come to an end of its own.
    """
    report = folder / "report.xml"
    # A target that names its workspace starts where pytest starts, and Python looks there first.
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"),
        *("--tb=no", "-c", "pytest.ini", f"--junitxml={report}", "-o", "junit_family=xunit1"),
        *(f"--mcp-server={SERVER}", f"--mcp-env=PYTHONPATH={folder}"),
        *("--mcp-timeout=120", "--mcp-start-timeout=300"),
        *(str(FIXTURES / suite) for suite in suites),
    ]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=_LIMIT_SECONDS, check=False
    )
    if done.returncode not in _FINISHED:
        raise RuntimeError(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return _verdicts(report)


def _verdicts(report: Path) -> Run:
    passed: list[str] = []
    failed: list[str] = []
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("skipped") is not None:
            continue
        suite = Path(case.get("file") or "").parent.name
        noticed = case.find("failure") is not None or case.find("error") is not None
        (failed if noticed else passed).append(f"{suite}::{case.get('name')}")
    return Run(tuple(passed), tuple(failed))
