from __future__ import annotations

import io
import json

import pytest

from reference_server.jsonrpc_stdio import MAX_FRAME, serve
from reference_server.sdd.server import Server
from tests.server.sdd.workspaces import Workspace

_CANNOT = "json: cannot unmarshal"


def session(workspace: Workspace, incoming: bytes) -> list[bytes]:
    outgoing = io.BytesIO()
    serve(io.BytesIO(incoming), outgoing, Server(workspace.root).methods())
    return outgoing.getvalue().splitlines()


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ("{not json}", "invalid character 'n' looking for beginning of object key string"),
        ("{", "unexpected end of JSON input"),
        ("{} x", "invalid character 'x' after top-level value"),
        ("nul", "invalid character '\\n' in literal null (expecting 'l')"),
        (
            '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
            "json: cannot unmarshal array into Go value of type mcp.rpcMessage",
        ),
        ("[]", "json: cannot unmarshal array into Go value of type mcp.rpcMessage"),
        ('"x"', "json: cannot unmarshal string into Go value of type mcp.rpcMessage"),
        ("5", "json: cannot unmarshal number into Go value of type mcp.rpcMessage"),
        ("true", "json: cannot unmarshal bool into Go value of type mcp.rpcMessage"),
        (
            '{"method":5}',
            "json: cannot unmarshal number into Go struct field rpcMessage.method of type string",
        ),
        (
            '{"jsonrpc":2}',
            "json: cannot unmarshal number into Go struct field rpcMessage.jsonrpc of type string",
        ),
        ('{"method":5,', "unexpected end of JSON input"),
    ],
)
def test_a_frame_that_does_not_decode_is_a_parse_error(empty: Workspace, frame: str, message: str) -> None:
    reply = empty.ask(frame)

    expected = {"code": -32700, "message": f"parse error: {message}"}
    assert reply == {"jsonrpc": "2.0", "id": None, "error": expected}


def test_a_frame_without_its_newline_is_answered(empty: Workspace) -> None:
    assert session(empty, b'{"id":1,"method":"ping"}') == [b'{"jsonrpc":"2.0","id":1,"result":{}}']
    assert b"invalid character ' ' in literal null (expecting 'l')" in session(empty, b"nul")[0]


def test_blank_lines_are_skipped_and_the_rest_is_answered_in_order(empty: Workspace) -> None:
    incoming = '\n \t\n\u3000\u2028\n{"id":2,"method":"ping"}\n\n{"id":1,"method":"ping"}\n'.encode()

    assert [json.loads(line)["id"] for line in session(empty, incoming)] == [2, 1]


def test_a_frame_beyond_the_limit_is_refused_and_the_session_goes_on(empty: Workspace) -> None:
    frame = b'{"id":1,"method":"ping"}'
    fits = frame + b" " * (MAX_FRAME - len(frame) - 1) + b"\n"
    too_long = frame + b" " * (MAX_FRAME - len(frame)) + b"\n"

    replies = session(empty, too_long + fits)

    assert json.loads(replies[0]) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32600, "message": "request exceeds the 4194304-byte maximum frame size"},
    }
    assert replies[1:] == [b'{"jsonrpc":"2.0","id":1,"result":{}}']


@pytest.mark.parametrize(
    ("sent", "echoed"),
    [
        (b"1.0", b"1.0"),
        (b"1e400", b"1e400"),
        (b'"\\ud800"', b'"\\ud800"'),
        (b'"\xff"', b'"\xff"'),
        (b'{ "a" : [ 1, " x " ] }', b'{"a":[1," x "]}'),
        (b'"<&>"', b'"\\u003c\\u0026\\u003e"'),
        ('"\u2028"'.encode(), b'"\\u2028"'),
        (b"null", b"null"),
    ],
)
def test_an_id_comes_back_as_it_was_sent(empty: Workspace, sent: bytes, echoed: bytes) -> None:
    replies = session(empty, b'{"id":' + sent + b',"method":"ping"}\n')

    assert replies == [b'{"jsonrpc":"2.0","id":' + echoed + b',"result":{}}']


@pytest.mark.parametrize(
    "frame",
    [
        "null",
        "{}",
        '{"method":"notifications/cancelled"}',
        '{"method":"nope"}',
        '{"id":1,"method":"initialized"}',
        '{"id":1,"method":"notifications/initialized"}',
    ],
)
def test_what_asks_for_nothing_gets_no_reply(empty: Workspace, frame: str) -> None:
    assert empty.ask(frame) is None


