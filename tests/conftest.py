"""Suites below `tests` are data: the tests beside them play them against their targets."""

collect_ignore_glob = ["suites/*/mcp-suite.toml", "targets/*/mcp-suite.toml"]
