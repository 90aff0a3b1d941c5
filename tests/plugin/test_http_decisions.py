"""The decision tools answer over HTTP what was recorded on stdio, in both eras."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pytest_mcpparity.suite.bundled import bundled_suites
from tests.plugin.conftest import Play, lines_of
from tests.server.decisions.servers import http_server

SUITE = bundled_suites().get("decisions", Path("absent"))

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not SUITE.is_dir(), reason="the suite of the decision tools is not here"),
]


@pytest.mark.parametrize("protocol", ["2025-11-25", "2026-07-28"])
def test_the_recorded_answers_hold_over_http(pytester: pytest.Pytester, play: Play, protocol: str) -> None:
    workspace = shutil.copytree(SUITE / "workspace", pytester.path / "served")

    with http_server(workspace) as server:
        url = f"http://127.0.0.1:{server.port}/mcp"
        result = play(f"--mcp-server={url}", "--mcp-suite=decisions", f"--mcp-protocol={protocol}")

    assert result.ret == 0
    assert result.parseoutcomes().keys() == {"passed"}
    assert result.parseoutcomes()["passed"] > 100
    assert [line.partition(", ")[2] for line in lines_of(result, f"{SUITE}: ")] == [f"{protocol} over http"]
