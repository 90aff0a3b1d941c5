"""The validator of extension tools: which declared tools a server may list and call."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONTRACT_META = "putnami.dev/contract"
_NAME_CHARACTERS = re.compile(r"[a-z0-9._-]+")
_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_RUNTIME = "{extensionRuntime}"


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension as its manifest declares it: `root` is the manifest's directory, `tools` are descriptors.

    `available` is False for an extension that is switched off; `collaboration` marks the tools of a
    collaboration provider. Neither kind is listed.
    """

    name: str
    root: Path
    tools: tuple[Any, ...]
    has_runtime: bool = False
    available: bool = True
    collaboration: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one declared tool: `reason` says why it is left out, and is empty if it is kept."""

    extension: str
    name: str
    tool: Any
    reason: str


def check_tools(
    extensions: Iterable[Extension], core: Collection[str], workspace_root: Path
) -> list[Verdict]:
    """A verdict on every tool, in the order declared. `core` are the names that core owns."""
    extensions = list(extensions)
    names = Counter(name for extension in extensions for name in {_text(t, "name") for t in extension.tools})
    verdicts = []
    for extension in extensions:
        for tool in extension.tools:
            name = _text(tool, "name")
            reason = _extension_fault(extension) or tool_fault(tool)
            if not reason and name in core:
                reason = "the name belongs to a core tool, which wins"
            if not reason and names[name] > 1:
                reason = "another extension declares the same name, and neither is kept"
            reason = reason or _executable_fault(tool, extension, workspace_root)
            verdicts.append(Verdict(extension.name, name, tool, reason))
    return verdicts


def listed_tools(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """The tools that are kept, sorted by name."""
    return sorted((v.tool for v in verdicts if not v.reason), key=lambda tool: tool["name"])


def tool_fault(tool: Any) -> str:
    """What is wrong with one descriptor by itself, or ""."""
    if not isinstance(tool, dict):
        return "the descriptor is not an object"
    return (
        _name_fault(_text(tool, "name"))
        or _required_fault(tool)
        or _timeout_fault(tool.get("timeoutMs"))
        or _contract_fault(tool)
    )


def _name_fault(name: str) -> str:
    if "." not in name:
        return "name must contain a dot: extension tools are named {namespace}.{tool}"
    if name.startswith(".") or name.endswith("."):
        return "name must not start or end with a dot"
    if not _NAME_CHARACTERS.fullmatch(name):
        return "name may hold only a-z, 0-9, dot, underscore and hyphen"
    return ""


def _required_fault(tool: dict[str, Any]) -> str:
    for member in ("description", "command"):
        if not _text(tool, member).strip():
            return f"{member} must not be blank"
    if not isinstance(tool.get("inputSchema"), dict):
        return "inputSchema must be a JSON object"
    annotations = tool.get("annotations")
    if not isinstance(annotations, dict):
        return "annotations must be present"
    missing = [hint for hint in _HINTS if not isinstance(annotations.get(hint), bool)]
    return f"annotations must state {', '.join(missing)}" if missing else ""


def _timeout_fault(timeout: Any) -> str:
    if timeout is None or (type(timeout) is int and timeout >= 0):
        return ""
    return "timeoutMs must be a whole number of milliseconds, 0 or more (0 stands for 30 s)"


def _contract_fault(tool: dict[str, Any]) -> str:
    meta = tool.get("_meta")
    contract = meta.get(CONTRACT_META) if isinstance(meta, dict) else None
    if not isinstance(contract, dict):
        return f'_meta["{CONTRACT_META}"] must be an object'
    if contract.get("access") not in ("read", "mutating"):
        return f'_meta["{CONTRACT_META}"].access must be "read" or "mutating"'
    for member in ("readOnly", "supportsDryRun"):
        if not isinstance(contract.get(member), bool):
            return f'_meta["{CONTRACT_META}"].{member} must be true or false'
    if contract["readOnly"] != (contract["access"] == "read"):
        return f'_meta["{CONTRACT_META}"].readOnly must agree with access'
    if tool["annotations"]["readOnlyHint"] != contract["readOnly"]:
        return f'annotations.readOnlyHint must agree with _meta["{CONTRACT_META}"].readOnly'
    return ""


def _extension_fault(extension: Extension) -> str:
    if not extension.available:
        return "the extension is not enabled"
    return "tools of a collaboration provider are not listed" if extension.collaboration else ""


def _executable_fault(tool: dict[str, Any], extension: Extension, workspace_root: Path) -> str:
    """The presence probe; a declared runtime is taken at its word, nothing is built or run."""
    command = tool["command"]
    if command == _RUNTIME:
        return (
            "" if extension.has_runtime else f"command is {_RUNTIME}, but the extension declares no runtime"
        )
    if os.sep not in command:
        import shutil  # here, because no start of the server needs it

        return "" if shutil.which(command) else f"command {command} is not found on PATH"
    cwd = _text(tool, "cwd").replace("{workspaceRoot}", str(workspace_root))
    path = workspace_root / cwd.replace("{extensionRoot}", str(extension.root)) / command
    if not path.exists():
        return f"command {command} does not exist"
    return f"command {command} is a directory" if path.is_dir() else ""


def _text(tool: Any, member: str) -> str:
    value = tool.get(member) if isinstance(tool, dict) else None
    return value if isinstance(value, str) else ""
