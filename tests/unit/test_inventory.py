from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Question, Result, RpcError, Text
from pytest_mcpparity.answers.inventory import check_inventory, problems
from pytest_mcpparity.answers.lock import Entry, Lock, write_lock
from pytest_mcpparity.answers.store import AnswerStore
from pytest_mcpparity.errors import AnswerFileFault
from pytest_mcpparity.json_text import Members, Number
from pytest_mcpparity.suite.model import Mask, Step, Suite
from tests.unit.inventory_made import CALL, GIVER, PICTURE, answer_of, case_of, record, suite_of


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    """A whole suite of two cases, on disk."""
    record(tmp_path, answer_of("a", PICTURE), answer_of("b", RpcError("-32602", "no")))
    return suite_of(tmp_path, case_of("a"), case_of("b"))


def found_in(suite: Suite) -> tuple[str, ...]:
    found = problems(suite, AnswerStore(suite.folder).survey())
    return tuple(one.replace(f"{suite.folder}/", "") for one in found)


def test_a_whole_suite_has_no_problems(suite: Suite) -> None:
    assert found_in(suite) == ()
    check_inventory(suite)


def test_an_answer_without_a_case_is_a_problem(suite: Suite) -> None:
    found = found_in(replace(suite, cases=suite.cases[1:]))

    assert found == (
        "answers/a.1.png: no answer names this file: delete it or keep it elsewhere",
        "answers/a.answer: an answer without a case: delete it, or give mcp-suite.toml its case",
    )


def test_an_answer_without_a_case_is_told_once_even_if_unreadable(suite: Suite) -> None:
    (suite.folder / "answers" / "c.answer").write_bytes(b"")

    assert found_in(suite) == (
        "answers/c.answer: an answer without a case: delete it, or give mcp-suite.toml its case",
    )


def test_a_case_without_an_answer_is_a_problem(suite: Suite) -> None:
    found = found_in(replace(suite, cases=(*suite.cases, case_of("c"))))

    assert found == ("answers/c.answer: missing: record it with --mcp-record",)


def test_a_deleted_answer_is_told_once(suite: Suite) -> None:
    (suite.folder / "answers" / "b.answer").unlink()

    assert found_in(suite) == ("answers/b.answer: missing: record it with --mcp-record",)


def test_a_suite_that_calls_tools_has_their_listing(tmp_path: Path) -> None:
    AnswerStore(tmp_path).save(answer_of("a", Result()), GIVER)
    asks = case_of("a", Step(Question("request", "resources/list")))

    calling = problems(suite_of(tmp_path, case_of("a")), AnswerStore(tmp_path).survey())
    asking = problems(suite_of(tmp_path, asks), AnswerStore(tmp_path).survey())

    assert any("tools.answer: missing" in one for one in calling)
    assert not any("tools.answer: missing" in one for one in asking)


@pytest.mark.parametrize(
    "name",
    ["notes.txt", "README", ".DS_Store", "a.2.png", "b.1.png", "c.1.png", "session.1.png", "a.1.png.bak"],
)
def test_any_other_file_is_a_problem(suite: Suite, name: str) -> None:
    (suite.folder / "answers" / name).write_bytes(b"")

    assert found_in(suite) == (f"answers/{name}: no answer names this file: delete it or keep it elsewhere",)


def test_a_folder_among_the_answers_is_a_problem(suite: Suite) -> None:
    (suite.folder / "answers" / "c.answer").mkdir()

    assert found_in(suite) == ("answers/c.answer: no answer names this file: delete it or keep it elsewhere",)


def test_what_a_killed_recording_left_is_named_as_such(suite: Suite) -> None:
    (suite.folder / "answers" / f".a.answer.{'0' * 16}.mcpparity-new").write_bytes(b"")

    (found,) = found_in(suite)

    assert found == (
        f"answers/.a.answer.{'0' * 16}.mcpparity-new: left behind by a recording that was killed: "
        "the next recording removes it"
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("a.answer", b"2 of 3", b"3 of 3", "answers/a.answer: changed since it was recorded"),
        ("a.1.png", b"x", b"y", "answers/a.1.png: changed since it was recorded"),
        ("tools.answer", b"[]", b"[ ]", "answers/tools.answer:6: unreadable"),
        ("session.answer", b"first", b"last", "answers/session.answer: changed since it was recorded"),
    ],
)
def test_bytes_that_differ_from_the_lock_are_a_problem(
    suite: Suite, file: str, old: bytes, new: bytes, words: str
) -> None:
    path = suite.folder / "answers" / file
    path.write_bytes(path.read_bytes().replace(old, new))

    (found,) = found_in(suite)

    assert found.startswith(words)


