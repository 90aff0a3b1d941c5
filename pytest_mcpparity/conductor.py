"""Makes the runs of a session of pytest: which suite meets which target at which protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pytest_mcpparity.journal import Journal
from pytest_mcpparity.options import Options
from pytest_mcpparity.suite.model import Suite
from pytest_mcpparity.target import Target

if TYPE_CHECKING:
    from pytest_mcpparity.coverage_table import Surveyed
    from pytest_mcpparity.play.run import SuiteRun

NO_TARGET = (
    "no target: give {option}=CMD, the command that starts the server (or set mcp_server in the ini file)"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where items belong: their run, None without a target; the bracket of their names; why they skip."""

    run: SuiteRun | None
    label: str = ""
    skip: str | None = None


class Combination(NamedTuple):
    """A target at a protocol; `label` tells it from the others, and is empty for an only one."""

    target: Target
    protocol: str
    label: str


def combinations_of(targets: Sequence[Target], protocols: Sequence[str]) -> Iterator[Combination]:
    """Every target at every protocol, in the order in which they were given."""
    for target in targets:
        for protocol in protocols:
            parts = [target.name] if len(targets) > 1 else []
            parts += [protocol] if len(protocols) > 1 else []
            yield Combination(target, protocol, "-".join(parts))


class Conductor:
    """All runs of one session of pytest, and the journal that they share."""

    def __init__(self, options: Options, *, verbose: bool, server_option: str = "--mcp-server") -> None:
        """Take the options; suites come as they are collected.

        `server_option` is how a target can be given: another plugin may own the short spelling.
        """
        self.options = options
        self._no_target = NO_TARGET.format(option=server_option)
        self.journal = Journal()
        self.complaints: list[str] = []  # why the run is not green, beside what its items say
        self.runs: list[SuiteRun] = []
        self.surveyed: list[Surveyed] = []
        self.held: list[SuiteRun] = []  # those whose protocol the suite's answers hold for
        self._verbose = verbose

    def labels(self) -> list[str]:
        """The brackets of all targets and protocols; empty strings where there is only one."""
        return [label for _, _, label in self._combinations()]

    def places(self, suite: Suite) -> list[Place]:
        """The runs of `suite`, one for each target and protocol, in the order in which they were given."""
        if not self.options.targets:
            return [Place(None, skip=self._no_target)]
        from pytest_mcpparity.play.run import SuiteRun
        from pytest_mcpparity.play.stage import Scene

        places = []
        for target, protocol, label in self._combinations():
            run = SuiteRun(
                Scene(suite, target, protocol, self.options), label, self.journal, verbose=self._verbose
            )
            skip = _unheld(suite, protocol)
            self.runs.append(run)
            if skip is None:
                self.held.append(run)
            places.append(Place(run, label, skip))
        return places

    def _combinations(self) -> Iterator[Combination]:
        return combinations_of(self.options.targets, self.options.protocols)

    def shortfalls(self) -> list[str]:
        """A line for each target and protocol whose coverage is under what the user asks for."""
        least = self.options.coverage or 0.0
        return [line for one in self.surveyed if (line := one.shortfall(least)) is not None]

    def kill(self) -> None:
        """Leave no process behind, whatever state the runs are in."""
        for run in self.runs:
            run.kill()


def _unheld(suite: Suite, protocol: str) -> str | None:
    """Why the answers of `suite` say nothing about `protocol`, or None if they do."""
    if protocol == "auto" or suite.protocols is None or protocol in suite.protocols:
        return None
    return f"the answers hold for {', '.join(suite.protocols)}, not for {protocol}"
