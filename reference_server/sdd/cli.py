"""The command line of the sdd server."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

USAGE = """\
usage: putnami mcp                                     serve MCP on stdin and stdout
       putnami mcp-tool                                answer one tool call request
       putnami tools check [--core NAME]… MANIFEST…    say which tools an extension may contribute
"""


def main(argv: list[str] | None = None) -> int:
    """Run `argv` (default: the process's own) and return the exit status.

    0, 1 for a refusal, 2 for wrong usage, 130 after an interrupt.
    """
    argv = sys.argv[1:] if argv is None else argv
    if argv == ["mcp"]:
        return _quietly(_serve)
    if argv == ["mcp-tool"]:
        return _quietly(_answer_one)
    if argv[:2] == ["tools", "check"] and len(argv) > 2:
        from reference_server.sdd.tools_check import check_manifests

        return check_manifests(argv[2:])
    asked_for_help = argv[:1] in (["-h"], ["--help"])
    print(USAGE, end="", file=sys.stdout if asked_for_help else sys.stderr)
    return 0 if asked_for_help else 2


def _quietly(run: Callable[[], int]) -> int:
    """Run a server; a peer that goes away or an interrupt ends it without a traceback."""
    try:
        return run()
    except BrokenPipeError:
        # Python flushes stdout once more when it ends, into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _serve() -> int:
    from reference_server.jsonrpc_stdio import serve
    from reference_server.sdd.server import Server

    serve(sys.stdin.buffer, sys.stdout.buffer, Server(Path.cwd()).methods())
    return 0


def _answer_one() -> int:
    from reference_server.sdd.bridge import BridgeFault, answer_request

    try:
        line = answer_request(sys.stdin.buffer.read())
    except BridgeFault as fault:
        print(fault, file=sys.stderr)
        return 1
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
    return 0
