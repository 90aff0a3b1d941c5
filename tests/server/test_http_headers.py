"""Which headers go with a message, in either era, and which the user may give."""

from __future__ import annotations

import json

import pytest

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.session.transport.http_client import is_loopback
from pytest_mcpparity.session.transport.http_headers import ProtocolHeaders, encode_value, read_message
from pytest_mcpparity.target_url import check_url, parse_headers

VERSION = "io.modelcontextprotocol/protocolVersion"
STATELESS = {VERSION: "2026-07-28"}
LISTED = {
    "result": {
        "tools": [
            {
                "name": "query",
                "inputSchema": {
                    "properties": {
                        "region": {"type": "string", "x-mcp-header": "Region"},
                        "deep": {"properties": {"limit": {"type": "integer", "x-mcp-header": "Limit"}}},
                        "bad": {"type": "string", "x-mcp-header": "no token"},
                        "plain": {"type": "string"},
                    }
                },
            }
        ]
    }
}


def frame(method: str, params: object = None, **members: object) -> bytes:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, **members}
    return json.dumps(message if params is None else {**message, "params": params}).encode()


def answer(protocol: ProtocolHeaders, asked: bytes, result: object) -> dict[str, str]:
    """The headers of `asked`, and then its answer is learnt from."""
    headers = protocol.of(read_message(asked))
    protocol.note_answer(read_message(asked), json.dumps(result).encode())
    return headers


def stateless() -> ProtocolHeaders:
    protocol = ProtocolHeaders()
    answer(protocol, frame("server/discover", {"_meta": STATELESS}), {"result": {}})
    return protocol


def test_a_handshake_goes_without_headers_and_what_it_agrees_goes_with_all_that_follows() -> None:
    protocol = ProtocolHeaders()

    first = answer(protocol, frame("initialize"), {"result": {"protocolVersion": "2025-06-18"}})
    protocol.session_id = "s1"
    second = protocol.of(read_message(frame("tools/call", {"name": "greet"})))

    assert first == {}
    assert second == {"mcp-session-id": "s1", "mcp-protocol-version": "2025-06-18"}
    assert protocol.of_session() == second


def test_a_stateless_request_says_what_it_is() -> None:
    protocol = stateless()

    called = protocol.of(read_message(frame("tools/call", {"name": "grüße", "_meta": STATELESS})))
    read = protocol.of(read_message(frame("resources/read", {"uri": "memo://1"})))
    listed = protocol.of(read_message(frame("tools/list")))

    version = {"mcp-protocol-version": "2026-07-28"}
    assert called == {**version, "mcp-method": "tools/call", "mcp-name": "=?base64?Z3LDvMOfZQ==?="}
    assert read == {**version, "mcp-method": "resources/read", "mcp-name": "memo://1"}
    assert listed == {**version, "mcp-method": "tools/list"}


def test_a_request_with_a_revision_of_its_own_has_the_header_of_it() -> None:
    protocol = stateless()

    headers = protocol.of(read_message(frame("tools/list", {"_meta": {VERSION: "2027-01-01"}})))

    assert headers["mcp-protocol-version"] == "2027-01-01"


def test_marked_arguments_go_as_headers_too() -> None:
    protocol = stateless()
    answer(protocol, frame("tools/list"), LISTED)
    arguments = {"region": "eu", "deep": {"limit": 7}, "bad": "x", "plain": "y"}

    given = protocol.of(read_message(frame("tools/call", {"name": "query", "arguments": arguments})))
    missing = protocol.of(read_message(frame("tools/call", {"name": "query", "arguments": {"region": None}})))

    marked = {name: value for name, value in given.items() if name.startswith("mcp-param-")}
    assert marked == {"mcp-param-Region": "eu", "mcp-param-Limit": "7"}
    assert not [name for name in missing if name.startswith("mcp-param-")]


