"""Small servers with the faults of public bug reports: `python bug_servers.py B1 sound|faulty`.

Two are no reports: `clock` tells the time, in seconds, and `shape` answers with one block more at each
start, which it counts in the file `$STARTS`.

Standard library only. `sound` answers as the server did before the fault came in, or as one does that
never had it; where a report is about the client's side, both are the same.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]

_CALLED = "echo"
_PIECE = 4096
_PIPE = 65_536
#: The first half of a character beyond U+FFFF.
_HALF = 0xD83D


def text(said: str, **members: object) -> Body:
    """The result with one block of text."""
    return {"result": {"content": [{"type": "text", "text": said}], **members}}


def _detail_lost(faulty: bool, _: str) -> Body:
    detail = "" if faulty else ": no such column: nope"
    return text(f"Error executing tool echo{detail}", isError=True)


def _breaks_its_schema(faulty: bool, _: str) -> Body:
    return text("x", structuredContent={"content": ["x"] if faulty else "x"})


def _unknown_tool(faulty: bool, name: str) -> Body:
    if name == _CALLED:
        return text("here")
    said = f"Unknown tool: {name}"
    return text(said, isError=True) if faulty else {"error": {"code": -32602, "message": said}}


def _lone_surrogate(faulty: bool, name: str) -> Body:
    half = chr(_HALF + 1 if faulty else _HALF)
    return text("z\u00fc\U0001f600" if name == "spelled" else half)


def _text_and_structured(faulty: bool, name: str) -> Body:
    wrong = faulty and name == "structured"
    said = "Echo: test" if faulty and name == "text" else "Echo: Test"
    return text(said, structuredContent={"result": "Echo: test" if wrong else "Echo: Test"})


def _large(faulty: bool, _: str) -> Body:
    whole = "".join(f"line {number:06}\n" for number in range(5_000_000 // 12))
    return text(whole[:_PIPE] if faulty else whole)


def _version_in_a_url(faulty: bool, _: str) -> Body:
    version = "2.14" if faulty else "2.11"
    return text(f"n: Field required\nsee https://errors.pydantic.dev/{version}/v/missing", isError=True)


def _structured_gone(faulty: bool, _: str) -> Body:
    return text("hello") if faulty else text("hello", structuredContent={"result": "hello"})


def _other_order(faulty: bool, _: str) -> Body:
    names = ["a.txt", "b.txt", "c.txt"]
    return text("\n".join(reversed(names) if faulty else names))


def _hello(_: bool, __: str) -> Body:
    return text("hello")


def _shape(_: bool, __: str) -> Body:
    with Path(os.environ["STARTS"]).open("a+", encoding="ascii") as starts:
        starts.write("x")
        return {"result": {"content": [{"type": "text", "text": "x"}] * starts.tell()}}


def _clock(_: bool, __: str) -> Body:
    return text(time.strftime("it is %Y-%m-%d %H:%M:%S"))


ANSWERS: dict[str, Callable[[bool, str], Body]] = {
    "B1": _detail_lost,
    "B2": _breaks_its_schema,
    "B3": _unknown_tool,
    "B7": lambda *_: text("one\r\ntwo"),
    "B8": _lone_surrogate,
    "B9": _text_and_structured,
    "B10": _large,
    "B13": _version_in_a_url,
    "B14": _structured_gone,
    "B15": _other_order,
    "clock": _clock,
    "shape": _shape,
}
TOOLS = {
    "B5": ["echo", "quiet"],
    "B6": ["echo", "quiet"],
    "B8": ["spelled", "lone"],
    "B9": ["text", "structured"],
    "B11": ["echo", "slow"],
    "B16": ["a", "b", "c"],
}


class Server:
    """One server with the fault of one report."""

    def __init__(self, bug: str, *, faulty: bool) -> None:
        self.bug, self.faulty = bug, faulty
        self.count = 0
        self.writing = threading.Lock()

    def write(self, line: bytes) -> None:
        """One line, in one piece but for the report that is about pieces."""
        with self.writing:
            step = _PIECE if self.bug == "B10" else len(line)
            for start in range(0, len(line), step):
                sys.stdout.buffer.write(line[start : start + step])
                sys.stdout.buffer.flush()
                if start and start % (_PIECE * 256) == 0:
                    time.sleep(0.01)

    def send(self, body: Body, identity: object) -> None:
        """An answer."""
        raw_surrogates = self.bug == "B8" and self.faulty
        message = {"jsonrpc": "2.0", "id": identity, **body}
        line = json.dumps(message, ensure_ascii=not raw_surrogates)
        line = line.replace(chr(_HALF + 1), f"\\u{_HALF + 1:x}")  # no UTF-8 can hold it
        self.write(line.encode() + (b"\r\n" if self.bug == "B7" else b"\n"))

    def tools(self, cursor: str | None) -> Body:
        """One page of the listing: all of it, but for the report that is about pages."""
        names = TOOLS.get(self.bug, [_CALLED])
        listed: list[Body] = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
        if self.bug == "B2":
            schema = {"type": "object", "properties": {"content": {"type": "string"}}}
            listed[0]["outputSchema"] = schema
        if self.bug != "B16":
            return {"result": {"tools": listed}}
        page = int(cursor or 0)
        last = 1 if self.faulty else len(listed) - 1
        more = {"nextCursor": str(page + 1)} if page < last else {}
        return {"result": {"tools": listed[page : page + 1], **more}}

    def call(self, name: str, identity: object) -> None:
        """Answer a call of the tool `name`."""
        if self.bug == "B4":
            threading.Thread(target=self.add_one, args=(identity,)).start()
        elif self.bug in ("B5", "B6") and self.faulty and name == _CALLED:
            lines = ("warning x",) if self.bug == "B5" else ("{", "  message: 'x'", "}", "123", '"x"')
            for line in lines:
                self.write(line.encode() + b"\n")
            self.send(text("hello"), identity)
        elif self.bug == "B11":
            self.answer_wrongly(name, identity)
        else:
            self.send(ANSWERS.get(self.bug, _hello)(self.faulty, name), identity)

    def add_one(self, identity: object) -> None:
        """Count, but slowly: whoever asks meanwhile reads the old count."""
        count = self.count
        time.sleep(0.05)
        self.count = count + 1
        self.send(text(str(self.count)), identity)

    def answer_wrongly(self, name: str, identity: object) -> None:
        """With another's answer before one's own, or with one's own when nobody waits any more."""
        if self.faulty and name == "slow":
            time.sleep(1.5)
        if self.faulty and name == _CALLED:
            self.send(text("of another"), 9_000)
        self.send(text(f"of {name}"), identity)

    def handle(self, message: Body) -> None:
        """Answer one message."""
        match message.get("method"):
            case "initialize":
                info = {"name": f"report-{self.bug}", "version": "1"}
                asked = message["params"]["protocolVersion"]
                said = {"protocolVersion": asked, "capabilities": {"tools": {}}, "serverInfo": info}
                self.send({"result": said}, message["id"])
            case "tools/list":
                self.send(self.tools((message.get("params") or {}).get("cursor")), message["id"])
            case "tools/call":
                self.call(message["params"]["name"], message["id"])
            case "ping":
                self.send({"result": {}}, message["id"])
            case _ if "id" in message:
                error = {"code": -32601, "message": "Method not found"}
                self.send({"error": error}, message["id"])


def main(bug: str, way: str) -> None:
    """Serve until the end of input."""
    faulty = way == "faulty"
    if bug == "B17" and faulty:
        raise AttributeError("'Server' object has no attribute 'list_tools'")
    server = Server(bug, faulty=faulty)
    for line in sys.stdin.buffer:
        server.handle(json.loads(line))
    if bug == "B12" and faulty:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
