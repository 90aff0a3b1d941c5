"""Frames as they are sent: the suite's bytes stay as they are."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Question
from pytest_mcpparity.json_text import Members, Number, Value
from pytest_mcpparity.session.outgoing import (
    cancel_frame,
    frame_id,
    member_spans,
    question_frame,
    with_id_zero,
    with_meta,
)

META = Members([("rev", "2026-07-28"), ("info", Members())])


def test_arguments_are_sent_byte_for_byte() -> None:
    arguments = '{"b":1.0, "a":1,"a":2 ,"e":1E+2,"u":"\\u00e9\\/é"}'

    frame, identity = question_frame(Question("call", "x", arguments), 1000000, None)

    assert frame == (
        b'{"jsonrpc":"2.0","id":1000000,"method":"tools/call","params":{"name":"x","arguments":'
        + arguments.encode()
        + b"}}"
    )
    assert identity == Number("1000000")


def test_absent_arguments_and_params_are_not_sent() -> None:
    call, _ = question_frame(Question("call", "x"), 1, None)
    request, _ = question_frame(Question("request", "ping"), 2, None)

    assert call == b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}'
    assert request == b'{"jsonrpc":"2.0","id":2,"method":"ping"}'


def test_a_frame_is_sent_verbatim_and_never_with_meta() -> None:
    frame, identity = question_frame(Question("frame", "", ' {"id":"q" , "method":1}'), 1, META)

    assert frame == b' {"id":"q" , "method":1}'
    assert identity == "q"


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ('{"id":7}', Number("7")),
        ('{"id":7,"id":"8"}', "8"),
        ('{"id":null}', None),
        ('{"id":{}}', None),
        ('{"method":"x"}', None),
        ("{not json", None),
        ("5", None),
        ('[{"id":3},{"id":4}]', Number("3")),
        ("[]", None),
    ],
)
def test_the_answer_to_a_frame_bears_its_id_or_null(text: str, identity: Value) -> None:
    assert frame_id(text) == identity


@pytest.mark.parametrize(
    ("params", "sent"),
    [
        (None, '{"_meta":{"rev":"2026-07-28","info":{}}}'),
        ("{}", '{"_meta":{"rev":"2026-07-28","info":{}}}'),
        ('{"uri": "a}b" } ', '{"uri": "a}b" ,"_meta":{"rev":"2026-07-28","info":{}}} '),
        ('{"_meta":{},"a":1}', '{"_meta":{"rev":"2026-07-28","info":{}},"a":1}'),
        ('{"_meta":{"t": 1.0 }}', '{"_meta":{"t": 1.0 ,"rev":"2026-07-28","info":{}}}'),
        ('{"_meta":{"rev":"old"}}', '{"_meta":{"rev":"old","info":{}}}'),
        ('{"_meta":{"rev":1,"info":2}}', '{"_meta":{"rev":1,"info":2}}'),
        ('{"_meta":5}', '{"_meta":5}'),
        ("[1]", "[1]"),
        ("5", "5"),
    ],
)
def test_meta_is_added_and_every_other_byte_stays(params: str | None, sent: str) -> None:
    assert with_meta(params, META) == sent


def test_calls_and_requests_bear_the_meta_of_the_revision() -> None:
    call, _ = question_frame(Question("call", "x", "{}"), 1, META)
    request, _ = question_frame(Question("request", "tools/list"), 1, META)

    assert b'"arguments":{},"_meta":{"rev":"2026-07-28","info":{}}}' in call
    assert b'"params":{"_meta":{"rev":"2026-07-28","info":{}}}' in request


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('{"jsonrpc":"2.0","id":1000001,"result":{"id":5}}', '{"jsonrpc":"2.0","id":0,"result":{"id":5}}'),
        ('{ "result" : {"id": 5} , "id" : "1000001" }\r', '{ "result" : {"id": 5} , "id" : 0 }\r'),
        ('{"id":1,"id":2}', '{"id":0,"id":0}'),
        ('[{"id":1}]', '[{"id":1}]'),
        ('{"id":', '{"id":'),
    ],
)
def test_only_the_id_of_a_kept_line_is_changed(line: str, kept: str) -> None:
    assert with_id_zero(line) == kept


def test_spans_name_every_top_level_member() -> None:
    text = '{"a": [1, {"b":2}], "c":"}"}'

    spans = member_spans(text)

    assert [(span.name, text[span.start : span.end]) for span in spans] == [
        ("a", '[1, {"b":2}]'),
        ("c", '"}"'),
    ]


def test_a_cancellation_names_the_question() -> None:
    frame = cancel_frame(Number("1000001"), 0.5)

    assert frame == (
        b'{"jsonrpc":"2.0","method":"notifications/cancelled",'
        b'"params":{"requestId":1000001,"reason":"no answer within 0.5 s"}}'
    )
