"""xdist: a suite's items of one target and protocol stay on one worker, in their order (spec § 3).

Imported only under `-n`, so that xdist is no dependency.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from xdist.scheduler import LoadScopeScheduling

from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.suite.model import SUITE_FILE
from pytest_mcpparity.suite.reader import read_suite

if TYPE_CHECKING:
    from xdist.remote import Producer


class SuiteScheduling(LoadScopeScheduling):  # type: ignore[misc] # xdist ships no types
    """Load scheduling in which a suite's items of one run are one unit; other tests are one each."""

    def __init__(self, config: pytest.Config, log: Producer | None, labels: Iterable[str]) -> None:
        """Schedule for `labels`, the brackets that node ids of this run may end with."""
        super().__init__(config, log)
        self._brackets = tuple(f"[{label}]" for label in labels if label)
        self._rootdir = config.rootpath
        self._spread: dict[str, frozenset[str]] = {}

    def _split_scope(self, nodeid: str) -> str:
        file, separator, name = nodeid.partition(f"{SUITE_FILE}::")
        if not separator:
            return nodeid
        file += SUITE_FILE
        bracket = next((one for one in self._brackets if name.endswith(one)), "")
        if name.removesuffix(bracket) in self._isolated(file):
            return nodeid
        return file + bracket

    def _isolated(self, file: str) -> frozenset[str]:
        """The ids of the cases of `file` that have a process of their own, and so may spread."""
        if file not in self._spread:
            try:
                cases = read_suite(Path(self._rootdir / file)).cases
            except SuiteFault:  # the workers report it: nothing of this suite will be scheduled
                cases = ()
            self._spread[file] = frozenset(case.id for case in cases if case.isolation == "case")
        return self._spread[file]
