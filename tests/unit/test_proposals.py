"""Proposed masks: they settle what varies, and hide nothing that does not (spec § 5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.json_text import Members, parse
from pytest_mcpparity.masks.masks import Masks
from pytest_mcpparity.play.proposals import Proposal, propose_masks, under
from pytest_mcpparity.projection import project_result
from pytest_mcpparity.suite.reader import read_suite

CASE = '[case.a]\ntool = "a"\n'


def answer_of(*results: object) -> Answer:
    """An answer of one step for each result; a text stands for a result with that one block."""
    steps = []
    for result in results:
        whole = {"content": [{"type": "text", "text": result}]} if isinstance(result, str) else result
        value = parse(json.dumps(whole))
        assert isinstance(value, Members)
        steps.append(Exchange(Question("call", "a"), StepAnswer(project_result(value))))
    return Answer("a", tuple(steps))


def pasted(proposals: tuple[Proposal, ...], *answers: Answer, folder: Path) -> list[Answer]:
    """The answers as a suite masks them into which the proposals were pasted as they are printed."""
    lines = [line for proposal in proposals for line in proposal.to_toml("a")]
    suite = folder / "mcp-suite.toml"
    suite.write_text("\n".join(["format = 1", "", *lines, CASE]), encoding="utf-8")
    masks = Masks(read_suite(suite).masks).for_case("a")
    return [
        Answer("a", tuple(Exchange(one.question, masks.apply(one.answer)) for one in answer.exchanges))
        for answer in answers
    ]


def text_of(answer: Answer, step: int = 0) -> str:
    body = answer.exchanges[step].answer.body
    assert isinstance(body, Result)
    block = body.blocks[0]
    assert isinstance(block, Text)
    return block.text


UUID = "0b6c3f9e-55aa-4c3e-9f0a-2f1d8f6a7b%d"
SHA = "1b3d7ae0f492f0bce529117689552f18ba09d8%02d"

VARYING = [
    pytest.param("id %s\nname Ann", UUID % 10, UUID % 11, "uuid", id="uuid"),
    pytest.param(
        '{\n  "at": "%s",\n  "n": 1\n}', "2026-11-30T17:08:51+00:00", "2026-11-30T17:08:52Z", "time", id="iso"
    ),
    pytest.param(
        "created: %s\nsize: 17",
        "Mon Nov 30 2026 17:09:05 GMT+0000 (Coordinated Universal Time)",
        "Tue Dec 01 2026 09:09:06 GMT+0000 (Coordinated Universal Time)",
        "time",
        id="javascript-date",
    ),
    pytest.param("-rw-r--r-- 1 u g 5 %s a.txt", "Nov 30 19:54", "Dec  1 08:05", "time", id="listing"),
    pytest.param("created at %s", "5:09:18 PM", "11:09:19 AM", "time", id="twelve-hours"),
    pytest.param("object at %s>", "0x7ff632442350", "0x7ff632442cd0", "address", id="address"),
    pytest.param("committed %s", SHA % 1, SHA % 2, "hash", id="commit"),
    pytest.param("index %s..0000000", "3b18e51", "9daeafb", "hash", id="short-hash"),
    pytest.param("took %s in all", "12 ms", "340 ms", "duration", id="duration"),
    pytest.param('{"total":%s,"n":3}', "1.5", "22.75", "number", id="number"),
    pytest.param("token=%s; path=/", "aZ-3_x", "q.9~", "varies", id="word"),
    pytest.param("first\n%s\nlast", "alpha", "omega", "varies", id="line"),
]


@pytest.mark.parametrize(("text", "old", "new", "name"), VARYING)
def test_what_varies_is_masked_by_a_pattern_and_nothing_else(
    text: str, old: str, new: str, name: str, tmp_path: Path
) -> None:
    first, second = answer_of(text % old), answer_of(text % new)

    proposals = propose_masks(first, second)

    assert [bool(one.pattern) for one in proposals] == [True]
    masked = pasted(proposals, first, second, folder=tmp_path)
    assert [text_of(one) for one in masked] == [text % f"<{name}>"] * 2


def test_a_value_of_the_same_kind_that_stays_is_not_hidden(tmp_path: Path) -> None:
    log = f"Commit history:\nCommit: %s\nAuthor: A\nMessage: second\n\nCommit: {SHA % 0}\nAuthor: A"
    first, second = answer_of(log % (SHA % 1)), answer_of(log % (SHA % 2))

    proposals = propose_masks(first, second)

    masked = pasted(proposals, first, second, folder=tmp_path)
    assert [text_of(one) for one in masked] == [log % "<hash>"] * 2


def test_the_line_below_tells_where_the_line_above_does_not(tmp_path: Path) -> None:
    log = "Author: A\nDate: %s\nMessage: second\n\nAuthor: A\nDate: 2026-01-01 00:00:00\nMessage: first"
    first, second = answer_of(log % "2026-11-30 10:00:00"), answer_of(log % "2026-11-30 10:00:01")

    proposals = propose_masks(first, second)

    masked = pasted(proposals, first, second, folder=tmp_path)
    assert [text_of(one) for one in masked] == [log % "<time>"] * 2


def test_a_value_of_another_step_that_stays_is_not_hidden(tmp_path: Path) -> None:
    first = answer_of(f"head\ncommit {SHA % 0}", f"top\ncommit {SHA % 1}")
    second = answer_of(f"head\ncommit {SHA % 0}", f"top\ncommit {SHA % 2}")

    proposals = propose_masks(first, second)

    masked = pasted(proposals, first, second, folder=tmp_path)
    assert masked[0] == masked[1]
    assert text_of(masked[0]) == f"head\ncommit {SHA % 0}"


def test_numbers_that_agree_by_chance_are_met_by_the_same_mask(tmp_path: Path) -> None:
    first, second = answer_of('"ms": 12\n"ms": 7\n"ms": 3'), answer_of('"ms": 11\n"ms": 7\n"ms": 4')

    proposals = propose_masks(first, second)

    assert len(proposals) == 1
    third = answer_of('"ms": 1\n"ms": 8\n"ms": 2')
    masked = pasted(proposals, first, second, third, folder=tmp_path)
    assert masked[0] == masked[1] == masked[2]


def test_text_and_structured_content_that_say_the_same_are_both_settled(tmp_path: Path) -> None:
    def both(at: str) -> Answer:
        value = {"at": at, "zone": "UTC"}
        text = json.dumps(value, indent=2)
        return answer_of({"content": [{"type": "text", "text": text}], "structuredContent": value})

    first, second = both("2026-11-30T17:08:51Z"), both("2026-11-30T17:08:52Z")

    proposals = propose_masks(first, second)

    assert [one.pointer for one in proposals] == ["", "/structuredContent/at"]
    masked = pasted(proposals, first, second, folder=tmp_path)
    assert masked[0] == masked[1]
    assert '"zone": "UTC"' in text_of(masked[0])


def test_an_opaque_value_is_masked_by_its_place(tmp_path: Path) -> None:
    def blob(data: str) -> Answer:
        resource = {"uri": "demo://1", "blob": data}
        return answer_of(
            {"content": [{"type": "text", "text": "x"}, {"type": "resource", "resource": resource}]}
        )

    first, second = blob("YXQgNTowOToxOCBQTQ=="), blob("YXQgNTowOToxOSBQTQ==")

    proposals = propose_masks(first, second)

    assert [one.pointer for one in proposals] == ["/content/1/resource/blob"]
    masked = pasted(proposals, first, second, folder=tmp_path)
    assert masked[0] == masked[1]
    assert text_of(masked[0]) == "x"


def test_the_same_member_of_all_rows_is_one_pointer(tmp_path: Path) -> None:
    def rows(*numbers: int) -> Answer:
        return answer_of({"content": [], "structuredContent": {"rows": [{"ms": one} for one in numbers]}})

    first, second = rows(1, 2, 3), rows(4, 5, 6)

    proposals = propose_masks(first, second)

    assert [one.pointer for one in proposals] == ["/structuredContent/rows/*/ms"]
    masked = pasted(proposals, first, second, folder=tmp_path)
    assert masked[0] == masked[1]


def test_a_long_line_is_masked_where_it_varies(tmp_path: Path) -> None:
    line = "[" + ",".join(f'{{"n":{n}}}' for n in range(3000)) + ',{"id":"%s"}]'
    first, second = answer_of(line % (UUID % 10)), answer_of(line % (UUID % 11))

    proposals = propose_masks(first, second)

    masked = pasted(proposals, first, second, folder=tmp_path)
    assert [text_of(one) for one in masked] == [line % "<uuid>"] * 2


def test_texts_of_other_length_are_masked_whole(tmp_path: Path) -> None:
    first, second = answer_of("one\ntwo"), answer_of("one\ntwo\nthree")

    proposals = propose_masks(first, second)

    assert [one.pointer for one in proposals] == ["/content/0/text"]
    masked = pasted(proposals, first, second, folder=tmp_path)
    assert masked[0] == masked[1]


@pytest.mark.parametrize(
    "other", [{"content": []}, {"content": [], "isError": True, "more": 1}], ids=["blocks", "members"]
)
def test_nothing_is_proposed_for_another_shape(other: object) -> None:
    assert propose_masks(answer_of("x"), answer_of(other)) == ()


def test_nothing_is_proposed_where_nothing_varies() -> None:
    assert propose_masks(answer_of("x 2026-11-30"), answer_of("x 2026-11-30")) == ()


def test_a_text_that_is_masked_whole_says_that_nothing_is_held_of_it() -> None:
    told = "# of this text nothing is compared any more"

    whole = Proposal("varies", pointer="/content/0/text").to_toml("a")
    value = Proposal("varies", pointer="/structuredContent/text").to_toml("a")

    assert told in whole[1]
    assert told not in value[1]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("{'size': 4783, 'modified': %s}", "{'size': 51, 'modified': %s}"),
        ("run 17 took long, at %s, 12 rows", "run 18 took long, at %s, 4 rows"),
    ],
)
def test_a_number_beside_what_varies_stays_out_of_the_pattern(text: str, other: str, tmp_path: Path) -> None:
    first, second = (answer_of(text % time) for time in ("2026-11-30T17:08:51Z", "2026-11-30T17:08:52Z"))

    proposals = propose_masks(first, second)

    masked = pasted(proposals, answer_of(other % "2027-01-01T00:00:00Z"), folder=tmp_path)
    assert text_of(masked[0]) == other % "<time>"


def test_where_only_a_number_tells_it_stays_in_the_pattern(tmp_path: Path) -> None:
    text = "line 1 at %s\nline 2 at 2020-01-01T00:00:00Z"
    first, second = (answer_of(text % time) for time in ("2026-11-30T17:08:51Z", "2026-11-30T17:08:52Z"))

    masked = pasted(propose_masks(first, second), first, folder=tmp_path)

    assert text_of(masked[0]) == text % "<time>"


@pytest.mark.parametrize(
    ("was", "now"), [("59 minutes", "1 hours"), ("23 hours", "1 day"), ("5 min", "6 min")]
)
def test_a_long_duration_is_one(was: str, now: str) -> None:
    proposals = propose_masks(answer_of(f"changed {was} ago"), answer_of(f"changed {now} ago"))

    assert [one.name for one in proposals] == ["duration"]


def test_the_year_behind_a_time_belongs_to_it(tmp_path: Path) -> None:
    first, second = answer_of("Mon Nov 30 17:08:51 UTC 2026\n"), answer_of("Mon Nov 30 17:08:52 UTC 2026\n")

    masked = pasted(
        propose_masks(first, second), answer_of("Tue Jan  4 01:02:03 UTC 2028\n"), folder=tmp_path
    )

    assert text_of(masked[0]) == "<time>\n"


def test_an_answer_under_proposals_is_what_their_masks_leave_of_it() -> None:
    id_, all_ = Proposal("id", pattern=r"id (\d+)"), Proposal("all", pointer="/content/0/text")

    assert text_of(under(answer_of("id 7 of 8"), [id_])) == "id <id> of 8"
    assert text_of(under(answer_of("id 7 of 8"), [all_])) == "<all>"
    assert text_of(under(answer_of("id 7 of 8"), [])) == "id 7 of 8"


def test_proposals_that_would_never_come_to_rest_leave_an_answer_as_it_was() -> None:
    restless = Proposal("a b", pattern="(b)")

    assert text_of(under(answer_of("b"), [restless])) == "b"
