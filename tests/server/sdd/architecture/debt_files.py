"""Debt files for the worked examples, and the finding they are about."""

from __future__ import annotations

from tests.server.sdd.architecture.workspace import DELETE, MANIFEST, Workspace

UNDECLARED = "architecture.undeclared_project_dependency:project-dependency:orders:stock:%2Forders:%2Fstock"
BASELINE = "architecture.baseline.json"
WAIVERS = "architecture.waivers.json"


def record(finding: str, **members: str) -> dict[str, str]:
    """A sound debt record."""
    return {"finding": finding, "owner": "o", "reason": "r", "scope": "s", "removeWhen": "w", **members}


def waive(workspace: Workspace, *records: dict[str, str]) -> None:
    """Write the waivers."""
    workspace.write(WAIVERS, {"protocolVersion": 1, "waivers": list(records)})


def accept(workspace: Workspace, *records: dict[str, str]) -> None:
    """Write the baseline."""
    workspace.write(BASELINE, {"protocolVersion": 1, "findings": list(records)})


def unbound(shop: Workspace) -> Workspace:
    """The shop with the one finding `UNDECLARED`."""
    shop.edit(f"orders/{MANIFEST}", "imports[0].bindings", DELETE)
    return shop
