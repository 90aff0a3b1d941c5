"""The servers that others wrote: which versions are played, with which pins, and how each is started.

What a server's answers depend on is pinned beside it: the SDK that it runs on, and pydantic or zod,
whose words stand in error texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.targets.installing import Release, command

_SCRIPT = Path(__file__).with_name("sdk_script.py")


@dataclass(frozen=True, slots=True)
class Target:
    """A release and what starts it.

    `program` is the file to run; `arguments` and `environment` may name `{workspace}`. `behind` is the
    target that this one stands in front of: a proxy starts it.
    """

    release: Release
    program: str
    arguments: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()
    behind: str = ""

    def options(self) -> list[str]:
        """The options of pytest that start it; installs what is missing."""
        return [f"--mcp-server={self.command()}", *(f"--mcp-env={one}" for one in self.environment)]

    def command(self) -> str:
        """The command line; installs what is missing."""
        own = command(self.release, self.program, *self.arguments)
        return f"{own} -- {TARGETS[self.behind].command()}" if self.behind else own


def _pip(package: str, version: str, *pins: str) -> Release:
    return Release("pip", package, version, pins)


def _npm(package: str, version: str, *pins: str) -> Release:
    return Release("npm", package, version, pins)


_PYDANTIC = "pydantic==2.14.4"
_OLD_PYDANTIC = "pydantic==2.10.6"
_SDK1 = ("mcp==1.30.0", _PYDANTIC)
_SDK2 = ("mcp==2.3.0", _PYDANTIC)
_IDENTITY = (
    "GIT_CONFIG_GLOBAL=/dev/null",
    "GIT_AUTHOR_NAME=Parity",
    "GIT_AUTHOR_EMAIL=parity@example.test",
    "GIT_COMMITTER_NAME=Parity",
    "GIT_COMMITTER_EMAIL=parity@example.test",
)
_NODE_SDK = "@modelcontextprotocol/sdk@1.32.2"
_NODE = (_NODE_SDK, "zod@4.6.7")
_SCOPE = "@modelcontextprotocol/server-"


def _git(version: str, *pins: str) -> Target:
    """With an author of our own: the user's would stand in every commit."""
    return Target(_pip("mcp-server-git", version, *pins), "mcp-server-git", (), _IDENTITY)


def _time(version: str, *pins: str) -> Target:
    return Target(_pip("mcp-server-time", version, *pins), "mcp-server-time", ("--local-timezone", "UTC"))


def _sqlite(version: str, *pins: str) -> Target:
    arguments = ("--db-path", "{workspace}/shop.sqlite")
    return Target(_pip("mcp-server-sqlite", version, *pins), "mcp-server-sqlite", arguments)


def _fetch(version: str, *pins: str, arguments: tuple[str, ...] = ()) -> Target:
    return Target(_pip("mcp-server-fetch", version, *pins), "mcp-server-fetch", arguments)


def _motherduck(version: str, *pins: str, arguments: tuple[str, ...] = ()) -> Target:
    arguments = ("--db-path", "{workspace}/shop.duckdb", *arguments)
    return Target(_pip("mcp-server-motherduck", version, *pins), "mcp-server-motherduck", arguments)


def _filesystem(version: str, *pins: str) -> Target:
    return Target(_npm(_SCOPE + "filesystem", version, *pins), "mcp-server-filesystem", ("{workspace}",))


def _memory(version: str, *pins: str) -> Target:
    environment = ("MEMORY_FILE_PATH={workspace}/memory.json",)
    return Target(_npm(_SCOPE + "memory", version, *pins), "mcp-server-memory", (), environment)


def _everything(version: str, *pins: str) -> Target:
    return Target(_npm(_SCOPE + "everything", version, *pins), "mcp-server-everything", ("stdio",))


def _thinking(version: str, *pins: str) -> Target:
    return Target(_npm(_SCOPE + "sequential-thinking", version, *pins), "mcp-server-sequential-thinking")


def _sdk(version: str, *pins: str) -> Target:
    return Target(_pip("mcp", version, *pins), "python", (str(_SCRIPT),))


def _fastmcp(version: str, *pins: str) -> Target:
    environment = ("FASTMCP_SHOW_CLI_BANNER=false", "FASTMCP_SHOW_SERVER_BANNER=false")
    return Target(_pip("fastmcp", version, *pins), "python", (str(_SCRIPT), "fastmcp"), environment)


