"""Sessions with real processes: negotiation, the client's answers, endless talk, and nothing left behind."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Question, Result, Text
from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.session.session import Limits, open_session
from tests.server.conversing import GREET, SCRATCH, answered, ask, faulty, launch, names, text_of, with_script

SDK_SERVER = str(SCRATCH / "sdk_server.py")
HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


@pytest.mark.parametrize("protocol", [*HANDSHAKES, "2026-07-28", "auto"])
def test_a_server_of_the_sdk_negotiates_every_revision(protocol: str) -> None:
    session = open_session(
        launch(SDK_SERVER),
        protocol=protocol,
        accepted=None,
        client=frozenset(),
        workspace=SCRATCH,
        limits=Limits(),
    )

    listing = session.list_tools()
    played = ask(session, Question("call", "echo", '{"a":1}'))
    ended = session.end()

    assert session.revision == ("2025-11-25" if protocol == "auto" else protocol)
    assert (session.server_name, session.server_version) == ("sdk", "1.2")
    assert session.instructions == "be kind"
    assert session.capabilities.has("tools")
    assert session.transport == "stdio"
    assert [tool.get("name") for tool in listing.tools] == ["echo"]
    assert text_of(answered(played).body) == "{'a': 1}"
    assert session.start_findings == listing.findings == played.findings == ended.findings == ()
    assert ended.exit_code == 0


@pytest.mark.parametrize("protocol", [*HANDSHAKES, "2026-07-28"])
def test_one_answer_serves_every_revision(protocol: str) -> None:
    session = faulty("none", protocol=protocol)

    played = ask(session)
    session.end()

    assert session.revision == protocol
    assert answered(played).body == Result(blocks=(Text("Hello, Ada!"),))


@pytest.mark.parametrize(
    ("fault", "accepted", "revision"),
    [
        ("none", None, "2025-11-25"),
        ("none", ("2025-03-26", "2025-06-18"), "2025-06-18"),
        ("none", ("2026-07-28",), "2026-07-28"),
        ("only-old", None, "2024-11-05"),
        ("only-handshake", None, "2025-11-25"),
        ("only-stateless", None, "2026-07-28"),
        ("only-stateless", ("2025-11-25", "2026-07-28"), "2026-07-28"),
    ],
)
def test_auto_takes_the_newest_handshake_or_else_the_stateless_revision(
    fault: str, accepted: tuple[str, ...] | None, revision: str
) -> None:
    session = faulty(fault, protocol="auto", accepted=accepted)

    session.end()

    assert session.revision == revision


@pytest.mark.parametrize(
    ("fault", "protocol", "accepted", "told"),
    [
        ("only-stateless", "auto", ("2025-11-25",), "2025-11-25: refused with -32022"),
        ("only-old", "auto", ("2025-11-25",), "asked for 2025-11-25, the target answers 2024-11-05"),
        ("only-old", "2026-07-28", None, "2026-07-28: refused with -32022"),
        ("none", "auto", (), "none of the protocols"),
    ],
)
def test_a_revision_that_cannot_be_had_is_told(
    fault: str, protocol: str, accepted: tuple[str, ...] | None, told: str
) -> None:
    with pytest.raises(StartFault, match=told):
        faulty(fault, protocol=protocol, accepted=accepted)


def test_when_no_offer_of_auto_is_taken_each_has_its_reason() -> None:
    with pytest.raises(StartFault) as raised:
        faulty("only-old", protocol="auto", accepted=("2025-06-18", "2026-07-28"))

    assert "2025-06-18: asked for 2025-06-18, the target answers 2024-11-05" in str(raised.value)
    assert "; 2026-07-28: refused with -32022" in str(raised.value)


@pytest.mark.parametrize(
    ("fault", "client", "answer"),
    [
        ("asks-roots", "roots", f'{{"roots": [{{"uri": "{SCRATCH.as_uri()}", "name": "server"}}]}}'),
        ("asks-sampling", "sampling", '"User rejected sampling request"'),
        ("asks-elicitation", "elicitation", '{"action": "decline"}'),
        ("asks-roots", "", '"List roots not supported"'),
        ("asks-sampling", "", '"Sampling not supported"'),
        ("asks-elicitation", "", '"Elicitation not supported"'),
    ],
)
def test_questions_to_the_client_are_answered_as_the_suite_says(fault: str, client: str, answer: str) -> None:
    session = faulty(fault, client=frozenset({client} - {""}))

    played = ask(session)
    session._talk.transport.exit(0.0)  # takes in stderr, to which the answer was written
    stderr = session._talk.transport.stderr_tail()
    session.end()

    assert text_of(answered(played).body) == "Hello, Ada!"
    assert played.findings == ()
    assert answer in stderr


RECORDER = """
import json, sys
info = {"name": "r", "version": ""}
seen = []
for line in sys.stdin:
    message = json.loads(line)
    seen.append(message)
    if "id" not in message:
        continue
    result = {"content": [{"type": "text", "text": json.dumps(seen)}]}
    if message["method"] == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
    if message["method"] == "tools/list":
        result = {"tools": []}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def test_exactly_the_handshake_and_the_steps_are_sent(tmp_path: Path) -> None:
    session = with_script(tmp_path, RECORDER)
    session.list_tools()

    played = ask(session)
    session.end()

    sent = json.loads(text_of(answered(played).body))
    assert [message["method"] for message in sent] == [
        "initialize",
        "notifications/initialized",
        "tools/call",  # no capability, no tools/list
    ]
    assert sent[0]["params"]["protocolVersion"] == "2025-11-25"
    assert sent[0]["params"]["capabilities"] == {}
    assert sent[2]["id"] >= 1_000_000


