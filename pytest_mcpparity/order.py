"""Restores the order in which a suite's items have to run (spec § 2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import pytest

from pytest_mcpparity.items import ParityItem


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """`items` with those of each run together, at the place of the first, in the order of the suite.

    All other tests keep the order that they have.
    """
    groups: dict[object, list[ParityItem]] = {}
    for item in items:
        if isinstance(item, ParityItem):
            groups.setdefault(_group(item), []).append(item)
    ordered: list[pytest.Item] = []
    for item in items:
        if not isinstance(item, ParityItem):
            ordered.append(item)
        elif group := groups.pop(_group(item), None):
            ordered += sorted(group, key=attrgetter("number"))
    return ordered


def _group(item: ParityItem) -> object:
    return item.run if item.run is not None else item.path
