"""Dates of today are found in an answer, and masked so that it holds on another day (spec § 5)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Answer, Exchange, Question
from pytest_mcpparity.play.another_day import on_another_day
from pytest_mcpparity.play.proposals import propose_masks
from pytest_mcpparity.suite.model import WorkspaceRules
from tests.unit.test_proposals import answer_of, pasted, text_of

NOW = datetime(2026, 11, 30, 17, 8, 51, tzinfo=UTC)

#: What a server says today, what it says on a later day, and what is left of it under the masks.
TOLD = [
    ("today is 2026-11-30", "today is 2027-02-05", "today is <date>"),
    ('{"at":"2026-11-30T12:00:00Z"}', '{"at":"2027-02-05T12:00:00Z"}', '{"at":"<date>T12:00:00Z"}'),
    ("on 30.11.2026, late", "on 05.02.2027, late", "on <varies>, late"),
    ("on 11/30/2026, late", "on 02/05/2027, late", "on <date>, late"),
    ("Today is Monday, November 30, 2026.", "Today is Friday, February 5, 2027.", "Today is <date>."),
    ("as of 30 Nov 2026", "as of 5 Feb 2027", "as of <date>"),
    ("2026-11-30 is a Monday.\nGo", "2027-02-05 is a Friday.\nGo", "<date> is a <day>.\nGo"),
    ("in Kiritimati it is 2026-12-01", "in Kiritimati it is 2027-02-06", "in Kiritimati it is <date>"),
]


@pytest.mark.parametrize(("today", "later", "masked"), TOLD)
def test_a_date_of_today_gets_a_mask_under_which_other_days_are_the_same(
    today: str, later: str, masked: str, tmp_path: Path
) -> None:
    answer = answer_of(today)

    proposals = propose_masks(answer, on_another_day(answer, NOW, None))

    texts = [text_of(one) for one in pasted(proposals, answer, answer_of(later), folder=tmp_path)]
    assert texts == [masked, masked]


def test_structured_content_is_masked_too(tmp_path: Path) -> None:
    def result(date: str, day: str) -> dict[str, object]:
        return {"content": [], "structuredContent": {"date": date, "day": day, "zone": "UTC"}}

    answer, later = (
        answer_of(result(*told)) for told in (("2026-11-30", "Monday"), ("2027-02-05", "Friday"))
    )

    proposals = propose_masks(answer, on_another_day(answer, NOW, None))

    first, second = pasted(proposals, answer, later, folder=tmp_path)
    assert first == second
    assert len(proposals) == 2


@pytest.mark.parametrize(
    "text",
    [
        "released 2025-06-18",
        "open on Monday",
        "build 20261130123",
        "id a2026-11-30",
        "",
    ],
)
def test_what_is_no_date_of_today_stays(text: str) -> None:
    answer = answer_of(text)

    assert on_another_day(answer, NOW, None) is answer


def test_a_date_that_was_asked_for_stays() -> None:
    question = Question("call", "a", json.dumps({"day": "2026-11-30"}))
    given = answer_of("2026-11-30 is a Monday").exchanges[0].answer

    asked = Answer("a", (Exchange(question, given),))

    assert on_another_day(asked, NOW, None) is asked


def test_a_date_in_a_file_that_the_target_was_given_stays(tmp_path: Path) -> None:
    answer = answer_of("note of 2026-11-30")
    (tmp_path / "deep").mkdir()
    note = tmp_path / "deep" / "note.txt"
    note.write_text("2026-11-30: milk\n")

    assert on_another_day(answer, NOW, WorkspaceRules(tmp_path)) is answer
    note.rename(tmp_path / "2026-11-30.txt").write_text("milk\n")
    assert on_another_day(answer, NOW, WorkspaceRules(tmp_path)) is answer
    (tmp_path / "2026-11-30.txt").unlink()
    assert on_another_day(answer, NOW, WorkspaceRules(tmp_path)) is not answer


def test_every_part_of_another_date_is_another() -> None:
    answer = answer_of("2026-11-30, a Monday")

    assert text_of(on_another_day(answer, NOW, None)) == "2028-01-04, a Tuesday"
