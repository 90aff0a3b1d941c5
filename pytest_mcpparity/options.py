"""The command line and the ini file, read once into `Options`, and bad mixes refused (spec § 3).

How the options are declared and spelled is told by `option_names`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import pytest

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.option_names import BY_NAME, is_on_github
from pytest_mcpparity.suite.model import HANDSHAKE_REVISIONS, STATELESS_REVISIONS
from pytest_mcpparity.target import Environment, Target, parse_environment, parse_nameless, parse_targets
from pytest_mcpparity.target_url import Headers, parse_headers

PROTOCOLS = (*HANDSHAKE_REVISIONS, *STATELESS_REVISIONS)
#: No limit is longer: the system cannot wait for any time.
MAX_SECONDS = 1_000_000
REPORT_SUFFIXES = (".json", ".html")


_OPTIONS = pytest.StashKey["Options"]()


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
    headers: Headers = field(default_factory=Headers)
    oracle: Target | None = None

    @property
    def wants_report(self) -> bool:
        """Whether the facts of each item are gathered: for a report, or for GitHub Actions."""
        return bool(self.reports) or is_on_github()

    def step_timeout(self, suite: float | None) -> float:
        """The limit of one step: the command line wins, then case or suite, ini, and 30 s."""
        given = (self.timeout, suite, self.timeout_ini)
        return next((limit for limit in given if limit is not None), 30.0)


def options_of(config: pytest.Config) -> Options:
    """The options of this run, read when they are first needed.

    Raises:
        pytest.UsageError: as for `read_options`.
    """
    if _OPTIONS not in config.stash:
        config.stash[_OPTIONS] = read_options(config)
    return config.stash[_OPTIONS]


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
    headers = parse_headers(_strings(config, "header"))
    environment = parse_environment([*_ini_lines(config, "env"), *_strings(config, "env")])
    return Options(
        targets=parse_targets(servers, base),
        record=_record(config),
        protocols=_protocols(_string(config, "protocol") or _ini_string(config, "protocol") or "auto"),
        timeout=_seconds(_string(config, "timeout"), "--mcp-timeout"),
        timeout_ini=_seconds(_ini_string(config, "timeout"), "mcp_timeout"),
        start_timeout=_seconds(_string(config, "start-timeout"), "--mcp-start-timeout")
        or _seconds(_ini_string(config, "start-timeout"), "mcp_start_timeout")
        or 60.0,
        environment=replace(environment, withheld=headers.secrets),
        max_bytes=_bytes(_string(config, "max-bytes")),
        rootdir=config.rootpath,
        coverage=_coverage(_string(config, "coverage")),
        reports=tuple(_report(spelled, invoked) for spelled in _strings(config, "report")),
        headers=headers,
        oracle=_oracle(_string(config, "oracle"), invoked),
    )


def _refuse_bad_mixes(config: pytest.Config, options: Options) -> None:
    _refuse_idle_headers(options)
    if options.oracle is not None and not options.targets:
        raise UsageFault("--mcp-oracle needs a target to hold against it: give --mcp-server too")
    if options.record is None:
        return
    if options.oracle is not None:
        raise UsageFault(
            "--mcp-record cannot be used with --mcp-oracle: a live oracle is asked anew each time, and the "
            "answers recorded are those of one server. To record the oracle's: --mcp-server=ORACLE"
        )
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


def _refuse_idle_headers(options: Options) -> None:
    servers = [*options.targets, *([options.oracle] if options.oracle is not None else [])]
    if options.headers.lines and servers and not any(server.is_url for server in servers):
        raise UsageFault(
            "--mcp-header is for targets by URL, and there is none: give the URL of a server to "
            "--mcp-server, or use --mcp-env to hand something to a command"
        )


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


def _oracle(spelled: str | None, base: Path) -> Target | None:
    return None if spelled is None else parse_nameless(spelled, base, name="oracle", said_by="--mcp-oracle")


def _seconds(spelled: str | None, name: str) -> float | None:
    if not spelled:
        return None
    if not re.fullmatch(r"\d+(\.\d+)?", spelled) or not 0 < float(spelled) <= MAX_SECONDS:
        raise UsageFault(f"{name} {spelled}: give seconds as a number above 0, at most {MAX_SECONDS}")
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
    value: str | None = config.getoption(BY_NAME[name].dest)
    return value


def _strings(config: pytest.Config, name: str) -> list[str]:
    return list(config.getoption(BY_NAME[name].dest) or [])


def _ini_string(config: pytest.Config, name: str) -> str | None:
    return str(config.getini(BY_NAME[name].ini_name)).strip() or None


def _ini_lines(config: pytest.Config, name: str) -> list[str]:
    return [str(line) for line in config.getini(BY_NAME[name].ini_name)]
