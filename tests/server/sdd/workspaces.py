"""Workspaces made on the spot, and the server asked about them."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.jsonrpc_stdio import answer
from reference_server.sdd.server import Server

FEATURES = "putnami.features.json"


@dataclass(frozen=True)
class Result:
    """A tool result: the texts of its blocks, and whether it is an error."""

    blocks: list[str]
    is_error: bool

    @property
    def report(self) -> Any:
        return json.loads(self.blocks[0])

    @property
    def message(self) -> str:
        return self.blocks[-1]


@dataclass(frozen=True)
class Workspace:
    """A folder with files, and a server for it."""

    root: Path

    def write(self, files: dict[str, Any]) -> Workspace:
        """Write files by workspace path: text, bytes, or a value that becomes JSON."""
        for path, content in files.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                file.write_bytes(content)
            else:
                file.write_text(content if isinstance(content, str) else json.dumps(content))
        return self

    def ask(self, frame: str | bytes) -> Any:
        """The decoded reply to one frame; None if there is none."""
        line = frame if isinstance(frame, bytes) else frame.encode()
        reply = answer(line + b"\n", Server(self.root).methods())
        return None if reply is None else json.loads(reply)

    def call(self, tool: str, arguments: str | dict[str, Any] | None = None) -> Result:
        """Call a tool; text arguments are sent as they are."""
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        params = f'{{"name":"{tool}"' + ("}" if arguments is None else f',"arguments":{text}}}')
        reply = self.ask(f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}')
        result = reply["result"]
        return Result([block["text"] for block in result["content"]], result.get("isError", False))

    def git(self, *arguments: str) -> str:
        """Run git here, with nothing of the machine's configuration."""
        environment = {
            **os.environ,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_NAME": "Test" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_EMAIL": "test@example.test" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_DATE": "2026-01-01T00:00:00Z" for who in ("AUTHOR", "COMMITTER")},
        }
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=environment, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, message: str = "change") -> str:
        """Commit everything, on `main` at first; returns the commit."""
        if not (self.root / ".git").exists():
            self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")


def feature(id_: str, **members: Any) -> dict[str, Any]:
    """A valid feature."""
    return {
        "id": id_,
        "type": "feature",
        "name": f"Name of {id_}",
        "outcome": f"Outcome of {id_}",
        "owner": "team",
        "target": "modeled",
        **members,
    }


def manifest(namespace: str, *features: dict[str, Any], version: int = 1) -> dict[str, Any]:
    """A manifest."""
    return {"protocolVersion": version, "namespace": namespace, "features": list(features)}


def spec(feature_id: str, **members: Any) -> dict[str, Any]:
    """A valid spec."""
    return {
        "protocolVersion": 1,
        "feature": feature_id,
        "outcomes": ["It works"],
        "requirements": [],
        **members,
    }
