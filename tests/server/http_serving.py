"""The raw faulty server over HTTP as a process of its own, for the tests here and of the plugin."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytest_mcpparity.session.session import Endpoint, Limits, Session, open_session

# httpx2 keeps the exceptions of the first httpcore2 that it meets, and pytest forgets modules that are first
# imported in a run inside this process.
importlib.import_module("httpcore2")

REPOSITORY = Path(__file__).resolve().parent.parent.parent
SCRATCH = Path(__file__).resolve().parent


@contextmanager
def serving(fault: str, *options: str, errors: Path | None = None) -> Iterator[str]:
    """Serve with one named fault on a free port, and give the URL; its stderr goes to `errors`."""
    command = [sys.executable, "-m", "reference_server.faults", fault, "--http", "0", *options]
    with (errors or Path("/dev/null")).open("wb") as sink:
        process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=sink)
    assert process.stdout is not None
    try:
        url = process.stdout.readline().decode().strip()
        assert url.startswith("http://127.0.0.1:")
        yield url
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def session_at(
    url: str,
    *,
    protocol: str = "2025-11-25",
    accepted: tuple[str, ...] | None = None,
    client: frozenset[str] = frozenset(),
    headers: tuple[tuple[str, str], ...] = (),
    limits: Limits | None = None,
) -> Session:
    return open_session(
        Endpoint(url, headers),
        protocol=protocol,
        accepted=accepted,
        client=client,
        workspace=SCRATCH,
        limits=limits or Limits(step=10, start=10),
    )
