"""MCP over stdio (spec 11.1), in both eras, as a process."""

from __future__ import annotations

import json
import signal
from typing import Any

import pytest

from reference_server.decisions.descriptors import descriptors
from reference_server.decisions.tools import TOOLS
from tests.server.decisions.repositories import EXPECTED, SAMPLE
from tests.server.decisions.servers import ENVELOPE, handshake, request, run_stdio, start_stdio, tool_call

REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
LISTED = json.dumps(list(descriptors()), ensure_ascii=False, separators=(",", ":")).encode()


def test_bare_requests_are_answered_and_the_end_of_input_is_success() -> None:
    run = run_stdio(SAMPLE, [request(1, "tools/list"), tool_call("two", "list_decisions")])

    text = run.answers()["two"]["result"]["content"][0]["text"]
    assert run.status == 0
    assert text.encode() == (EXPECTED / "14_1_list.json").read_bytes()
    assert any(LISTED in line for line in run.lines)


@pytest.mark.parametrize("revision", REVISIONS)
def test_handshake_revision_is_served(revision: str) -> None:
    run = run_stdio(SAMPLE, [*handshake(revision), request(1, "tools/list"), tool_call(2, "list_decisions")])

    answers = run.answers()
    assert answers["init"]["result"]["protocolVersion"] == revision
    assert answers["init"]["result"]["serverInfo"]["name"] == "switchplinth"
    assert answers["init"]["result"]["capabilities"] == {"tools": {"listChanged": False}}
    assert "instructions" not in answers["init"]["result"]
    assert list(answers[1]["result"]) == ["tools"]
    assert any(LISTED in line for line in run.lines)
    result = answers[2]["result"]
    assert list(result) == ["content", "structuredContent", "isError"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_stateless_revision_is_served_without_a_handshake() -> None:
    run = run_stdio(
        SAMPLE,
        [
            request(1, "server/discover", {"_meta": ENVELOPE}),
            request(2, "tools/list", {"_meta": ENVELOPE}),
            tool_call(3, "list_decisions", _meta=ENVELOPE),
        ],
    )

    answers = run.answers()
    assert answers[1]["result"]["capabilities"] == {"tools": {"listChanged": False}}
    assert "2026-07-28" in answers[1]["result"]["supportedVersions"]
    assert any(LISTED in line for line in run.lines)
    assert answers[3]["result"]["resultType"] == "complete"
    assert answers[3]["result"]["content"][0]["text"].encode() == (EXPECTED / "14_1_list.json").read_bytes()


@pytest.mark.parametrize("meta", [{}, {"_meta": ENVELOPE}])
def test_tool_error_is_one_block_without_structured_content(meta: dict[str, Any]) -> None:
    run = run_stdio(SAMPLE, [tool_call(1, "inspect_entity", {"entity_id": "z"}, **meta)])

    result = run.answers()[1]["result"]
    assert result["content"] == [{"type": "text", "text": 'Unknown entity: "z".'}]
    assert result["isError"] is True
    assert "structuredContent" not in result


@pytest.mark.parametrize("meta", [{}, {"_meta": ENVELOPE}])
@pytest.mark.parametrize("name", ["nope", "listDecisions", "search", ""])
def test_unknown_tool_is_a_protocol_error(name: str, meta: dict[str, Any]) -> None:
    run = run_stdio(SAMPLE, [tool_call(1, name, {"zz": 1}, **meta)])

    assert run.answers()[1]["error"] == {"code": -32602, "message": f"Unknown tool: {name}"}


def test_every_answer_comes_before_the_end() -> None:
    calls = [tool_call(number, name, {}) for number, name in enumerate([*TOOLS] * 4)]

    run = run_stdio(SAMPLE, calls)

    assert run.status == 0
    assert set(run.answers()) == set(range(20))


def test_cancelled_request_does_not_hold_the_end() -> None:
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}

    run = run_stdio(SAMPLE, [tool_call(1, "inspect_architecture"), cancel, tool_call(2, "list_decisions")])

    assert run.status == 0
    assert 2 in run.answers()


def test_line_that_is_no_message_gets_its_error_and_the_next_is_served() -> None:
    run = run_stdio(SAMPLE, [b"{garbage", b"", b"[]", b"\xff", tool_call(1, "list_decisions")])

    errors = [json.loads(line)["error"]["code"] for line in run.lines if b'"error"' in line]
    assert errors == [-32700, -32600, -32700]
    assert run.answers()[1]["result"]["isError"] is False


def test_refused_message_is_answered_by_its_id() -> None:
    malformed = [request(7, "tools/list", []), {"id": "x", "method": "tools/list"}]

    run = run_stdio(SAMPLE, malformed)

    assert {name: answer["error"]["code"] for name, answer in run.answers().items()} == {
        7: -32600,
        "x": -32600,
    }


def test_peer_that_no_longer_reads_is_the_end_without_a_traceback() -> None:
    process = start_stdio(SAMPLE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()

    process.stdin.write(json.dumps(tool_call(1, "inspect_architecture")).encode() + b"\n")
    process.stdin.close()
    status = process.wait(30)

    assert process.stderr is not None
    assert (status, process.stderr.read()) == (0, b"")
    process.stderr.close()


def test_interrupt_ends_a_server_that_waits_for_input() -> None:
    process = start_stdio(SAMPLE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request(1, "tools/list")).encode() + b"\n")
    process.stdin.flush()
    answered = process.stdout.readline()

    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)

    assert answered.startswith(b'{"jsonrpc"')
    assert (process.returncode, errors) == (-signal.SIGINT, b"")


def test_arguments_that_are_no_object_are_a_protocol_error() -> None:
    run = run_stdio(SAMPLE, [request(1, "tools/call", {"name": "list_decisions", "arguments": []})])

    assert run.answers()[1]["error"]["code"] == -32602


def test_broken_repository_starts_all_the_same_and_each_call_tells(tmp_path: Any) -> None:
    run = run_stdio(tmp_path, [request(1, "tools/list"), tool_call(2, "list_decisions")])

    assert len(run.answers()[1]["result"]["tools"]) == 5
    assert run.answers()[2]["result"]["content"][0]["text"] == (
        'Repository error: file ".decision", pointer "": is not a directory.'
    )


def test_text_outside_ascii_is_written_as_it_is() -> None:
    run = run_stdio(SAMPLE, [tool_call(1, "inspect_entity", {"entity_id": "\u00e9\U0001f600\u2028"})])

    assert '"Unknown entity: \\"\u00e9\U0001f600\u2028\\"."'.encode() in run.lines[0]
