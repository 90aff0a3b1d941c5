"""The command line `mcpparity`: what is done to a suite outside of pytest."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_mcpparity import __version__
from pytest_mcpparity.errors import ParityError


def main(argv: list[str] | None = None) -> int:
    """Run the command line; 0 when done, 1 when refused with a reason, 2 for wrong usage."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except ParityError as fault:
        print(f"mcpparity {arguments.command}: {fault}", file=sys.stderr)
        return 1


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
    return parser


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
