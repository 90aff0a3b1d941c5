"""Targets: how `--mcp-server` and `--mcp-env` are read, and what is started from them (spec § 3)."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.masks.masks import MIN_SECRET
from pytest_mcpparity.session.process import Launch
from pytest_mcpparity.target_url import check_url

_NAME = re.compile(r"([a-z0-9-]+)=(.*)", re.DOTALL)
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_URL = re.compile(r"https?://", re.IGNORECASE)
_WITHHELD_PREFIXES = ("GIT_", "PYTEST_")
_WITHHELD_SUFFIXES = ("TOKEN", "SECRET", "PASSWORD", "KEY")


@dataclass(frozen=True, slots=True)
class Target:
    """A server under test as it was named: a command line or a URL, and the folder that it counts from.

    `name` is empty for an only target that was given none.
    """

    name: str
    spelled: str
    base: Path

    @property
    def is_url(self) -> bool:
        """Whether the target is reached over streamable HTTP."""
        return _URL.match(self.spelled) is not None


def parse_targets(spellings: list[str], base: Path) -> tuple[Target, ...]:
    """The targets that `--mcp-server` names, in order.

    Raises:
        UsageFault: an empty command, a quote that is not closed, `VAR=value` in front, a URL that cannot be
            asked, several targets without names, or one name twice.
    """
    targets = tuple(_parse_target(spelled, base) for spelled in spellings)
    names = [target.name for target in targets]
    if len(targets) > 1 and not all(names):
        nameless = next(target.spelled for target in targets if not target.name)
        raise UsageFault(
            f"--mcp-server is given {len(targets)} times, so each needs a name: "
            f"write --mcp-server 'NAME={nameless}' with a NAME of a-z, 0-9 and -"
        )
    for name in names:
        if names.count(name) > 1:
            raise UsageFault(f"two targets are called {name!r}: give each --mcp-server a NAME of its own")
    return targets


def _parse_target(spelled: str, base: Path) -> Target:
    match = _NAME.fullmatch(spelled)
    name, rest = match.groups() if match else ("", spelled)
    target = Target(name, rest, base)
    _check(target)
    return target


def _check(target: Target) -> None:
    """Refuse what can be neither started nor asked, wherever it was given (spec § 3)."""
    if target.is_url:
        check_url(target.spelled)
    else:
        split_command(target)


def parse_nameless(spelled: str, base: Path, *, name: str, said_by: str) -> Target:
    """A server that is given without a NAME: the oracle, or that of a mark.

    Args:
        spelled: the command or URL.
        base: the folder that it counts from.
        name: what it is called.
        said_by: the option or mark that it stands in, for messages.

    Raises:
        UsageFault: an empty command, a quote that is not closed, `VAR=value` in front, or a URL that cannot
            be asked.
    """
    server = Target(name, spelled, base)
    try:
        _check(server)
    except UsageFault as fault:
        raise UsageFault(str(fault).replace("--mcp-server", said_by)) from None
    return server


def split_command(target: Target) -> list[str]:
    """The words of a target's command, split as a POSIX shell would split them.

    Raises:
        UsageFault: there is no word, a quote is not closed, or the first word sets a variable.
    """
    try:
        words = shlex.split(target.spelled)
    except ValueError as error:
        raise UsageFault(f"--mcp-server {target.spelled!r} cannot be split into words: {error}") from None
    if not words:
        raise UsageFault("--mcp-server is empty: give the command that starts the server, or its URL")
    if _ASSIGNMENT.match(words[0]):
        variable = words[0].partition("=")[0]
        raise UsageFault(
            f"--mcp-server {target.spelled!r} sets {variable} in front of the command, but no shell reads "
            f"it: use --mcp-env {words[0]!r}"
        )
    return words


@dataclass(frozen=True, slots=True)
class Environment:
    """What `--mcp-env` adds to a target's environment; `passed` came by name only and is secret.

    `withheld` are secrets of the user that go elsewhere, such as into a header, and never to a process.
    """

    given: Mapping[str, str]
    passed: Mapping[str, str]
    withheld: Mapping[str, str] = field(default_factory=dict)

    @property
    def names_workspace(self) -> bool:
        """Whether a value holds `{workspace}`."""
        return any("{workspace}" in value for value in self.given.values())

    @property
    def secrets(self) -> dict[str, str]:
        """The secrets that are long enough to be masked, by name."""
        brought_in = {**self.withheld, **self.passed}
        return {name: value for name, value in brought_in.items() if len(value) >= MIN_SECRET}


def parse_environment(spellings: list[str]) -> Environment:
    """What `NAME=VALUE` gives and `NAME` brings in from the environment of pytest.

    Raises:
        UsageFault: a name that is none, or a variable to pass on that is not set.
    """
    given: dict[str, str] = {}
    passed: dict[str, str] = {}
    for spelled in spellings:
        name, equals, value = spelled.partition("=")
        if not _ASSIGNMENT.fullmatch(f"{name}="):
            raise UsageFault(
                f"--mcp-env {spelled!r}: {name!r} is no name of a variable; use NAME or NAME=VALUE"
            )
        if equals:
            given[name] = value
        elif name in os.environ:
            passed[name] = os.environ[name]
        else:
            raise UsageFault(f"--mcp-env {name}: the variable is not set; set it, or give {name}=VALUE")
    return Environment(given, passed)


def default_environment(own: Mapping[str, str]) -> dict[str, str]:
    """The environment that a target gets by default.

    `own` is the user's; left out is what makes answers differ (`GIT_*`, `PYTEST_*`) or is secret, and
    time zone and locale are pinned, so that an answer recorded here holds on another machine.
    """
    kept = {
        name: value
        for name, value in own.items()
        if not name.startswith(_WITHHELD_PREFIXES) and not name.upper().endswith(_WITHHELD_SUFFIXES)
    }
    return {**kept, "TZ": "UTC", "LC_ALL": "C.UTF-8"}


def make_launch(
    target: Target, environment: Environment, workspace: Path, *, has_rules: bool, rootdir: Path
) -> Launch:
    """What to start for `target` in this `workspace`.

    It starts in the folder that the target counts from; where the suite has a `[workspace]`
    (`has_rules`) and neither the command nor `--mcp-env` names `{workspace}`, it starts in the workspace.
    """

    def fill(word: str) -> str:
        word = word.replace("{python}", sys.executable).replace("{rootdir}", str(rootdir))
        return word.replace("{workspace}", str(workspace))

    words = split_command(target)
    names_workspace = environment.names_workspace or any("{workspace}" in word for word in words)
    cwd = workspace if has_rules and not names_workspace else target.base
    env = default_environment(os.environ)
    env.update({name: fill(value) for name, value in environment.given.items()})
    env.update(environment.passed)
    argv = [fill(word) for word in words]
    argv[0] = _program(argv[0], target.base, env)
    return Launch(tuple(argv), cwd, env, target.spelled)


def _program(word: str, base: Path, env: Mapping[str, str]) -> str:
    """The program as a path that does not depend on the folder in which it starts."""
    if "/" in word:
        return str(base / word)
    return shutil.which(word, path=env.get("PATH")) or word
