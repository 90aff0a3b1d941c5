"""A server that misbehaves at random: `python misbehaving.py SEED START END FOLDER`, standard library only.

What goes wrong in which call is written down beforehand in a script that the seed gives, so that a test
can foretell every verdict. START goes wrong in each process, END at the end of input of a shared one.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

Message: TypeAlias = dict[str, Any]

SOUND: Final = "sound"
QUICK: Final = (
    *("other-text", "escapes", "other-structured", "schema-output", "tool-error", "rpc-error", "extra-block"),
    *("crash-in-call", "crash-in-line", "crash-by-signal", "closes-output", "endless-line", "endless-lines"),
    *("oversized", "stray-before", "unknown-id", "id-type", "duplicate-member", "no-jsonrpc", "batch"),
    *("bad-utf8", "earlier-again", "id-null", "result-and-error", "broken-json", "result-no-object", "twice"),
    *("stray-after", "crash-after-answer", "asks-roots", "logs", "crlf", "floods-stderr", "leaves-child"),
)
SLOW: Final = ("hang", "late-answer", "closes-input", "ignores-end")
#: Kinds that act when the input of a process ends which had only this one call.
AT_END: Final = ("exit-code", "unfinished-line", "leaves-child")
STARTS: Final = ("none", "stray-at-start", "stray-at-list", "schema-input", "capability")
ENDS: Final = ("none", "exit-code", "unfinished-line")
#: Seconds of one step, and after which a late answer comes.
STEP: Final = 3.0
LATE: Final = 3.3
#: The limit of one frame, in bytes.
MAX_BYTES: Final = 256 * 1024


class Act(NamedTuple):
    """What happens in one call, and whether it has a process of its own."""

    kind: str
    alone: bool


def script(seed: int, count: int, *, slow: bool) -> tuple[Act, ...]:
    """What happens in each of `count` calls; half of them are sound, and `slow` adds what takes seconds."""
    chance = random.Random(seed)
    acts = []
    for _ in range(count):
        alone = chance.random() < 0.08
        kinds = (*QUICK, *(AT_END * 3)) if alone else QUICK
        kind = SOUND if chance.random() < 0.5 else chance.choice(kinds)
        if slow and chance.random() < 0.02:
            kind = chance.choice(SLOW)
            alone |= kind == "ignores-end"
        acts.append(Act(kind, alone))
    return tuple(acts)


def sound_result(number: int) -> Message:
    """The right answer to a call."""
    return {"content": [{"type": "text", "text": f"answer {number}"}], "structuredContent": {"n": number}}


def encode(message: object) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def write(raw: bytes) -> None:
    view = memoryview(raw)
    while view:
        view = view[os.write(1, view) :]


_SLEEPER: Final = [sys.executable, "-c", "import time; time.sleep(600)"]
_LOG: Final = encode(
    {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
)
_LONG_LOG: Final = _LOG.replace(b'"x"', b'"' + b"x" * 8192 + b'"')
_CHANGED: Final[dict[str, Message]] = {
    "other-text": {"content": [{"type": "text", "text": "something else"}]},
    "escapes": {"content": [{"type": "text", "text": "\x1b[2J\u202e\x07 answer"}]},
    "tool-error": {"isError": True},
    "schema-output": {"structuredContent": {"n": "seven"}},
    "other-structured": {"structuredContent": {"n": -1}},
}


class Server:
    """One process of the target."""

    def __init__(self, seed: int, start: str, end: str, folder: Path) -> None:
        self._start, self._end, self._folder = start, end, folder
        self._script = script(seed, 10_000, slow=os.environ.get("PROOF_SLOW") == "1")
        self._last = b""

    def serve(self) -> int:
        while raw := sys.stdin.buffer.readline():
            message = json.loads(raw)
            if "method" in message and "id" in message:
                self._take(message)
        return self._finish()

    def _finish(self) -> int:
        if self._end == "unfinished-line":
            write(b"bye")
        elif self._end == "leaves-child":
            _leave_child()
        elif self._end == "ignores-end":
            _sleep()
        return 3 if self._end == "exit-code" else 0

    def _take(self, request: Message) -> None:
        if request["method"] == "tools/call":
            self._call(request["id"], request["params"]["arguments"]["n"])
            return
        ahead, body = self._negotiate(request)
        self._last = encode({"jsonrpc": "2.0", "id": request["id"], **body})
        write(ahead + self._last)

    def _negotiate(self, request: Message) -> tuple[bytes, Message]:
        match request["method"]:
            case "initialize":
                result = {
                    "protocolVersion": request["params"]["protocolVersion"],
                    "capabilities": {"tools": {}, "resources": {}},
                    "serverInfo": {"name": "misbehaving", "version": "1"},
                }
                return b"hello\n" if self._start == "stray-at-start" else b"", {"result": result}
            case "tools/list":
                return b"listing\n" if self._start == "stray-at-list" else b"", {
                    "result": {"tools": self._tools()}
                }
            case "resources/list" if self._start != "capability":
                return b"", {"result": {"resources": []}}
            case method:
                return b"", {"error": {"code": -32601, "message": f"unknown method: {method}"}}

    def _tools(self) -> list[Message]:
        output = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
        tools = [{"name": "act", "inputSchema": {"type": "object"}, "outputSchema": output}]
        if self._start == "schema-input":
            tools.append({"name": "odd", "inputSchema": {"type": "object", "required": "n"}})
        return tools

    def _call(self, identity: int, number: int) -> None:
        kind, alone = self._script[number]
        if alone:
            self._end = kind
        _before(kind)
        if kind == "earlier-again":
            write(self._last)
        elif kind == "asks-roots":
            write(encode({"jsonrpc": "2.0", "id": "roots", "method": "roots/list"}))
            sys.stdin.buffer.readline()
        message = {
            "jsonrpc": "2.0",
            "id": identity,
            "result": {**sound_result(number), **_CHANGED.get(kind, {})},
        }
        self._last = encode(message)  # whatever becomes of it now: it will be a sound answer, given again
        line = _line(kind, message)
        if kind == "crash-after-answer":  # told before the answer: who has that, may look for the process
            (self._folder / str(number)).write_text(str(os.getpid()))
        write(line + {"twice": line, "stray-after": b"a tail\n"}.get(kind, b""))
        if kind == "crash-after-answer":
            os._exit(5)
        if kind == "leaves-child" and not alone:
            _leave_child()


def _leave_child() -> None:
    quiet = subprocess.DEVNULL
    subprocess.Popen(_SLEEPER, stdin=quiet, stdout=quiet, stderr=quiet)


def _sleep() -> None:
    while True:
        time.sleep(3600)


def _before(kind: str) -> None:
    """What goes wrong before the answer, or in its place."""
    match kind:
        case "crash-in-call":
            os._exit(3)
        case "crash-in-line":
            write(b'{"jsonrpc":"2.0","id":')
            os._exit(3)
        case "crash-by-signal":
            os.kill(os.getpid(), 9)
        case "hang":
            _sleep()
        case "late-answer":
            time.sleep(LATE)
        case "closes-output" | "closes-input":
            os.close(1 if kind == "closes-output" else 0)
            _sleep()
        case "endless-line" | "endless-lines":
            while True:
                write(b"x" * 4096 if kind == "endless-line" else _LONG_LOG)
        case "floods-stderr":
            for _ in range(40):
                os.write(2, b"e" * 65535 + b"\n")
        case _:
            write(_AHEAD.get(kind, b""))


_AHEAD: Final[dict[str, bytes]] = {
    "stray-before": b"[DEBUG] acting\n",
    "unknown-id": encode({"jsonrpc": "2.0", "id": 424242, "result": {"content": []}}),
    "bad-utf8": _LOG.replace(b'"x"', b'"\xff"'),
    "logs": _LOG * 3,
    "oversized": _LOG.replace(b'"x"', b'"' + b"z" * (MAX_BYTES + 1) + b'"'),
}


def _line(kind: str, message: Message) -> bytes:
    """The line of the answer."""
    line = encode(message)
    wrong = {"code": -32000, "message": "no"}
    rest = {name: value for name, value in message.items() if name != "result"}
    match kind:
        case "rpc-error":
            return encode({**rest, "error": wrong})
        case "id-null":
            return encode({**rest, "id": None, "error": wrong})
        case "result-and-error":
            return encode({**message, "error": wrong})
        case "id-type":
            return encode({**message, "id": str(message["id"])})
        case "extra-block":
            message["result"]["content"].append({"type": "text", "text": "more"})
            return encode(message)
        case "no-jsonrpc":
            return encode({"id": message["id"], "result": message["result"]})
        case "batch":
            return encode([message])
        case "result-no-object":
            return encode({**message, "result": "done"})
        case "duplicate-member":
            return line.replace(b'{"type":"text"', b'{"type":"text","type":"text"')
        case "broken-json":
            return line.replace(b"answer", b"ans\x01wer")
        case "crlf":
            return line.replace(b"\n", b"\r\n")
        case _:
            return line


if __name__ == "__main__":
    seed_word, start_kind, end_kind, folder_word = sys.argv[1:]
    sys.exit(Server(int(seed_word), start_kind, end_kind, Path(folder_word)).serve())
