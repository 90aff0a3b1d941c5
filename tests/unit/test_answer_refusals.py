"""What no writing would give is refused, at the one line that it would spell otherwise."""

from __future__ import annotations

import hashlib

import pytest

from pytest_mcpparity.answers.file import parse_answer, parse_instructions
from pytest_mcpparity.errors import UnreadableAnswer
from tests.unit.storing import SPEC_EXAMPLE, no_media

HEAD = "mcp-answer 1\ncase c\n--- call t\n"


def fault_of(text: str) -> UnreadableAnswer:
    with pytest.raises(UnreadableAnswer) as caught:
        parse_answer(text.encode(), no_media)
    return caught.value


@pytest.mark.parametrize("before", [0, 1, 5, 200])
def test_the_line_of_a_long_body_is_named_with_what_should_stand_there(before: int) -> None:
    elements = [f"  {number},\n" for number in range(before)]
    data = (
        HEAD + "--- result\n--- structured\n[\n" + "".join(elements) + "  7 ,\n  8\n]\n--- end\n"
    ).encode()

    with pytest.raises(UnreadableAnswer) as refused:
        parse_answer(data, lambda name: b"")

    assert refused.value.line == 7 + before
    assert refused.value.reason == "`  7 ,` stands there, writing would put `  7,`"


def instead(stands: str, wanted: str) -> str:
    return f"`{stands}` stands there, writing would put {wanted}"


