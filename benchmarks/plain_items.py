"""A pytest plugin with the least that a file of its own kind needs: items that do nothing.

`-p benchmarks.plain_items` collects each file named `*.plain`, whose text is the number of its items.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest


class PlainItem(pytest.Item):
    """Passes."""

    def runtest(self) -> None:
        """Do nothing."""


class PlainFile(pytest.File):
    """Holds as many items as it says."""

    def collect(self) -> Iterator[PlainItem]:
        """The items."""
        for number in range(int(self.path.read_text())):
            yield PlainItem.from_parent(self, name=f"case-{number:05}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PlainFile | None:
    """Collect the files of this kind."""
    if file_path.suffix != ".plain":
        return None
    plain: PlainFile = PlainFile.from_parent(parent, path=file_path)
    return plain
