"""The collector of suites and their items: what pytest sees (spec § 2.2).

A `SuiteFile` yields, for each target and protocol, `session`, `tools`, `refused[…]`, every case and
`goodbye`, and once `inventory`. The verdicts are those of the `SuiteRun` that the items of one target
and protocol share. What only a run needs is imported when there is one: collecting goes without.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from _pytest._code.code import (
    ExceptionInfo,
    ReprEntryNative,
    ReprExceptionInfo,
    ReprFileLocation,
    ReprTraceback,
    TerminalRepr,
    TracebackStyle,
)

from pytest_mcpparity.conductor import Conductor, Place
from pytest_mcpparity.errors import KnownDifferenceShown, Mismatch, ParityError, SuiteFault
from pytest_mcpparity.garbage import left_alone
from pytest_mcpparity.suite.model import Case, Suite
from pytest_mcpparity.suite.reader import read_suite

#: Why `inventory` says nothing under a live oracle.
LIVE_ORACLE = "the answers of the suite are not read: --mcp-oracle asks a second server in their place"
Role: TypeAlias = Literal["session", "tools", "refused", "case", "inventory", "goodbye"]


class SuiteFile(pytest.File):
    """One `mcp-suite.toml`."""

    conductor: Conductor

    def collect(self) -> list[ParityItem]:
        """The items in the order of spec § 2.2.

        Raises:
            pytest.Collector.CollectError: the suite cannot be read, or would hide all other tests;
                nothing of it runs.
        """
        if self.path.parent == self.config.rootpath:
            raise self.CollectError(
                f"{self.path.name} lies in pytest's rootdir {self.path.parent}, where it would hide every "
                "other test: a suite's folder is data. Move it into a folder of its own, such as suites/NAME"
            )
        try:
            with left_alone():
                return self._numbered(read_suite(self.path))
        except SuiteFault as fault:
            raise self.CollectError(str(fault)) from None

    def _numbered(self, suite: Suite) -> list[ParityItem]:
        items: list[ParityItem] = []
        for index, place in enumerate(self.conductor.places(suite)):
            items += self._items(suite, place, with_inventory=index == 0)
        for number, item in enumerate(items):
            item.number = number
        return items

    def _items(self, suite: Suite, place: Place, *, with_inventory: bool) -> Iterator[ParityItem]:
        yield self._item("session", place, "session")
        yield self._item("tools", place, "tools")
        for name in suite.tools.removed if suite.tools else ():
            yield self._item(f"refused[{name}]", place, "refused", removed=name)
        for case in suite.cases:
            yield self._item(case.id, place, "case", case=case)
        if with_inventory:
            inventory = InventoryItem.from_parent(self, name="inventory", place=place, suite=suite)
            if self.conductor.options.oracle is not None:
                inventory.add_marker(pytest.mark.skip(reason=LIVE_ORACLE))
            yield inventory
        yield self._item("goodbye", place, "goodbye")

    def _item(
        self, name: str, place: Place, role: Role, *, case: Case | None = None, removed: str = ""
    ) -> ParityItem:
        bracket = f"[{place.label}]" if place.label else ""
        item: ParityItem = ParityItem.from_parent(
            self, name=name + bracket, place=place, role=role, case=case, removed=removed
        )
        if place.skip is not None:
            item.add_marker(_skip(place.skip))
        return item


@cache
def _skip(reason: str) -> pytest.MarkDecorator:
    """One mark for all items that are skipped for the same reason."""
    return pytest.mark.skip(reason=reason)


@cache
def _mark() -> pytest.MarkDecorator:
    return pytest.mark.mcpparity


class ParityItem(pytest.Item):
    """One verdict about one target: a case, or one of the items that stand around the cases."""

    def __init__(
        self,
        *,
        name: str,
        parent: SuiteFile,
        place: Place,
        role: Role,
        case: Case | None = None,
        removed: str = "",
    ) -> None:
        super().__init__(name, parent)
        self.run, self.role, self.case, self.removed = place.run, role, case, removed
        self.number = 0  # its place in the order of the suite
        self.add_marker(_mark())

    @property
    def line(self) -> int:
        """The line of the suite's file that this item is about, from 1."""
        return self.case.line if self.case else 1

    def runtest(self) -> None:
        """Have the run give its verdict, and note it for JUnit."""
        try:
            self.check()
        except Exception as fault:
            self._note(fault)
            from pytest_mcpparity.play.run import Skipped

            if isinstance(fault, Skipped):
                reason = f"{self.name}: {fault}"
                pytest.skip(self.run.conceal(reason) if self.run is not None else reason)
            if isinstance(fault, KnownDifferenceShown):
                pytest.xfail(str(fault))
                raise (fault.__cause__ or fault) from None  # under --runxfail
            raise
        self._note(None)

    def _note(self, fault: Exception | None) -> None:
        from pytest_mcpparity.report.junit import PREFIX, properties

        others = [one for one in self.user_properties if not one[0].startswith(PREFIX)]
        self.user_properties[:] = [*others, *properties(self.run, fault)]

    def check(self) -> None:
        """Raise what the item fails with."""
        assert self.run is not None, "an item without a target is skipped"
        match self.role:
            case "session":
                self.run.check_session()
            case "tools":
                self.run.check_tools()
            case "refused":
                self.run.check_refused(self.removed)
            case "goodbye":
                self.run.check_goodbye()
            case _:
                assert self.case is not None
                self.run.check_case(self.case)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands, for pytest's locations."""
        return self.path, self.line - 1, self.name

    def repr_failure(
        self, excinfo: ExceptionInfo[BaseException], style: TracebackStyle | None = None
    ) -> str | TerminalRepr:
        """A fault of theirs in its own words, without a traceback; a fault of ours with one."""
        fault = excinfo.value
        if not isinstance(fault, ParityError):
            return super().repr_failure(excinfo, style)
        lines = [self.run.conceal(str(fault)) if self.run else str(fault)]
        if isinstance(fault, Mismatch):
            from pytest_mcpparity.keeping import keep_answers

            lines += keep_answers(self.config, self.nodeid, fault)
        return _fault_repr("\n".join(lines), self.path, self.line)


class InventoryItem(ParityItem):
    """Whether the suite on disk is whole; needs no target, but stands among the items of one run."""

    def __init__(self, *, name: str, parent: SuiteFile, place: Place, suite: Suite) -> None:
        super().__init__(name=name, parent=parent, place=place, role="inventory")
        self.suite = suite

    def check(self) -> None:
        """Hold the folder against suite and lock."""
        from pytest_mcpparity.answers.inventory import check_inventory

        if self.run is not None:
            self.run.flush()
        check_inventory(self.suite, self.run.proven if self.run is not None else {})


def _fault_repr(message: str, path: Path, line: int) -> TerminalRepr:
    """Our message as pytest's own kind of failure: only so the summary and xdist keep its first line."""
    first_line = message.split("\n", 1)[0]
    entry = ReprEntryNative([f"{text}\n" for text in message.split("\n")])
    crash = ReprFileLocation(str(path), line, first_line)
    return ReprExceptionInfo(ReprTraceback([entry], None, style="native"), crash)
