"""How the SDD server scales: its time against that of `json.loads` over the same files.

Run `python -m benchmarks.sdd_scale [--profile]`. `sdd.list_features` has 1,500 projects with 10,000 features,
`sdd.architecture_context` 200 domains; a cold `tools/list` is held against a Python that only imports `json`.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import REPOSITORY
from benchmarks.sdd_domains import DOMAINS, frame, write_domains
from reference_server.jsonrpc_stdio import answer
from reference_server.sdd.server import Server

PROJECTS = 1_500
FEATURES = 10_000
ROUNDS = 5
LIMIT = 5.0
"""The ratio promised."""

_FRAME = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sdd.list_features"}}\n'


def write_workspace(root: Path) -> list[Path]:
    """Write the workspace into `root`, commit it, and return the JSON files that hold it."""
    names = [f"area{index % 30}/project{index}" for index in range(PROJECTS)]
    workspace = root / "putnami.workspace.json"
    workspace.write_text(json.dumps({"name": "scale", "includes": names}), encoding="utf-8")
    files = [workspace]
    for index, name in enumerate(names):
        project = root / name
        project.mkdir(parents=True)
        identity = {"name": f"@scale/project{index}", "type": "library"}
        features = [_feature(index, number) for number in range(index, FEATURES, PROJECTS)]
        manifest = {"protocolVersion": 1, "namespace": f"area-{index}", "features": features}
        for file, document in (("putnami.json", identity), ("putnami.features.json", manifest)):
            (project / file).write_text(json.dumps(document, indent=2), encoding="utf-8")
            files.append(project / file)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "scale"]):
        identity_options = ["-c", "user.name=scale", "-c", "user.email=scale@example.test"]
        subprocess.run(["git", *identity_options, *command], cwd=root, check=True)
    return files


def _feature(project: int, number: int) -> dict[str, object]:
    return {
        "id": f"area-{project}/feature-{number}",
        "type": "feature",
        "name": f"Feature {number}",
        "outcome": f"People can do the thing that feature {number} is about, in one step",
        "owner": f"team-{project % 40}",
        "target": "wired",
        "relations": [{"kind": "dependsOn", "target": f"area-{project}/feature-{project}"}],
        "requirements": [
            {"id": "written", "stage": "coded", "evidenceKinds": ["artifact"]},
            {"id": "connected", "stage": "wired", "evidenceKinds": ["artifact", "capability"]},
        ],
    }


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """The shortest of `rounds` runs of `work`, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def catalog_ratio(root: Path, *, profiled: bool) -> float:
    """Print how long the catalog takes; its time, once a session has started, over that of `json.loads`."""
    files = write_workspace(root)
    methods = Server(root).methods()
    if profiled:
        profile = cProfile.Profile()
        profile.runcall(answer, _FRAME, methods)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
    start = time.perf_counter()
    answer(_FRAME, methods)
    first = time.perf_counter() - start
    answering = best_of(ROUNDS, lambda: answer(_FRAME, methods))
    reading = best_of(ROUNDS, lambda: [json.loads(file.read_bytes()) for file in files])
    texts = [file.read_bytes() for file in files]
    parsing = best_of(ROUNDS, lambda: [json.loads(text) for text in texts])
    size = sum(map(len, texts)) / 1e6
    print(f"files                    {len(files)} ({size:.1f} MB)")
    print(f"json.loads of the files  {reading * 1e3:7.1f} ms, from memory {parsing * 1e3:.1f} ms")
    print(f"sdd.list_features        {answering * 1e3:7.1f} ms, first call of a session {first * 1e3:.1f} ms")
    ratio = answering / reading
    print(f"ratio                    {ratio:7.2f}, first call {first / reading:.2f} (limit {LIMIT})")
    return ratio


def print_domains(root: Path) -> None:
    """Print how long one domain among many takes; there is no promise about it.

    Raises:
        RuntimeError: the answer is a failure.
    """
    files = write_domains(root)
    methods = Server(root).methods()
    asked = frame()
    reply = answer(asked, methods)
    if reply is None or b"isError" in reply:
        raise RuntimeError(f"the workspace of domains fails: {reply!r}"[:500])
    answering = best_of(ROUNDS, lambda: answer(asked, methods))
    reading = best_of(ROUNDS, lambda: [json.loads(file.read_bytes()) for file in files])
    ratio = f"ratio {answering / reading:.2f}"
    print(f"sdd.architecture_context {answering * 1e3:7.1f} ms for {DOMAINS} domains, {ratio}")


def print_cold_listing(root: Path) -> None:
    """Print what a session costs that only asks for the tools; there is no promise about it."""

    def run(*words: str) -> None:
        asked = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
        environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
        command = [sys.executable, *words]
        subprocess.run(command, cwd=root, input=asked, env=environment, capture_output=True, check=True)

    listing = best_of(ROUNDS, lambda: run("-m", "reference_server", "putnami", "mcp"))
    bare = best_of(ROUNDS, lambda: run("-c", "import json"))
    print(f"cold tools/list          {listing * 1e3:7.1f} ms, a bare Python {bare * 1e3:.1f} ms")


def main() -> int:
    """Print all figures; return 1 if the ratio of the catalog is beyond the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", action="store_true", help="show where the time of one call goes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        catalog, domains, cold = (Path(directory) / name for name in ("catalog", "domains", "cold"))
        for root in (catalog, domains, cold):
            root.mkdir()
        ratio = catalog_ratio(catalog, profiled=options.profile)
        print_domains(domains)
        print_cold_listing(cold)
    return 0 if ratio < LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
