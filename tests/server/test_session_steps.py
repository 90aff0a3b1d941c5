"""Steps of sessions with real processes: odd frames, claims of silence, late and large answers."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from pytest_mcpparity.answer import NoAnswer, Question, Result, RpcError
from tests.server.conversing import GREET, LINES, answered, ask, faulty, text_of, with_script


@pytest.mark.parametrize(
    ("frame", "body"),
    [
        ('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}', "params must be an object"),
        ('{"jsonrpc":"2.0","id":"7","method":"nothing"}', "unknown method: nothing"),
        ('{"jsonrpc":"2.0","id":7,"method":5}', "Invalid Request"),
        ("{not json", "Parse error"),
        ("[]", "Invalid Request"),
    ],
)
def test_a_frame_is_answered_by_its_id_or_null(frame: str, body: str) -> None:
    session = faulty("none")

    played = ask(session, Question("frame", "", frame))
    after = ask(session)
    ended = session.end()

    answer = answered(played).body
    assert isinstance(answer, RpcError)
    assert answer.message == body
    assert text_of(answered(after).body) == "Hello, Ada!"
    assert played.findings == after.strays_before == ended.findings == ()


def test_a_step_that_claims_no_answer_gets_none() -> None:
    session = faulty("none")
    silent = Question("frame", "", '{"jsonrpc":"2.0","method":"notifications/progress"}')

    played = session.play(silent, timeout=10, keep_wire=False, expect_no_answer=True)
    after = ask(session)
    session.end()

    assert answered(played).body == NoAnswer()
    assert text_of(answered(after).body) == "Hello, Ada!"
    assert after.strays_before == ()


@pytest.mark.parametrize("protocol", ["2025-11-25", "2026-07-28"])
def test_an_answer_to_a_step_that_claims_none_is_given_back(protocol: str) -> None:
    session = faulty("none", protocol=protocol)

    played = session.play(GREET, timeout=10, keep_wire=False, expect_no_answer=True)
    after = ask(session, LINES)
    session.end()

    assert text_of(answered(played).body) == "Hello, Ada!"
    assert text_of(answered(after).body) == "alpha\nbeta\ngamma\n"
    assert played.findings == after.strays_before == ()


def test_a_late_answer_is_not_taken_for_the_next_one() -> None:
    session = faulty("late-answer")

    late = ask(session, timeout=0.5)
    next_one = ask(session, LINES)
    ended = session.end()

    assert late.fault is not None
    assert text_of(answered(next_one).body) == "alpha\nbeta\ngamma\n"
    assert late.findings == next_one.strays_before == next_one.findings == ended.findings == ()


def test_a_large_question_to_a_target_that_does_not_read_meets_the_limit() -> None:
    session = faulty("stops-reading")
    session.list_tools()
    large = Question("call", "greet", json.dumps({"name": "x" * 4_000_000}))

    played = ask(session, large, timeout=0.5)

    assert played.fault is not None
    assert str(played.fault) == "the target does not read what it is sent within 0.5 s"
    assert not session.alive


def test_a_large_question_and_answer_pass_whole() -> None:
    session = faulty("none")
    name = "é" * 2_000_000

    played = ask(session, Question("call", "greet", json.dumps({"name": name}, ensure_ascii=False)))
    session.end()

    assert text_of(answered(played).body) == f"Hello, {name}!"


DEAF = """
import json, os, sys, time
info = {"name": "r", "version": ""}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
    else:
        os.close(0)
        time.sleep(60)
"""


def test_a_target_that_closed_its_input_is_not_waited_for(tmp_path: Path) -> None:
    session = with_script(tmp_path, DEAF)
    time.sleep(0.5)  # it closes its input after the handshake

    played = ask(session, timeout=600)

    assert played.fault is not None
    assert played.fault.kind == "closed-input"
    assert not session.alive


TINY = """
import json, os, sys
info = {"name": "r", "version": ""}
for line in sys.stdin:
    message = json.loads(line)
    result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
    if message["method"] == "tools/call":
        result = {"content": []}
    if "id" in message:
        for byte in json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode() + b"\\n":
            os.write(1, bytes([byte]))
"""


def test_a_target_that_writes_byte_by_byte_is_understood(tmp_path: Path) -> None:
    session = with_script(tmp_path, TINY)

    played = ask(session)
    session.end()

    assert isinstance(answered(played).body, Result)
