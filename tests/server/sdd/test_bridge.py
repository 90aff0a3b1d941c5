"""The bridge process and the command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from reference_server.sdd.bridge import BridgeFault, answer_request
from reference_server.sdd.cli import main
from tests.server.sdd.test_tool_rules import tool
from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest


def request(workspace: Workspace, **changed: Any) -> bytes:
    """A tool call request as the orchestrator sends it."""
    members = {
        "name": "sdd.list_features",
        "workspaceRoot": str(workspace.root),
        "workspaceProjects": [
            {"name": "@acme/billing", "path": "/billing/"},
            {"id": "/s", "name": "", "path": "s"},
        ],
        "selection": {"mode": "all", "scoped": False, "projects": None},
    }
    return json.dumps(members | changed).encode()


_DECODE = "decode extension MCP tool request: json: cannot unmarshal "


def bridged(data: bytes) -> dict[str, Any]:
    line = answer_request(data)
    assert line.endswith(b"\n")
    result: dict[str, Any] = json.loads(line)
    return result


def test_the_bridge_takes_membership_and_selection_from_the_request(shop: Workspace) -> None:
    shop.write({"putnami.workspace.json": "{", f"s/{FEATURES}": manifest("s", feature("s/x"))})

    result = bridged(request(shop))
    report = json.loads(result["content"][0]["text"])

    assert list(result) == ["content"]
    assert [row["projects"] for row in report["features"]] == [["@acme/billing"], ["/s"]]
    assert report["selection"]["projects"] == []


def test_a_narrow_selection_is_taken_as_it_is(shop: Workspace) -> None:
    selection = {"mode": "projects", "scoped": True, "projects": ["/s", "/unknown"]}

    report = json.loads(bridged(request(shop, selection=selection))["content"][0]["text"])

    assert report["features"] == []
    assert report["selection"]["projects"] == ["/s", "/unknown"]


@pytest.mark.parametrize("selection", [{}, {"selection": None}])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("sdd.list_features", {}),
        ("sdd.list_specs", {}),
        ("sdd.feature_context", {"feature": "x"}),
        ("sdd.spec_context", {"feature": "x"}),
        ("sdd.architecture_context", {"domain": "x"}),
    ],
)
def test_a_request_without_a_resolved_selection_is_refused(
    shop: Workspace, name: str, arguments: dict[str, str], selection: dict[str, None]
) -> None:
    members = json.loads(request(shop, name=name, arguments=arguments))
    del members["selection"]

    result = bridged(json.dumps(members | selection).encode())

    message = (
        "this tool call carries no resolved workspace selection, so @putnami/sdd cannot answer it: "
        "the CLI serving it does not publish `selection` on a tool request"
    )
    assert result == {"content": [{"type": "text", "text": message}], "isError": True}


def test_a_workspace_root_that_is_not_there_is_told_by_both_discoveries(shop: Workspace) -> None:
    absent = request(shop, name="sdd.list_specs", workspaceRoot=str(shop.root / "absent"))

    report = json.loads(bridged(absent)["content"][0]["text"])

    row = {"severity": "error", "code": "features.parse_error"}
    row |= {"message": "workspace root is unavailable", "field": "workspace"}
    assert report["diagnostics"] == [row, row]


def test_arguments_are_judged_before_the_selection(shop: Workspace) -> None:
    result = bridged(request(shop, name="sdd.spec_context", arguments={"feature": ""}, selection=None))

    assert result["content"][0]["text"] == "feature is required (exact authored feature id)"


def test_the_bridge_names_an_unknown_tool(shop: Workspace) -> None:
    result = bridged(request(shop, name="list_features"))

    assert result == {
        "content": [{"type": "text", "text": "unknown extension tool: list_features"}],
        "isError": True,
    }


def test_commands_come_from_the_config_in_the_request(shop: Workspace) -> None:
    graph = {
        "compatibility": "provisional",
        "project": "/billing",
        "nodes": [{"id": "feature:billing/invoice", "kind": "feature", "name": "n"}],
    }
    shop.write({"billing/.gen/design/graph.json": graph})
    projects = [{"name": "@acme/billing", "path": "billing", "config": {"bin": {"run": "main"}}}]
    arguments = {"feature": "invoice"}

    good = bridged(request(shop, name="sdd.feature_context", arguments=arguments, workspaceProjects=projects))
    projects[0]["config"] = {"bin": 5}
    bad = bridged(request(shop, name="sdd.feature_context", arguments=arguments, workspaceProjects=projects))

    assert "command:run" in good["content"][0]["text"]
    assert "command:run" not in bad["content"][0]["text"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "decode extension MCP tool request: EOF"),
        (b"{", "decode extension MCP tool request: unexpected EOF"),
        (
            b"[]",
            f"{_DECODE}array into Go value of type extension.ToolCallRequest",
        ),
        (
            b'{"name":5}',
            f"{_DECODE}number into Go struct field ToolCallRequest.name of type string",
        ),
        (b'{"name":"x"} {}', "multiple JSON values"),
        (b'{"later":1}', "extension MCP tool request is missing name"),
    ],
)
def test_a_request_that_cannot_be_read_ends_the_bridge(data: bytes, message: str) -> None:
    with pytest.raises(BridgeFault) as caught:
        answer_request(data)

    assert str(caught.value) == message


def run(
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    argv: list[str],
    incoming: bytes = b"",
) -> tuple[int, bytes, bytes]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(incoming)))
    status = main(argv)
    out, err = capfdbinary.readouterr()
    return status, out, err


def test_the_command_line_serves_a_session(
    shop: Workspace, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(shop.root / "billing")
    params = {"name": "sdd.list_specs", "arguments": {"projects": ["@acme/billing"]}}
    frame = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()

    status, out, err = run(monkeypatch, capfdbinary, ["mcp"], frame)

    assert (status, err) == (0, b"")
    assert json.loads(json.loads(out)["result"]["content"][0]["text"])["counts"]["specs"] == 1


def test_the_command_line_answers_one_request(
    shop: Workspace, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    answered = run(monkeypatch, capfdbinary, ["mcp-tool"], request(shop))
    refused = run(monkeypatch, capfdbinary, ["mcp-tool"], b"")

    assert answered[0] == 0
    assert json.loads(answered[1])["content"]
    assert refused == (1, b"", b"decode extension MCP tool request: EOF\n")


def test_tools_check_prints_a_verdict_on_each_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    good, mixed = tmp_path / "good.json", tmp_path / "mixed.json"
    good.write_text(json.dumps({"name": "acme", "runtime": "go", "tools": [tool()]}))
    mixed.write_text(json.dumps({"runtime": "go", "tools": [tool(name="x.y"), tool(name="old")]}))
    monkeypatch.chdir(tmp_path)

    kept = run(monkeypatch, capfdbinary, ["tools", "check", str(good)])
    left_out = run(monkeypatch, capfdbinary, ["tools", "check", "--core", "x.y", str(mixed)])

    assert kept == (0, b"kept      acme.look\n", b"")
    name_rule = "name must contain a dot: extension tools are named {namespace}.{tool}"
    lines = ["left out  x.y: the name belongs to a core tool, which wins", f"left out  old: {name_rule}"]
    assert left_out[0] == 1
    assert left_out[1].decode().splitlines() == lines


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (None, "cannot be read; give the path of an extension manifest"),
        ("{", "unexpected end of JSON input; an extension manifest is one JSON object"),
        ("[]", 'an extension manifest is an object with a list "tools"'),
    ],
)
def test_tools_check_names_a_manifest_that_it_cannot_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    text: str | None,
    fault: str,
) -> None:
    path = tmp_path / "m.json"
    if text is not None:
        path.write_text(text)

    status, out, err = run(monkeypatch, capfdbinary, ["tools", "check", str(path)])

    assert (status, out, err.decode()) == (2, b"", f"{path}: {fault}\n")


def test_the_command_line_of_the_process_is_the_default(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "argv", ["putnami", "mcp"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"id":1,"method":"ping"}')))

    status = main()

    assert (status, capfdbinary.readouterr().out) == (0, b'{"jsonrpc":"2.0","id":1,"result":{}}\n')


def test_wrong_usage_shows_the_usage(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    wrong = run(monkeypatch, capfdbinary, ["nope"])
    asked = run(monkeypatch, capfdbinary, ["--help"])

    assert (wrong[0], wrong[1]) == (2, b"")
    assert (asked[0], asked[2]) == (0, b"")
    assert wrong[2] == asked[1] != b""
