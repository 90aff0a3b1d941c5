"""The validator of extension tools, and the advertisement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reference_server.sdd.advertisement import advertised, extension_manifest
from reference_server.sdd.tool_rules import CONTRACT_META, Extension, check_tools, listed_tools, tool_fault
from tests.server.sdd.workspaces import Workspace

HINTS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
CONTRACT = {"access": "read", "readOnly": True, "supportsDryRun": False}


def tool(**changed: Any) -> dict[str, Any]:
    """A right descriptor."""
    return {
        "name": "acme.look",
        "description": "Looks",
        "command": "{extensionRuntime}",
        "inputSchema": {"type": "object"},
        "annotations": HINTS,
        "_meta": {CONTRACT_META: CONTRACT},
        **changed,
    }


def contract(**changed: Any) -> dict[str, Any]:
    return {"_meta": {CONTRACT_META: CONTRACT | changed}}


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"name": "a.b_c-d.1"},
        {"timeoutMs": 0},
        {"annotations": HINTS | {"readOnlyHint": False}, **contract(access="mutating", readOnly=False)},
    ],
)
def test_right_descriptors_are_kept(changed: dict[str, Any]) -> None:
    assert tool_fault(tool(**changed)) == ""


_META = f'_meta["{CONTRACT_META}"]'


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"name": "list_features"}, "name must contain a dot: extension tools are named {namespace}.{tool}"),
        ({"name": ".look"}, "name must not start or end with a dot"),
        ({"name": "acme."}, "name must not start or end with a dot"),
        ({"name": "acme.Look"}, "name may hold only a-z, 0-9, dot, underscore and hyphen"),
        ({"name": 5}, "name must contain a dot: extension tools are named {namespace}.{tool}"),
        ({"description": " "}, "description must not be blank"),
        ({"command": ""}, "command must not be blank"),
        ({"inputSchema": []}, "inputSchema must be a JSON object"),
        ({"annotations": None}, "annotations must be present"),
        (
            {"annotations": {"readOnlyHint": True}},
            "annotations must state destructiveHint, idempotentHint, openWorldHint",
        ),
        ({"annotations": HINTS | {"openWorldHint": "no"}}, "annotations must state openWorldHint"),
        (
            {"timeoutMs": -1},
            "timeoutMs must be a whole number of milliseconds, 0 or more (0 stands for 30 s)",
        ),
        (
            {"timeoutMs": True},
            "timeoutMs must be a whole number of milliseconds, 0 or more (0 stands for 30 s)",
        ),
        ({"_meta": {}}, f"{_META} must be an object"),
        (contract(access="write"), f'{_META}.access must be "read" or "mutating"'),
        (contract(readOnly=1), f"{_META}.readOnly must be true or false"),
        (contract(supportsDryRun=None), f"{_META}.supportsDryRun must be true or false"),
        (contract(readOnly=False), f"{_META}.readOnly must agree with access"),
        (
            {"annotations": HINTS | {"readOnlyHint": False}},
            f"annotations.readOnlyHint must agree with {_META}.readOnly",
        ),
    ],
)
def test_a_descriptor_that_breaks_a_rule_is_left_out(changed: dict[str, Any], fault: str) -> None:
    assert tool_fault(tool(**changed)) == fault


def test_a_descriptor_is_an_object() -> None:
    assert tool_fault("acme.look") == "the descriptor is not an object"


def reasons(root: Path, *extensions: Extension, core: tuple[str, ...] = ()) -> list[str]:
    return [verdict.reason for verdict in check_tools(extensions, core, root)]


def extension(root: Path, *tools: dict[str, Any], name: str = "acme", **members: Any) -> Extension:
    return Extension(name, root, tools, **{"has_runtime": True, **members})


def test_core_wins_a_collision(tmp_path: Path) -> None:
    found = reasons(tmp_path, extension(tmp_path, tool()), core=("acme.look",))

    assert found == ["the name belongs to a core tool, which wins"]


def test_a_name_of_two_extensions_is_dropped_for_both(tmp_path: Path) -> None:
    other = tool(name="acme.other")

    found = reasons(tmp_path, extension(tmp_path, tool(), other), extension(tmp_path, tool(), name="b"))

    collision = "another extension declares the same name, and neither is kept"
    assert found == [collision, "", collision]


def test_extensions_that_are_off_or_collaborate_list_nothing(tmp_path: Path) -> None:
    off = extension(tmp_path, tool(), available=False)
    collaborating = extension(tmp_path, tool(), collaboration=True)

    assert reasons(tmp_path, off) == ["the extension is not enabled"]
    assert reasons(tmp_path, collaborating) == ["tools of a collaboration provider are not listed"]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"command": "{root}/tool"}, ""),
        ({"command": "{root}/absent"}, "command {root}/absent does not exist"),
        ({"command": "{root}"}, "command {root} is a directory"),
        ({"command": "./tool", "cwd": "{workspaceRoot}"}, ""),
        ({"command": "bin/tool", "cwd": "{extensionRoot}/deep"}, ""),
        ({"command": "bin/tool", "cwd": "{workspaceRoot}"}, "command bin/tool does not exist"),
        ({"command": "on-path"}, ""),
        ({"command": "nowhere-on-path"}, "command nowhere-on-path is not found on PATH"),
    ],
)
def test_the_executable_has_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], reason: str
) -> None:
    for path in ("tool", "extension/deep/bin/tool", "path/on-path"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    command = changed["command"].replace("{root}", str(tmp_path))

    found = reasons(tmp_path, extension(tmp_path / "extension", tool(**changed | {"command": command})))

    assert found == [reason.replace("{root}", str(tmp_path))]


def test_a_runtime_has_to_be_declared(tmp_path: Path) -> None:
    found = reasons(tmp_path, extension(tmp_path, tool(), has_runtime=False))

    assert found == ["command is {extensionRuntime}, but the extension declares no runtime"]


def test_kept_tools_are_sorted_by_name(tmp_path: Path) -> None:
    tools = [tool(name="b.x"), tool(name="none"), tool(name="a.x")]

    kept = listed_tools(check_tools([extension(tmp_path, *tools)], (), tmp_path))

    assert [entry["name"] for entry in kept] == ["a.x", "b.x"]


def test_the_five_tools_are_advertised_in_one_page(empty: Workspace) -> None:
    result = empty.ask('{"id":1,"method":"tools/list"}')["result"]

    assert list(result) == ["tools"]
    assert [entry["name"] for entry in result["tools"]] == [
        "sdd.architecture_context",
        "sdd.feature_context",
        "sdd.list_features",
        "sdd.list_specs",
        "sdd.spec_context",
    ]
    for entry in result["tools"]:
        assert list(entry) == ["name", "description", "inputSchema", "annotations", "_meta"]
        assert list(entry["annotations"].items()) == list(HINTS.items())
        assert entry["_meta"] == {CONTRACT_META: CONTRACT}


def test_the_schemas_name_their_arguments_in_order() -> None:
    schemas = {entry["name"]: advertised(entry)["inputSchema"] for entry in extension_manifest()["tools"]}

    assert {name: list(schema["properties"]) for name, schema in schemas.items()} == {
        "sdd.architecture_context": ["domain"],
        "sdd.feature_context": ["feature"],
        "sdd.list_features": ["query", "projects", "impacted", "baseline"],
        "sdd.list_specs": ["projects", "impacted", "baseline"],
        "sdd.spec_context": ["feature"],
    }
    for schema in schemas.values():
        members = ["type", "properties", "additionalProperties", "required"]
        assert list(schema) == members[: len(schema)]
        assert schema["additionalProperties"] is False
        assert all(list(entry)[-1] == "description" for entry in schema["properties"].values())
    assert schemas["sdd.spec_context"]["required"] == ["feature"]
    assert list(schemas["sdd.list_specs"]["properties"]["projects"]) == ["type", "items", "description"]
