"""Holds an MCP server to its recorded answers, byte for byte."""

__version__ = "0.1.0"
