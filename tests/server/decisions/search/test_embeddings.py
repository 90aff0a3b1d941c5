"""A configured embedding model, over real HTTP on loopback (9.4)."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from reference_server.decisions.errors import EmbeddingError
from reference_server.decisions.search.embeddings import embed
from reference_server.decisions.settings import EmbeddingSettings
from tests.server.decisions.search.conftest import Folder
from tests.server.decisions.search.endpoint import Received, Reply, answer_with, serving, speaking

NO_ANSWER = "Embedding request failed: no answer."
MALFORMED = "Embedding request failed: malformed answer."


def settings(url: str, key: str | None = None, timeout: int = 20) -> EmbeddingSettings:
    return EmbeddingSettings(base_url=url, model="mini", api_key_env=key, timeout_seconds=timeout)


def lengths(inputs: Sequence[str]) -> list[list[float]]:
    return [[len(text), 1] for text in inputs]


def failure(url: str, inputs: Sequence[str] = ("a", "b"), timeout: int = 20) -> str:
    with pytest.raises(EmbeddingError) as caught:
        embed(settings(url, timeout=timeout), inputs)
    return caught.value.text


def failure_of_body(body: bytes, inputs: Sequence[str] = ("a", "b")) -> str:
    with serving(lambda _: Reply(body)) as endpoint:
        return failure(endpoint.url, inputs)


def items(*pairs: tuple[Any, Any]) -> bytes:
    return json.dumps({"data": [{"index": index, "embedding": vector} for index, vector in pairs]}).encode()


def test_the_request_is_that_of_the_specification() -> None:
    with serving(answer_with(lengths)) as endpoint:
        embed(settings(endpoint.url + "/"), ["naïve", "query"])

    (request,) = endpoint.received
    assert (request.method, request.path) == ("POST", "/v1/embeddings")
    assert request.body == {"model": "mini", "input": ["naïve", "query"], "encoding_format": "float"}
    assert request.headers["content-type"] == "application/json"
    assert "authorization" not in request.headers


def test_inputs_go_in_batches_of_64_one_after_the_other() -> None:
    inputs = [str(number) for number in range(130)]

    with serving(answer_with(lambda batch: [[float(text), 1.0] for text in batch])) as endpoint:
        vectors = embed(settings(endpoint.url), inputs)

    sent = [request.body["input"] for request in endpoint.received]
    assert sent == [inputs[:64], inputs[64:128], inputs[128:]]
    assert [list(vector) for vector in vectors] == [[number * 10**6, 10**6] for number in range(130)]


def test_a_key_is_sent_as_bearer_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINI_KEY", "s3cret")

    with serving(answer_with(lengths)) as endpoint:
        embed(settings(endpoint.url, "MINI_KEY"), ["a"])

    assert endpoint.received[0].headers["authorization"] == "Bearer s3cret"


@pytest.mark.parametrize("value", [None, ""])
def test_a_key_that_is_not_set_stops_before_any_request(
    monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv("MINI_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("MINI_KEY", value)

    with serving(answer_with(lengths)) as endpoint, pytest.raises(EmbeddingError) as caught:
        embed(settings(endpoint.url, "MINI_KEY"), ["a"])

    assert caught.value.text == 'Embedding request failed: environment variable "MINI_KEY" is not set.'
    assert endpoint.received == []


def test_a_proxy_of_the_environment_is_not_asked_for_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)

    with serving(answer_with(lengths)) as endpoint:
        vectors = embed(settings(endpoint.url), ["abc"])

    assert [list(vector) for vector in vectors] == [[3_000_000, 1_000_000]]


def test_items_may_come_in_any_order_and_with_other_fields() -> None:
    body = json.dumps(
        {
            "data": [{"index": 1, "embedding": [2], "x": 0}, {"embedding": [1], "index": 0}],
            "model": "other",
        }
    ).encode()

    with serving(lambda _: Reply(body)) as endpoint:
        vectors = embed(settings(endpoint.url), ["a", "b"])

    assert [list(vector) for vector in vectors] == [[10**6], [2 * 10**6]]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("0.0000005", 0),
        ("0.0000015", 2),
        ("-0.0000025", -2),
        ("0.1", 100000),
        ("1e-320", 0),
        ("-0.0", 0),
        ("3", 3000000),
        ("1e3", 1000000000),
        ("123456.789", 123456789000),
        ("1e20", 10**26),
    ],
)
def test_numbers_become_rounded_millionths(number: str, expected: int) -> None:
    body = f'{{"data": [{{"index": 0, "embedding": [{number}]}}]}}'.encode()

    with serving(lambda _: Reply(body)) as endpoint:
        (vector,) = embed(settings(endpoint.url), ["a"])

    assert list(vector) == [int(float(expected))]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"<html>", id="no JSON"),
        pytest.param(b"\xef\xbb\xbf" + items((0, [1]), (1, [1])), id="byte order mark"),
        pytest.param(b'{"data": "\xff"}', id="no UTF-8"),
        pytest.param(b"[]", id="no object"),
        pytest.param(b"{}", id="no data"),
        pytest.param(b'{"data": {}}', id="data no array"),
        pytest.param(b'{"data": "ab"}', id="data a string"),
        pytest.param(b'{"data": [1, 2]}', id="items no objects"),
        pytest.param(items((0, [1])), id="too few items"),
        pytest.param(items((0, [1]), (1, [1]), (2, [1])), id="too many items"),
        pytest.param(items((0, [1]), (0, [1])), id="an index twice"),
        pytest.param(items((0, [1]), (1, [1]), (1, [1])), id="an index twice, all there"),
        pytest.param(items((1, [1]), (2, [1])), id="index from 1"),
        pytest.param(items((0, [1]), ("1", [1])), id="index a string"),
        pytest.param(items((0, [1]), (True, [1])), id="index a boolean"),
        pytest.param(items((0, [1]), (1.0, [1])), id="index a float"),
        pytest.param(b'{"data": [{"embedding": [1]}, {"index": 1, "embedding": [1]}]}', id="no index"),
        pytest.param(b'{"data": [{"index": 0}, {"index": 1}]}', id="no embedding"),
        pytest.param(items((0, []), (1, [])), id="empty vectors"),
        pytest.param(items((0, [1]), (1, [1, 2])), id="two lengths"),
        pytest.param(items((0, "AAAA"), (1, "AAAA")), id="base64"),
        pytest.param(items((0, [1]), (1, [None])), id="null in a vector"),
        pytest.param(items((0, [1]), (1, [True])), id="boolean in a vector"),
        pytest.param(items((0, [1]), (1, ["1"])), id="string in a vector"),
        pytest.param(items((0, [1]), (1, [float("nan")])), id="NaN"),
        pytest.param(items((0, [1]), (1, [float("inf")])), id="Infinity"),
        pytest.param(items((0, [1]), (1, [1])).replace(b"[1]", b"[1e999]"), id="beyond doubles"),
        pytest.param(items((0, [1]), (1, [1e305])), id="product beyond doubles"),
        pytest.param(items((0, [1]), (1, [10**400])), id="integer beyond doubles"),
        pytest.param(b'{"data": [{"index": 0, "embedding": [' + b"9" * 5000 + b"]}]}", id="endless integer"),
        pytest.param(b"[" * 200_000, id="endless nesting"),
    ],
)
def test_a_wrong_answer_is_malformed(body: bytes) -> None:
    assert failure_of_body(body) == MALFORMED


def test_vectors_of_another_length_in_a_later_request_are_malformed() -> None:
    def grow(batch: Sequence[str]) -> list[list[float]]:
        return [[1.0] * (2 if "last" in batch else 1)] * len(batch)

    with serving(answer_with(grow)) as endpoint:
        told = failure(endpoint.url, ["x"] * 64 + ["last"])

    assert told == MALFORMED
    assert len(endpoint.received) == 2


@pytest.mark.parametrize("status", [201, 204, 301, 307, 400, 401, 404, 429, 500, 503])
def test_any_other_status_is_named_and_nothing_is_tried_again(status: int) -> None:
    def reply(_: Received) -> Reply:
        location = {"Location": "/v1/other"} if 300 < status < 400 else {}
        body = b"" if status == 204 else b'{"error": {}}'
        return Reply(body, status, location)

    with serving(reply) as endpoint:
        told = failure(endpoint.url)

    assert told == f"Embedding request failed: HTTP {status}."
    assert len(endpoint.received) == 1


def test_a_refused_connection_is_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    assert failure(f"http://127.0.0.1:{port}/v1") == NO_ANSWER


@pytest.mark.parametrize(
    "url",
    [
        "http://host.invalid/v1",
        "http://a..b/v1",
        f"http://{'a' * 70}.invalid/v1",
        "http://[::1",
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:0/v1",
        "http://127.0.0.1:port/v1",
        "http:///v1",
        "http://\u00ad/v1",
    ],
)
def test_an_address_that_leads_nowhere_is_no_answer(url: str) -> None:
    assert failure(url) == NO_ANSWER


def until_over(connection: socket.socket, over: threading.Event) -> None:
    over.wait()


def drip(connection: socket.socket, over: threading.Event) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while not over.wait(0.05):
        try:
            connection.sendall(b" ")
        except OSError:
            return


def hang_up(connection: socket.socket, over: threading.Event) -> None:
    """Close without a word."""


def talk_nonsense(connection: socket.socket, over: threading.Event) -> None:
    connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n\r\n")


def break_off(connection: socket.socket, over: threading.Event) -> None:
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data": ')


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        pytest.param(until_over, NO_ANSWER, id="silence"),
        pytest.param(drip, NO_ANSWER, id="a drip that outlasts the time"),
        pytest.param(hang_up, NO_ANSWER, id="hang up"),
        pytest.param(talk_nonsense, MALFORMED, id="no HTTP"),
        pytest.param(break_off, MALFORMED, id="broken off"),
    ],
)
def test_a_connection_that_gives_no_whole_answer_ends_in_an_error(
    talk: Callable[[socket.socket, threading.Event], None], expected: str
) -> None:
    with speaking(talk) as url:
        assert failure(url, timeout=1) == expected


def configured(folder: Folder, url: str) -> None:
    folder.write(".decision/config.yaml", f"version: 1\nembedding:\n  base_url: {url}\n  model: mini\n")


def test_a_search_sends_passages_then_claims_then_the_query(folder: Folder) -> None:
    folder.write("b.md", "# B\n\nbeta\n")
    folder.write("a.md", "alpha\n\nother\n")
    folder.claim("claim-b", "second")
    folder.claim("claim-a", "first")

    with serving(answer_with(lambda batch: [[1.0]] * len(batch))) as endpoint:
        configured(folder, endpoint.url)
        folder.search(" the Query ")

    (request,) = endpoint.received
    assert request.body["input"] == ["\nalpha", "\nother", "B\nbeta", "first", "second", " the Query "]


def test_a_search_ranks_by_the_vectors_of_the_model(folder: Folder) -> None:
    folder.write("a.md", "Message broker.\n\nPizza oven.\n\nFar.\n")
    folder.claim("claim-a", "Events flow.")
    folder.claim("claim-b", "Dough rises.")
    vectors = {
        "\nMessage broker.": [0.9, 0.1],
        "\nPizza oven.": [0.1, 0.9],
        "\nFar.": [-1.0, 0.0],
        "Events flow.": [1.0, 0.0],
        "Dough rises.": [0.0, 1.0],
        "kafka": [1.0, 0.05],
    }

    with serving(answer_with(lambda batch: [vectors[text] for text in batch])) as endpoint:
        configured(folder, endpoint.url)
        answer = folder.search("kafka")

    assert [item["text"] for item in answer["passages"]] == ["Message broker."]
    assert [item["id"] for item in answer["claims"]] == ["claim-a"]
    assert answer["grounded"] is False


def test_every_search_asks_the_model_anew(folder: Folder) -> None:
    folder.write("a.md", "alpha\n")

    with serving(answer_with(lengths)) as endpoint:
        configured(folder, endpoint.url)
        folder.search("alpha")
        folder.search("alpha")

    assert len(endpoint.received) == 2
    assert endpoint.received[0].body == endpoint.received[1].body


def test_a_failing_model_fails_the_call_without_falling_back(folder: Folder) -> None:
    folder.write("a.md", "alpha\n")

    with serving(lambda _: Reply(b"", 500)) as endpoint:
        configured(folder, endpoint.url)
        with pytest.raises(EmbeddingError, match=r"^Embedding request failed: HTTP 500\.$"):
            folder.search("alpha")


def test_the_receipt_does_not_cover_the_model(folder: Folder) -> None:
    folder.write("a.md", "alpha\n")
    local = folder.search("alpha")["receipt"]

    with serving(answer_with(lengths)) as endpoint:
        configured(folder, endpoint.url)
        by_model = folder.search("alpha")["receipt"]

    assert by_model == local
