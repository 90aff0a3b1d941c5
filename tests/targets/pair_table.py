"""What changed between two published versions of a server, and what a user reads of it first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pair:
    """A suite of `pairs/`, recorded on `old` and held against `new`.

    `says` maps an item that fails to the start of its first line; the items in `silent` pass.
    """

    suite: str
    old: str
    new: str
    says: Mapping[str, str] = field(default_factory=dict)
    silent: tuple[str, ...] = ()


_UNWANTED = 'expected a result, received a tool-error: "MCP error -32602: Output validation error'
_TO_2025_11 = ("filesystem", "filesystem@2025.8.21", "filesystem@2025.11.25")
_TO_2025_12 = ("filesystem", "filesystem@2025.11.25", "filesystem@2025.12.18")
_TO_2026_08 = ("filesystem", "filesystem@2025.12.18", "filesystem@2026.8.31")
_MEMORY_2026 = ("memory", "memory@2025.9.25", "memory@2026.1.26")
_EVERYTHING_2026 = ("everything", "everything@2025.12.18", "everything@2026.1.26")

#: By the numbers of docs/explanation/targets.md; the negative controls are in test_pairs.py.
PAIRS: dict[str, Pair] = {
    "P1": Pair(
        *_TO_2025_11,
        {"tree": _UNWANTED, "sizes": _UNWANTED, "move": f"step 1: {_UNWANTED}"},
        ("text-as-media", "session"),
    ),
    "P2": Pair(
        *_TO_2025_12,
        {
            "tree": 'expected a tool-error, received a result: "[',
            "sizes": 'expected a tool-error, received a result: "[FILE]',
            "move": 'step 1: expected a tool-error, received a result: "Successfully moved',
        },
        ("missing", "search", "tools", "read"),
    ),
    "P3": Pair(
        *_TO_2025_11,
        {"missing": 'block 1: line 1, character 1: expected "Error: ENOENT: no such file'},
    ),
    "P4": Pair(*_TO_2025_11, {"search": "structured content is extra; 1 more part differs"}),
    "P5": Pair(
        *_TO_2025_11, {"tools": 'tools: create_directory /inputSchema/type is extra (received "object"); '}
    ),
    "P6": Pair(
        *_TO_2026_08,
        {"move-onto": 'expected a result, received a tool-error: "Destination already exists: '},
        ("move", "tree", "sizes", "missing"),
    ),
    "P7": Pair(
        *_TO_2026_08,
        {"text-as-media": "expected rpc-error -32602, received a result: resource "},
    ),
    "P8": Pair(
        *_MEMORY_2026,
        {
            "nobody": "expected rpc-error -32603, received a tool-error with the same text "
            '"Entity with name Nobody not found"'
        },
    ),
    "P9": Pair(*_MEMORY_2026, {"graph": "step 1 structured content is extra; 3 more parts differ"}),
    "P10": Pair(
        "memory",
        "memory@2026.1.26",
        "memory@2026.8.31",
        {
            "open": "step 3 block 1: 1 value differs; first /relations/0 is extra "
            '(received {"from":"Ann","to":"Bob","relationType":"knows"}); 1 more part differs'
        },
        ("nobody", "graph"),
    ),
    "P11": Pair(
        "thinking",
        "thinking@2025.12.18",
        "thinking@2026.8.31",
        {"thoughts": "step 2: expected a tool-error, received a result: "},
    ),
    "P12": Pair(
        *_EVERYTHING_2026,
        {
            "tools": "tools: add is missing; 22 more parts differ",
            "add": "the target does not advertise the tool add; ",
            "picture": 'expected a result, received a tool-error: "MCP error -32602: Tool getTinyImage',
        },
        ("echo",),
    ),
    "P13": Pair(
        *_EVERYTHING_2026,
        {"nothing-to-echo": "expected rpc-error -32603, received a tool-error: "},
    ),
    "P14": Pair(
        "git",
        "git@2025.1.14",
        "git@2025.7.1",
        {"log": 'block 1: line 2, character 9: expected "Commit: f8aedbf6f3829052e3cf2c7e2b70dd07812d3e12'},
        ("outside", "status"),
    ),
    "P16": Pair(
        "git",
        "git@2026.1.14",
        "git@2026.10.19",
        {
            "unknown": 'expected a tool-error, received rpc-error -32602: "Unknown tool: git_stutus"',
            "outside": 'block 1: line 1, character 1: expected "/etc", '
            'received "Error executing tool git_status: /etc"',
            "log": "block 1: line 2, character 9: expected \"Commit: 'f8aedbf6f",
            "tools": "tools: git_add /inputSchema/",
        },
        ("status",),
    ),
    "P17": Pair(
        "time",
        "time@0.6.2",
        "time@2025.9.25",
        {"convert": "block 1: 2 values differ; first /source/day_of_week is extra"},
        ("unknown-zone",),
    ),
    "P18": Pair(
        "time",
        "time@2025.9.25",
        "time@2026.10.19",
        {
            "unknown-zone": 'block 1: line 1, character 7: expected "Error processing mcp-server-time',
            "convert": "structured content is extra",
            "tools": "tools: convert_time /inputSchema/",
        },
    ),
    "P19": Pair(
        "fetch",
        "fetch@2025.4.7",
        "fetch@2026.10.24/refusing",
        {"page": 'expected a result, received a tool-error: "Error executing tool fetch: Refused to fetch'},
    ),
    "P20": Pair(
        "sqlite-old",
        "sqlite@0.6.2",
        "sqlite@2025.4.25/sdk1.6",
        {
            "tools": "tools: append-insight is missing; 11 more parts differ",
            "rows": "the target does not advertise the tool read-query; "
            "the nearest advertised name is read_query",
        },
    ),
    "P21": Pair(
        "sqlite",
        "sqlite@2025.4.25/sdk1.6",
        "sqlite@2025.4.25/sdk1.30",
        {"no-query": "expected a result, received a tool-error: \"Input validation error: 'query' is"},
        ("rows", "tools"),
    ),
    "P22": Pair(
        "sqlite",
        "sqlite@2025.4.25/sdk1.30",
        "sqlite@2025.4.25/sdk2.3",
        {"session": "no session with `"},
    ),
    "P23": Pair(
        "sdk",
        "sdk@1.2.1",
        "sdk@1.9.4",
        {
            "unicode": "block 1: same JSON, other indentation and other escapes "
            r"(expected \u017c, received ż)",
            "rows": "block 1: same JSON, other indentation",
            "floats": "block 1: same JSON, other indentation and /e is 1e+22 expected, 1e22 received",
        },
        ("text", "fail", "nothing", "tools"),
    ),
    "P24": Pair(
        "sdk",
        "sdk@1.9.4",
        "sdk@1.10.1",
        {
            "text": "structured content is extra",
            "words": "structured content is extra",
            "tools": "tools: fail /outputSchema is extra "
            '(received {"properties":{"result":{"title":"Result","type":"string"}}…); ',
        },
        ("table", "unicode", "fail"),
    ),
    "P25": Pair(
        "sdk",
        "sdk@1.30.0/pydantic2.11",
        "sdk@1.30.0",
        {
            "floats": "block 1: same JSON, /e is 1e22 expected, 1e+22 received",
            "no-number": "block 1: line 4, character 66: expected ",
        },
        ("table", "number-as-text", "tools"),
    ),
    "P26": Pair(
        "sdk",
        "sdk@1.30.0",
        "sdk@2.3.0",
        {
            "fail": r"block 1: line 1, character 26: expected "
            r'"Error executing tool fail: secret detail: column \"x\" does not exist", '
            r'received "Error executing tool fail"'
        },
        ("table", "mixed", "words", "tools"),
    ),
    "P27": Pair(
        "sdk",
        "fastmcp@2.2.10",
        "fastmcp@2.10.6",
        {
            "number-as-text": "expected a result, received a tool-error: "
            "\"Input validation error: '5' is not of type '",
            "mixed": "expected a result, received a tool-error: \"Error calling tool 'mixed': Unable to",
            "table": "structured content is extra; 1 more part differs",
        },
        ("unknown",),
    ),
    "P28a": Pair(
        "sdk",
        "fastmcp@2.10.6",
        "fastmcp@2.14.5",
        {"number-as-text": 'expected a tool-error, received a result: "int 5 default"'},
        ("unknown", "raw", "table"),
    ),
    "P28b": Pair(
        "sdk",
        "fastmcp@2.14.5",
        "fastmcp@3.4.11",
        {
            "raw": 'expected a tool-error, received a result: "/wBhYg=="',
            "unknown": 'block 1: line 1, character 15: expected "Unknown tool: no_such_tool", '
            "received \"Unknown tool: 'no_such_tool'\"",
            "text": "result members: 1 value differs; first /_meta is extra",
        },
        ("table", "fail"),
    ),
    "P29": Pair(
        "sdk",
        "fastmcp@3.4.11",
        "fastmcp@4.1.6",
        {
            "rows": "structured content is missing; 1 more part differs",
            "pair": "structured content is missing; 1 more part differs",
            "mixed": 'expected a tool-error, received a result: "caption"',
        },
        ("table", "words"),
    ),
    "P30a": Pair(
        "motherduck",
        "motherduck@0.6.4",
        "motherduck@0.8.1",
        {"values": "block 1: line 1, character 10: expected "},
        ("tools", "unknown"),
    ),
    "P30b": Pair(
        "motherduck",
        "motherduck@0.8.1",
        "motherduck@1.1.0",
        {
            "tools": "tools: query is missing; 4 more parts differ",
            "values": "expected a result, received a tool-error: \"Unknown tool: 'query'\"",
            "unknown": "expected a result, received a tool-error: \"Unknown tool: 'no_such_tool'\"",
        },
    ),
}
