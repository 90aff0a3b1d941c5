"""A program: the replies of the SDD server on its import path to frames, without a process for each.

Reads from stdin a JSON list of `[workspace, [frame, …]]`, a frame and each reply being a line's bytes read as
Latin-1; writes a list of lists of replies: a text, null for none, `{"crash": …}` for an exception.
The server has to come first on the import path, so this imports nothing of the tests.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from reference_server.jsonrpc_stdio import Methods, answer
from reference_server.sdd.server import Server


def _reply(frame: str, methods: Methods) -> Any:
    try:
        reply = answer(frame.encode("latin-1") + b"\n", methods)
    except Exception as error:
        return {"crash": repr(error)}
    return None if reply is None else reply.decode("latin-1")


def main() -> None:
    """Answer what stdin asks."""
    asked: list[tuple[str, list[str]]] = json.load(sys.stdin)
    replies = []
    for workspace, frames in asked:
        methods = Server(Path(workspace)).methods()
        replies.append([_reply(frame, methods) for frame in frames])
    json.dump(replies, sys.stdout)


if __name__ == "__main__":
    main()
