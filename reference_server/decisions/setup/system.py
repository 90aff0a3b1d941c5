"""The machine as the wizard sees it, and where each client keeps its file (spec 12.3)."""

from __future__ import annotations

import ntpath
import os
import posixpath
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reference_server.decisions.setup.problems import Refusal

FILE_CLIENTS = ("claude-desktop", "cursor", "vscode")
"""The clients that are registered by editing their file, in the order of 12.5."""


@dataclass(frozen=True)
class System:
    """Everything of the machine that an answer depends on.

    `platform` is a value of `sys.platform`; `home` the user's home directory, empty when unknown;
    `program` the path of the running script; `clock` gives the current UTC time, for the names of
    backups.
    """

    platform: str
    environ: Mapping[str, str]
    home: str
    program: str
    clock: Callable[[], datetime]


def this_system() -> System:
    """The machine that the process runs on."""
    return System(
        platform=sys.platform,
        environ=os.environ,
        home=_home(),
        program=sys.argv[0],
        clock=lambda: datetime.now(UTC),
    )


def _home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:
        return ""


def client_path(client: str, system: System) -> str:
    """The user-level config file of `client`, one of `FILE_CLIENTS`, on `system` (12.3).

    Raises `Refusal` where the directory that the path begins with is not known.
    """
    if system.platform == "win32":
        return _windows_path(client, system.environ)
    if not system.home:
        raise Refusal(
            f"the home directory is not known, so the file of {client} cannot be found; "
            "set HOME, or name the file with --config"
        )
    if client == "cursor":
        return posixpath.join(system.home, ".cursor", "mcp.json")
    tail = (
        ("Claude", "claude_desktop_config.json")
        if client == "claude-desktop"
        else ("Code", "User", "mcp.json")
    )
    if system.platform == "darwin":
        return posixpath.join(system.home, "Library", "Application Support", *tail)
    # An empty variable counts as unset: so says the XDG base directory specification.
    base = system.environ.get("XDG_CONFIG_HOME") or posixpath.join(system.home, ".config")
    return posixpath.join(base, *tail)


def _windows_path(client: str, environ: Mapping[str, str]) -> str:
    variable, *tail = {
        "claude-desktop": ("APPDATA", "Claude", "claude_desktop_config.json"),
        "cursor": ("USERPROFILE", ".cursor", "mcp.json"),
        "vscode": ("APPDATA", "Code", "User", "mcp.json"),
    }[client]
    base = environ.get(variable)
    if not base:
        raise Refusal(
            f"{variable} is not set, so the file of {client} cannot be found; name it with --config"
        )
    return ntpath.join(base, *tail)
