"""The `mcp.*` properties of an item, for JUnit (spec § 9); every value is a plain string."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_mcpparity.concealing import conceal
from pytest_mcpparity.play.run import SuiteRun
from pytest_mcpparity.report.verdicts import first_line_of, kind_of

PREFIX = "mcp."


def properties(run: SuiteRun | None, fault: BaseException | None) -> list[tuple[str, object]]:
    """What pytest is to write beside the item: who answered, and what moved.

    `mcp.protocol` is the negotiated revision, or the one asked for where none was negotiated. Kind and first
    line are there only where something is to be told.
    """
    if run is None:
        return []
    scene, spoke = run.scene, run.spoke
    found: dict[str, str | None] = {
        "target": scene.target.name or "target",
        "protocol": spoke.revision if spoke is not None else scene.protocol,
        "transport": spoke.transport if spoke is not None else None,
        "kind": kind_of(fault) if fault is not None else None,
        "first_line": first_line_of(fault) if fault is not None else None,
    }
    return _named(found, scene.options.environment.secrets)


def _named(found: Mapping[str, str | None], secrets: Mapping[str, str]) -> list[tuple[str, object]]:
    return [(PREFIX + name, conceal(value, secrets)) for name, value in found.items() if value is not None]
