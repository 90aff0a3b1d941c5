from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest, spec


@pytest.fixture(autouse=True)
def home_without_configuration(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A home folder of the test's own: the user's configuration is part of what the server reads."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def empty(tmp_path: Path) -> Workspace:
    """A workspace without projects."""
    root = tmp_path / "ws"
    root.mkdir()
    return Workspace(root.resolve()).write({"putnami.workspace.json": {"includes": []}})


@pytest.fixture
def shop(empty: Workspace) -> Workspace:
    """Two projects, `@acme/billing` on `@acme/shipping`, with a feature each and one spec."""
    return empty.write(
        {
            "putnami.workspace.json": {"includes": ["billing", "shipping"]},
            "billing/putnami.json": {"name": "@acme/billing", "dependencies": ["@acme/shipping"]},
            f"billing/{FEATURES}": manifest("billing", feature("billing/invoice")),
            "billing/specs/invoice.json": spec("billing/invoice"),
            "shipping/putnami.json": {"name": "@acme/shipping"},
            f"shipping/{FEATURES}": manifest("shipping", feature("shipping/labels")),
        }
    )
