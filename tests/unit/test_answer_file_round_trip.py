from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_mcpparity.answer import (
    Answer,
    Exchange,
    Media,
    Other,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.answers.file import format_answer, format_instructions, parse_answer, parse_instructions
from pytest_mcpparity.errors import AnswerFileFault
from pytest_mcpparity.json_text import Members, Number, parse
from tests.unit.arbitrary import BOUNDED, HARD_LINES, answers, texts


def no_media(name: str) -> bytes:
    raise AssertionError(f"{name} was asked for")


def answer_of(*blocks: Text | Media | Other, case: str = "c") -> Answer:
    result = Result(blocks=blocks)
    return Answer(case, (Exchange(Question("call", "tool", "{}"), StepAnswer(result)),))


@BOUNDED
@given(answers)
def test_reading_what_was_written_gives_the_answer_and_the_bytes_again(answer: Answer) -> None:
    data, media = format_answer(answer)

    read = parse_answer(data, media.__getitem__)

    assert read == answer
    assert format_answer(read) == (data, media)


@pytest.mark.parametrize(
    "block",
    [
        Text("a", Members([("x", "1")])),
        Media("image", "image/png", b"a", Members([("x", "1")])),
        Media("audio", "audio/wav", b"a", Members([("x", None)])),
        Other(Members([("type", "new")])),
    ],
)
def test_a_block_comes_back_with_its_members(block: Text | Media | Other) -> None:
    answer = answer_of(block, block, Text("b"))

    data, media = format_answer(answer)

    assert parse_answer(data, media.__getitem__) == answer


@BOUNDED
@given(answers)
def test_every_file_is_utf8_that_ends_in_a_newline_and_holds_nothing_hidden(answer: Answer) -> None:
    data, _ = format_answer(answer)

    text = data.decode("utf-8")
    assert text.endswith("end\n")
    # Every character that str.splitlines breaks at, but the newline, is one that may not stand raw.
    assert text.splitlines() == text.split("\n")[:-1]


@BOUNDED
@given(texts)
def test_instructions_come_back_as_they_were_given(text: str) -> None:
    data = format_instructions(text)

    assert parse_instructions(data) == text


@pytest.mark.parametrize(
    "text", [*HARD_LINES, "\n", "\n\n", "a\n", "\na", "--- a\n---- b\n------ c", "a\n--- end"]
)
def test_a_hard_text_survives_between_two_others(text: str) -> None:
    answer = answer_of(Text(text), Text("between"), Text(text))

    data, _ = format_answer(answer)

    assert parse_answer(data, no_media) == answer


@BOUNDED
@given(answers, st.data())
def test_a_changed_byte_is_refused_or_gives_another_answer(answer: Answer, data: st.DataObject) -> None:
    stored, media = format_answer(answer)
    at = data.draw(st.integers(0, len(stored) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != stored[at]))
    changed = stored[:at] + bytes([byte]) + stored[at + 1 :]

    try:
        read = parse_answer(changed, media.__getitem__)
    except AnswerFileFault:
        return

    assert read != answer
    assert format_answer(read)[0] == changed


@BOUNDED
@given(answers, st.data())
def test_a_cut_off_file_is_refused(answer: Answer, data: st.DataObject) -> None:
    stored, media = format_answer(answer)
    length = data.draw(st.integers(0, len(stored) - 1))

    with pytest.raises(AnswerFileFault):
        parse_answer(stored[:length], media.__getitem__)


@BOUNDED
@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(AnswerFileFault):
        parse_answer(data, no_media)
    with pytest.raises(AnswerFileFault):
        parse_instructions(data)


_PIECES = [
    *(
        b"mcp-answer 1\n",
        b"case c\n",
        b"--- call t\n",
        b"--- call\n",
        b"--- request m json\n",
        b"--- frame\n",
    ),
    *(b"--- result\n", b"--- tool-error\n", b"--- text\n", b"--- text json\n", b"--- image image/png\n"),
    *(b"--- block\n", b"--- members\n", b"--- structured\n", b"--- rpc-error 1\n", b"--- rpc-error \xff\n"),
    *(b"--- message\n", b"--- data\n", b"--- no-answer\n", b"--- wire\n", b"--- step 2\n", b"--- end\n"),
    *(b"---- end\n", b'--- call "a b" json\n', b'--- call "\\ud800\n', b"{}\n", b"[1, 2\n", b'"a"\n', b"1\n"),
    *(b"c.1.png\n3\nx\n", b"../../secret\n1\nx\n", b"\n", b"\r\n", b"\xef\xbb\xbf", b"[" * 300, b"\x00"),
]


@BOUNDED
@given(st.lists(st.sampled_from(_PIECES), max_size=12).map(b"".join), st.booleans())
def test_of_any_pieces_only_what_writing_gives_is_read(pieces: bytes, with_head: bool) -> None:
    data = b"mcp-answer 1\ncase c\n--- call t\n--- result\n" * with_head + pieces

    def one_file(name: str) -> bytes:
        assert name.startswith("c.")
        return b"abc"

    try:
        answer = parse_answer(data, one_file)
    except AnswerFileFault:
        return

    assert format_answer(answer)[0] == data


def test_json_keeps_the_spelling_of_numbers_duplicates_and_the_kinds_of_nothing() -> None:
    value = parse('{"a":1.0,"a":1e2,"n":123456789012345678901234567890,"e":{},"l":[],"s":"","z":null}')
    answer = answer_of(Other(value))

    data, _ = format_answer(answer)

    assert parse_answer(data, no_media) == answer
    assert b'"a": 1.0,\n  "a": 1e2,\n  "n": 123456789012345678901234567890,' in data
    assert b'"e": {},\n  "l": [],\n  "s": "",\n  "z": null\n' in data


def test_absent_null_and_empty_structured_content_are_three_files() -> None:
    question = Question("call", "tool")
    results = [Result(), Result(structured=None), Result(structured=Members()), Result(structured=[])]

    files = {format_answer(Answer("c", (Exchange(question, StepAnswer(result)),)))[0] for result in results}

    assert len(files) == len(results)


def test_no_blocks_an_empty_content_and_one_empty_text_are_three_files() -> None:
    question = Question("call", "tool")
    results = [Result(), Result(members=Members([("content", [])])), Result(blocks=(Text(""),))]

    files = {format_answer(Answer("c", (Exchange(question, StepAnswer(result)),)))[0] for result in results}

    assert len(files) == len(results)


@pytest.mark.parametrize("code", ["-32602", "null", "absent", '"a b"', "[1,2]", "1.0"])
def test_any_code_of_an_error_comes_back(code: str) -> None:
    error = RpcError(code, "message", Number("1"))
    answer = Answer("c", (Exchange(Question("call", "tool"), StepAnswer(error)),))

    data, _ = format_answer(answer)

    assert parse_answer(data, no_media) == answer
