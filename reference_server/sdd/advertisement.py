"""The five tools as they are declared and advertised."""

from __future__ import annotations

from typing import Any

_PROJECTS = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Ids or names of the owning projects to look at; leave out for all projects.",
}
_IMPACTED = {
    "type": "boolean",
    "description": "Look only at the projects that the current git change reaches; instead of projects.",
}
_BASELINE = {
    "type": "string",
    "description": (
        "Git ref that impacted measures against. When left out, the first that exists: the configured "
        "baseline, an epic branch, the trunk of origin, a local main or master, the upstream branch."
    ),
}
_QUERY = {
    "type": "string",
    "description": (
        "Terms separated by spaces; a feature stays if each occurs in its id, name, outcome or owner. "
        "Applied after the selection."
    ),
}


def _described(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _schema(properties: dict[str, Any], required: str = "") -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | {"required": [required]} if required else schema


def _tool(name: str, description: str, input_schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "description": description,
        "command": "{extensionRuntime}",
        "args": ["mcp-tool"],
        "cwd": "{workspaceRoot}",
        "timeoutMs": 30000,
        "workspaceSelection": True,
        "inputSchema": input_schema,
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
        "_meta": {"putnami.dev/contract": {"access": "read", "readOnly": True, "supportsDryRun": False}},
    }


_TOOLS = [
    _tool(
        "sdd.architecture_context",
        "One architecture domain, whole: its declaration, the relationships that touch it, declared "
        "and observed, findings, detector coverage and diagnostics, judged from the current work "
        "tree alone. Takes the exact domain id.",
        _schema({"domain": _described("Exact domain id, as its manifest declares it.")}, "domain"),
    ),
    _tool(
        "sdd.feature_context",
        "One product feature: every declaration of it, and the technical facts that its design "
        "graphs connect to it, grouped by kind. Takes the exact id, or a last segment that only one "
        "feature has.",
        _schema(
            {"feature": _described("Exact feature id, or its last segment where that is unambiguous.")},
            "feature",
        ),
    ),
    _tool(
        "sdd.list_features",
        "The catalog of product features that manifests and design graphs declare. Start here when "
        "the feature id is not known. The selection narrows the catalog before the query filters it.",
        _schema({"query": _QUERY, "projects": _PROJECTS, "impacted": _IMPACTED, "baseline": _BASELINE}),
    ),
    _tool(
        "sdd.list_specs",
        "The durable specs of the workspace: which exist, of what feature, where and how large, and "
        "how many features have none. There is no filter on file names.",
        _schema({"projects": _PROJECTS, "impacted": _IMPACTED, "baseline": _BASELINE}),
    ),
    _tool(
        "sdd.spec_context",
        "One feature's spec in full, with the feature's declarations, whether each linked decision "
        "record exists, and what is wrong with the spec. Takes the exact feature id.",
        _schema({"feature": _described("Exact id of an authored feature.")}, "feature"),
    ),
]


def extension_manifest() -> dict[str, Any]:
    """The extension's own manifest, its tools by name. Not to be changed by callers."""
    return {"name": "@putnami/sdd", "runtime": {"kind": "built-in"}, "tools": _TOOLS}


def advertised(tool: dict[str, Any]) -> dict[str, Any]:
    """A declared tool as `tools/list` shows it."""
    return {name: tool[name] for name in ("name", "description", "inputSchema", "annotations", "_meta")}
