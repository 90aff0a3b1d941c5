"""Reading `mcp-suite.toml`: one pass, and all that is wrong with it in one message (spec § 2.1)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.findings import FINDINGS
from pytest_mcpparity.suite.allowances import read_known_differences, read_masks
from pytest_mcpparity.suite.cases import ISOLATIONS, LEVELS, read_cases
from pytest_mcpparity.suite.model import (
    CLIENT_CAPABILITIES,
    HANDSHAKE_REVISIONS,
    STATELESS_REVISIONS,
    SUITE_FORMAT,
    Suite,
)
from pytest_mcpparity.suite.tables import read_tools, read_workspace
from pytest_mcpparity.suite.toml_checks import Problems, Table, describe, shown

SUITE_KEYS: Final = frozenset(
    {
        "format", "title", "compare", "isolation", "sealed", "timeout", "protocols", "requires", "client",
        "instructions", "allow", "workspace", "tools", "mask", "case", "known_difference",
    }
)  # fmt: skip


def read_suite(file: Path) -> Suite:
    """The suite that `file` describes, checked.

    Raises:
        SuiteFault: the file cannot be read, is no TOML, is made for another version, or breaks a rule.
            The message has one line for each problem, at most 20: file, line, key, reason, way out.
    """
    text = _read_text(file)
    values = _parse(file, text)
    problems = Problems(file, text)
    top = Table(values, (), problems)
    _check_format(file, top)
    top.only(SUITE_KEYS)
    suite = _suite(file, top)
    problems.check()
    return suite


def _read_text(file: Path) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise SuiteFault(f"{file}: cannot be read: {error.strerror or error}") from None
    if raw.startswith(b"\xef\xbb\xbf"):
        raise SuiteFault(f"{file}:1: starts with a byte order mark: save it as UTF-8 without one")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SuiteFault(
            f"{file}:{line}: is no UTF-8: byte 0x{raw[error.start]:02x}; save it as UTF-8"
        ) from None


def _parse(file: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also an integer of more digits than Python converts
        raise SuiteFault(f"{file}: is no TOML: {error}") from None
    except RecursionError:
        raise SuiteFault(f"{file}: is no TOML that can be read: nested too deep") from None


def _check_format(file: Path, top: Table) -> None:
    made_for = top.values.get("format")
    if made_for is None:
        raise SuiteFault(f"{file}: format is missing: write `format = {SUITE_FORMAT}` at the top of the file")
    if isinstance(made_for, bool) or not isinstance(made_for, int):
        raise SuiteFault(f"{file}: format: wrong type: an integer is needed, not {describe(made_for)}")
    if made_for != SUITE_FORMAT:
        raise SuiteFault(
            f"{file}: format {made_for} is made for another version of pytest-mcpparity: "
            f"this one reads format {SUITE_FORMAT}"
        )


def _suite(file: Path, top: Table) -> Suite:
    compare = top.choice("compare", LEVELS, "content")
    isolation = top.choice("isolation", ISOLATIONS, "suite")
    timeout = top.seconds("timeout")
    case_tables = top.table("case")
    named = case_tables.values if case_tables else {}
    cases = read_cases(named, compare, isolation, timeout, top.problems)
    return Suite(
        file=file,
        folder=file.parent,
        title=top.text("title", file.absolute().parent.name),
        compare=compare,
        isolation=isolation,
        sealed=top.flag("sealed", default=False),
        timeout=timeout,
        protocols=_protocols(top),
        requires=_names(top, "requires"),
        client=frozenset(top.choices("client", CLIENT_CAPABILITIES) or ()),
        instructions=top.flag("instructions", default=True),
        allow=frozenset(top.choices("allow", tuple(FINDINGS)) or ()),
        workspace=read_workspace(top, file.parent),
        tools=read_tools(top),
        masks=read_masks(top, cases, compare),
        cases=cases,
        known_differences=read_known_differences(top, tuple(named)),
    )


def _protocols(top: Table) -> tuple[str, ...] | None:
    protocols = top.choices("protocols", HANDSHAKE_REVISIONS + STATELESS_REVISIONS)
    if protocols == ():
        top.wrong("protocols", "is empty: the answers would hold for no revision; leave it out for any")
    return protocols


def _names(top: Table, key: str) -> tuple[str, ...]:
    names = top.texts(key) or ()
    for number, name in enumerate(names, start=1):
        if not name.strip():
            top.problems.add((key, number), f"is no name: {shown(name)}")
    return names
