"""Each value that differs is told with both sides; the side that lacks it is absent, not null."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import ABSENT
from pytest_mcpparity.explain.json_diff import ValueChange, value_changes
from pytest_mcpparity.json_text import parse


@pytest.mark.parametrize(
    ("expected", "received", "changes"),
    [
        ('{"a":1}', '{"a":null}', [ValueChange(("a",), parse("1"), None)]),
        ('{"a":1}', "{}", [ValueChange(("a",), parse("1"), ABSENT)]),
        ("{}", '{"a":[1]}', [ValueChange(("a",), ABSENT, parse("[1]"))]),
        ("[1,2]", "[1]", [ValueChange(("1",), parse("2"), ABSENT)]),
        ("[1]", '[1,"x"]', [ValueChange(("1",), ABSENT, "x")]),
        ('{"a":1}', '{"a":1,"a":1}', [ValueChange(("a",), ABSENT, ABSENT, (1, 2))]),
        ('{"a":1,"b":2}', '{"b":2,"a":1}', []),
        ('{"a":[1,2]}', '{"a":[2,1]}', [ValueChange(("a",), parse("[1,2]"), parse("[2,1]"), reordered=True)]),
    ],
)
def test_a_value_that_differs_is_told_with_both_sides(
    expected: str, received: str, changes: list[ValueChange]
) -> None:
    assert value_changes(parse(expected), parse(received)) == changes
