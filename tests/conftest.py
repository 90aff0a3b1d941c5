"""Suites below `tests` are data, unless one is named: the tests beside them play them against targets."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a suite whose folder or file is not among the arguments."""
    if collection_path.name != "mcp-suite.toml":
        return None
    named = [Path(config.invocation_params.dir, arg.split("::")[0]).resolve() for arg in config.args]
    return None if collection_path in named or collection_path.parent in named else True
