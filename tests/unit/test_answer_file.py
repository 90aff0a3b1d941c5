from __future__ import annotations

import hashlib
import tracemalloc

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
from pytest_mcpparity.answers.file import format_answer, format_instructions, parse_answer, parse_instructions
from pytest_mcpparity.errors import UnreadableAnswer
from pytest_mcpparity.json_text import Members, Number
from tests.unit.storing import SPEC_EXAMPLE, no_media


def one_step(body: Result | RpcError | NoAnswer, question: Question | None = None) -> Answer:
    return Answer("c", (Exchange(question or Question("call", "tool"), StepAnswer(body)),))


def written(answer: Answer) -> list[str]:
    """The lines below the first two, without `end`."""
    lines = format_answer(answer)[0].decode().split("\n")
    assert lines[:2] == ["mcp-answer 1", f"case {answer.case}"]
    assert lines[-1] == ""
    return lines[2:-2]


def test_the_example_is_written_byte_for_byte() -> None:
    answer = Answer(
        "spec-context-without-a-spec",
        (
            Exchange(
                Question("call", "sdd.spec_context", '{"feature":"shipping/labels"}'),
                StepAnswer(
                    Result(
                        is_error=True,
                        blocks=(
                            Text('{\n  "feature": "shipping/labels"\n}'),
                            Text('feature "shipping/labels" has no spec under specs/'),
                        ),
                    )
                ),
            ),
        ),
    )

    data, media = format_answer(answer)

    assert data.decode() == SPEC_EXAMPLE
    assert media == {}
    assert parse_answer(data, no_media) == answer


def test_an_empty_text_is_one_empty_line_and_a_final_newline_shows_one() -> None:
    answer = one_step(Result(blocks=(Text(""), Text("a\n"), Text("b"))))

    lines = written(answer)

    assert lines == ["--- call tool", "--- result", "--- text", "", "--- text", "a", "", "--- text", "b"]


def test_members_of_a_result_stand_under_its_marker_and_those_of_a_block_under_the_block() -> None:
    block = Text("x", Members([("annotations", Members([("priority", Number("1.0"))]))]))
    answer = one_step(Result(blocks=(block,), members=Members([("_meta", Members([("k", None)]))])))

    lines = written(answer)

    assert lines[1:] == [
        *("--- result", "{", '  "_meta": {', '    "k": null', "  }", "}"),
        *("--- text", "x", "--- members", "{", '  "annotations": {', '    "priority": 1.0', "  }", "}"),
    ]


def test_an_empty_content_stands_under_the_result() -> None:
    answer = one_step(Result(members=Members([("content", [])])))

    lines = written(answer)

    assert lines[1:] == ["--- result", "{", '  "content": []', "}"]


def test_an_error_has_message_then_data_then_members() -> None:
    error = RpcError("-32602", "unknown tool: x", Members(), Members([("extra", [])]))

    lines = written(one_step(error))

    assert lines[1:] == [
        *("--- rpc-error -32602", "--- message", "unknown tool: x"),
        *("--- data", "{}", "--- members", "{", '  "extra": []', "}"),
    ]


def test_structured_content_comes_behind_the_blocks() -> None:
    lines = written(one_step(Result(blocks=(Other(Members([("type", "new")])),), structured=[])))

    assert lines[1:] == ["--- result", "--- block", "{", '  "type": "new"', "}", "--- structured", "[]"]


def test_images_and_sound_lie_beside_the_answer_and_count_through_the_case() -> None:
    step = StepAnswer(Result(blocks=(Media("image", "image/png", b"\x89PNG"), Media("audio", "x/y", b""))))
    exchange = Exchange(Question("call", "draw"), step)
    answer = Answer("pictures", (exchange, exchange))

    data, media = format_answer(answer)

    assert media == {
        "pictures.1.png": b"\x89PNG",
        "pictures.2.bin": b"",
        "pictures.3.png": b"\x89PNG",
        "pictures.4.bin": b"",
    }
    assert data.decode().split("\n")[4:12] == [
        *("--- image image/png", "pictures.1.png", "4", hashlib.sha256(b"\x89PNG").hexdigest()),
        *("--- audio x/y", "pictures.2.bin", "0", hashlib.sha256(b"").hexdigest()),
    ]
    assert parse_answer(data, media.__getitem__) == answer


def test_a_second_step_has_its_marker_and_wire_is_the_last_of_its_step() -> None:
    first = Exchange(Question("frame", "", '{"id":7}'), StepAnswer(NoAnswer()))
    second = Exchange(Question("request", "tools/list"), StepAnswer(Result(), '{"id":0,"result":{}}'))

    lines = written(Answer("c", (first, second)))

    assert lines == [
        *("--- frame", '{"id":7}', "--- no-answer", "--- step 2"),
        *("--- request tools/list", "--- result", "--- wire", '{"id":0,"result":{}}'),
    ]


