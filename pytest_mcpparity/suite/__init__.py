"""What a suite says: `mcp-suite.toml`, read and checked."""
