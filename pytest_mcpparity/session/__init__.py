"""One MCP session with a target: bytes in, bytes out, negotiated by the SDK."""
