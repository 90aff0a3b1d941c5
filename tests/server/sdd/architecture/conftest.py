"""Workspaces to start from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.server.sdd.architecture.catalogue import CONSUMER, PRODUCER
from tests.server.sdd.architecture.workspace import DATA, MANIFEST, Workspace


@pytest.fixture
def empty(tmp_path: Path) -> Workspace:
    """A workspace without projects and files."""
    return Workspace(tmp_path.resolve())


@pytest.fixture
def shop(empty: Workspace) -> Workspace:
    """The worked examples: `/orders` imports from `/stock`, bound, implemented, without findings."""
    shutil.copytree(DATA / "workspace", empty.root, dirs_exist_ok=True)
    empty.project("orders", "orders", "/stock")
    empty.project("stock")
    return empty


@pytest.fixture
def catalogue(empty: Workspace) -> Workspace:
    """Two sound manifests that use every member of the protocol."""
    empty.write(f"consumer/{MANIFEST}", CONSUMER)
    empty.write(f"producer/{MANIFEST}", PRODUCER)
    empty.project("consumer", "consumer", "/producer")
    empty.project("producer")
    return empty