A_CASE, ONE_CASE = "`case` and the id of the case", "nothing behind the id of the case"
A_MARKER = "a marker: three dashes or more, a blank and a word"
A_QUESTION = "a question: `call`, `request` or `frame`"
AN_OUTCOME = "an outcome: `result`, `tool-error`, `rpc-error` or `no-answer`"
A_WORD = (
    "a known word: audio, block, call, data, end, frame, image, members, message, no-answer, request, "
    "result, rpc-error, step, structured, text, tool-error, wire"
)
A_CODE = "the error's code behind `rpc-error`"
A_TEXT = "a text below it, one empty line at least"
A_LINE = "one line of text as a JSON string"
AN_OBJECT = "a JSON object with a member or more below it"
MORE = "`step 2`, `end` or more of the answer"
NOTHING = "nothing: `end` is the last line"
NO_STRING = "is no JSON string: Unterminated string starting at: line 1 column 1 (char 0)"
CRLF = "the line ends were converted to CRLF: check the file out anew, with `* -text` in .gitattributes"
NO_NEWLINE = "the last line has no newline: the file was cut off"
NO_END = "the file stops without `end`: it was cut off"
CASE = "mcp-answer 1\ncase c\n"
RESULT = HEAD + "--- result\n"
JSON = RESULT + "--- structured\n"
ERROR = HEAD + "--- rpc-error 1\n"
IN_JSON = RESULT + "--- text json\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, instead("", "`mcp-answer 1`")),
        ("\ufeff" + SPEC_EXAMPLE, 1, instead("\\ufeffmcp-answer 1", "`mcp-answer 1`")),
        ("mcp-answer 1 \n", 1, instead("mcp-answer 1 ", "`mcp-answer 1`")),
        ("mcp-answer x\n", 1, instead("mcp-answer x", "`mcp-answer 1`")),
        ("x" * 120 + "\n", 1, instead("x" * 120, "`mcp-answer 1`")),
        ("x" * 121 + "\n", 1, instead("x" * 120 + "…", "`mcp-answer 1`")),
        ("\U0001f600" * 121, 1, instead("\U0001f600" * 120 + "…", "`mcp-answer 1`")),
        (
            "mcp-answer 20\n",
            1,
            "`mcp-answer 20` is another format than `mcp-answer 1`, which this version reads",
        ),
        (SPEC_EXAMPLE.replace("\n", "\r\n"), 1, CRLF),
        ("mcp-answer 1", 1, NO_NEWLINE),
        ("mcp-answer 1\n", 2, instead("", A_CASE)),
        ("mcp-answer 1\ncase c", 2, instead("case c", A_CASE)),
        ("mcp-answer 1\ncase\n", 2, instead("case", A_CASE)),
        ("mcp-answer 1\nkase c\n--- end\n", 2, instead("kase c", A_CASE)),
        ("mcp-answer 1\ncase a b\n--- end\n", 2, instead("case a b", ONE_CASE)),
        ('mcp-answer 1\ncase "a" b\n--- end\n', 2, instead('case "a" b', ONE_CASE)),
        ('mcp-answer 1\ncase "c\n--- end\n', 2, f'`"c` {NO_STRING}'),
        (RESULT.replace("case c", 'case "c"') + "--- end\n", 2, instead('case "c"', "`case c`")),
        (CASE + "-- call t\n", 3, instead("-- call t", A_MARKER)),
        (CASE, 3, instead("", A_MARKER)),
        (CASE + "--- end\n", 3, instead("end", A_QUESTION)),
        (CASE + '--- call "t\n--- end\n', 3, f'`"t` {NO_STRING}'),
        (CASE + '--- call "t"\n--- result\n--- end\n', 3, instead('--- call "t"', "`--- call t`")),
        (CASE + "--- frame\n--- result\n--- end\n", 3, instead("frame", A_TEXT)),
        (HEAD + "--- end\n", 4, instead("end", AN_OUTCOME)),
        (RESULT, 4, NO_END),
        (RESULT + "--- end", 5, NO_NEWLINE),
        (RESULT + "--- end\n\n", 6, instead("", NOTHING)),
        (RESULT + "--- end\nx\n", 6, instead("x", NOTHING)),
        (RESULT + "--- end\nx\ny\n", 6, instead("x", NOTHING)),
        (RESULT + "--- end\n--- end\n", 6, instead("--- end", NOTHING)),
        (RESULT + "--- end json\n", 5, instead("end json", "nothing behind it")),
        (RESULT + "--- txet\na\n--- end\n", 5, instead("txet", A_WORD)),
        (HEAD + "--- result \n--- end\n", 4, instead("--- result ", "`--- result`")),
        (HEAD + "--- result\n{}\n--- end\n", 4, instead("result", AN_OBJECT)),
        (HEAD + "--- result\n[1]\n--- end\n", 4, instead("result", AN_OBJECT)),
        (RESULT + "--- text\n--- end\n", 5, instead("text", A_TEXT)),
        (RESULT + "--- text\na\rb\n--- end\n", 5, instead("--- text", "`--- text json`")),
        (RESULT + "--- members\n{}\n--- end\n", 5, instead("members", MORE)),
        (RESULT + "--- block\n--- end\n", 5, instead("block", "JSON below it")),
        (JSON + "--- end\n", 5, instead("structured", "JSON below it")),
        (JSON + "1\n--- text\na\n--- end\n", 7, instead("text", MORE)),
        (JSON + "[\n  1,\n  x\n]\n--- end\n", 8, "`  x` is no JSON: Expecting value"),
        (JSON + "[1]\n--- end\n", 6, instead("[1]", "`[`")),
        (JSON + "\n1\n--- end\n", 6, instead("", "`1`")),
        (JSON + "[\n\t1\n]\n--- end\n", 7, instead("\t1", "`  1`")),
        (JSON + '"\\u0041"\n--- end\n', 6, instead('"\\u0041"', '`"A"`')),
        (RESULT + "--- structured json\n1\n--- end\n", 5, instead("structured json", "nothing behind it")),
        (IN_JSON + '"a"\n--- end\n', 5, instead("--- text json", "`--- text`")),
        (IN_JSON + '"\\u000D"\n--- end\n', 6, instead('"\\u000D"', '`"\\u000d"`')),
        (IN_JSON + "1\n--- end\n", 6, instead("1", A_LINE)),
        (IN_JSON + '"\\u000d"\n1\n--- end\n', 7, instead("1", A_LINE)),
        (IN_JSON + '"\\u000d"\n[\n--- end\n', 7, "`[` is no JSON: Expecting value"),
        (RESULT + "--- wire\n--- end\n", 5, instead("wire", A_TEXT)),
        (RESULT + "--- wire\na\n--- wire\na\n--- end\n", 7, instead("wire", MORE)),
        (RESULT + "--- step 3\n--- call t\n--- result\n--- end\n", 5, instead("--- step 3", "`--- step 2`")),
        (RESULT + "--- step 2 a\n--- call t\n--- end\n", 5, instead("step 2 a", "nothing behind it")),
        (RESULT + "--- step 2\na\n--- call t\n--- end\n", 6, instead("a", "no body under `step 2`")),
        (
            RESULT + "--- step 2\n--- call t\n--- result\n--- text\na\n--- step 2\n--- end\n",
            11,
            instead("end", A_QUESTION),
        ),
        (
            RESULT + "--- step 2\n--- call t\n--- result\n--- message\n--- end\n",
            8,
            instead("message", MORE.replace("2", "3")),
        ),
        (HEAD + "--- rpc-error\n--- end\n", 4, instead("rpc-error", A_CODE)),
        (HEAD + "--- rpc-error {\n--- end\n", 4, instead("rpc-error {", A_CODE)),
        (HEAD + '--- rpc-error "1 "\n--- end\n', 4, instead('rpc-error "1 "', A_CODE)),
        (HEAD + "--- rpc-error [1, 2]\n--- end\n", 4, instead("rpc-error [1, 2]", "nothing behind it")),
        (ERROR + "a\n--- end\n", 5, instead("a", "no body under `rpc-error 1`")),
        (ERROR + "--- message\n--- end\n", 5, instead("message", A_TEXT)),
        (ERROR + "--- members\n1\n--- end\n", 5, instead("members", AN_OBJECT)),
        (HEAD + "--- no-answer\na\nb\n--- end\n", 5, instead("a", "no body under `no-answer`")),
        (RESULT + "--- image image/png\n--- end\n", 5, instead("image image/png", A_TEXT)),
        (
            RESULT + "--- image image/png\n../x.png\n1\nab\n--- end\n",
            6,
            instead("../x.png", "the file name `c.1.png`"),
        ),
    ],
)
def test_what_writing_would_not_give_is_refused_at_its_line(text: str, line: int, reason: str) -> None:
    fault = fault_of(text)

    assert (fault.line, fault.reason) == (line, reason)


