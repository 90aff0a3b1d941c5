"""What a report keeps of two answers: every part, bounded, around what differs."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from pytest_mcpparity.answer import (
    Answer,
    Exchange,
    Media,
    NoAnswer,
    Other,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.json_text import Members, Number
from pytest_mcpparity.report.evidence import DIFFERENT, SAME, evidence_of
from pytest_mcpparity.report.outcomes import Part, from_wire
from tests.unit.report_made import QUESTION, answer, different, failed


def step(body: Result | RpcError | NoAnswer, wire: str | None = None) -> Answer:
    return Answer("greet", (Exchange(QUESTION, StepAnswer(body, wire)),))


def names(one: Answer) -> list[tuple[str, str | None]]:
    sides = evidence_of([QUESTION], one, None).expected
    assert sides is not None
    return [(part.name, part.text) for part in sides[0].parts]


def test_every_part_of_a_result_is_named_in_the_words_of_places() -> None:
    members = Members([("audience", ["user"])])
    result = Result(
        blocks=(Text("hi", members), Other(Members([("type", "link")]))),
        structured=Members([("n", Number("1.0"))]),
        members=Members([("_meta", None)]),
    )

    assert names(step(result, wire="{}")) == [
        ("result members", '{\n  "_meta": null\n}'),
        ("block 1", "hi"),
        ("block 1 members", '{\n  "audience": [\n    "user"\n  ]\n}'),
        ("block 2", '{\n  "type": "link"\n}'),
        ("structured", '{\n  "n": 1.0\n}'),
        ("frame", "{}"),
    ]


def test_every_part_of_an_error_is_named() -> None:
    error = RpcError("-32602", "no", ["a"], Members([("x", True)]))

    assert names(step(error)) == [
        ("error code", "-32602"),
        ("error message", "no"),
        ("error data", '[\n  "a"\n]'),
        ("error members", '{\n  "x": true\n}'),
    ]


def test_no_answer_has_no_part() -> None:
    sides = evidence_of([QUESTION], step(NoAnswer()), None).expected

    assert sides is not None
    assert (sides[0].outcome, sides[0].parts) == ("no-answer", ())


def test_an_image_keeps_its_data_and_size() -> None:
    sides = evidence_of([QUESTION], answer(Media("image", "image/png", b"\x89PNG")), None).expected

    assert sides is not None
    part = Part("block 1", mime="image/png", data=base64.b64encode(b"\x89PNG").decode(), size=4)
    assert sides[0].parts == (part,)


def test_data_that_are_too_large_are_left_out_whole_but_their_size_is_told() -> None:
    large = b"x" * (DIFFERENT.media + 1)

    sides = evidence_of([QUESTION], answer(Media("image", "image/png", large)), None).expected

    assert sides is not None
    assert (sides[0].parts[0].data, sides[0].parts[0].size) == ("", len(large))


def test_an_equal_answer_is_kept_once_and_shorter() -> None:
    text = "line\n" * 100_000

    evidence = evidence_of([QUESTION], answer(text), answer(text))

    assert evidence.received is None
    assert evidence.expected is not None
    part = evidence.expected[0].parts[0]
    assert (len(part.text or ""), part.before) == (SAME.text, 0)
    assert part.after == len(text) - SAME.text


def test_a_long_text_is_cut_to_a_window_that_shows_the_difference() -> None:
    lines = [f"line {number}\n" for number in range(50_000)]
    old = "".join(lines)
    lines[40_000] = "changed\n"

    evidence = different(old, "".join(lines))

    assert evidence.expected is not None
    assert evidence.received is not None
    old_part, new_part = evidence.expected[0].parts[0], evidence.received[0].parts[0]
    assert "line 40000\n" in (old_part.text or "")
    assert "\nchanged\n" in (new_part.text or "")
    assert old_part.before == new_part.before > 0
    assert old_part.before + len(old_part.text or "") + old_part.after == len(old)
    assert len(old_part.text or "") <= DIFFERENT.text


def test_all_parts_of_an_answer_share_one_bound() -> None:
    blocks = ["x" * DIFFERENT.text] * 20

    evidence = different(answer(*blocks), answer(*blocks, "more"))

    assert evidence.expected is not None
    kept = sum(len(part.text or "") for part in evidence.expected[0].parts)
    assert kept == DIFFERENT.answer


def test_a_question_of_a_megabyte_is_cut() -> None:
    evidence = evidence_of([Question("frame", "", "x" * (1 << 20))], None, None)

    assert len(evidence.asked[0].body or "") < 1 << 15
    assert (evidence.expected, evidence.received) == (None, None)


@pytest.mark.parametrize(("received", "line"), [("a\nb\nX\n", 9), ("X\nb\nc\n", 7)])
def test_the_line_is_that_of_the_answer_file(received: str, line: int) -> None:
    evidence = different("a\nb\nc\n", received)

    assert evidence.line == line


def test_facts_survive_the_way_from_a_worker() -> None:
    facts = failed(answer(Media("image", "image/png", b"1"), "x"), answer("y"))

    assert from_wire(facts.to_wire()) == facts
    assert from_wire(replace(facts, kind=None).to_wire()) != facts
