"""Mistakes in the session, in JSON as Go reads and writes it, and in what is advertised."""

from __future__ import annotations

from tests.server.sdd.mutant import Mutant

_STDIO = "jsonrpc_stdio.py"
_SERVER = "sdd/server.py"
_TOOLS = "sdd/tools.py"
_ADVERTISED = "sdd/advertisement.py"
_DECODE = "go_json/decode.py"
_SCAN = "go_json/scan.py"
_TEXT = "go_json/text.py"

SESSION_MUTANTS = (
    Mutant("parse-error-code", _STDIO, "PARSE_ERROR = -32700", "PARSE_ERROR = -32600"),
    Mutant("unknown-method-code", _STDIO, "METHOD_NOT_FOUND = -32601", "METHOD_NOT_FOUND = -32602"),
    Mutant("unknown-method-text", _STDIO, 'f"method not found: {name}"', 'f"unknown method: {name}"'),
    Mutant("invalid-params-code", _STDIO, "INVALID_PARAMS = -32602", "INVALID_PARAMS = -32600"),
    Mutant("initialized-is-answered", _STDIO, "    if name in methods.ignored:\n        return None\n", ""),
    Mutant(
        "initialized-is-acknowledged",
        _STDIO,
        "    if name in methods.ignored:\n        return None\n",
        '    if name in methods.ignored:\n        return _reply(id_, "result", {})\n',
    ),
    Mutant("notification-is-answered", _STDIO, "return None if id_ is None else _error(", "return _error("),
    Mutant("error-carries-data", _STDIO, '"message": message}', '"message": message, "data": None}'),
    Mutant("invalid-params-text", _SERVER, 'f"invalid params: {fault}"', 'f"invalid request: {fault}"'),
    Mutant("unknown-tool-text", _SERVER, 'f"unknown tool: {name}"', 'f"no such tool: {name}"'),
    Mutant(
        "tool-names-without-case",
        _SERVER,
        'name = call.get("name", "")',
        'name = call.get("name", "").lower()',
    ),
    Mutant(
        "alias-without-prefix",
        _SERVER,
        'name = call.get("name", "")',
        'name = call.get("name", "")\n        name = f"sdd.{name}" if f"sdd.{name}" in own_tools() else name',
    ),
    Mutant("default-protocol", _SERVER, 'DEFAULT_PROTOCOL = "2025-06-18"', 'DEFAULT_PROTOCOL = "2025-11-25"'),
    Mutant(
        "protocol-not-echoed",
        _SERVER,
        'members.get("protocolVersion") or DEFAULT_PROTOCOL',
        "DEFAULT_PROTOCOL",
    ),
    Mutant(
        "capability-list-changed",
        _SERVER,
        '"tools": {"listChanged": False}',
        '"tools": {"listChanged": True}',
    ),
    Mutant(
        "ping-has-a-result", _SERVER, '"ping": lambda _params: {}', '"ping": lambda _params: {"ok": True}'
    ),
    Mutant("unknown-resource-text", _SERVER, 'f"unknown resource: ', 'f"no resource: '),
    Mutant(
        "null-arguments-reach-the-tool",
        _SERVER,
        'None if arguments == b"null" else arguments',
        "arguments or b'[]'",
    ),
    Mutant(
        "error-without-its-report",
        _TOOLS,
        "[] if outcome.report is None else",
        "[] if outcome.report is None or outcome.error else",
    ),
    Mutant(
        "error-before-its-report", _TOOLS, "texts.append(outcome.error)", "texts.insert(0, outcome.error)"
    ),
    Mutant("failure-is-no-error", _TOOLS, '| {"isError": True}', '| {"isError": False}'),
    Mutant("not-read-only", _ADVERTISED, '"readOnlyHint": True', '"readOnlyHint": False'),
    Mutant("contract-allows-dry-run", _ADVERTISED, '"supportsDryRun": False', '"supportsDryRun": True'),
    Mutant(
        "additional-properties", _ADVERTISED, '"additionalProperties": False', '"additionalProperties": True'
    ),
    Mutant(
        "domain-not-required",
        _ADVERTISED,
        'as its manifest declares it.")}, "domain")',
        'as its manifest declares it.")})',
    ),
    Mutant("validator-wants-no-dot", _ADVERTISED, '"sdd.list_specs",', '"list_specs",'),
    Mutant(
        "unknown-arguments-pass",
        _DECODE,
        "                if self.strict:\n",
        "                if self.strict and not written:\n",
    ),
    Mutant(
        "last-fault-wins",
        _DECODE,
        "        if self.fault is None:\n            self.fault = fault\n        return value",
        "        self.fault = fault\n        return value",
    ),
    Mutant(
        "repeated-list-starts-anew",
        _DECODE,
        "isinstance(old, _Slice) and node else []",
        "isinstance(old, _Slice) and not node else []",
    ),
    Mutant(
        "null-is-refused",
        _DECODE,
        "return old if isinstance(shape, Scalar) else None",
        'return self._refuse(TypeFault("null", shape.go_type), old)',
    ),
    Mutant(
        "number-without-literal", _DECODE, '    return None, f"number {literal}"', '    return None, "number"'
    ),
    Mutant("names-fold-ascii-only", "go_json/shapes.py", ' | {0x17F: "s", 0x212A: "k"}', ""),
    Mutant("names-match-exactly", "go_json/shapes.py", "else self.folded.get(fold(name))", "else None"),
    Mutant("angle-brackets-stay", "go_json/write.py", r'"<": "\\u003c", ">": "\\u003e", ', ""),
    Mutant("line-separators-stay", "go_json/write.py", r', "\u2028": "\\u2028", "\u2029": "\\u2029"', ""),
    Mutant(
        "indented-by-four",
        "go_json/write.py",
        '    inner = newline + "  "\n    members',
        '    inner = newline + "    "\n    members',
    ),
    Mutant(
        "floats-lose-a-digit",
        "go_json/write.py",
        "return f\"{sign}0.{'0' * -point}{digits}\"",
        "return f\"{sign}.{'0' * -point}{digits}\"",
    ),
    Mutant(
        "text-after-object-key",
        _SCAN,
        'raise invalid(byte, "after object key")',
        'raise invalid(byte, "after object name")',
    ),
    Mutant("text-in-escape-code", _SCAN, '"in string escape code"', '"in string escape"'),
    Mutant(
        "text-after-decimal-point", _SCAN, '"after decimal point in numeric literal"', '"in numeric literal"'
    ),
    Mutant(
        "text-of-literals",
        _SCAN,
        "(expecting '{chr(literal[offset])}')",
        "(expecting {chr(literal[offset])})",
    ),
    Mutant("text-of-member-values", _SCAN, '"after object key:value pair" if', '"after object value" if'),
    Mutant(
        "quote-keeps-odd-spaces",
        _TEXT,
        "    if is_printable(char):\n",
        "    if is_printable(char) or char.isspace():\n",
    ),
    Mutant(
        "quote-long-escapes-only",
        _TEXT,
        'return f"\\\\x{code:02x}"\n    return',
        'return f"\\\\u{code:04x}"\n    return',
    ),
    Mutant("lower-as-python-does", _TEXT, '"i" if char == "İ" else char.lower() for', "char.lower() for"),
    Mutant("trim-as-python-does", _TEXT, "return text.strip(SPACES)", "return text.strip()"),
    Mutant("split-at-blanks-only", _TEXT, "in _SPACE_RUN.split(text) if word", 'in text.split(" ") if word'),
)
"""Each is killed by at least one case."""