NO_UTF8 = "byte 0xff is no UTF-8 (invalid start byte)"


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"\xff\n", 1, instead("\\xff", "`mcp-answer 1`")),
        (b"mcp-answer 1\n\xff\n", 2, instead("\\xff", A_CASE)),
        (b"mcp-answer 1\ncase \xff\n", 2, NO_UTF8),
        (CASE.encode() + b"\xff\n", 3, instead("\\xff", A_MARKER)),
        (CASE.encode() + b"--- call \xff\n--- end\n", 3, NO_UTF8),
        (HEAD.encode() + b"--- no-answer\n\xff\n--- end\n", 5, instead("\\xff", "no body under `no-answer`")),
        (RESULT.encode() + b"--- end\n\xff\n", 6, instead("\\xff", NOTHING)),
        (RESULT.encode() + b"--- text\na\nb\xff\n--- end\n", 7, NO_UTF8),
        (JSON.encode() + b"[\n\xff]\n--- end\n", 7, NO_UTF8),
        (
            RESULT.encode() + b"--- text\n\xe2\x82\n--- end\n",
            6,
            "byte 0xe2 is no UTF-8 (unexpected end of data)",
        ),
    ],
)
def test_bytes_that_are_no_utf8_are_refused_at_their_line(data: bytes, line: int, reason: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        parse_answer(data, no_media)

    assert (caught.value.line, caught.value.reason) == (line, reason)


def test_a_message_never_holds_raw_controls_nor_a_long_line() -> None:
    fault = fault_of(HEAD + "--- result\n--- \x1b[31m" + "x" * 5000 + "\n--- end\n")

    assert "\\u001b[31m" in str(fault)
    assert len(str(fault)) < 500


SHA = hashlib.sha256(b"abc").hexdigest()
OTHER_SHA = hashlib.sha256(b"abd").hexdigest()


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        (f"c.1.png\n4\n{SHA}", 7, instead("4", "`3`: c.1.png has 3 bytes of that sha256")),
        (f"c.1.png\n03\n{SHA}", 7, instead("03", "`3`: c.1.png has 3 bytes of that sha256")),
        (f"c.1.png\n3\n{OTHER_SHA}", 8, instead(OTHER_SHA, f"`{SHA}`: c.1.png has 3 bytes of that sha256")),
        (
            f"c.1.png\n3\n{SHA.upper()}",
            8,
            instead(SHA.upper(), f"`{SHA}`: c.1.png has 3 bytes of that sha256"),
        ),
        ("c.1.png\n3", 6, instead("c.1.png", "three lines: file name, size in bytes and sha256")),
        (
            f"c.1.png\n3\n{SHA}\nmore",
            6,
            instead("c.1.png", "three lines: file name, size in bytes and sha256"),
        ),
        (f"c.2.png\n3\n{SHA}", 6, instead("c.2.png", "the file name `c.1.png`")),
        (f"c.1.png \n3\n{SHA}", 6, instead("c.1.png ", "the file name `c.1.png`")),
    ],
)
def test_media_that_are_not_what_the_answer_says_are_refused(body: str, line: int, reason: str) -> None:
    data = f"{RESULT}--- image image/png\n{body}\n--- end\n".encode()

    with pytest.raises(UnreadableAnswer) as caught:
        parse_answer(data, {"c.1.png": b"abc"}.__getitem__)

    assert (caught.value.line, caught.value.reason) == (line, reason)


