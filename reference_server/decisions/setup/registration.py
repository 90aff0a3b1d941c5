"""What a client is told: the stdio command, in the shape that the client reads (spec 12.1–12.3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Registration:
    """The stdio server under `name`: `launcher` and `repo` are absolute paths."""

    name: str
    launcher: str
    repo: str

    @property
    def arguments(self) -> list[str]:
        """The arguments that the launcher is started with."""
        return ["mcp", "--repo", self.repo]

    def claude_command(self, scope: str) -> list[str]:
        """The argument vector that registers the server with Claude Code (12.2)."""
        add = ["claude", "mcp", "add", "--transport", "stdio", "--scope", scope]
        return [*add, self.name, "--", self.launcher, *self.arguments]

    def entry(self, client: str) -> dict[str, object]:
        """The entry in the config file of `client` (12.3)."""
        kind = {"type": "stdio"} if client == "vscode" else {}
        return {**kind, "command": self.launcher, "args": self.arguments}


def member_key(client: str) -> str:
    """KEY of 12.3: the member of the root that holds the entries of `client`."""
    return "servers" if client == "vscode" else "mcpServers"
