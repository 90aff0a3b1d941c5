"""The command line of the decisions server."""

from __future__ import annotations


def main(argv: list[str]) -> int:
    """Run `argv` and return the exit status."""
    raise NotImplementedError(argv)