@pytest.mark.parametrize(
    ("case", "line", "name"),
    [
        ("../c", "../c.1.png", "../c.1.png"),
        ("..\\c", "..\\c.1.png", "..\\c.1.png"),
        ('"\\u0000"', "\0.1.png", "\\u0000.1.png"),
    ],
)
def test_an_answer_cannot_name_a_media_file_outside_its_folder(case: str, line: str, name: str) -> None:
    media = f"--- image image/png\n{line}\n0\n{hashlib.sha256(b'').hexdigest()}\n"

    with pytest.raises(UnreadableAnswer) as caught:
        parse_answer(f"{RESULT.replace('case c', f'case {case}')}{media}--- end\n".encode(), no_media)

    assert (caught.value.line, caught.value.reason) == (6, instead(name, f"the file name `{name}`"))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (SPEC_EXAMPLE, 2, instead("case spec-context-without-a-spec", "`case session`")),
        (
            HEAD.replace("case c", "case session") + "--- end\n",
            3,
            instead("call t", "`text`, the instructions and `end`"),
        ),
        ("mcp-answer 1\ncase session\n--- end\n", 3, instead("end", "`text`, the instructions and `end`")),
        ("mcp-answer 1\ncase session\n--- text\n--- end\n", 3, instead("text", A_TEXT)),
        (
            "mcp-answer 1\ncase session\n--- text\na\n--- text\na\n--- end\n",
            3,
            instead("text", "`text`, the instructions and `end`"),
        ),
        ("mcp-answer 1\ncase session\n---- text\na\n---- end\n", 3, instead("---- text", "`--- text`")),
        (
            'mcp-answer 1\ncase session\n--- text json\n"a"\n--- end\n',
            3,
            instead("--- text json", "`--- text`"),
        ),
    ],
)
def test_what_is_not_the_instructions_as_written_is_refused(text: str, line: int, reason: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        parse_instructions(text.encode())

    assert (caught.value.line, caught.value.reason) == (line, reason)


@pytest.mark.parametrize(
    ("rest", "line", "reason"), [(b"x\n--- end", 7, NO_NEWLINE), (b"\xff\n--- end\n", 6, NO_UTF8)]
)
def test_the_line_of_a_cut_or_of_a_broken_byte_behind_a_body_is_named(
    rest: bytes, line: int, reason: str
) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        parse_answer(f"{RESULT}--- text\n".encode() + rest, no_media)

    assert (caught.value.line, caught.value.reason) == (line, reason)
