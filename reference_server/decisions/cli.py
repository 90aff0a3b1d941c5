"""The command line of the decisions server (1)."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

PROGRAM = "switchplinth"
DEFAULT_PORT = 8000
USAGE_STATUS = 2


def main(argv: list[str] | None = None) -> int:
    """Run `switchplinth ARGV` (default: the process's own arguments) and return the exit status.

    0: done; 2: wrong usage, or PATH is no directory; 3: the port cannot be bound. Each command
    imports only what it needs, because a client waits for the first answer.
    """
    argv = sys.argv[1:] if argv is None else argv
    if argv[:1] == ["setup"]:
        from reference_server.decisions import setup

        return setup.main(argv[1:])
    try:
        options = _parser().parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    root = Path(os.path.abspath(options.repo))  # noqa: PTH100 - links in the path are kept
    if not root.is_dir():
        print(f"{PROGRAM} {options.command}: {options.repo} is not a directory", file=sys.stderr)
        return USAGE_STATUS
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    if options.command == "mcp":
        from reference_server.decisions.stdio import serve_stdio

        return serve_stdio(root)
    from reference_server.decisions.http import serve_http

    return serve_http(root, options.port)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=PROGRAM, description="Answers about architecture decisions.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="mcp | serve | setup")
    mcp = commands.add_parser("mcp", help="MCP over stdin and stdout")
    serve = commands.add_parser("serve", help="MCP and JSON over HTTP on the loopback interface")
    commands.add_parser("setup", help="register the server with a client", add_help=False)
    for command in (mcp, serve):
        command.add_argument(
            "--repo", metavar="PATH", default=".", help="directory with Markdown and .decision/"
        )
    serve.add_argument("--port", metavar="N", type=_port, default=DEFAULT_PORT, help="default: 8000")
    return parser


def _port(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"not a port number from 0 to 65535: {text}")
    return number
