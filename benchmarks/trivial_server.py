"""A server of nothing but the standard library, which answers as quickly as Python can.

Run as `python trivial_server.py [--delay MS] [--large KIND] [--side expected|received]`. The tool `echo`
gives its argument `text` back; the tool `large` gives one text block of 20 MB, spelled before it is asked.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

MEGABYTES_20 = 20_000_000
KINDS = ("lines", "one-line", "accents", "emoji")


def large_text(kind: str, side: str) -> str:
    """20 MB of UTF-8; what `side` `received` gives differs from `expected` in every line."""
    unit = "0123456789abcde" if side == "expected" else "9876543210edcba"
    if kind == "one-line":
        return (unit + "f") * (MEGABYTES_20 // 16)
    if kind == "accents":
        return (f"{unit[:12]}éü\n") * (MEGABYTES_20 // 17)
    lines = f"{unit}\n" * (MEGABYTES_20 // 16)
    return f"\U0001f600\n{lines}" if kind == "emoji" else lines


def result_of(method: str, params: dict[str, Any], large: str) -> str:
    """The JSON text of the result."""
    if method == "initialize":
        version = params["protocolVersion"]
        result: dict[str, Any] = {
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "trivial", "version": "1"},
        }
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"text": {"type": "string"}}}
        result = {"tools": [{"name": name, "inputSchema": schema} for name in ("echo", "large")]}
    elif params.get("name") == "large":
        return large
    else:
        result = {"content": [{"type": "text", "text": params["arguments"]["text"]}], "isError": False}
    return json.dumps(result)


def main() -> None:
    """Answer until the input ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--large", choices=KINDS)
    parser.add_argument("--side", choices=("expected", "received"), default="expected")
    options = parser.parse_args()
    large = ""
    if options.large:
        block = {"type": "text", "text": large_text(options.large, options.side)}
        large = json.dumps({"content": [block], "isError": False}, ensure_ascii=False)
    source, out = sys.stdin.buffer, sys.stdout.buffer
    for line in source:
        message = json.loads(line)
        if "id" not in message:
            continue
        if message["method"] == "tools/call" and options.delay:
            time.sleep(options.delay / 1000)
        result = result_of(message["method"], message.get("params", {}), large)
        identity = json.dumps(message["id"])
        out.write(f'{{"jsonrpc":"2.0","id":{identity},"result":{result}}}\n'.encode())
        out.flush()


if __name__ == "__main__":
    main()