def test_an_answer_that_the_lock_does_not_know_is_a_problem(suite: Suite) -> None:
    lock = AnswerStore(suite.folder).lock
    write_lock(
        suite.folder / "answers.lock", Lock({k: v for k, v in lock.entries.items() if k != "b.answer"})
    )

    (found,) = found_in(suite)

    assert found.startswith("answers/b.answer: answers.lock does not know this file")


@pytest.mark.parametrize("file", ["gone.answer", "session.answer", "b.1.png"])
def test_a_file_that_only_the_lock_knows_is_a_problem(suite: Suite, file: str) -> None:
    lock = AnswerStore(suite.folder).lock
    write_lock(suite.folder / "answers.lock", Lock({**lock.entries, file: Entry("0" * 64, GIVER)}))
    (suite.folder / "answers" / file).unlink(missing_ok=True)

    assert found_in(suite) == (
        f"answers.lock: {file} is gone from answers/: restore it, or bless that with `mcpparity amend`",
    )


def test_media_that_are_gone_are_told_once(suite: Suite) -> None:
    (suite.folder / "answers" / "a.1.png").unlink()

    (found,) = found_in(suite)

    assert found.startswith("answers/a.1.png: missing, though the lock knows it")


def test_a_claim_that_disagrees_with_its_answer_is_a_problem(suite: Suite) -> None:
    claims = [Step(CALL, outcome="tool-error"), Step(CALL, blocks=0)]

    found = found_in(replace(suite, cases=(case_of("a", claims[0]), case_of("b", claims[1]))))
    wrong_blocks = found_in(replace(suite, cases=(case_of("a", Step(CALL, blocks=3)), suite.cases[1])))

    mend = "mend the claim, or record anew with --mcp-record=all"
    assert found == (f"mcp-suite.toml:7: case a claims outcome tool-error, its answer has result: {mend}",)
    assert wrong_blocks == (f"mcp-suite.toml:7: case a claims blocks = 3, its answer has 2: {mend}",)


def test_a_claim_is_held_against_its_answer_whatever_other_answers_lack(suite: Suite) -> None:
    (suite.folder / "answers" / "a.answer").write_bytes(b"")

    found = found_in(replace(suite, cases=(suite.cases[0], case_of("b", Step(CALL, outcome="result")))))

    assert len(found) == 2
    assert found[1].startswith("mcp-suite.toml:7: case b claims outcome result, its answer has rpc-error")


def test_claims_that_agree_are_none(suite: Suite) -> None:
    claims = (Step(CALL, outcome="result", blocks=2), Step(CALL, outcome="rpc-error", blocks=0))

    found = found_in(replace(suite, cases=(case_of("a", claims[0]), case_of("b", claims[1]))))

    assert found == ()


def test_a_wrong_claim_of_a_later_step_names_the_step(tmp_path: Path) -> None:
    record(tmp_path, answer_of("a", Result(), Result(is_error=True)))
    steps = (Step(CALL, outcome="result"), Step(CALL, outcome="result"))

    (found,) = found_in(suite_of(tmp_path, case_of("a", *steps)))

    assert found == (
        "mcp-suite.toml:7: case a step 2 claims outcome result, its answer has tool-error: "
        "mend the claim, or record anew with --mcp-record=all"
    )


def test_another_number_of_steps_is_left_to_the_case(tmp_path: Path) -> None:
    record(tmp_path, answer_of("a", Result()))

    assert found_in(suite_of(tmp_path, case_of("a", Step(CALL), Step(CALL, blocks=5)))) == ()


def mask(number: int = 1, pattern: str | None = None, cases: tuple[str, ...] | None = None) -> Mask:
    return Mask(None if pattern is None else re.compile(pattern), None, "<ms>", cases, number)


