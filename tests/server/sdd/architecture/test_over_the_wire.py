"""The tool asked through the server and the bridge: framing, guards before it, escaping (§ g.1, § i.2)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reference_server.sdd.contract import NO_SELECTION
from tests.server.sdd.architecture.workspace import DATA, Workspace

TOOL = "sdd.architecture_context"


@pytest.fixture
def served(shop: Workspace) -> Workspace:
    """The worked examples as a workspace that the server resolves by itself."""
    shop.write("putnami.workspace.json", {"name": "shop", "includes": ["orders", "stock"]})
    shop.write("orders/putnami.json", {"name": "orders", "dependencies": ["stock"]})
    shop.write("stock/putnami.json", {"name": "stock"})
    return shop


def run(root: Path, command: str, text: str) -> str:
    """What the server prints when it reads `text` in `root`, away from any user configuration."""
    environment = {**os.environ, "HOME": str(root / ".home")}
    argv = [sys.executable, "-m", "reference_server", "putnami", command]
    done = subprocess.run(
        argv, input=text.encode(), cwd=root, env=environment, capture_output=True, check=True, timeout=30
    )
    return done.stdout.decode()


def call(served: Workspace, arguments: str) -> dict[str, Any]:
    """The result of one call over the session."""
    params = f'{{"name":"{TOOL}","arguments":{arguments}}}'
    line = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}\n'
    result: dict[str, Any] = json.loads(run(served.root, "mcp", line))["result"]
    return result


def texts(result: dict[str, Any]) -> list[str]:
    return [block["text"] for block in result["content"]]


def test_the_server_gives_the_report_as_one_block(served: Workspace) -> None:
    expected = (DATA / "h1_declared_domain.json").read_text(encoding="utf-8").removesuffix("\n")

    result = call(served, '{"domain":"orders"}')

    assert result == {"content": [{"type": "text", "text": expected}]}


def test_an_unknown_domain_is_an_error_of_two_blocks(served: Workspace) -> None:
    expected = (DATA / "h2_unknown_domain.json").read_text(encoding="utf-8").removesuffix("\n")

    result = call(served, '{"domain":"Orders"}')

    assert texts(result) == [expected, 'architecture domain "Orders" was not found']
    assert result["isError"] is True


def test_escapes_of_the_report_are_escaped_once_more_on_the_wire(served: Workspace) -> None:
    line = (
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'
        f'{{"name":"{TOOL}","arguments":{{"domain":"<x>"}}}}}}\n'
    )

    reply = run(served.root, "mcp", line)

    assert r"\"requested\": \"\\u003cx\\u003e\"" in reply
    assert r"architecture domain \"\u003cx\u003e\" was not found" in reply


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "[]",
            "invalid arguments: json: cannot unmarshal array into Go value of type mcp.toolSelectionArgs",
        ),
        ('{"domain":"orders","projects":["nope"]}', "projects not found: nope"),
        (
            '{"domain":"orders","projects":["/orders"]}',
            'invalid arguments: json: unknown field "projects"',
        ),
        (
            '{"projects":["/orders"],"impacted":true}',
            "projects and impacted select the same thing two ways: pass one",
        ),
        ("{}", "domain is required (exact authored architecture domain id)"),
        ("null", "domain is required (exact authored architecture domain id)"),
    ],
)
def test_guards_before_the_tool_come_first(served: Workspace, arguments: str, message: str) -> None:
    result = call(served, arguments)

    assert texts(result) == [message]
    assert result["isError"] is True


def test_a_workspace_that_does_not_load_is_never_evaluated(served: Workspace) -> None:
    served.write("stock/putnami.json", {"name": "orders"})

    [message] = texts(call(served, '{"domain":"orders"}'))

    assert message.startswith('load workspace: duplicate project name(s) "orders" (orders, stock)')


def test_the_bridge_refuses_a_request_without_a_selection(served: Workspace) -> None:
    request = {"name": TOOL, "arguments": {"domain": "orders"}, "workspaceRoot": str(served.root)}

    result = json.loads(run(served.root, "mcp-tool", json.dumps(request)))

    assert result == {"content": [{"type": "text", "text": NO_SELECTION}], "isError": True}


def test_the_bridge_answers_from_the_membership_it_is_given(served: Workspace) -> None:
    projects = [
        {"id": "/orders", "name": "orders", "path": "orders", "dependencies": ["/stock"]},
        {"name": "stock", "path": "./stock"},
    ]
    request = {
        "name": TOOL,
        "arguments": {"domain": "orders"},
        "workspaceRoot": str(served.root),
        "workspaceProjects": projects,
        "selection": {"mode": "all", "scoped": False, "projects": ["/orders", "/stock"]},
    }

    result = json.loads(run(served.root, "mcp-tool", json.dumps(request)))

    expected = (DATA / "h1_declared_domain.json").read_text(encoding="utf-8").removesuffix("\n")
    assert texts(result) == [expected]
