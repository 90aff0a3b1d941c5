"""Scopes: directories between the workspace root and a project whose `putnami.json` configures it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reference_server.sdd.configuration import PROJECT_FILE, Configuration, read_configuration


@dataclass(frozen=True, slots=True)
class ConfigurationReader:
    """Reads each `putnami.json` of the workspace at `root` once."""

    root: Path
    _read: dict[str, Configuration] = field(default_factory=dict)

    def at(self, path: str) -> Configuration:
        """The configuration in the directory with the workspace path `path`."""
        known = self._read.get(path)
        if known is None:
            known = self._read[path] = read_configuration(f"{self.root}/{path}/{PROJECT_FILE}")
        return known

    def scope_chain(self, path: str) -> list[str]:
        """The scopes above the project at `path`, deepest first.

        The walk ends at the root, and at a directory whose path starts with a dot.
        """
        chain = []
        directory = posixpath.dirname(path)
        while directory and not directory.startswith("."):
            if self.at(directory).scope is not None:
                chain.append(directory)
            directory = posixpath.dirname(directory)
        return chain

    def scopes(self, path: str) -> list[dict[str, Any]]:
        """The members of the scopes above the project at `path`, deepest first."""
        return [self.at(directory).scope or {} for directory in self.scope_chain(path)]


def name_from_scopes(path: str, scopes: list[dict[str, Any]]) -> str:
    """The name that the scopes' publish channels give to the project at `path`, or "".

    `scopes` come deepest first. Of each channel the deepest counts, and of the channels the first by name
    that has a pattern.
    """
    channels: dict[str, dict[str, Any]] = {}
    for scope in reversed(scopes):
        channels |= scope.get("publishConfig") or {}
    for _, channel in sorted(channels.items()):
        pattern = (channel or {}).get("namePattern")
        if type(pattern) is str and pattern:
            return pattern.replace("{name}", posixpath.basename(path), 1)
    return ""


def inherited_extensions(scopes: list[dict[str, Any]]) -> list[str]:
    """The extensions of the deepest scope that has some."""
    return next((scope["extensions"] for scope in scopes if scope.get("extensions")), [])
