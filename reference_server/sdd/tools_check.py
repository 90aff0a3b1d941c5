"""`putnami tools check`: the verdicts on the tools that extension manifests declare."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from reference_server.go_json import JSONFault, parse, plain
from reference_server.sdd.configuration import read_optional
from reference_server.sdd.membership import find_root
from reference_server.sdd.tool_rules import Extension, check_tools


class ManifestFault(Exception):
    """A manifest that cannot be checked; `str()` says which file, why, and what it should hold."""


def check_manifests(arguments: list[str]) -> int:
    """Print a line for each declared tool, kept or left out with the reason.

    Returns 0 if all are kept, 1 if one is left out, 2 if a manifest cannot be read.
    """
    core: set[str] = set()
    paths = []
    pending = iter(arguments)
    for argument in pending:
        if argument == "--core":
            core.add(next(pending, ""))
        else:
            paths.append(Path(argument))
    try:
        extensions = [read_extension(path) for path in paths]
    except ManifestFault as fault:
        print(fault, file=sys.stderr)
        return 2
    verdicts = check_tools(extensions, core, find_root(Path.cwd()))
    for verdict in verdicts:
        name = verdict.name or "(tool without a name)"
        print(f"left out  {name}: {verdict.reason}" if verdict.reason else f"kept      {name}")
    return 1 if any(verdict.reason for verdict in verdicts) else 0


def read_extension(path: Path) -> Extension:
    """The extension that the manifest at `path` declares. Raises `ManifestFault`."""
    data = read_optional(str(path))
    if data is None:
        raise ManifestFault(f"{path}: cannot be read; give the path of an extension manifest")
    try:
        manifest: Any = plain(parse(data))
    except JSONFault as fault:
        raise ManifestFault(f"{path}: {fault}; an extension manifest is one JSON object") from None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("tools"), list):
        raise ManifestFault(f'{path}: an extension manifest is an object with a list "tools"')
    name = manifest.get("name")
    return Extension(
        name=name if isinstance(name, str) else path.stem,
        root=path.resolve().parent,
        tools=tuple(manifest["tools"]),
        has_runtime=bool(manifest.get("runtime")),
        available=manifest.get("enabled") is not False,
        collaboration=bool(manifest.get("collaborationProvider")),
    )
