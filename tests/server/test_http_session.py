"""Sessions over HTTP with a real server: both eras, the client's answers, odd steps, and their end."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from pytest_mcpparity.answer import NoAnswer, Question, Result, RpcError, Text
from pytest_mcpparity.session.session import Limits, Session
from tests.server.conversing import GREET, LINES, answered, ask, names
from tests.server.http_serving import serving, session_at

REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
HELLO = Result(blocks=(Text("Hello, Ada!"),))


def threads() -> int:
    return sum(one.name.startswith("mcpparity") for one in threading.enumerate())


@pytest.mark.parametrize("form", [(), ("--events",)], ids=["json", "events"])
def test_every_revision_is_spoken_in_both_forms(form: tuple[str, ...]) -> None:
    before = threads()
    with serving("none", *form) as url:
        for revision in REVISIONS:
            session = session_at(url, protocol=revision)

            listed = session.list_tools()
            played = ask(session)
            ended = session.end()

            assert (session.revision, session.server_name, session.transport) == (revision, "faulty", "http")
            assert len(listed.tools) == 8
            assert answered(played).body == HELLO
            assert session.start_findings == listed.findings == played.findings == ended.findings == ()
    assert threads() == before


def test_auto_speaks_the_newest_handshake_and_the_stateless_revision_where_that_is_refused() -> None:
    with serving("none") as sound, serving("only-stateless") as modern:
        sessions = [session_at(url, protocol="auto") for url in (sound, modern)]

        answers = [answered(ask(session)).body for session in sessions]

        assert [session.revision for session in sessions] == ["2025-11-25", "2026-07-28"]
        assert answers == [HELLO, HELLO]
        for session in sessions:
            session.end()


@pytest.mark.parametrize("protocol", ["2025-11-25", "2026-07-28"])
def test_frames_go_verbatim_and_claimed_silence_is_seen(protocol: str) -> None:
    frames = {
        '{ "id" : 7 , "jsonrpc":"2.0", "method":"no/such" }': "-32601",
        '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[]}': "-32602",
    }
    with serving("none") as url:
        session = session_at(url, protocol=protocol)

        errors = [answered(ask(session, Question("frame", "", one))).body for one in frames]
        silent = session.play(
            Question("frame", "", '{"jsonrpc":"2.0","method":"notifications/vendor"}'),
            timeout=10,
            keep_wire=False,
            expect_no_answer=True,
        )
        after = ask(session)
        session.end()

    assert [one.code for one in errors if isinstance(one, RpcError)] == list(frames.values())
    assert answered(silent).body == NoAnswer()
    assert answered(after).body == HELLO


def test_claimed_silence_is_seen_where_the_post_is_taken_and_nothing_comes() -> None:
    with serving("status-202") as url:
        session = session_at(url)

        claimed = session.play(GREET, timeout=10, keep_wire=False, expect_no_answer=True)
        broken = session.play(LINES, timeout=10, keep_wire=False, expect_no_answer=True)
        session.end()

    assert answered(claimed).body == NoAnswer()
    assert isinstance(answered(broken).body, Result)


def test_a_frame_that_is_no_json_gets_its_refusal() -> None:
    with serving("none") as url:
        session = session_at(url, protocol="2026-07-28")

        played = ask(session, Question("frame", "", "{nonsense"))
        session.end()

    assert played.fault is None
    assert isinstance(answered(played).body, RpcError)


def test_the_wire_is_kept_as_it_came() -> None:
    with serving("none", "--events") as url:
        session = session_at(url)

        played = session.play(GREET, timeout=10, keep_wire=True, expect_no_answer=False)
        session.end()

    text = '{"jsonrpc":"2.0","id":0,"result":{"content":[{"type":"text","text":"Hello, Ada!"}]}}'
    assert answered(played).wire == text
    assert played.raw is not None
    assert not played.raw.endswith(b"\n")


@pytest.mark.parametrize(
    ("fault", "client", "told"),
    [
        ("asks-roots", {"roots"}, '"uri": "file:///'),
        ("asks-roots", set(), '"error": {"code"'),
        ("asks-sampling", {"sampling"}, "rejected"),
        ("asks-elicitation", {"elicitation"}, "decline"),
        ("asks-aside", {"roots"}, '"uri": "file:///'),
    ],
)
def test_what_the_target_asks_is_answered_as_the_suite_says(
    tmp_path: Path, fault: str, client: set[str], told: str
) -> None:
    with serving(fault, errors=tmp_path / "errors") as url:
        session = session_at(url, client=frozenset(client))

        played = [ask(session) for _ in range(3)]
        ended = session.end()
        errors = (tmp_path / "errors").read_text()

    assert [answered(one).body for one in played] == [HELLO] * 3
    assert ended.findings == ()
    assert told in errors


def test_a_question_that_hangs_is_cancelled_and_the_next_session_is_a_new_one() -> None:
    with serving("hang-in-call") as url:
        session = session_at(url)
        played = ask(session, timeout=0.5)
        alive = session.alive
        again = ask(session, LINES)
        session.end()

    assert played.fault is not None
    assert str(played.fault) == "the target is silent after 0.5 s"
    assert alive  # only the one question hangs: the target answers others
    assert answered(again).body == Result(blocks=(Text("alpha\nbeta\ngamma\n"),))


def test_a_stateless_question_that_hangs_is_cancelled_by_closing_its_stream() -> None:
    with serving("hang-in-call") as url:
        session = session_at(url, protocol="2026-07-28")
        played = ask(session, timeout=0.5)
        again = ask(session, LINES)
        session.end()

    assert played.fault is not None
    assert played.fault.kind == "silent"
    assert isinstance(answered(again).body, Result)
    assert again.findings == again.strays_before == ()


def test_a_target_that_dies_in_a_call_is_lost_at_once() -> None:
    with serving("crash-in-call") as url:
        session = session_at(url)
        played = ask(session)
        after = ask(session, LINES)
        ended = session.end()

    assert played.fault is not None
    assert played.fault.reason.startswith("the connection to the target broke: ")
    assert "asked: POST http://127.0.0.1:" in played.fault.details
    assert not session.alive
    assert after.fault is not None
    assert not after.fault.asked
    assert ended.findings == ()


@pytest.mark.parametrize("fault", ["oversized", "endless-line"])
def test_what_grows_over_the_limit_is_stopped(fault: str) -> None:
    before = threads()
    with serving(fault) as url:
        session = session_at(url, limits=Limits(step=20, start=10, max_bytes=1_000_000))
        played = ask(session, timeout=20)
        session.kill()

    assert played.fault is not None
    assert played.fault.kind == "oversized"
    assert "oversized" in names(played.findings)
    assert threads() == before


def test_an_event_over_one_mebibyte_is_taken_whole() -> None:
    with serving("oversized") as url:
        session = session_at(url)
        played = ask(session)
        session.end()

    assert answered(played).body == HELLO
    assert played.findings == ()


def test_a_body_over_the_limit_is_stopped() -> None:
    with serving("none") as url:
        session = session_at(url, limits=Limits(step=10, start=10, max_bytes=2000))
        text = json.dumps({"name": "x" * 3000})
        played = ask(session, Question("call", "greet", text))
        session.kill()

    assert played.fault is not None
    assert played.fault.kind == "oversized"


def test_an_end_takes_the_session_with_it() -> None:
    def known(session: Session) -> bool:
        return ask(session).fault is None

    with serving("none") as url:
        first, second = session_at(url), session_at(url)
        before = known(first), known(second)
        first.end()
        after = known(first), known(second)
        second.end()

    assert before == (True, True)
    assert after == (False, True)