@pytest.mark.parametrize(
    ("one", "idle"),
    [
        (mask(pattern=r"\d+ ms"), False),
        (mask(pattern=r"\d+ hours"), True),
        (mask(pattern=r"\d+ ms", cases=("a",)), False),
        (mask(pattern=r"\d+ ms", cases=("b*",)), True),
        (mask(pattern="Search", cases=("session",)), False),
        (mask(pattern="Search", cases=("a", "b")), True),
        (Mask(None, ("content", "1", "text"), "<text>", None, 1), False),
        (Mask(None, ("content", "9", "text"), "<text>", None, 1), True),
        (Mask(None, ("message",), "<text>", ("b",), 1), False),
    ],
)
def test_a_mask_that_nothing_needs_is_a_problem(suite: Suite, one: Mask, idle: bool) -> None:
    found = found_in(replace(suite, masks=(one,)))

    assert len(found) == idle
    assert all("mask 1 (as '<" in problem for problem in found)


def test_a_mask_whose_name_stands_in_an_answer_is_needed(tmp_path: Path) -> None:
    record(tmp_path, answer_of("a", Result(blocks=(Text("took <ms>"),))))

    by_pattern = found_in(suite_of(tmp_path, case_of("a"), masks=(mask(pattern=r"\d+ ms"),)))
    by_pointer = found_in(
        suite_of(tmp_path, case_of("a"), masks=(Mask(None, ("content", "0", "text"), "took <ms>", None, 1),))
    )

    assert by_pattern == ()
    assert by_pointer == ()


def test_each_mask_is_judged_by_itself(suite: Suite) -> None:
    masks = (mask(1, "hours"), mask(2, "15 ms"), mask(3, "days"))

    found = found_in(replace(suite, masks=masks))

    assert found == tuple(
        f"mcp-suite.toml: mask {number} (as '<ms>') neither stands in nor matches any recorded answer: "
        "remove it, or record anew what it is for"
        for number in (1, 3)
    )


def test_a_mask_of_an_answer_that_cannot_be_read_is_not_judged(suite: Suite) -> None:
    (suite.folder / "answers" / "a.answer").write_bytes(b"")

    found = found_in(replace(suite, masks=(mask(1, "hours"), mask(2, "hours", ("b",)))))

    assert len(found) == 2
    assert "a.answer:1: unreadable" in found[0]
    assert "mask 2" in found[1]


def test_a_mask_of_instructions_that_cannot_be_read_is_not_judged(suite: Suite) -> None:
    (suite.folder / "answers" / "session.answer").write_bytes(b"")

    found = found_in(replace(suite, masks=(mask(1, "hours", ("session",)), mask(2, "hours", ("a",)))))

    assert [one.split(":")[0] for one in found] == ["answers/session.answer", "mcp-suite.toml"]
    assert "mask 2" in found[1]


def test_an_answer_that_structures_its_content_uses_masks_too(tmp_path: Path) -> None:
    structured = Members([("rows", [Members([("ms", Number("15"))])])])
    record(tmp_path, answer_of("a", Result(structured=structured)))
    pointer = Mask(None, ("structuredContent", "rows", "*", "ms"), "<ms>", None, 1)

    assert found_in(suite_of(tmp_path, case_of("a"), masks=(pointer,))) == ()


def test_the_first_line_names_the_first_problem_and_counts_the_others(suite: Suite) -> None:
    cases = (*suite.cases, case_of("c"), case_of("d"), case_of("e"))

    with pytest.raises(AnswerFileFault) as one:
        check_inventory(replace(suite, cases=cases[:3]))
    with pytest.raises(AnswerFileFault) as two:
        check_inventory(replace(suite, cases=cases[:4]))
    with pytest.raises(AnswerFileFault) as three:
        check_inventory(replace(suite, cases=cases))

    assert str(one.value) == f"{suite.folder}/answers/c.answer: missing: record it with --mcp-record"
    assert str(two.value) == (
        f"{suite.folder}/answers/c.answer: missing: record it with --mcp-record (and 1 more problem)\n"
        f"{suite.folder}/answers/d.answer: missing: record it with --mcp-record"
    )
    first, *others = str(three.value).split("\n")
    assert first.endswith("c.answer: missing: record it with --mcp-record (and 2 more problems)")
    assert len(others) == 2
