"""Chooses the server: `putnami …` or `switchplinth …`."""

from __future__ import annotations

import sys

USAGE = """\
usage: mcp-reference-server putnami      mcp | mcp-tool | tools check MANIFEST
       mcp-reference-server switchplinth mcp | serve | setup
"""


def main(argv: list[str] | None = None) -> int:
    """Run the command line `argv` (default: the process's own) and return its exit status.

    Each server is imported only when it is asked for, so that neither pays for the other's start.
    """
    args = sys.argv[1:] if argv is None else argv
    if args[:1] == ["putnami"]:
        from reference_server.sdd import cli as sdd

        return sdd.main(args[1:])
    if args[:1] == ["switchplinth"]:
        from reference_server.decisions import cli as decisions

        return decisions.main(args[1:])
    asked_for_help = args[:1] in (["-h"], ["--help"])
    print(USAGE, end="", file=sys.stdout if asked_for_help else sys.stderr)
    return 0 if asked_for_help else 2
