"""Every case of every suite, over stdio and over HTTP at both eras: the same bytes come back (11)."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from pytest_mcpparity.answer import Result, RpcError
from pytest_mcpparity.suite.bundled import bundled_suites
from pytest_mcpparity.suite.model import Case
from reference_server.decisions.http import loopback_sockets
from tests.server.decisions.recorded import RecordedSuite
from tests.server.decisions.servers import ENVELOPE, MODERN, HttpServer, http_server, request, run_stdio

SUITES = {name: folder for name, folder in bundled_suites().items() if name.startswith("decisions")}
ROUTES = {
    "list_decisions": "/api/v1/decisions",
    "search_decisions": "/api/v1/search",
    "inspect_architecture": "/api/v1/architecture",
}


@dataclass(frozen=True)
class Played:
    """A suite, its cases as messages of both eras by place, and an HTTP server on its workspace."""

    recorded: RecordedSuite
    bare: Mapping[int, dict[str, Any]]
    enveloped: Mapping[int, dict[str, Any]]
    server: HttpServer

    def cases(self) -> Iterator[tuple[int, Case]]:
        """The cases with the ids of their messages."""
        return enumerate(self.recorded.suite.cases)

    def over_http(self, number: int) -> dict[str, Any]:
        """The answer to a case over HTTP, without a handshake."""
        return read(self.server.mcp(self.bare[number]).body)

    def over_modern_http(self, number: int, tool: str) -> dict[str, Any]:
        """The answer to a case over HTTP at the latest revision, whose headers repeat what is asked."""
        # A name that no header can carry is sent as the revision says.
        name = tool if is_plain(tool) else encoded_word(tool)
        headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": name}
        return read(self.server.mcp(self.enveloped[number], **headers).body)


@pytest.fixture(scope="module", params=SUITES)
def played(request: pytest.FixtureRequest) -> Iterator[Played]:
    """Each suite in turn."""
    recorded = RecordedSuite(SUITES[request.param])
    bare = dict(enumerate(map(message, recorded.suite.cases)))
    enveloped = {
        number: {**sent, "id": number, "params": {**sent["params"], "_meta": ENVELOPE}}
        for number, sent in bare.items()
    }
    with http_server(recorded.workspace) as server:
        yield Played(recorded, {n: {**sent, "id": n} for n, sent in bare.items()}, enveloped, server)


def message(case: Case) -> dict[str, Any]:
    """The request of a case, arguments in the order of the suite; absent ones are not sent."""
    (step,) = case.steps
    params: dict[str, Any] = {"name": step.question.name}
    if step.question.body is not None:
        params["arguments"] = json.loads(step.question.body)
    return request(0, "tools/call", params)


def read(body: bytes) -> dict[str, Any]:
    """A JSON-RPC message."""
    value: dict[str, Any] = json.loads(body)
    return value


def content(answer: Mapping[str, Any]) -> str:
    """What an answer gives, without what belongs to the era: members in order, every character in place."""
    body = {name: answer[name] for name in ("result", "error") if name in answer}
    for name in ("resultType", "_meta"):
        body.get("result", {}).pop(name, None)
    return json.dumps(body)


def is_plain(name: str) -> bool:
    """Whether a header can carry `name` as it is."""
    return name.isprintable() and name.isascii() and name == name.strip() and name != ""


def encoded_word(name: str) -> str:
    """`name` as a header carries what is not plain."""
    return f"=?base64?{b64encode(name.encode()).decode()}?="


def test_stdio_and_http_of_both_eras_give_the_recorded_answers(played: Played) -> None:
    over_stdio = run_stdio(played.recorded.workspace, played.bare.values()).answers()

    for number, case in played.cases():
        tool = case.steps[0].question.name
        expected = content(over_stdio[number])
        assert content(played.over_http(number)) == expected, case.id
        assert content(played.over_modern_http(number, tool)) == expected, case.id
        assert_recorded(played.recorded.answer(case.id), over_stdio[number], case.id)


def assert_recorded(recorded: Result | RpcError, answer: Mapping[str, Any], case: str) -> None:
    """The recorded answer of a case is what came: an error's words, or the one text of a result."""
    if isinstance(recorded, RpcError):
        assert answer["error"] == {"code": int(recorded.code), "message": recorded.message}, case
        return
    result = answer["result"]
    assert result["isError"] is recorded.is_error, case
    assert [block["type"] for block in result["content"]] == ["text"] * len(recorded.blocks), case
    assert [block["text"] for block in result["content"]] == [
        getattr(block, "text", None) for block in recorded.blocks
    ], case


def test_reads_over_http_give_the_bytes_of_the_text(played: Played) -> None:
    for case in played.recorded.suite.cases:
        (step,) = case.steps
        if step.outcome != "result":
            continue
        arguments = json.loads(step.question.body or "{}")

        body = read_route(played.server, step.question.name, arguments)

        assert body == played.recorded.text(case.id).encode(), case.id


def read_route(server: HttpServer, tool: str, arguments: dict[str, Any]) -> bytes:
    """What the HTTP read of `tool` answers to `arguments`."""
    if tool == "diff_scenarios":
        reply = server.post_json("/api/v1/scenarios/diff", arguments)
    else:
        given = dict(arguments)
        entity = quote(given.pop("entity_id", ""), safe="")
        path = f"/api/v1/entities/{entity}" if tool == "inspect_entity" else ROUTES[tool]
        query = {
            name: value if isinstance(value, str) else json.dumps(value) for name, value in given.items()
        }
        reply = server.send("GET", f"{path}?{urlencode(query)}" if query else path)
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    return reply.body


def test_connections_send_a_body_at_once_behind_its_head() -> None:
    # asyncio turns the delay off only for sockets that name their protocol.
    listeners = loopback_sockets(0)

    try:
        assert {listener.proto for listener in listeners} == {socket.IPPROTO_TCP}
    finally:
        for listener in listeners:
            listener.close()


@pytest.mark.parametrize("revision", ["2025-11-25", MODERN])
def test_sample_is_answered_over_http_as_the_plugin_asks_it(revision: str) -> None:
    with http_server(RecordedSuite(SUITES["decisions"]).workspace) as server:
        url = f"http://127.0.0.1:{server.port}/mcp"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--mcp-suite", "decisions"]

        run = subprocess.run(
            [*command, f"--mcp-server={url}", f"--mcp-protocol={revision}"],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    assert run.returncode == 0, run.stdout
    assert "skipped" not in run.stdout.splitlines()[-1]
