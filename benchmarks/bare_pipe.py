"""The least that a client of a server on stdio can do: write a line, read a line, decode it.

Run as `python bare_pipe.py CALLS` or `python bare_pipe.py --large KIND`; prints what it took as a JSON
array of wall and processor seconds. The calls are measured with the start of the server and its end, the
large answer without.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SERVER = str(Path(__file__).with_name("trivial_server.py"))


class Client:
    """One server and its two pipes."""

    def __init__(self, *options: str) -> None:
        self._server = subprocess.Popen(
            [sys.executable, SERVER, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._last = 0

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The decoded answer to one request."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._last += 1
        message = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        self._server.stdin.write(json.dumps(message).encode() + b"\n")
        self._server.stdin.flush()
        return json.loads(self._server.stdout.readline())

    def start(self) -> None:
        """The handshake."""
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})

    def end(self) -> None:
        """End of input, and the server's end."""
        self._server.communicate()


def calls(count: int) -> None:
    """Start, shake hands, call `echo` so many times, and end."""
    client = Client()
    client.start()
    for number in range(count):
        client.ask("tools/call", {"name": "echo", "arguments": {"text": f"answer {number}"}})
    client.end()


def _cpu() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, kinds))


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("calls", type=int, nargs="?", default=0)
    parser.add_argument("--large")
    options = parser.parse_args()
    client = Client("--large", options.large) if options.large else None
    if client is not None:
        client.start()
    cpu, start = _cpu(), time.perf_counter()
    if client is None:
        calls(options.calls)
    else:
        client.ask("tools/call", {"name": "large", "arguments": {}})
    print(json.dumps([time.perf_counter() - start, _cpu() - cpu]))
    if client is not None:
        client.end()


if __name__ == "__main__":
    main()
