"""What no writing would give is refused, at the one line that it would spell otherwise."""

from __future__ import annotations

import hashlib

import pytest

from pytest_mcpparity.answers.file import parse_answer
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


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "`mcp-answer 1`"),
        ("\ufeff" + SPEC_EXAMPLE, 1, "`\\ufeffmcp-answer 1` stands there"),
        ("mcp-answer 2\n", 1, "another format"),
        (SPEC_EXAMPLE.replace("\n", "\r\n"), 1, "CRLF"),
        ("mcp-answer 1\ncase\n", 2, "`case` and the id"),
        ("mcp-answer 1\ncase a b\n--- end\n", 2, "nothing behind"),
        ("mcp-answer 1\ncase c\n-- call t\n", 3, "three dashes"),
        ("mcp-answer 1\ncase c\n--- end\n", 3, "a question"),
        (HEAD + "--- end\n", 4, "an outcome"),
        (HEAD + "--- result\n", 4, "cut off"),
        (HEAD + "--- result\n--- end", 5, "no newline"),
        (HEAD + "--- result\n--- end\n\n", 6, "the last line"),
        (HEAD + "--- result\n--- end\nx\n", 6, "`x` stands there"),
        (
            HEAD + "--- result\n--- txet\na\n--- end\n",
            5,
            "`txet` stands there, writing would put a known word",
        ),
        (HEAD + "--- result \n--- end\n", 4, "`--- result ` stands there, writing would put `--- result`"),
        (HEAD + "--- result\n--- text\n--- end\n", 5, "one empty line"),
        (HEAD + "--- result\n--- members\n{}\n--- end\n", 5, "`step 2`"),
        (HEAD + "--- result\n{}\n--- end\n", 4, "a member or more"),
        (HEAD + "--- result\n[1]\n--- end\n", 4, "a JSON object"),
        (HEAD + "--- result\n--- structured\n--- end\n", 5, "JSON below"),
        (HEAD + "--- result\n--- structured\n[\n  1,\n  x\n]\n--- end\n", 8, "`  x` is no JSON"),
        (HEAD + "--- result\n--- structured\n[1]\n--- end\n", 6, "`[1]` stands there, writing would put `[`"),
        (HEAD + '--- result\n--- structured\n"\\u0041"\n--- end\n', 6, 'writing would put `"A"`'),
        (HEAD + '--- result\n--- text json\n"a"\n--- end\n', 5, "writing would put `--- text`"),
        (HEAD + '--- result\n--- text json\n"\\u000D"\n--- end\n', 6, 'writing would put `"\\u000d"`'),
        (HEAD + "--- result\n--- text json\n1\n--- end\n", 6, "as a JSON string"),
        (HEAD + "--- result\n--- text\na\rb\n--- end\n", 5, "writing would put `--- text json`"),
        (
            HEAD + "--- result\n--- step 3\n--- call t\n--- result\n--- end\n",
            5,
            "writing would put `--- step 2`",
        ),
        (HEAD + "--- rpc-error\n--- end\n", 4, "the error's code"),
        (HEAD + "--- rpc-error [1, 2]\n--- end\n", 4, "nothing behind"),
        (HEAD + "--- no-answer\nx\n--- end\n", 5, "no body under `no-answer`"),
        ('mcp-answer 1\ncase c\n--- call "t\n--- end\n', 3, "is no JSON string"),
        ('mcp-answer 1\ncase c\n--- call "t"\n--- result\n--- end\n', 3, "writing would put `--- call t`"),
        ("mcp-answer 1\ncase c\n--- frame\n--- result\n--- end\n", 3, "a text below"),
        (HEAD + "--- result\n--- image image/png\n../x.png\n1\nab\n--- end\n", 6, "the file name `c.1.png`"),
    ],
)
def test_what_writing_would_not_give_is_refused_at_its_line(text: str, line: int, words: str) -> None:
    fault = fault_of(text)

    assert fault.line == line
    assert words in str(fault)


def test_a_byte_that_is_no_utf8_is_refused_at_its_line() -> None:
    data = HEAD.encode() + b"--- result\n--- text\na\nb\xff\n--- end\n"

    with pytest.raises(UnreadableAnswer, match=r"line 7: byte 0xff is no UTF-8"):
        parse_answer(data, no_media)


def test_a_message_never_holds_raw_controls_nor_a_long_line() -> None:
    fault = fault_of(HEAD + "--- result\n--- \x1b[31m" + "x" * 5000 + "\n--- end\n")

    assert "\\u001b[31m" in str(fault)
    assert len(str(fault)) < 500


@pytest.mark.parametrize(
    ("size", "sha256", "line"),
    [
        ("4", hashlib.sha256(b"abc").hexdigest(), 7),
        ("03", hashlib.sha256(b"abc").hexdigest(), 7),
        ("3", hashlib.sha256(b"abd").hexdigest(), 8),
        ("3", hashlib.sha256(b"abc").hexdigest().upper(), 8),
    ],
)
def test_media_that_are_not_what_the_answer_says_are_refused(size: str, sha256: str, line: int) -> None:
    data = f"{HEAD}--- result\n--- image image/png\nc.1.png\n{size}\n{sha256}\n--- end\n".encode()

    with pytest.raises(UnreadableAnswer) as caught:
        parse_answer(data, {"c.1.png": b"abc"}.__getitem__)

    assert caught.value.line == line


@pytest.mark.parametrize("lines", ["c.1.png\n3", "c.1.png\n3\n{sha}\nmore"])
def test_media_have_three_lines(lines: str) -> None:
    body = lines.format(sha=hashlib.sha256(b"abc").hexdigest())
    data = f"{HEAD}--- result\n--- image image/png\n{body}\n--- end\n".encode()

    with pytest.raises(UnreadableAnswer, match=r"line 6: .*three lines"):
        parse_answer(data, {"c.1.png": b"abc"}.__getitem__)


def test_an_answer_cannot_name_a_media_file_outside_its_folder() -> None:
    sha256 = hashlib.sha256(b"").hexdigest()
    body = f"--- call t\n--- result\n--- image image/png\n../c.1.png\n0\n{sha256}\n--- end\n"

    with pytest.raises(UnreadableAnswer, match=r"line 6"):
        parse_answer(f"mcp-answer 1\ncase ../c\n{body}".encode(), no_media)


# Bytes a character: those of the text itself, and what Python takes to encode it once.
