from __future__ import annotations

from pytest_mcpparity.nearest import did_you_mean, nearest
from pytest_mcpparity.suite.toml_lines import case_lines, find_line, line_index

TEXT = '''format = 1
title = """
[case.hidden]
tool = 1
"""

[case.first]   # remark
tool = "x"
arguments.query = "y"

  [ case . "second" ]
steps = [
  { tool = "x" },

  { tool = "y" },
]

[[mask]]
as = "x"

[[mask]]
pattern = "y"

[[case.third.steps]]
tool = "x"

[[case.third.steps]]
tool = "y"
'''


def test_a_case_is_found_by_its_header_however_it_is_spelled() -> None:
    lines = case_lines(TEXT, ["first", "second", "third"])

    assert [lines[one] for one in ("first", "second", "third")] == [7, 11, 24]


def test_a_case_without_a_header_is_found_by_its_key() -> None:
    text = 'format = 1\ncase.a.tool = "x"\n[case]\nb = { tool = "x" }\nc.tool = "x"\n'

    lines = case_lines(text, ["a", "b", "c", "d"])

    assert [lines[one] for one in "abcd"] == [2, 4, 5, 1]


def test_each_key_and_list_entry_that_begins_a_line_has_its_line() -> None:
    index = line_index(TEXT)

    assert find_line(index, ("title",)) == 2
    assert find_line(index, ("case", "first", "arguments", "query")) == 9
    assert find_line(index, ("case", "second", "steps", 2, "tool")) == 15
    assert find_line(index, ("case", "third", "steps", 2, "tool")) == 28
    assert find_line(index, ("mask", 2, "pattern")) == 22


def test_what_has_no_line_of_its_own_has_that_of_what_is_around_it() -> None:
    index = line_index('[case.a]\nsteps = [{ tool = "x" }, { tool = 1 }]\n')

    assert find_line(index, ("case", "a", "steps", 2, "tool")) == 2
    assert find_line(index, ("case", "a", "title")) == 1
    assert find_line(index, ("mask", 1)) is None


def test_what_stands_in_a_long_string_is_neither_header_nor_key() -> None:
    index = line_index(TEXT)

    assert ("case", "hidden") not in index
    assert ("tool",) not in index


def test_the_nearest_name_is_found_whatever_the_case_of_its_letters() -> None:
    known = ["sdd.list_features", "sdd.feature_context"]

    assert nearest("list_features", known) == "sdd.list_features"
    assert nearest("SDD.Feature_Context", known) == "sdd.feature_context"
    assert did_you_mean("sdd.list_feature", known) == "; did you mean sdd.list_features?"


def test_where_nothing_is_near_nothing_is_suggested() -> None:
    assert nearest("xyz", ["sdd.list_features"]) is None
    assert nearest("xyz", []) is None
    assert did_you_mean("xyz", ["sdd.list_features"]) == ""
