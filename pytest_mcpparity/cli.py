"""The command line `mcpparity`: what is done to a suite outside of pytest."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_mcpparity import __version__
from pytest_mcpparity.errors import ParityError

_INIT = (
    "Write a first suite from a live server: the tools that it advertises, calls with arguments made from "
    "their schemas, without each required argument, with an unknown one, and of a tool that does not exist. "
    "It is recorded, and passes at once."
)


def main(argv: list[str] | None = None) -> int:
    """Run the command line; 0 when done, 1 when refused with a reason, 2 for wrong usage."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except ParityError as fault:
        print(f"mcpparity {arguments.command}: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"mcpparity {arguments.command}: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mcpparity", description="Work on suites of recorded MCP answers.")
    parser.add_argument("--version", action="version", version=f"mcpparity {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    amend = commands.add_parser(
        "amend",
        help="bless a reviewed edit of recorded answers",
        description="Bless answers that were edited by hand: their hashes in answers.lock are updated, and "
        "who reads the lock later finds why.",
    )
    amend.add_argument("suite", type=Path, metavar="SUITE", help="the suite's folder or its mcp-suite.toml")
    amend.add_argument("cases", nargs="+", metavar="CASE", help="id of a case, or tools, or session")
    amend.add_argument("--why", required=True, help="the reason, for those who read the lock later")
    amend.set_defaults(run=_amend)
    _add_init(commands.add_parser("init", help="write a first suite from a live server", description=_INIT))
    return parser


def _add_init(init: argparse.ArgumentParser) -> None:
    init.add_argument("--server", required=True, metavar="CMD|URL", help="as for --mcp-server of pytest")
    init.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="the suite's new folder (default suites/ and the server's name)",
    )
    init.add_argument("--workspace", type=Path, metavar="DIR", help="files that the server works on: a copy")
    init.add_argument("--env", action="append", default=[], metavar="NAME[=VALUE]", help="as for --mcp-env")
    init.add_argument("--header", action="append", default=[], metavar="'Name: value'", help="for a URL")
    init.add_argument("--protocol", default="auto", metavar="VER", help="as for --mcp-protocol, one revision")
    init.add_argument(
        "--all-tools",
        action="store_true",
        help="call also the tools that are not annotated readOnlyHint: they may change what they reach",
    )
    init.set_defaults(run=_init)


def _init(arguments: argparse.Namespace) -> int:
    from pytest_mcpparity.init.command import Wish, make_suite, telling_on_stderr

    wish = Wish(
        server=arguments.server,
        base=Path.cwd(),
        out=arguments.out,
        workspace=arguments.workspace,
        env=tuple(arguments.env),
        headers=tuple(arguments.header),
        protocol=arguments.protocol,
        all_tools=arguments.all_tools,
    )
    with telling_on_stderr() as tell:
        report = make_suite(wish, tell)
    print("\n".join(report))
    return 0


def _amend(arguments: argparse.Namespace) -> int:
    from pytest_mcpparity.answers.store import AnswerStore
    from pytest_mcpparity.suite.model import SUITE_FILE
    from pytest_mcpparity.suite.reader import read_suite

    folder: Path = arguments.suite.parent if arguments.suite.name == SUITE_FILE else arguments.suite
    suite = read_suite(folder / SUITE_FILE)
    for amendment in AnswerStore(suite.folder).amend(arguments.cases, arguments.why):
        print(f"{amendment.case}: {_short(amendment.before)} -> {_short(amendment.after)}")
    return 0


def _short(digest: str | None) -> str:
    return "none" if digest is None else digest[:12]