def test_declared_capabilities_are_those_of_the_suite() -> None:
    session = faulty("none", protocol="2026-07-28", client=frozenset({"roots", "sampling"}))

    meta = session._steps._meta
    session.end()

    assert meta is not None
    declared = meta.get("io.modelcontextprotocol/clientCapabilities")
    assert isinstance(declared, Members)
    assert sorted(declared.names()) == ["roots", "sampling"]


def test_the_line_of_an_answer_is_kept_with_its_id_as_zero() -> None:
    session = faulty("escaped-frames")

    played = session.play(GREET, timeout=10, keep_wire=True)
    session.end()

    frame = '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"\\u0048ello, Ada!"}]}}'
    assert answered(played).wire == frame % "0"
    assert played.raw == (frame % "1000000").encode()


CHATTY = """
import os
while True:
    os.write(1, b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\\n')
"""


def test_a_target_that_talks_without_end_before_it_negotiates_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(StartFault, match="messages besides the answer of more than 50000 bytes"):
        with_script(tmp_path, CHATTY, max_bytes=50_000)


def test_a_target_that_talks_without_end_between_two_steps_is_stopped(tmp_path: Path) -> None:
    answer_first = RECORDER.replace("    message =", "    if seen:\n        break\n    message =")
    session = with_script(tmp_path, answer_first + CHATTY, max_bytes=50_000)
    time.sleep(0.5)  # until the pipe is full

    played = ask(session)

    assert played.fault is not None
    assert (played.fault.kind, played.fault.asked) == ("oversized", False)
    assert names(played.strays_before) == ["oversized"]
    assert not session.alive


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def children() -> str:
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_two_hundred_sessions_leave_nothing() -> None:
    faulty("none").end()  # what is imported and opened once
    before = open_files(), children(), threading.active_count()

    for number in range(200):
        session = faulty("none", protocol="2026-07-28" if number % 2 else "2025-11-25")
        ask(session)
        if number % 3:
            session.end()
        session.kill()

    assert (open_files(), children(), threading.active_count()) == before


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "fault",
    ["crash-in-call", "hang-in-call", "oversized", "leaves-daemon", "closes-output", "silent-at-start"],
)
def test_a_faulty_target_leaves_nothing(fault: str) -> None:
    faulty("none").end()
    before = open_files(), children(), threading.active_count()

    try:
        session = faulty(fault, limits=Limits(start=0.5, max_bytes=1_000_000))
    except StartFault:
        pass
    else:
        ask(session, timeout=0.3)
        session.kill()
        session.kill()

    assert (open_files(), children(), threading.active_count()) == before


def test_an_ended_session_says_so() -> None:
    session = faulty("none")
    session.end()

    played = ask(session)
    again = session.end()

    assert not session.alive
    assert played.fault is not None
    assert str(played.fault) == "the session was ended"
    assert (again.exit_code, names(again.findings)) == (0, [])
