"""The names of the options: how they are declared, and the short spellings among the arguments (spec § 3).

Other plugins own some of the short names (`--mcp-server` is a popular one). Every option is therefore
declared as `--mcpparity-NAME`; `--mcp-NAME` is rewritten to it while pytest starts, unless somebody else
owns that name, in which case it is left alone.

Each run of pytest loads this module, also where the plugin is not used: it imports next to nothing.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

LONG = "--mcpparity-"
SHORT = "--mcp-"


class Option(NamedTuple):
    """One option: its name behind the prefix, how it is declared, and its ini type if it has one."""

    name: str
    metavar: str
    help: str
    repeatable: bool = False
    bare: str | None = None
    ini: Literal["string", "linelist"] | None = None

    @property
    def dest(self) -> str:
        """Its attribute in pytest's namespace of options."""
        return "mcpparity_" + self.name.replace("-", "_")

    @property
    def ini_name(self) -> str:
        """Its key in the ini file, where it has one."""
        return "mcp_" + self.name.replace("-", "_")


OPTIONS = (
    Option(
        "server",
        "[NAME=]CMD|URL",
        "the server under test; repeatable, then each needs a NAME; {workspace}, {rootdir} and {python} "
        "are replaced",
        repeatable=True,
        ini="linelist",
    ),
    Option(
        "oracle",
        "CMD|URL",
        "a second server: both get every step, and their answers are held against each other; no answer "
        "files are read",
    ),
    Option("suite", "PATH|NAME", "run this suite without naming test paths; repeatable", repeatable=True),
    Option(
        "record",
        "missing|all",
        "write the answers that are missing (bare), or with =all also those that differ",
        bare="missing",
    ),
    Option(
        "protocol",
        "VER[,VER]",
        "revision to speak: 2024-11-05 ... 2025-11-25, 2026-07-28 or auto; several: every case for each",
        ini="string",
    ),
    Option("timeout", "S", "seconds that one step may take (default 30)", ini="string"),
    Option("start-timeout", "S", "seconds that start and handshake may take (default 60)", ini="string"),
    Option(
        "env",
        "NAME[=VALUE]",
        "environment of the target beyond the default; repeatable; {workspace} is replaced in VALUE",
        repeatable=True,
        ini="linelist",
    ),
    Option(
        "header",
        "'Name: value'",
        "a header of each request to a target by URL; repeatable; $NAME is taken from the environment and "
        "kept secret",
        repeatable=True,
    ),
    Option(
        "coverage",
        "MIN",
        "show what the suites ask of the advertised surface; with =MIN, fail under so many percent",
        bare="0",
    ),
    Option(
        "report", "PATH", "write a report at the end, to a .json or .html file; repeatable", repeatable=True
    ),
    Option("max-bytes", "N", "limit of one frame in bytes (default 67108864)"),
)
BY_NAME = {option.name: option for option in OPTIONS}


def declare(parser: pytest.Parser) -> None:
    """Declare the long spellings and the ini settings."""
    group = parser.getgroup("mcpparity", "mcpparity: hold MCP servers to recorded answers")
    for option in OPTIONS:
        _add(group, LONG + option.name, option)
        if option.ini is not None:
            parser.addini(
                option.ini_name, option.help, type=option.ini, default=[] if option.repeatable else ""
            )


def _add(group: pytest.OptionGroup, spelling: str, option: Option) -> None:
    if option.bare is None:
        action = "append" if option.repeatable else "store"
        group.addoption(spelling, action=action, dest=option.dest, metavar=option.metavar, help=option.help)
    else:
        group.addoption(
            spelling, nargs="?", const=option.bare, dest=option.dest, metavar=option.metavar, help=option.help
        )


class ShortNames:
    """Rewrites the short spellings among pytest's arguments to the long ones."""

    def __init__(self, parser: pytest.Parser, args: list[str], base: Path) -> None:
        """Take pytest's arguments as they are; relative paths of suites count from `base`."""
        self.parser = parser
        self.base = base
        self.before = list(args)
        self.owned: set[str] = set()

    def rewrite(self) -> list[str]:
        """The arguments with each short name that is ours in its long spelling, and suites as paths.

        A value is joined by `=`, so that nothing takes it for a test path; a bare option gets its value.

        Raises:
            pytest.UsageError: `--mcp-suite` names no suite.
        """
        self.owned = {option.name for option in OPTIONS if self._is_owned(option)}
        words = list(self._rewritten())
        return words + [str(file) for file in self._suites(words)]

    def _suites(self, words: list[str]) -> list[Path]:
        """The files of the suites that are asked for by option: pytest is to collect them like any path."""
        prefix = f"{LONG}suite="
        spelled = [word.removeprefix(prefix) for word in words if word.startswith(prefix)]
        if not spelled:
            return []
        from pytest_mcpparity.errors import UsageFault
        from pytest_mcpparity.suite.bundled import find_suite

        try:
            return [find_suite(one, self.base) for one in spelled]
        except UsageFault as fault:
            raise pytest.UsageError(str(fault)) from None

    def add_free(self) -> list[str]:
        """Declare the short names that nobody owns, for `--help`; those that somebody owns."""
        group = self.parser.getgroup("mcpparity")
        for option in OPTIONS:
            if option.name not in self.owned:
                _add(group, SHORT + option.name, option)
        return sorted(SHORT + name for name in self.owned)

    def _is_owned(self, option: Option) -> bool:
        """Whether another plugin declares the short name: nobody reports it as unknown."""
        probe = f"{SHORT}{option.name}=0"
        try:
            return probe not in self.parser.parse_known_and_unknown_args([probe])[1]
        except pytest.UsageError:
            return True

    def _rewritten(self) -> Iterator[str]:
        words = deque(self.before)
        while words:
            word = words.popleft()
            if word == "--":
                yield word
                yield from words
                return
            name, equals, value = word.partition("=")
            prefix = next((one for one in (SHORT, LONG) if name.startswith(one)), None)
            option = BY_NAME.get(name[len(prefix) :]) if prefix else None
            if option is None or (prefix == SHORT and option.name in self.owned):
                yield word
            elif equals:
                yield f"{LONG}{option.name}={value}"
            elif option.bare is not None:
                yield f"{LONG}{option.name}={option.bare}"
            elif words and not words[0].startswith("-"):
                yield f"{LONG}{option.name}={words.popleft()}"
            else:
                yield f"{LONG}{option.name}"


def are_asked_for(config: pytest.Config) -> bool:
    """Whether any of the options or ini settings is given; otherwise nobody has to read them."""
    if any(getattr(config.option, option.dest, None) for option in OPTIONS):
        return True
    return any(config.getini(option.ini_name) for option in OPTIONS if option.ini is not None)


def is_on_github() -> bool:
    """Whether GitHub Actions runs this, which says so with `true`."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def are_mentioned(config: pytest.Config, args: list[str]) -> bool:
    """Whether a short name may matter: it stands among `args`, is shown by `--help`, or a target is set."""
    return any(word.startswith((SHORT, LONG, "-h", "--h")) for word in args) or bool(
        config.getini("mcp_server")
    )
