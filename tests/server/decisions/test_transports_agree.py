"""Both transports expose the same tools and give the same bytes (spec 11)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client
from mcp_types import TextContent

from reference_server.decisions.descriptors import descriptors
from tests.server.decisions.repositories import SAMPLE
from tests.server.decisions.servers import (
    ENVELOPE,
    MODERN,
    HttpServer,
    Reply,
    request,
    run_stdio,
    tool_call,
)

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("list_decisions", {}),
    ("list_decisions", {"selections": {"decision-messaging": "option-sqs"}}),
    ("list_decisions", {"zz": 1}),
    ("search_decisions", {"query": "Why are we using Kafka?"}),
    ("search_decisions", {"query": "stra\u00dfe \U0001f600"}),
    ("search_decisions", {}),
    ("inspect_architecture", {}),
    ("inspect_architecture", {"selections": {"decision-tracking": "option-polling"}}),
    ("inspect_entity", {"entity_id": "entity-paygrid"}),
    ("inspect_entity", {"entity_id": "\u00e9"}),
    ("diff_scenarios", {"after_selections": {"decision-messaging": "option-sqs"}}),
    ("diff_scenarios", {"after_selections": {"nobody": "x"}}),
]


def result(reply: Reply) -> Any:
    assert reply.headers["content-type"] == "application/json"
    return json.loads(reply.body)


def modern(server: HttpServer, method: str, name: str, /, **params: Any) -> Any:
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method, "Mcp-Name": name}
    sent = {key: value for key, value in headers.items() if value}
    return result(server.mcp(request(1, method, {**params, "_meta": ENVELOPE}), **sent))


def test_results_of_both_transports_and_both_eras_are_the_same(sample_server: HttpServer) -> None:
    bare = [tool_call(number, *item) for number, item in enumerate(CALLS)]
    enveloped = [tool_call(number, *item, _meta=ENVELOPE) for number, item in enumerate(CALLS)]

    over_stdio = run_stdio(SAMPLE, bare).answers()
    over_stdio_modern = run_stdio(SAMPLE, enveloped).answers()

    for number, (tool, arguments) in enumerate(CALLS):
        over_http = result(sample_server.mcp(bare[number]))["result"]
        over_http_modern = modern(sample_server, "tools/call", tool, name=tool, arguments=arguments)["result"]
        assert over_http == over_stdio[number]["result"]
        assert over_http_modern == over_stdio_modern[number]["result"]
        assert over_http_modern["content"] == over_http["content"]
        assert len(over_http["content"]) == 1


def test_listings_of_both_transports_and_both_eras_are_the_published_ones(sample_server: HttpServer) -> None:
    published = list(descriptors())

    listed = [
        run_stdio(SAMPLE, [request(1, "tools/list")]).answers()[1],
        run_stdio(SAMPLE, [request(1, "tools/list", {"_meta": ENVELOPE})]).answers()[1],
        result(sample_server.mcp(request(1, "tools/list"))),
        modern(sample_server, "tools/list", ""),
    ]

    for answer in listed:
        assert answer["result"]["tools"] == published
        assert json.dumps(answer["result"]["tools"]) == json.dumps(published)


def test_unknown_tool_is_a_protocol_error_over_http_too(sample_server: HttpServer) -> None:
    expected = {"code": -32602, "message": "Unknown tool: nope"}

    assert result(sample_server.mcp(tool_call(1, "nope")))["error"] == expected
    assert modern(sample_server, "tools/call", "nope", name="nope", arguments={})["error"] == expected


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_there_is_no_session_to_stream_or_to_end(sample_server: HttpServer, method: str) -> None:
    reply = sample_server.send(method, "/mcp", headers={"Accept": "text/event-stream"})

    assert (reply.status, reply.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("mode", ["auto", "legacy", MODERN])
def test_client_of_the_sdk_lists_and_calls_over_http(sample_server: HttpServer, mode: str) -> None:
    async def converse() -> tuple[list[str], str, bool | None]:
        async with Client(f"http://127.0.0.1:{sample_server.port}/mcp", mode=mode) as client:
            tools = await client.list_tools()
            answer = await client.call_tool("inspect_entity", {"entity_id": "z"})
            assert isinstance(answer.content[0], TextContent)
            return [tool.name for tool in tools.tools], answer.content[0].text, answer.is_error

    import anyio

    names, text, failed = anyio.run(converse)

    assert names == [item["name"] for item in descriptors()]
    assert (text, failed) == ('Unknown entity: "z".', True)
