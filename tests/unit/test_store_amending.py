"""Edits by hand that are blessed (spec § 2.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_mcpparity.answer import Media, Text
from pytest_mcpparity.answers.file import format_answer
from pytest_mcpparity.answers.lock import Amendment, Entry
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.errors import (
    MissingAnswer,
    UnreadableAnswer,
    UsageFault,
)
from tests.unit.storing import (
    GIVER,
    PICTURES,
    PLAIN,
    answer_of,
    contents,
    edit,
    recorded_suite,
    sha256_of,
)


def test_amending_blesses_an_edit_and_puts_the_reason_on_record(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    before = sha256_of(suite, "plain")
    edit(suite, "plain", b"hello", b"hullo")

    amendments = suite.amend(["plain"], " upstream fixed a typo ")

    amendment = Amendment("plain", "upstream fixed a typo", before, sha256_of(suite, "plain"))
    assert amendments == (amendment,)
    after = AnswerStore(tmp_path)
    assert after.lock.amendments == (amendment,)
    assert after.lock.entries["plain.answer"] == Entry(sha256_of(suite, "plain"), GIVER)
    assert after.load("plain") == answer_of("plain", Text("hullo"))
    assert after.load("pictures") == PICTURES


def test_later_amendments_come_behind_earlier_ones(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    edit(suite, "plain", b"hello", b"hullo")
    suite.amend(["plain"], "first")
    edit(suite, "plain", b"hullo", b"hallo")

    AnswerStore(tmp_path).amend(["plain"], "second")

    assert [one.why for one in AnswerStore(tmp_path).lock.amendments] == ["first", "second"]


def test_amending_takes_in_media_that_came_or_went(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PICTURES)
    data, media = format_answer(answer_of("pictures", Media("image", "image/gif", b"new")))
    suite.path_of("pictures").write_bytes(data)
    (tmp_path / "answers" / "pictures.1.gif").write_bytes(media["pictures.1.gif"])

    suite.amend(["pictures"], "smaller")

    assert sorted(AnswerStore(tmp_path).lock.entries) == ["pictures.1.gif", "pictures.answer"]


def test_amending_takes_an_answer_written_by_hand_from_nobody(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN)
    suite.path_of("by-hand").write_bytes(format_answer(answer_of("by-hand"))[0])

    suite.amend(["by-hand"], "the specification says so")

    after = AnswerStore(tmp_path)
    assert after.lock.entries["by-hand.answer"].giver is None
    assert after.lock.amendments[0].before is None
    assert after.load("by-hand") == answer_of("by-hand")


def test_amending_forgets_an_answer_that_was_deleted(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN, PICTURES)
    for path in (tmp_path / "answers").glob("pictures.*"):
        path.unlink()

    suite.amend(["pictures"], "the tool is gone")

    after = AnswerStore(tmp_path)
    assert list(after.lock.entries) == ["plain.answer"]
    assert after.lock.amendments[0].after is None


def test_amending_the_instructions_and_the_tools_works_alike(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, answer_of("tools", Text("a")))
    suite.save_instructions("Search first.", GIVER)
    suite.flush()
    edit(suite, "session", b"first", b"last")
    edit(suite, "tools", b"\na\n", b"\nb\n")

    AnswerStore(tmp_path).amend(["session", "tools"], "both")

    after = AnswerStore(tmp_path)
    assert after.load_instructions() == "Search last."
    assert after.load("tools") == answer_of("tools", Text("b"))


UNCHANGED = "nothing to amend, answers.lock knows these very bytes"


@pytest.mark.parametrize(
    ("cases", "why", "words"),
    [
        (["plain"], " \n", "--why is empty: an edit by hand needs a reason that reviewers can read"),
        ([], "why", "no case is named: give the ids of the cases whose answers were edited"),
        (["plian"], "why", "answers: no answer of a case `plian`; did you mean plain?"),
        (["zz"], "why", "answers: no answer of a case `zz`"),
        (
            ["untouched"],
            "why",
            "answers/untouched.answer: nothing to amend, answers.lock knows these very bytes",
        ),
        (
            ["plain", "untouched"],
            "why",
            "answers/untouched.answer: nothing to amend, answers.lock knows these very bytes",
        ),
    ],
)
def test_amending_refuses_and_writes_nothing(tmp_path: Path, cases: list[str], why: str, words: str) -> None:
    suite = recorded_suite(tmp_path, PLAIN, answer_of("untouched"))
    edit(suite, "plain", b"hello", b"hullo")
    before = contents(tmp_path)

    with pytest.raises(UsageFault) as caught:
        suite.amend(cases, why)

    assert str(caught.value).replace(f"{tmp_path}/", "") == words
    assert contents(tmp_path) == before


def test_amending_reads_no_file_outside_of_the_folder(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN)
    (tmp_path / "plain.answer").write_bytes(suite.path_of("plain").read_bytes())

    with pytest.raises(UsageFault, match=r"no answer of a case `\.\./plain`"):
        suite.amend(["../plain"], "why")


def test_amending_refuses_an_unreadable_answer_with_its_line(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PLAIN)
    edit(suite, "plain", b"hello\n", b"hel\rlo\n")
    before = contents(tmp_path)

    with pytest.raises(UnreadableAnswer, match=r"plain\.answer:6: .*`--- text json`"):
        suite.amend(["plain"], "why")

    assert contents(tmp_path) == before


def test_amending_refuses_an_answer_whose_media_are_missing(tmp_path: Path) -> None:
    suite = recorded_suite(tmp_path, PICTURES)
    (tmp_path / "answers" / "pictures.2.wav").unlink()

    with pytest.raises(MissingAnswer, match=r"pictures\.2\.wav: missing"):
        suite.amend(["pictures"], "why")
