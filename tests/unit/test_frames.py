"""Received lines: what they are, and what is wrong with them."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import ABSENT, Result, RpcError, Text
from pytest_mcpparity.json_text import Number, Value
from pytest_mcpparity.session.frames import answer_body, read_frame, same_id

RESULT = b'"result":{"content":[{"type":"text","text":"hi"}]}'
ERROR = b'"error":{"code":-32602,"message":"no"}'
HEAD = b'{"jsonrpc":"2.0","id":7,'


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (HEAD + RESULT + b"}", "answer"),
        (HEAD + ERROR + b"}", "answer"),
        (HEAD + RESULT + b"}\r", "answer"),
        (b'{"jsonrpc":"2.0","id":null,' + ERROR + b"}", "answer"),
        (b'{"jsonrpc":"2.0","id":"q1","method":"roots/list"}', "request"),
        (b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":1}}', "notification"),
    ],
)
def test_valid_messages_are_no_findings(line: bytes, kind: str) -> None:
    frame = read_frame(line)

    assert frame.kind == kind
    assert frame.findings == ()


@pytest.mark.parametrize(
    ("line", "kind", "finding"),
    [
        (b"[DEBUG] starting", "stray", "stray-output"),
        (b"", "stray", "stray-output"),
        (b"}", "stray", "stray-output"),
        (b"123", "stray", "stray-output"),
        (b'"x"', "stray", "stray-output"),
        (b"null", "stray", "stray-output"),
        (b"[]", "stray", "stray-output"),
        (b"[1,2]", "stray", "stray-output"),
        (b'{"level":"info","msg":"jsonrpc"}', "stray", "stray-output"),
        (b"caf\xe9", "stray", "stray-output"),
        (b'{"jsonrpc":"2.0","id":7,"result":{"a":"\xff"}}', "answer", "bad-utf8"),
        (b'{"id":7,' + RESULT + b"}", "answer", "bad-frame"),
        (b'{"jsonrpc":"1.0","id":7,' + RESULT + b"}", "answer", "bad-frame"),
        (b"[" + HEAD + RESULT + b"}]", "answer", "bad-frame"),
        (b'[{"jsonrpc":"2.0","method":"notifications/message"}]', "broken", "bad-frame"),
        (HEAD + b'"result":"hi"}', "broken", "bad-frame"),
        (HEAD + b'"error":"no"}', "broken", "bad-frame"),
        (HEAD + b'"error":{"code":"x","message":"no"}}', "answer", "bad-frame"),
        (HEAD + b'"error":{"code":1.5,"message":"no"}}', "answer", "bad-frame"),
        (HEAD + b'"error":{"code":1}}', "answer", "bad-frame"),
        (b'{"jsonrpc":"2.0","id":[7],' + RESULT + b"}", "answer", "bad-frame"),
        (b'{"jsonrpc":"2.0",' + RESULT + b"}", "broken", "bad-frame"),
        (b'{"jsonrpc":"2.0","id":7}', "broken", "bad-frame"),
        (b'{"jsonrpc":"2.0","id":7,"method":5}', "broken", "bad-frame"),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', "request", "bad-frame"),
        (b'{"jsonrpc":"2.0","method":"x","params":5}', "notification", "bad-frame"),
        (HEAD + b'"result":{"a":NaN}}', "broken", "bad-frame"),
        (HEAD + b'"result":{"a":"\x01"}}', "broken", "bad-frame"),
        (HEAD + b'"result":{"a":' + b"[" * 300 + b"]" * 300 + b"}}", "broken", "bad-frame"),
        (HEAD + RESULT + b"," + ERROR + b"}", "answer", "result-and-error"),
        (HEAD + b'"result":{"a":{"b":1,"b":1}}}', "answer", "duplicate-member"),
    ],
)
def test_each_breach_is_exactly_one_finding(line: bytes, kind: str, finding: str) -> None:
    frame = read_frame(line)

    assert frame.kind == kind
    assert [found.name for found in frame.findings] == [finding]


def test_a_broken_frame_still_tells_whose_answer_it_is() -> None:
    frame = read_frame(HEAD + b'"result":{"a":NaN}}')

    assert frame.id == Number("7")


def test_a_message_without_an_id_has_none() -> None:
    assert read_frame(b'{"jsonrpc":"2.0","method":"x"}').id is ABSENT


def test_details_never_hold_what_a_terminal_obeys() -> None:
    frame = read_frame(b"\x1b[2J\x07" + "\u202e".encode() + b"x" * 1000)

    (finding,) = frame.findings
    assert "\\u001b[2J\\u0007\\u202e" in finding.detail
    assert finding.detail.endswith("… (1008 bytes)")


def test_bytes_that_are_no_utf8_stay_different() -> None:
    first, second = (read_frame(HEAD + RESULT.replace(b"hi", bad) + b"}") for bad in (b"\xff", b"\xfe"))

    assert answer_body(first) != answer_body(second)


def test_of_result_and_error_the_error_is_the_answer() -> None:
    frame = read_frame(HEAD + RESULT + b"," + ERROR + b"}")

    assert answer_body(frame) == RpcError("-32602", "no")


def test_a_null_error_beside_a_result_leaves_the_result() -> None:
    frame = read_frame(HEAD + RESULT + b',"error":null}')

    assert answer_body(frame) == Result(blocks=(Text("hi"),))
    assert [found.name for found in frame.findings] == ["result-and-error"]


@pytest.mark.parametrize(
    ("asked", "got", "likeness"),
    [
        (Number("7"), Number("7"), "same"),
        ("7", "7", "same"),
        (None, None, "same"),
        (Number("7"), "7", "respelled"),
        ("7", Number("7"), "respelled"),
        (Number("7"), Number("7.0"), "respelled"),
        (Number("7"), Number("8"), "other"),
        (Number("7"), None, "other"),
        (None, Number("7"), "other"),
        (Number("1"), True, "other"),
    ],
)
def test_ids_are_the_same_only_in_the_same_spelling(asked: Value, got: Value, likeness: str) -> None:
    assert same_id(asked, got) == likeness
