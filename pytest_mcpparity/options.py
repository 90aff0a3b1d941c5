"""The command line and the ini file: options are declared, read once into `Options`, and bad mixes refused.

Other plugins own some of the short names (`--mcp-server` is a popular one). Every option is therefore
declared as `--mcpparity-NAME`; `--mcp-NAME` is rewritten to it while pytest starts, unless somebody else
owns that name, in which case it is left alone (spec § 3).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.suite.model import HANDSHAKE_REVISIONS, STATELESS_REVISIONS
from pytest_mcpparity.target import Environment, Target, parse_environment, parse_targets

PROTOCOLS = (*HANDSHAKE_REVISIONS, *STATELESS_REVISIONS)
REPORT_SUFFIXES = (".json", ".html")
_LONG = "--mcpparity-"
_SHORT = "--mcp-"


@dataclass(frozen=True, slots=True)
class Option:
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


OPTIONS = (
    Option(
        "server",
        "[NAME=]CMD|URL",
        "the server under test; repeatable, then each needs a NAME; {workspace}, {rootdir} and {python} "
        "are replaced",
        repeatable=True,
        ini="linelist",
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
_BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for; times in seconds, None where it is not said."""

    targets: tuple[Target, ...]
    record: Literal["missing", "all"] | None
    protocols: tuple[str, ...]
    timeout: float | None
    timeout_ini: float | None
    start_timeout: float
    environment: Environment
    max_bytes: int
    rootdir: Path
    coverage: float | None = None
    reports: tuple[Path, ...] = ()

    @property
    def wants_report(self) -> bool:
        """Whether the facts of each item are gathered: for a report, or for GitHub Actions."""
        return bool(self.reports) or os.environ.get("GITHUB_ACTIONS") == "true"

    def step_timeout(self, suite: float | None) -> float:
        """The limit of one step: the command line wins, then case or suite, ini, and 30 s."""
        given = (self.timeout, suite, self.timeout_ini)
        return next((limit for limit in given if limit is not None), 30.0)


def declare(parser: pytest.Parser) -> None:
    """Declare the long spellings and the ini settings."""
    group = parser.getgroup("mcpparity", "mcpparity: hold MCP servers to recorded answers")
    for option in OPTIONS:
        _add(group, _LONG + option.name, option)
        if option.ini is not None:
            name = "mcp_" + option.name.replace("-", "_")
            parser.addini(name, option.help, type=option.ini, default=[] if option.repeatable else "")


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
        prefix = f"{_LONG}suite="
        spelled = [word.removeprefix(prefix) for word in words if word.startswith(prefix)]
        if not spelled:
            return []
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
                _add(group, _SHORT + option.name, option)
        return sorted(_SHORT + name for name in self.owned)

    def _is_owned(self, option: Option) -> bool:
        """Whether another plugin declares the short name: nobody reports it as unknown."""
        probe = f"{_SHORT}{option.name}=0"
        try:
            return probe not in self.parser.parse_known_and_unknown_args([probe])[1]
        except pytest.UsageError:
            return True

    def _rewritten(self) -> Iterator[str]:
        words = iter(self.before)
        for word in words:
            if word == "--":
                yield word
                yield from words
                return
            name, equals, value = word.partition("=")
            prefix = next((one for one in (_SHORT, _LONG) if name.startswith(one)), None)
            option = _BY_NAME.get(name[len(prefix) :]) if prefix else None
            if option is None or (prefix == _SHORT and option.name in self.owned):
                yield word
            elif equals:
                yield f"{_LONG}{option.name}={value}"
            elif option.bare is not None:
                yield f"{_LONG}{option.name}={option.bare}"
            else:
                value = next(words, "")
                yield f"{_LONG}{option.name}={value}" if value else f"{_LONG}{option.name}"


def read_options(config: pytest.Config) -> Options:
    """The options of this run.

    Raises:
        pytest.UsageError: a value that cannot be, or a mix that would not do what it says.
    """
    try:
        options = _read(config)
        _refuse_bad_mixes(config, options)
    except UsageFault as fault:
        raise pytest.UsageError(str(fault)) from None
    return options


