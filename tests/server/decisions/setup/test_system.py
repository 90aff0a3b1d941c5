"""Where each client keeps its file (12.3)."""

from __future__ import annotations

import pytest

from reference_server.decisions.setup.problems import Refusal
from reference_server.decisions.setup.system import client_path, this_system
from tests.server.decisions.setup.conftest import Machine

SUPPORT = "/Users/ann/Library/Application Support"
WINDOWS = {"APPDATA": r"C:\Users\ann\AppData\Roaming", "USERPROFILE": r"C:\Users\ann"}


@pytest.mark.parametrize(
    ("platform", "home", "environ", "client", "expected"),
    [
        ("linux", "/home/ann", {}, "claude-desktop", "/home/ann/.config/Claude/claude_desktop_config.json"),
        ("linux", "/home/ann", {}, "cursor", "/home/ann/.cursor/mcp.json"),
        ("linux", "/home/ann", {}, "vscode", "/home/ann/.config/Code/User/mcp.json"),
        ("linux", "/h", {"XDG_CONFIG_HOME": "/x"}, "claude-desktop", "/x/Claude/claude_desktop_config.json"),
        ("linux", "/h", {"XDG_CONFIG_HOME": "/x"}, "cursor", "/h/.cursor/mcp.json"),
        ("linux", "/h", {"XDG_CONFIG_HOME": "/x"}, "vscode", "/x/Code/User/mcp.json"),
        ("linux", "/h", {"XDG_CONFIG_HOME": ""}, "vscode", "/h/.config/Code/User/mcp.json"),
        ("darwin", "/Users/ann", {}, "claude-desktop", f"{SUPPORT}/Claude/claude_desktop_config.json"),
        ("darwin", "/Users/ann", {"XDG_CONFIG_HOME": "/x"}, "vscode", f"{SUPPORT}/Code/User/mcp.json"),
        ("darwin", "/Users/ann", {}, "cursor", "/Users/ann/.cursor/mcp.json"),
        (
            "win32",
            "",
            WINDOWS,
            "claude-desktop",
            r"C:\Users\ann\AppData\Roaming\Claude\claude_desktop_config.json",
        ),
        ("win32", "", WINDOWS, "cursor", r"C:\Users\ann\.cursor\mcp.json"),
        ("win32", "", WINDOWS, "vscode", r"C:\Users\ann\AppData\Roaming\Code\User\mcp.json"),
    ],
)
def test_each_system_has_its_own_place(
    machine: Machine, platform: str, home: str, environ: dict[str, str], client: str, expected: str
) -> None:
    system = machine.on(platform=platform, home=home, environ=environ).system

    assert client_path(client, system) == expected


def test_a_windows_without_its_variable_says_which_and_how_to_go_on(machine: Machine) -> None:
    system = machine.on(platform="win32", environ={}).system

    with pytest.raises(Refusal, match=r"APPDATA is not set.*--config"):
        client_path("vscode", system)


def test_an_unknown_home_is_said_so(machine: Machine) -> None:
    with pytest.raises(Refusal, match=r"the home directory is not known.*--config"):
        client_path("cursor", machine.on(home="").system)


def test_this_system_is_the_running_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere")
    monkeypatch.setattr("sys.platform", "linux")

    assert client_path("vscode", this_system()) == "/somewhere/Code/User/mcp.json"
