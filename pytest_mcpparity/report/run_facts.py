"""The facts of a run that stand first in its reports: targets and options, without secrets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import pytest

from pytest_mcpparity.concealing import conceal
from pytest_mcpparity.options import Options
from pytest_mcpparity.report.outcomes import CaseFacts, TargetFacts
from pytest_mcpparity.suite.model import SUITE_FILE

#: Who a URL says the user is; it may hold a password.
_USER = re.compile(r"(?<=://)[^/@\s]*@")
_ROLES: Final = frozenset({"session", "tools", "inventory", "goodbye"})


def describe_targets(options: Options, cases: Iterable[CaseFacts]) -> tuple[TargetFacts, ...]:
    """Each target at each protocol asked for, once for everybody who answered as it; suites may differ."""
    seen: dict[tuple[str, str], dict[TargetFacts, None]] = {}
    spelled = {target.name: _shown(target.spelled, options) for target in options.targets}
    for one in cases:
        if one.protocol is not None and one.target in spelled:
            facts = TargetFacts(
                one.target,
                spelled[one.target],
                one.asked_protocol,
                one.protocol,
                one.transport,
                one.server,
                one.server_version,
            )
            seen.setdefault((one.target, one.asked_protocol), {})[facts] = None
    found: list[TargetFacts] = []
    for target in options.targets:
        for protocol in options.protocols:
            nobody = TargetFacts(target.name, spelled[target.name], protocol, None, None, None, None)
            found += seen.get((target.name, protocol)) or [nobody]
    return tuple(found)


def _shown(spelled: str, options: Options) -> str:
    """A command or URL as the user wrote it, but for what is secret in it."""
    return _USER.sub("", conceal(spelled, options.environment.secrets))


def describe_options(options: Options) -> dict[str, Any]:
    """What the user asked for, as plain values; of environment and headers only names, never a value."""
    environment, oracle = options.environment, options.oracle
    return {
        "oracle": _shown(oracle.spelled, options) if oracle is not None else None,
        "protocols": list(options.protocols),
        "record": options.record,
        "timeout": options.timeout if options.timeout is not None else options.timeout_ini,
        "start_timeout": options.start_timeout,
        "headers": [name for name, _ in options.headers.lines],
        "env": sorted({*environment.given, *environment.passed}),
        "max_bytes": options.max_bytes,
        "coverage": options.coverage,
    }


def facts_of_crash(report: pytest.TestReport) -> CaseFacts | None:
    """What is known of an item of a suite whose process is gone; None for any other test."""
    file, separator, name = report.nodeid.partition(f"{SUITE_FILE}::")
    if not separator:
        return None
    role = name if name in _ROLES else "refused" if name.startswith("refused[") else "case"
    message = str(report.longrepr).rstrip("\n")  # longreprtext puts the worker in front
    return CaseFacts(
        nodeid=report.nodeid,
        suite=file.rstrip("/") or ".",
        title="",
        case=name,
        role=role,
        label="",
        target="",
        asked_protocol="",
        outcome="error",
        kind="error",
        first_line=message.split("\n", 1)[0],
        message=message,
        file=file + SUITE_FILE,
    )