@pytest.mark.parametrize(
    ("text", "boundary"),
    [
        ("-- text", "---"),
        ("---text", "---"),
        (" --- text", "---"),
        ("--- text", "----"),
        ("a\n--- b", "----"),
        ("\n--- b", "----"),
        ("---- b", "---"),
        ("a\n--- b\n---- c\n------ d", "-----"),
    ],
)
def test_the_boundary_is_the_shortest_that_starts_no_line(text: str, boundary: str) -> None:
    data, _ = format_answer(one_step(Result(blocks=(Text(text),))))

    assert data.decode().split("\n")[2] == f"{boundary} call tool"
    assert data.endswith(f"\n{boundary} end\n".encode())


def test_a_longer_boundary_than_needed_is_refused() -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        parse_answer(SPEC_EXAMPLE.replace("--- ", "---- ").encode(), no_media)

    assert caught.value.line == 3
    assert "`---- call sdd.spec_context` stands there" in str(caught.value)
    assert "`--- call sdd.spec_context`" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "marker"),
    [
        ("sdd.list", "--- call sdd.list"),
        ("json", "--- call json"),
        ("a b", '--- call "a b"'),
        ("", '--- call ""'),
        ('a"b', '--- call "a\\"b"'),
        ("it's", '--- call "it\'s"'),
        ("caf\u00e9", '--- call "caf\u00e9"'),
        ("a\nb", '--- call "a\\nb"'),
        ("a\u200bb", '--- call "a\\u200bb"'),
    ],
)
def test_a_name_that_could_be_misread_is_a_json_string(name: str, marker: str) -> None:
    answer = one_step(Result(), Question("call", name))

    data, _ = format_answer(answer)

    assert data.decode().split("\n")[2] == marker
    assert parse_answer(data, no_media) == answer


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\rb", ['"a\\u000db"']),
        ("a\r\nb\r\n", ['"a\\u000d"', '"b\\u000d"', '""']),
        ("\x00", ['"\\u0000"']),
        ("\ud83d", ['"\\ud83d"']),
        ("\udcff", ['"\\udcff"']),
        ('\u202etab\t"quoted"\\', ['"\\u202etab\\t\\"quoted\\"\\\\"']),
        ("\u00e9\u2028\U0001f600", ['"\u00e9\\u2028\U0001f600"']),
        ("\ufeff", ['"\\ufeff"']),
    ],
)
def test_text_that_cannot_stand_raw_is_one_json_string_a_line(text: str, lines: list[str]) -> None:
    answer = one_step(Result(blocks=(Text(text),)))

    stored = written(answer)

    assert stored[2:] == ["--- text json", *lines]
    assert parse_answer(format_answer(answer)[0], no_media) == answer


@pytest.mark.parametrize(
    "text", ["tab\there", "\u00e9", "e\u0301", "\U0001f600", "\u2027", "\u3000", "\ue000"]
)
def test_everything_else_stands_raw(text: str) -> None:
    assert written(one_step(Result(blocks=(Text(text),))))[2:] == ["--- text", text]


def test_a_question_and_a_message_that_cannot_stand_raw_are_marked_too() -> None:
    answer = one_step(RpcError("1", "a\x7f"), Question("call", "json", '{"a":"\u200b"}'))

    lines = written(answer)

    assert lines == [
        *("--- call json json", '"{\\"a\\":\\"\\u200b\\"}"'),
        *("--- rpc-error 1", "--- message json", '"a\\u007f"'),
    ]
    assert parse_answer(format_answer(answer)[0], no_media) == answer


def test_tools_answer_is_an_ordinary_answer() -> None:
    listing = Members([("tools", [Members([("name", "a")])])])
    exchange = Exchange(Question("request", "tools/list"), StepAnswer(Result(members=listing)))

    data, _ = format_answer(Answer("tools", (exchange,)))

    assert data.decode() == (
        "mcp-answer 1\ncase tools\n--- request tools/list\n--- result\n"
        '{\n  "tools": [\n    {\n      "name": "a"\n    }\n  ]\n}\n--- end\n'
    )


def test_session_answer_holds_the_instructions_as_one_text() -> None:
    data = format_instructions("Use search first.\n")

    assert data == b"mcp-answer 1\ncase session\n--- text\nUse search first.\n\n--- end\n"
    assert parse_instructions(data) == "Use search first.\n"


def test_an_answer_is_no_session_answer() -> None:
    with pytest.raises(UnreadableAnswer, match=r"line 2: .*`case session`"):
        parse_instructions(SPEC_EXAMPLE.encode())
    with pytest.raises(UnreadableAnswer, match=r"line 3: .*the instructions"):
        parse_instructions(SPEC_EXAMPLE.replace("spec-context-without-a-spec", "session").encode())


@pytest.mark.parametrize(("tail", "width"), [("", 1 + 2), ("\u2014", 2 + 3), ("\U0001f600", 4 + 4)])
def test_a_large_text_is_read_without_copies_of_the_whole_file(tail: str, width: int) -> None:
    text = ("x" * 79 + "\n") * 50_000 + tail
    data, _ = format_answer(one_step(Result(blocks=(Text(text),))))

    tracemalloc.start()
    answer = parse_answer(data, no_media)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert answer == one_step(Result(blocks=(Text(text),)))
    assert peak < len(text) * width * 1.05