@pytest.mark.parametrize("method", ["nope", "notifications/cancelled", ""])
def test_an_unknown_method_with_an_id_is_refused(empty: Workspace, method: str) -> None:
    reply = empty.ask(f'{{"id":7,"method":"{method}"}}')

    assert reply["error"] == {"code": -32601, "message": f"method not found: {method}"}


def test_a_known_method_without_an_id_is_answered_without_one(empty: Workspace) -> None:
    assert empty.ask('{"method":"ping"}') == {"jsonrpc": "2.0", "result": {}}


def test_names_of_frame_members_ignore_case_and_the_last_wins(empty: Workspace) -> None:
    assert session(empty, b'{"ID":1,"Method":"nope","METHOD":"ping","id":2}') == [
        b'{"jsonrpc":"2.0","id":2,"result":{}}'
    ]


@pytest.mark.parametrize(
    ("params", "version"),
    [
        ('{"protocolVersion":"1999-01-01"}', "1999-01-01"),
        ('{"protocolVersion":""}', "2025-06-18"),
        ('{"protocolVersion":5}', "2025-06-18"),
        ("[]", "2025-06-18"),
        ("{}", "2025-06-18"),
    ],
)
def test_initialize_echoes_any_version(empty: Workspace, params: str, version: str) -> None:
    result = empty.ask(f'{{"id":1,"method":"initialize","params":{params}}}')["result"]

    assert list(result) == ["protocolVersion", "capabilities", "serverInfo", "instructions"]
    assert result["protocolVersion"] == version
    assert result["capabilities"] == {
        "tools": {"listChanged": False},
        "resources": {"subscribe": False, "listChanged": False},
    }
    assert result["serverInfo"]["name"] == "putnami"


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ("[]", f"invalid params: {_CANNOT} array into Go value of type mcp.callToolParams"),
        (
            '{"name":5}',
            f"invalid params: {_CANNOT} number into Go struct field callToolParams.name of type string",
        ),
        ("null", "unknown tool: "),
        ('{"name":null}', "unknown tool: "),
        ('{"name":"sdd.nope"}', "unknown tool: sdd.nope"),
        ('{"name":"list_features"}', "unknown tool: list_features"),
        ('{"name":"feature_context"}', "unknown tool: feature_context"),
        ('{"name":"list_specs"}', "unknown tool: list_specs"),
        ('{"name":"spec_context"}', "unknown tool: spec_context"),
    ],
)
def test_a_call_that_names_no_tool_is_refused(empty: Workspace, params: str, message: str) -> None:
    reply = empty.ask(f'{{"id":1,"method":"tools/call","params":{params}}}')

    assert reply["error"] == {"code": -32602, "message": message}


def test_a_call_without_params_names_no_tool(empty: Workspace) -> None:
    assert empty.ask('{"id":1,"method":"tools/call"}')["error"]["message"] == "unknown tool: "


def test_there_are_no_resources(empty: Workspace) -> None:
    listed = empty.ask('{"id":1,"method":"resources/list"}')
    read = empty.ask('{"id":1,"method":"resources/read","params":{"uri":"putnami://x"}}')

    assert listed["result"] == {"resources": []}
    assert read["error"] == {"code": -32602, "message": "unknown resource: putnami://x"}


def test_a_success_has_no_error_flag_and_a_failure_has_it_last(empty: Workspace) -> None:
    good = empty.ask('{"id":1,"method":"tools/call","params":{"name":"sdd.list_specs"}}')
    bad = empty.ask('{"id":1,"method":"tools/call","params":{"name":"sdd.spec_context"}}')

    assert list(good["result"]) == ["content"]
    assert list(bad["result"]) == ["content", "isError"]


def test_markup_is_escaped_in_reports_and_raw_in_messages(empty: Workspace) -> None:
    frame = (
        b'{"id":1,"method":"tools/call","params":{"name":"sdd.spec_context","arguments":{"feature":"<a>"}}}'
    )

    reply = session(empty, frame)[0]
    blocks = [block["text"] for block in json.loads(reply)["result"]["content"]]

    assert '"feature": "\\u003ca\\u003e"' in blocks[0]
    assert blocks[1] == 'no authored feature declaration mints "<a>"'
    assert b"<" not in reply
