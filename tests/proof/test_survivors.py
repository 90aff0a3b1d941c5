"""The list of what no unit test noticed: what is in it, and what may be left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.proof.survivors import EQUIVALENT, Entry, Survivor, changed_lines, read_codes, read_entries, unread

CUT = Survivor("explain.whole.x__word__mutmut_11", "line[max(at - 40, 0) : at]", "line[max(at - 41, 0) : at]")


@pytest.mark.parametrize(
    "entry",
    [
        Entry(r"explain\.whole\.x__word__", "", "", "why"),
        Entry(r"explain\..*", r"max\(at - 40", r"max\(at - 41", "why"),
    ],
)
def test_what_was_read_is_left_out(entry: Entry) -> None:
    assert unread([CUT], [entry]) == ([], [])


@pytest.mark.parametrize(
    "entry",
    [
        Entry(r"whole\.x__word__", "", "", "a name is matched from its start"),
        Entry(r"explain\..*", r"max\(at - 41", "", "another line is gone"),
        Entry(r"explain\..*", "", r"max\(at - 40", "another line came"),
    ],
)
def test_what_is_not_in_the_list_has_to_be_read_and_an_idle_entry_goes(entry: Entry) -> None:
    assert unread([CUT], [entry]) == ([CUT], [entry])


def test_every_entry_that_fits_is_in_use() -> None:
    wide, narrow = Entry("explain", "", "", "a"), Entry(r"explain\.whole", "", "", "b")

    assert unread([CUT, CUT], [wide, narrow]) == ([], [])


def test_the_changed_lines_of_a_diff_are_told_without_its_head() -> None:
    diff = "--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n def f():\n-    return 1\n+    return 2\n"

    assert changed_lines(diff) == ("return 1", "return 2")


def test_the_exit_codes_of_all_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "compare").mkdir()
    for name, code in (("a", 0), ("compare/b", None)):
        (tmp_path / f"{name}.py.meta").write_text(json.dumps({"exit_code_by_key": {name: code}}))

    assert list(read_codes(tmp_path)) == [{"a": 0}, {"compare/b": None}]


def test_each_entry_of_the_list_gives_its_reason() -> None:
    entries = read_entries(EQUIVALENT.read_text(encoding="utf-8"))

    assert [entry for entry in entries if not entry.why.strip() or not entry.where] == []
