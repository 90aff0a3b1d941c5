"""The faults of answers trip over HTTP what they trip on stdio, in the same words (spec §§ 4.1, 7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from reference_server.faults import answers
from tests.plugin.conftest import Play, failures
from tests.plugin.test_fault_table import TABLE
from tests.server.http_serving import serving

#: One difference each; and faults of frames that are no stray lines, which HTTP carries as well.
FAULTS = [
    *answers.FAULTS,
    "none", "unknown-id", "id-string", "id-null", "result-and-error", "no-jsonrpc", "batch", "broken-json",
    "duplicate-member", "bad-utf8", "crlf-frames", "escaped-frames", "schema-input", "schema-output",
    "capability-refused", "tools-refused", "cursor-repeats", "logs-between", "oversized",
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_trips_over_http_what_it_trips_on_stdio(suite: Path, play: Play, fault: str) -> None:
    expected = TABLE[fault]

    with serving(fault) as url:
        result = play(f"--mcp-server={url}", str(suite), "--mcp-max-bytes=1000000", "-rf")

    found = failures(result)
    assert found.keys() == expected.keys()
    for item, first_line in expected.items():
        assert found[item].startswith(first_line)
    assert result.ret == (1 if expected else 0)
