"""What the fuzzers start from: texts of the kind that each reader is for, well-formed and broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.unit.suite_texts import GOOD

REPOSITORY: Final = Path(__file__).parents[2]
#: No seed is longer: small inputs are mutated with more effect.
MAX_SEED: Final = 4096

_JSON: Final = (
    b'{"a":[1,-0,1.0,1e9,true,false,null,""],"a":{},"b":[]}',
    b'"\\ud83d\\ude00\\ud800 \\u0000\\u202e\\u00e9 \\\\ \\" \\/ \\b\\f\\n\\r\\t"',
    b"[[[[[[]]]]]]",
    b" [ 1 , 2 ] ",
    '"é e\u0301 😀 \u2028"'.encode(),
    b"NaN",
    b"\xef\xbb\xbf{}",
    b'{"a":1}{"b":2}',
)
_RESULT: Final = b'{"jsonrpc":"2.0","id":7,"result":'
_FRAMES: Final = (
    _RESULT + b'{"content":[{"type":"text","text":"hi"}],"isError":false,"structuredContent":{"n":1.0}}}',
    _RESULT + b'{"content":[{"type":"image","mimeType":"image/png","data":"AAEC","annotations":{"a":1}}]}}',
    _RESULT + b'{"content":[{"type":"audio","mimeType":"audio/wav","data":"AA="},{"type":"resource"}]}}',
    _RESULT + b'{"content":[],"_meta":{"k":null},"resultType":"complete","ttlMs":1,"cacheScope":"x"}}\r',
    b'{"jsonrpc":"2.0","id":"7","error":{"code":-32602,"message":"no","data":[1],"x":2}}',
    b'{"jsonrpc":"2.0","id":null,"error":{"code":1.5}}',
    b'{"jsonrpc":"2.0","id":7.0,"result":{},"error":{}}',
    b'[{"jsonrpc":"2.0","id":7,"result":{}}]',
    b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x"}}',
    b'{"jsonrpc":"2.0","id":"q","method":"roots/list"}',
    b'{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"\xff\xfe"}]}}',
    b'{"jsonrpc":"2.0","id":7,"result":{"content"',
    b"[DEBUG] \x1b[31mstarting",
    b"p\x40\x01\x02\x03\x04\x05\x06\x07\x08" + b"one\ntwo\r\n\nthree" + b"x" * 80 + b"\nfour",
    b"s\x40\x01\x02\x03\x04\x05\x06\x07\x08" + b"event: message\r\ndata: {}\r\ndata:x\r\n\r\n: c\rid:1\r\r",
)
_HEAD: Final = b"mcp-answer 1\ncase case\n--- call tool\n{}\n"
_ANSWERS: Final = (
    _HEAD + b'--- result\n--- text\nhello\n--- members\n{\n  "a": 1.0\n}\n--- structured\n[]\n--- end\n',
    _HEAD + b'--- tool-error\n{\n  "_meta": {}\n}\n--- text json\n"a\\u001b"\n"b"\n--- end\n',
    _HEAD + b"--- rpc-error -32602\n--- message\nno\n--- data\nnull\n--- wire\n{}\n--- end\n",
    _HEAD + b"--- no-answer\n--- step 2\n--- frame\n{}\n--- result\n--- block\n{}\n--- end\n",
    b'mcp-answer 1\ncase case\n---- request "a b"\n---- result\n---- text\n--- end\n---- end\n',
    _HEAD + b"--- result\n--- image image/png\ncase.1.png\n0\n"
    b"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n--- end\n",
    b"mcp-answer 1\ncase session\n--- text\nUse it well.\n--- end\n",
)
#: Words that a random change of bytes would hardly ever come upon.
DICTIONARY: Final[dict[str, tuple[str, ...]]] = {
    "json": ("\\ud83d", "\\ude00", "\\u0000", "null", "true", "1e400", "-0", "NaN", "Infinity", "{}", "[]"),
    "frame": (
        *('"jsonrpc":"2.0"', '"id":7', '"id":"7"', '"result":{', '"error":{', '"content":[', '"method":"'),
        *('"type":"text"', '"text":"', '"type":"image"', '"mimeType":"', '"data":"', '"isError":true'),
        *('"structuredContent":', '"code":', '"message":"', "data:", "event:", "\\ud800", "[{", "_meta"),
    ),
    "answer": (
        *("mcp-answer 1\n", "case ", "--- ", "---- ", "call ", "request ", "frame", "result", "tool-error"),
        *("text", "image ", "audio ", "block", "members", "structured", "rpc-error ", "message", "data"),
        *("no-answer", "wire", "step 2", "end\n", " json", "case.1.png\n0\n", "\\u001b", "absent"),
    ),
    "suite": (
        *("format = 1\n", "[case.a]\n", "[[mask]]\n", "[tools]\n", "[workspace]\n", "[[known_difference]]\n"),
        *("tool = ", "arguments = ", "steps = [", "method = ", "params = ", "frame = ", "outcome = "),
        *("pattern = ", "pointer = ", "as = ", "cases = ", "at = ", "why = ", "blocks = ", "timeout = "),
        *("compare = ", "'wire'", "isolation = ", "requires = ", "client = ", "allow = ", "advertised = "),
        *("descriptors = ", "removed = ", "refusal = ", "copy = ", "git = ", "dirty = ", "protocols = "),
        *("(\\\\d+)", "{workspace}", "inf", "nan", "1979-05-27", "'''", '"""', "targets = "),
    ),
}


def seeds(reader: str) -> list[bytes]:
    """The starting inputs for the reader of this name (see `attacks.READERS`)."""
    match reader:
        case "json":
            return [*_JSON, *(frame for frame in _FRAMES if frame.startswith(b"{"))]
        case "frame":
            return list(_FRAMES)
        case "answer":
            return [*_ANSWERS, *_files("*.answer", 30)]
        case _:
            return [*(text.encode() for text in GOOD.values()), *_files("mcp-suite.toml", 12)]


def _files(pattern: str, count: int) -> Iterator[bytes]:
    """The beginnings of some of the suites' own files: what is cut off has to be refused well, too."""
    for file in sorted(Path(REPOSITORY, "fixtures").rglob(pattern))[:count]:
        yield file.read_bytes()[:MAX_SEED]