def test_marked_arguments_are_no_business_of_a_handshake() -> None:
    protocol = ProtocolHeaders()
    answer(protocol, frame("tools/list"), LISTED)

    headers = protocol.of(read_message(frame("tools/call", {"name": "query", "arguments": {"region": "eu"}})))

    assert headers == {}


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        ("a b", "a b"),
        ("", ""),
        (" a", "=?base64?IGE=?="),
        ("a\nb", "=?base64?YQpi?="),
        ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
    ],
)
def test_a_value_that_no_header_gives_back_is_encoded(value: str, encoded: str) -> None:
    assert encode_value(value) == encoded


@pytest.mark.parametrize(
    ("raw", "is_question", "is_reply", "shown"),
    [
        (frame("tools/call", {"name": "greet"}), True, False, "tools/call greet"),
        (
            b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
            False,
            False,
            "notifications/initialized",
        ),
        (b'{"jsonrpc":"2.0","id":1,"result":{}}', False, True, "a frame"),
        (b'{"jsonrpc":"2.0","id":1,"error":{}}', False, True, "a frame"),
        (b'{"jsonrpc":"2.0","id":1}', True, False, "a frame"),
        (b"garbage \xff", True, False, "a frame"),
        (b"[]", True, False, "a frame"),
    ],
)
def test_a_frame_is_known_for_what_it_is(raw: bytes, is_question: bool, is_reply: bool, shown: str) -> None:
    message = read_message(raw)

    assert (message.is_question, message.is_reply, message.shown) == (is_question, is_reply, shown)


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]
)
def test_this_machine_is_known(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["example.test", "10.0.0.1", "localhost.example.test", "::2", ""])
def test_other_machines_are_known(host: str) -> None:
    assert not is_loopback(host)


def test_headers_of_the_user_take_variables_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", "s3cret-s3cret")

    headers = parse_headers(["Authorization: Bearer $TOKEN", "X-Price:  5$ ", "x-empty:"])

    assert headers.lines == (("Authorization", "Bearer s3cret-s3cret"), ("X-Price", "5$"), ("x-empty", ""))
    assert headers.secrets == {"TOKEN": "s3cret-s3cret"}


@pytest.mark.parametrize(
    ("spelled", "told"),
    [
        ("no-colon-secret", "write it as 'Name: value'"),
        ("two words: x", "write it as 'Name: value'"),
        ("Mcp-Session-Id: 5", "belongs to the protocol"),
        ("X: $NOT_SET", "--mcp-header X: the variable NOT_SET is not set"),
        ("X: $BROKEN", "--mcp-header X: the value holds a line break"),
        ("X: é", "the value holds a line break or another character"),
    ],
)
def test_a_header_that_cannot_be_is_refused_without_its_value(
    monkeypatch: pytest.MonkeyPatch, spelled: str, told: str
) -> None:
    monkeypatch.delenv("NOT_SET", raising=False)
    monkeypatch.setenv("BROKEN", "first\nsecond")

    with pytest.raises(UsageFault) as raised:
        parse_headers([spelled])

    assert told in str(raised.value)
    assert "secret" not in str(raised.value)
    assert "second" not in str(raised.value)


@pytest.mark.parametrize(
    ("spelled", "told"),
    [
        ("http:///mcp", "names no host"),
        ("http://host:port/mcp", "this is no URL"),
        ("http://me:pw-pw-pw@host:port/mcp", "//…@host:port/mcp: this is no URL"),
        ("https://me:pw-pw-pw@host/mcp", "credentials in a URL would be shown"),
        ("http://host/a b", "holds no blanks"),
    ],
)
def test_a_url_that_cannot_be_asked_is_refused(spelled: str, told: str) -> None:
    with pytest.raises(UsageFault) as raised:
        check_url(spelled)

    assert told in str(raised.value)
    assert "pw-pw-pw" not in str(raised.value)


def test_an_ordinary_url_is_none_of_them() -> None:
    check_url("https://example.test:8443/mcp?team=a")