def _read(config: pytest.Config) -> Options:
    invoked = config.invocation_params.dir
    given = _strings(config, "server")
    servers, base = (given, invoked) if given else (_ini_lines(config, "server"), config.rootpath)
    return Options(
        targets=parse_targets(servers, base),
        record=_record(config),
        protocols=_protocols(_string(config, "protocol") or _ini_string(config, "protocol") or "auto"),
        timeout=_seconds(_string(config, "timeout"), "--mcp-timeout"),
        timeout_ini=_seconds(_ini_string(config, "timeout"), "mcp_timeout"),
        start_timeout=_seconds(_string(config, "start-timeout"), "--mcp-start-timeout")
        or _seconds(_ini_string(config, "start-timeout"), "mcp_start_timeout")
        or 60.0,
        environment=parse_environment([*_ini_lines(config, "env"), *_strings(config, "env")]),
        max_bytes=_bytes(_string(config, "max-bytes")),
        rootdir=config.rootpath,
        coverage=_coverage(_string(config, "coverage")),
        reports=tuple(_report(spelled, invoked) for spelled in _strings(config, "report")),
    )


def _refuse_bad_mixes(config: pytest.Config, options: Options) -> None:
    if options.record is None:
        return
    if os.environ.get("CI"):
        raise UsageFault(
            "--mcp-record is refused where CI is set: record on your own machine and commit the answers"
        )
    if len(options.targets) != 1:
        number = len(options.targets) or "no"
        raise UsageFault(f"--mcp-record needs exactly one --mcp-server; there are {number}")
    if len(options.protocols) > 1:
        raise UsageFault("--mcp-record needs one --mcp-protocol: an answer has one origin")
    if getattr(config.option, "numprocesses", None) or hasattr(config, "workerinput"):
        raise UsageFault("--mcp-record cannot be used with -n: workers would write over each other")


def _record(config: pytest.Config) -> Literal["missing", "all"] | None:
    match _string(config, "record"):
        case None:
            return None
        case "missing":
            return "missing"
        case "all":
            return "all"
        case other:
            raise UsageFault(f"--mcp-record={other}: it is missing (the same as bare) or all")


def _protocols(spelled: str) -> tuple[str, ...]:
    protocols = tuple(dict.fromkeys(word.strip() for word in spelled.split(",") if word.strip()))
    for protocol in protocols:
        if protocol not in (*PROTOCOLS, "auto"):
            raise UsageFault(f"--mcp-protocol {protocol}: known are {', '.join(PROTOCOLS)} and auto")
    if not protocols:
        raise UsageFault(f"--mcp-protocol names no revision: known are {', '.join(PROTOCOLS)} and auto")
    return protocols


def _seconds(spelled: str | None, name: str) -> float | None:
    if not spelled:
        return None
    if not re.fullmatch(r"\d+(\.\d+)?", spelled) or float(spelled) == 0:
        raise UsageFault(f"{name} {spelled}: give seconds as a number above 0")
    return float(spelled)


def _bytes(spelled: str | None) -> int:
    if spelled is None:
        return 64 * 1024 * 1024
    if not re.fullmatch(r"\d+", spelled) or int(spelled) < 1024:
        raise UsageFault(f"--mcp-max-bytes {spelled}: give a whole number of bytes, 1024 or more")
    return int(spelled)


def _coverage(spelled: str | None) -> float | None:
    if spelled is None:
        return None
    if not re.fullmatch(r"\d+(\.\d+)?", spelled) or float(spelled) > 100:
        raise UsageFault(f"--mcp-coverage={spelled}: give the least percentage, a number from 0 to 100")
    return float(spelled)


def _report(spelled: str, base: Path) -> Path:
    path = base / spelled
    if path.suffix not in REPORT_SUFFIXES:
        raise UsageFault(f"--mcp-report {spelled}: the name has to end in {' or '.join(REPORT_SUFFIXES)}")
    if not path.parent.is_dir():
        raise UsageFault(f"--mcp-report {spelled}: there is no folder {path.parent}: make it first")
    if path.is_dir():
        raise UsageFault(f"--mcp-report {spelled}: this is a folder; name a file")
    return path


def _string(config: pytest.Config, name: str) -> str | None:
    value: str | None = config.getoption(_BY_NAME[name].dest)
    return value


def _strings(config: pytest.Config, name: str) -> list[str]:
    return list(config.getoption(_BY_NAME[name].dest) or [])


def _ini_string(config: pytest.Config, name: str) -> str | None:
    return str(config.getini("mcp_" + name.replace("-", "_"))).strip() or None


def _ini_lines(config: pytest.Config, name: str) -> list[str]:
    return [str(line) for line in config.getini("mcp_" + name)]
