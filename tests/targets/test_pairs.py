"""What was recorded on one version of a server catches what the next version changed, and says what."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.targets.pair_table import PAIRS, Pair
from tests.targets.playing import SUITES, Outcome, copied, play
from tests.targets.releases import TARGETS

Compare: TypeAlias = Callable[[Pair], Outcome]

QUICK = {"P3", "P8", "P26"}
#: Suites of pairs that work on the files of another suite.
WORKSPACES = {"filesystem": "filesystem", "git": "git", "sqlite": "sqlite", "sqlite-old": "sqlite"}


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path == "/page.html"
        body = b"<html><body><h1>Hello</h1><p>a &amp; b</p></body></html>" if found else b"none"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write nothing: a request is no news."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A web server on this machine, for the servers that fetch."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Pages) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def compare(tmp_path_factory: pytest.TempPathFactory, port: int) -> Compare:
    """Record on the old version and compare with the new one; once for all rows of the same two."""
    done: dict[tuple[str, str, str], Outcome] = {}

    def outcome(pair: Pair) -> Outcome:
        key = (pair.suite, pair.old, pair.new)
        if key not in done:
            place = tmp_path_factory.mktemp("pair")
            folder = _suite_of(pair.suite, place, port)
            old, new = TARGETS[pair.old].options(), TARGETS[pair.new].options()
            play(folder, [*old, "--mcp-record"], place)
            done[key] = play(folder, new, place)
        return done[key]

    return outcome


def _suite_of(name: str, place: Path, port: int) -> Path:
    folder = place / "suites" / name
    folder.mkdir(parents=True)
    text = (SUITES / "pairs" / f"{name}.toml").read_text(encoding="utf-8")
    (folder / "mcp-suite.toml").write_text(text.replace("PORT", str(port)), encoding="utf-8")
    if name in WORKSPACES:
        shutil.copytree(SUITES / WORKSPACES[name] / "workspace", folder / "workspace")
    return folder


def _each_pair() -> list[object]:
    return [
        pytest.param(pair, id=number, marks=[] if number in QUICK else [pytest.mark.heavy])
        for number, pair in PAIRS.items()
    ]


@pytest.mark.parametrize("pair", _each_pair())
def test_a_change_between_versions_is_caught_and_named(pair: Pair, compare: Compare) -> None:
    outcome = compare(pair)

    found = {item: outcome.failed.get(item, "passed")[: len(start)] for item, start in pair.says.items()}
    assert found == pair.says, outcome.output
    assert set(pair.silent) <= outcome.passed, outcome.output


@pytest.mark.heavy
def test_a_server_that_dies_at_its_start_is_reported_once_with_its_last_words(compare: Compare) -> None:
    outcome = compare(PAIRS["P22"])

    assert "the target exited with code 1 before it negotiated" in outcome.failed["session"]
    assert "AttributeError: 'Server' object has no attribute 'list_resources'" in outcome.output
    assert outcome.skipped == {"tools", "rows", "no-query", "goodbye"}


@pytest.mark.heavy
def test_a_version_that_changed_nothing_stays_silent(tmp_path: Path) -> None:
    options = TARGETS["testkit@1.0.1"].options()

    outcome = play(copied("testkit", tmp_path), options, tmp_path)

    assert (outcome.failed, outcome.exit_code) == ({}, 0), outcome.output


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("suite", "target", "protocols"),
    [
        pytest.param("kubernetes", "kube@0.0.67", "2024-11-05,2025-11-25", id="handshakes-kubernetes"),
        pytest.param(
            "everything", "everything@2026.8.31", "2025-06-18,2025-11-25", id="handshakes-everything"
        ),
        pytest.param("libgen", "libgen@2.2.1", "2024-11-05,2026-07-28", id="stateless-libgen"),
        pytest.param("kubernetes", "kube@0.0.67", "2025-06-18,2026-07-28", id="stateless-kubernetes"),
        pytest.param("time", "time@2026.10.19", "2025-06-18,2026-07-28", id="stateless-time"),
    ],
)
def test_another_revision_of_the_protocol_is_no_difference(
    suite: str, target: str, protocols: str, tmp_path: Path
) -> None:
    options = [*TARGETS[target].options(), f"--mcp-protocol={protocols}"]

    outcome = play(copied(suite, tmp_path), options, tmp_path)

    assert (outcome.failed, outcome.exit_code) == ({}, 0), outcome.output
    assert all(f"session[{one}]" in outcome.passed for one in protocols.split(","))
