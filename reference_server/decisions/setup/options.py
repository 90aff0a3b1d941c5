"""The command line of the wizard (spec 12.1)."""

from __future__ import annotations

import argparse
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import NoReturn

from reference_server.decisions.setup.problems import UsageProblem
from reference_server.decisions.setup.registration import Registration
from reference_server.decisions.setup.system import FILE_CLIENTS, System

_SCRIPT = "switchplinth"
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SCOPES = ("user", "local", "project")


@dataclass(frozen=True)
class Options:
    """A checked command line. `config` is the file given in place of the client's own, or None."""

    client: str
    registration: Registration
    scope: str
    config: str | None
    ask: bool
    dry_run: bool


class _Parser(argparse.ArgumentParser):
    """Reports wrong usage as an exception, so that every message is one line in one place."""

    def error(self, message: str) -> NoReturn:
        raise UsageProblem(f"{message}; see switchplinth setup --help")


def read_options(argv: list[str], system: System) -> Options:
    """The options that `argv` gives on `system`.

    Raises `UsageProblem` on wrong usage, and `SystemExit(0)` after printing help for `--help`.
    """
    args = _parser().parse_args(argv)
    client: str = args.client
    if args.claude_scope is not None and client != "claude-code":
        raise UsageProblem(f"--claude-scope goes with --client claude-code only, not with {client}")
    if args.config is not None and client not in FILE_CLIENTS:
        raise UsageProblem(f"--config goes with --client {', '.join(FILE_CLIENTS)} only, not with {client}")
    if not _NAME.fullmatch(args.name):
        raise UsageProblem(f"--name must have 1 to 64 letters, digits, _ or -, not {args.name!r}")
    repo = _repository(args.repo)
    launcher = _launcher(args.launcher, system)
    return Options(
        client=client,
        registration=Registration(name=args.name, launcher=launcher, repo=repo),
        scope=args.claude_scope or "user",
        config=args.config,
        ask=not args.yes,
        dry_run=args.dry_run,
    )


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="switchplinth setup",
        description="Register the stdio server of a decision repository with an MCP client.",
        allow_abbrev=False,
    )
    parser.add_argument("--repo", metavar="PATH", default=".", help="repository with .decision/ (default: .)")
    parser.add_argument("--client", required=True, choices=("claude-code", *FILE_CLIENTS, "print"))
    parser.add_argument("--claude-scope", choices=_SCOPES, help="scope for claude-code (default: user)")
    parser.add_argument("--name", default=_SCRIPT, help="name of the entry (default: %(default)s)")
    parser.add_argument("--launcher", metavar="FILE", help=f"command that clients start (default: {_SCRIPT})")
    parser.add_argument("--config", metavar="FILE", help="edit this file in place of the client's own")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--dry-run", action="store_true", help="show, write nothing, start nothing")
    return parser


def _absolute(path: str) -> str:
    try:
        absolute = os.path.abspath(path)  # noqa: PTH100 - resolve() would follow links, which are kept
    except FileNotFoundError:
        raise UsageProblem("the current directory is gone; change to another one") from None
    try:
        absolute.encode("utf-8")
    except UnicodeEncodeError:
        raise UsageProblem(f"{path!r} is not valid UTF-8, which a client's file must be") from None
    return absolute


def _repository(path: str) -> str:
    repo = _absolute(path)
    if not _is_directory(Path(repo)):
        raise UsageProblem(f"{repo} is not a directory")
    if not _is_directory(Path(repo, ".decision")):
        raise UsageProblem(f"{repo} has no .decision directory")
    return repo


def _is_directory(path: Path) -> bool:
    """What cannot be looked at is none: the server could not read it either."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _launcher(given: str | None, system: System) -> str:
    """LAUNCHER of 12.1: what is given, else the running script, else the one on PATH."""
    if given is not None:
        if not given:
            raise UsageProblem("--launcher names no file")
        return _absolute(given)
    if PurePath(system.program).name.lower() in (_SCRIPT, f"{_SCRIPT}.exe"):
        # Windows leaves the suffix of the started script out.
        for candidate in (system.program, f"{system.program}.exe"):
            if Path(candidate).is_file():
                return _absolute(candidate)
    found = shutil.which(_SCRIPT, path=system.environ.get("PATH", ""))
    if found is None:
        raise UsageProblem(f"there is no {_SCRIPT} command on PATH; name the command with --launcher FILE")
    return _absolute(found)
