"""The tools by name, and the form of a tool's result."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from reference_server.go_json import marshal_indent
from reference_server.sdd.advertisement import extension_manifest
from reference_server.sdd.contract import Tool, ToolOutcome, ToolRequest
from reference_server.sdd.tool_rules import Extension, check_tools, listed_tools

CORE_TOOLS: frozenset[str] = frozenset()
"""The names that this server's core owns: none, all its tools are the extension's."""


@cache
def own_tools() -> dict[str, dict[str, Any]]:
    """The descriptors that pass the validator, by name and sorted by it."""
    manifest = extension_manifest()
    extension = Extension(
        name=manifest["name"],
        root=Path(__file__).parent,
        tools=tuple(manifest["tools"]),
        has_runtime="runtime" in manifest,
    )
    return {tool["name"]: tool for tool in listed_tools(check_tools([extension], CORE_TOOLS, Path.cwd()))}


def run_tool(request: ToolRequest) -> ToolOutcome:
    """Run the tool that the request names, which must be one of `own_tools`."""
    return _tool(request.name)(request)


def _tool(name: str) -> Tool:
    """The function of a tool. Only the one asked for is imported."""
    if name == "sdd.list_features":
        from reference_server.sdd.list_features import list_features

        return list_features
    if name == "sdd.feature_context":
        from reference_server.sdd.feature_context import feature_context

        return feature_context
    if name == "sdd.list_specs":
        from reference_server.sdd.list_specs import list_specs

        return list_specs
    if name == "sdd.spec_context":
        from reference_server.sdd.spec_context import spec_context

        return spec_context
    from reference_server.sdd.architecture import architecture_context

    return architecture_context


def result_of(outcome: ToolOutcome) -> dict[str, Any]:
    """An outcome as a tool result: the report's block, then the error's."""
    texts = [] if outcome.report is None else [marshal_indent(outcome.report)]
    if outcome.error is not None:
        texts.append(outcome.error)
    result: dict[str, Any] = {"content": [{"type": "text", "text": text} for text in texts]}
    return result if outcome.error is None else result | {"isError": True}