#: Every target by `name@version`; another SDK under the same version is `name@version/sdk…`.
TARGETS: dict[str, Target] = {
    "calculator@0.2.1": Target(_pip("mcp-server-calculator", "0.2.1", *_SDK1), "mcp-server-calculator"),
    "compressor@0.38.2": Target(_pip("mcp-compressor", "0.38.2"), "mcp-compressor", behind="time@2026.10.19"),
    "duckdb@1.1.0": Target(
        _pip("mcp-server-duckdb", "1.1.0", *_SDK1),
        "mcp-server-duckdb",
        ("--db-path", "{workspace}/shop.duckdb"),
    ),
    "eslint@0.3.13": Target(_npm("@eslint/mcp", "0.3.13", "eslint@10.15.0", *_NODE), "mcp"),
    "everything@2025.12.18": _everything("2025.12.18"),
    "everything@2026.1.26": _everything("2026.1.26"),
    "everything@2026.8.31": _everything("2026.8.31", *_NODE),
    "fastmcp@2.2.10": _fastmcp("2.2.10", "mcp<1.10", _OLD_PYDANTIC),
    "fastmcp@2.10.6": _fastmcp("2.10.6", "mcp<1.13", "pydantic==2.11.10"),
    "fastmcp@2.14.5": _fastmcp("2.14.5", *_SDK1),
    "fastmcp@3.4.11": _fastmcp("3.4.11", _PYDANTIC),
    "fastmcp@4.1.6": _fastmcp("4.1.6", *_SDK2),
    "fetch@2025.4.7": _fetch("2025.4.7", "mcp==1.10.1", _OLD_PYDANTIC),
    "fetch@2026.10.24": _fetch("2026.10.24", *_SDK2, arguments=("--allow-private-ips",)),
    "fetch@2026.10.24/refusing": _fetch("2026.10.24", *_SDK2),
    "filesystem@2025.8.21": _filesystem("2025.8.21"),
    "filesystem@2025.11.25": _filesystem("2025.11.25"),
    "filesystem@2025.12.18": _filesystem("2025.12.18"),
    "filesystem@2026.8.31": _filesystem("2026.8.31", *_NODE),
    "git@2025.1.14": _git("2025.1.14", "mcp==1.2.1", _OLD_PYDANTIC),
    "git@2025.7.1": _git("2025.7.1", "mcp==1.10.1", _OLD_PYDANTIC),
    "git@2026.1.14": _git("2026.1.14", *_SDK1),
    "git@2026.10.19": _git("2026.10.19", *_SDK2),
    "hello@1.1.2": Target(_npm("mcp-hello-world", "1.1.2", _NODE_SDK, "zod@3.25.76"), "mcp-hello-world"),
    "kube@0.0.67": Target(
        _npm("kubernetes-mcp-server", "0.0.67"),
        "kubernetes-mcp-server",
        ("--kubeconfig", "{workspace}/kubeconfig"),
    ),
    "libgen@2.2.1": Target(_pip("libgen-mcp", "2.2.1"), "libgen-mcp"),
    "llmstxt@0.1.0": Target(
        _pip("llmstxt-mcp-server", "0.1.0", *_SDK2),
        "mcpdoc",
        ("--urls", "Notes:{workspace}/notes.md", "--transport", "stdio"),
    ),
    "memory@0.6.2": _memory("0.6.2"),
    "memory@2025.9.25": _memory("2025.9.25"),
    "memory@2026.1.26": _memory("2026.1.26"),
    "memory@2026.8.31": _memory("2026.8.31", *_NODE),
    "motherduck@0.6.4": _motherduck("0.6.4", *_SDK1),
    "motherduck@0.8.1": _motherduck("0.8.1", *_SDK1),
    "motherduck@1.1.0": _motherduck("1.1.0", *_SDK2, arguments=("--read-write",)),
    "sdk@1.2.1": _sdk("1.2.1", _OLD_PYDANTIC),
    "sdk@1.9.4": _sdk("1.9.4", _OLD_PYDANTIC),
    "sdk@1.10.1": _sdk("1.10.1", _OLD_PYDANTIC),
    "sdk@1.30.0": _sdk("1.30.0", _PYDANTIC),
    "sdk@1.30.0/pydantic2.11": _sdk("1.30.0", "pydantic==2.11.10"),
    "sdk@2.3.0": _sdk("2.3.0", _PYDANTIC),
    "sqlite@0.6.2": _sqlite("0.6.2", "mcp==1.1.3", _OLD_PYDANTIC),
    "sqlite@2025.4.25/sdk1.6": _sqlite("2025.4.25", "mcp==1.6.0", _OLD_PYDANTIC),
    "sqlite@2025.4.25/sdk1.30": _sqlite("2025.4.25", *_SDK1),
    "sqlite@2025.4.25/sdk2.3": _sqlite("2025.4.25", *_SDK2),
    "testkit@1.0.1": Target(_pip("mcp-testkit", "1.0.1", *_SDK1), "mcp-testkit"),
    "testkit@1.0.4": Target(_pip("mcp-testkit", "1.0.4", *_SDK1), "mcp-testkit"),
    "thinking@2025.12.18": _thinking("2025.12.18"),
    "thinking@2026.8.31": _thinking("2026.8.31", *_NODE),
    "time@0.6.2": _time("0.6.2", "mcp==1.2.1", _OLD_PYDANTIC),
    "time@2025.9.25": _time("2025.9.25", "mcp==1.15.0", "pydantic==2.11.10"),
    "time@2026.10.19": _time("2026.10.19", *_SDK2),
}
