"""Fixtures of the decision server's tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.decisions.repositories import SAMPLE, Workspace
from tests.server.decisions.servers import HttpServer, http_server


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """An empty repository."""
    (tmp_path / "repo" / ".decision").mkdir(parents=True)
    return Workspace(tmp_path / "repo")


@pytest.fixture
def sample_copy(tmp_path: Path) -> Workspace:
    """A copy of the sample repository that a test may change."""
    shutil.copytree(SAMPLE, tmp_path / "sample")
    return Workspace(tmp_path / "sample")


@pytest.fixture(scope="session")
def sample_server() -> Iterator[HttpServer]:
    """One HTTP server on the sample repository for all tests."""
    with http_server(SAMPLE) as server:
        yield server
