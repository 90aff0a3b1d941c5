"""The HTTP reads (spec 11.3)."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import pytest

from tests.server.decisions.repositories import EXPECTED, Workspace
from tests.server.decisions.servers import HttpServer, http_server

SQS = quote('{"decision-messaging":"option-sqs"}')
DIFF = "/api/v1/scenarios/diff"
JSON = {"Content-Type": "application/json"}
NOT_JSON = 'Query parameter "selections" is not valid JSON.'
NOT_UTF8 = "The address is not valid UTF-8."

FAILURES: list[tuple[str, int, str]] = [
    ("/api/v1/decisions?a=1&b=1&b=2&a=2", 400, 'Query parameter "a" is repeated.'),
    ("/api/v1/decisions?selections=%7B", 400, NOT_JSON),
    ("/api/v1/decisions?selections=", 400, NOT_JSON),
    ('/api/v1/decisions?selections={"a":"b","a":"b"}'.replace('"', "%22"), 400, NOT_JSON),
    ("/api/v1/decisions?selections=NaN", 400, NOT_JSON),
    ("/api/v1/decisions?a=%ff&a=%ff", 400, NOT_UTF8),
    ("/api/v1/decisions?%ff", 400, NOT_UTF8),
    ("/api/v1/entities/%ff?a=1&a=1", 400, NOT_UTF8),
    ("/api/v1/decisions?a=1&a=2&selections=%7B", 400, 'Query parameter "a" is repeated.'),
    ("/api/v1/entities/entity-nope", 404, 'Unknown entity: "entity-nope".'),
    (
        f"/api/v1/entities/entity-kafka-stream?selections={SQS}",
        404,
        'Entity "entity-kafka-stream" is not in this scenario.',
    ),
    ("/api/v1/entities/a%2Fb+c", 404, 'Unknown entity: "a/b+c".'),
    ("/", 404, "No such resource."),
    ("/api/v1/decisions/", 404, "No such resource."),
    ("/api/v1/entities/", 404, "No such resource."),
    ("/api/v1/entities/a/b", 404, "No such resource."),
    ("/mcp/", 404, "No such resource."),
    ("/api/v1/decisions?zz=1&query=", 422, 'Unknown argument: "query".'),
    ("/api/v1/decisions?selections=[]", 422, 'Argument "selections" must be an object.'),
    ("/api/v1/decisions?selections=null", 422, 'Argument "selections" must be an object.'),
    ("/api/v1/search", 422, 'Missing required argument: "query".'),
    (
        "/api/v1/search?query=+%09",
        422,
        'Argument "query" must have 1 to 2000 characters and not only white space.',
    ),
    ("/api/v1/entities/a?entity_id=a", 422, 'Unknown argument: "entity_id".'),
    ("/api/v1/entities/a?b=1&entity_id=a", 422, 'Unknown argument: "b".'),
    ("/api/v1/decisions?selections=%7B%22x%22:%22y%22%7D", 422, 'Unknown decision in "selections": "x".'),
]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/api/v1/decisions", "14_1_list.json"),
        ("/api/v1/decisions?selections={}", "14_1_list.json"),
        ("/api/v1/search?query=Why+are+we%20using+Kafka?", "14_2_grounded_answer.json"),
        (f"/api/v1/search?selections={SQS}&query=Why+are+we+using+Kafka%3F", "14_3_what_if_answer.json"),
        ("/api/v1/entities/entity%2Dtracking-gateway", "14_5_stale_entity.json"),
    ],
)
def test_read_gives_the_bytes_of_the_text_block(
    sample_server: HttpServer, target: str, expected: str
) -> None:
    reply = sample_server.send("GET", target)

    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.body == (EXPECTED / expected).read_bytes()


def test_comparison_is_posted(sample_server: HttpServer) -> None:
    body = {"before_selections": {}, "after_selections": {"decision-tracking": "option-polling"}}

    reply = sample_server.post_json(DIFF, body)

    assert reply.status == 200
    assert reply.body == (EXPECTED / "14_6_dangling_and_rewired.json").read_bytes()


def test_architecture_is_read(sample_server: HttpServer) -> None:
    assert len(json.loads(sample_server.send("GET", "/api/v1/architecture").body)["entities"]) == 17


@pytest.mark.parametrize("target", ["/api/v1/decisions", "/api/v1/entities/nobody"])
def test_head_is_a_get_without_a_body(sample_server: HttpServer, target: str) -> None:
    got, headed = sample_server.send("GET", target), sample_server.send("HEAD", target)

    assert (headed.status, headed.body) == (got.status, b"")
    assert headed.headers["content-length"] == str(len(got.body))
    assert headed.headers["content-type"] == got.headers["content-type"]


@pytest.mark.parametrize(("target", "status", "detail"), FAILURES)
def test_failure_is_a_problem_with_the_first_fault(
    sample_server: HttpServer, target: str, status: int, detail: str
) -> None:
    reply = sample_server.send("GET", target)

    assert (reply.status, reply.detail()) == (status, detail)


@pytest.mark.parametrize(
    ("method", "target", "allowed"),
    [
        ("POST", "/api/v1/decisions?a=%ff", "GET, HEAD"),
        ("DELETE", "/api/v1/entities/a", "GET, HEAD"),
        ("OPTIONS", "/api/v1/search", "GET, HEAD"),
        ("GET", DIFF, "POST"),
        ("PUT", DIFF, "POST"),
    ],
)
def test_other_methods_are_told_what_is_allowed(
    sample_server: HttpServer, method: str, target: str, allowed: str
) -> None:
    reply = sample_server.send(method, target)

    assert (reply.status, reply.detail()) == (405, "Method not allowed.")
    assert reply.headers["allow"] == allowed


@pytest.mark.parametrize(
    ("target", "headers", "body", "status", "detail"),
    [
        (DIFF, {}, b"{}", 415, "The request body must be application/json."),
        (
            DIFF,
            {"Content-Type": "text/json"},
            b"{" * 2000000,
            415,
            "The request body must be application/json.",
        ),
        (DIFF + "?a=%ff", JSON, b" " * 1048577, 413, "The request body is too large."),
        (DIFF + "?a=%ff&b=1&b=1", JSON, b"{", 400, NOT_UTF8),
        (DIFF + "?b=1&b=1", JSON, b"{", 400, 'Query parameter "b" is repeated.'),
        (DIFF + "?b=1", JSON, b"{", 400, "The request body is not valid JSON."),
        (DIFF, JSON, b"", 400, "The request body is not valid JSON."),
        (DIFF, JSON, b"\xff", 400, "The request body is not valid JSON."),
        (DIFF, JSON, b'{"a":1,"a":1}', 400, "The request body is not valid JSON."),
        (DIFF + "?b=1", JSON, b"[]", 422, "The request body must be a JSON object."),
        (DIFF, JSON, b"null", 422, "The request body must be a JSON object."),
        (DIFF + "?after_selections=1", JSON, b"{}", 422, 'Unknown argument: "after_selections".'),
        (DIFF + "?b=1", JSON, b'{"a":1}', 422, 'Unknown argument: "a".'),
        (DIFF + "?selections=%7B", JSON, b"{}", 422, 'Unknown argument: "selections".'),
        (DIFF, JSON, b'{"after_selections":1.5}', 422, 'Argument "after_selections" must be an object.'),
    ],
)
def test_body_is_refused_in_order(
    sample_server: HttpServer, target: str, headers: dict[str, str], body: bytes, status: int, detail: str
) -> None:
    reply = sample_server.send("POST", target, body, headers)

    assert (reply.status, reply.detail()) == (status, detail)


def test_body_of_exactly_the_limit_with_parameters_of_its_type_is_read(sample_server: HttpServer) -> None:
    headers = {"Content-Type": "Application/JSON ; charset=utf-8"}

    reply = sample_server.send("POST", DIFF, b"{}" + b" " * 1048574, headers)

    assert reply.status == 200


def test_chunked_body_over_the_limit_is_refused(sample_server: HttpServer) -> None:
    head = (
        f"POST {DIFF} HTTP/1.1\r\nHost: localhost:{sample_server.port}\r\nContent-Type: application/json\r\n"
    )
    chunk = b"80000\r\n" + b" " * 0x80000 + b"\r\n"

    answer = sample_server.raw(
        head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 3 + b"0\r\n\r\n"
    )

    assert answer.startswith(b"HTTP/1.1 413 ")


def test_titles_are_those_of_the_table(sample_server: HttpServer) -> None:
    titles: dict[int, Any] = {}
    replies = [
        sample_server.send("GET", "/api/v1/decisions?a=1&a=2"),
        sample_server.send("GET", "/", headers={"Origin": "x"}),
        sample_server.send("GET", "/"),
        sample_server.send("PUT", DIFF),
        sample_server.send("POST", DIFF, b" " * 1048577, JSON),
        sample_server.send("POST", DIFF, b""),
        sample_server.send("GET", "/", headers={"Host": "x"}),
        sample_server.send("GET", "/api/v1/decisions?x"),
    ]

    for reply in replies:
        titles[reply.status] = json.loads(reply.body)["title"]

    assert titles == {
        400: "Bad Request",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        413: "Content Too Large",
        415: "Unsupported Media Type",
        421: "Misdirected Request",
        422: "Unprocessable Content",
    }


def test_broken_repository_is_a_conflict_and_a_silent_model_a_bad_gateway(workspace: Workspace) -> None:
    settings = b"version: 1\nembedding:\n  base_url: http://127.0.0.1:1\n  model: m\n"
    with http_server(workspace.root) as server:
        workspace.put_bytes(".decision/entities/a.json", b"{")
        broken = server.send("GET", "/api/v1/decisions")
        workspace.put("entities", "a").put_bytes(".decision/config.yaml", b"[]")
        settings_broken = server.send("GET", "/api/v1/search?query=q")
        workspace.put_bytes(".decision/config.yaml", settings)
        silent = server.send("GET", "/api/v1/search?query=q")

    assert (broken.status, settings_broken.status) == (HTTPStatus.CONFLICT, HTTPStatus.CONFLICT)
    assert broken.detail() == (
        'Repository error: file ".decision/entities/a.json", pointer "": is not valid JSON.'
    )
    assert (silent.status, silent.detail()) == (502, "Embedding request failed: no answer.")
    assert json.loads(silent.body)["title"] == "Bad Gateway"
    assert json.loads(broken.body)["title"] == "Conflict"
