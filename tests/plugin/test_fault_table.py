"""Every fault of the raw server trips its own verdict, and no other (spec §§ 4.1, 6, 7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from reference_server.faults.table import FAULTS
from tests.plugin.conftest import Play, failures, sound

__all__ = ["TABLE", "failures"]

#: Fault, and the items that fail with the start of each one's first line; the others pass.
TABLE: dict[str, dict[str, str]] = {
    "none": {},
    "member-order": {
        "report": "block 1: same JSON, other member order at /features/0 "
        "(expected id, name, owner; received id, owner, name)"
    },
    "indentation": {"report": "block 1: same JSON, other indentation"},
    "escapes": {"report": r"block 1: same JSON, other escapes (expected \u003c, received <)"},
    "trailing-newline": {"report": "block 1: same JSON, trailing newline missing"},
    "number-spelling": {"report": "block 1: same JSON, /total is 2.50 expected, 2.5 received"},
    "value": {
        "report": 'block 1: 1 value differs; first /features/0/owner: expected "billing", received "payments"'
    },
    "value-missing": {"report": "block 1: 1 value differs; first /features/0/owner is missing"},
    "crlf": {"lines": "block 1: same text, CRLF for LF"},
    "line-order": {"lines": "block 1: same lines, other order"},
    "line-changed": {"lines": "block 1: line 2, character 1: expected "},
    "nfd": {
        "unicode": "block 1: same text, other Unicode normalisation "
        "(expected NFC, received NFD) at character 4"
    },
    "terminal-escapes": {"lines": 'block 1: line 2, character 1: expected "beta'},
    "bidirectional": {"lines": 'block 1: line 2, character 1: expected "beta'},
    "absolute-path": {"lines": 'block 1: line 2, character 1: expected "beta'},
    "clock": {"lines": 'block 1: line 2, character 1: expected "beta'},
    "blocks-swapped": {"check": "blocks 1 and 2 are swapped"},
    "block-missing": {"check": r'block 2 is missing (expected text "error: rule 7 is broken'},
    "block-extra": {"lines": 'block 2 is extra (received text "more")'},
    "blocks-merged": {"check": "block 2 is missing (expected text"},
    "block-type": {"lines": "block 1 is of another type (expected text"},
    "is-error-flipped": {"check": "expected a tool-error, received a result with the same text"},
    "image-changed": {
        "picture": "block 2: image/png of 68 bytes expected, 3 received; first difference at byte 1"
    },
    "structured-missing": {"measure": "structured content is missing"},
    "structured-number": {"measure": "structured content: same JSON, /total is 1.0 expected, 1 received"},
    "structured-order": {"measure": "structured content: same JSON, other member order at the top level"},
    "meta-added": {"greet": "result members: 1 value differs; first /_meta is extra"},
    "error-code": {"greet-nobody": "expected rpc-error -32602, received rpc-error -32601"},
    "error-message": {"greet-nobody": "error message: line 1, character 7: expected "},
    "error-data": {"greet-nobody": "error data: 1 value differs; first /missing/0 is missing"},
    "removed-answers": {
        "refused[list_things]": "expected rpc-error -32602, received a result: "
        "the removed tool list_things still answers"
    },
    "removed-code": {"refused[list_things]": "expected rpc-error -32602, received rpc-error -32601"},
    "removed-message": {"refused[list_things]": "error message: line 1, character 1: expected "},
    "tool-missing": {
        "tools": "tools: lines is missing",
        "lines": "the target does not advertise the tool lines; ",
    },
    "tool-extra": {"tools": "tools: greet_again is extra"},
    "tool-annotation": {"tools": "tools: greet /annotations/readOnlyHint: expected true, received false"},
    "tool-description": {
        "tools": 'tools: greet /description: expected "Greets somebody.", received "Greets."'
    },
    "removed-advertised": {
        "tools": "tools: list_things is extra",
        "refused[list_things]": "tools: the removed tool list_things is advertised",
    },
    "instructions": {"session": "instructions: line 1, character 7: expected "},
    "pages": {},
    "stray-line": dict.fromkeys(("greet-nobody", "greet"), "stray-output: "),
    "stray-brace": dict.fromkeys(("greet-nobody", "greet"), "stray-output: "),
    "stray-number": dict.fromkeys(("greet-nobody", "greet"), "stray-output: "),
    "stray-string": dict.fromkeys(("greet-nobody", "greet"), "stray-output: "),
    "stray-object": dict.fromkeys(("greet-nobody", "greet"), "stray-output: "),
    "stray-blank": dict.fromkeys(("greet-nobody", "greet"), "stray-output: "),
    "stray-escapes": dict.fromkeys(("greet-nobody", "greet"), "stray-output: "),
    "stray-at-start": {"session": "stray-output: "},
    "stray-at-list": {"tools": "stray-output: "},
    "bad-utf8": {"greet": 'block 1: line 1, character 5: expected "Hello, Ada!", received '},
    "unknown-id": dict.fromkeys(("greet-nobody", "greet"), "unknown-id: "),
    "id-string": dict.fromkeys(("greet-nobody", "greet"), "id-type: "),
    "id-null": {
        "greet-nobody": "expected rpc-error -32602, received rpc-error -32603",
        "greet": "expected a result, received rpc-error -32603",
    },
    "result-and-error": {
        "greet-nobody": "expected rpc-error -32602, received rpc-error -32000",
        "greet": "expected a result, received rpc-error -32000",
    },
    "no-jsonrpc": dict.fromkeys(("greet-nobody", "greet"), "bad-frame: "),
    "batch": dict.fromkeys(("greet-nobody", "greet"), "bad-frame: "),
    "result-no-object": {
        "greet-nobody": "result-and-error: an answer with both: ",
        "greet": "no answer: the target answered with a frame that cannot be read "
        "(an answer with a result that is no object) in step 1",
    },
    "duplicate-answer": {"goodbye": "duplicate-answer: the id "},
    "unfinished-line": {"goodbye": "stray-output: a line that is no JSON-RPC message: bye (after wait)"},
    "broken-json": {
        "greet": "no answer: the target answered with a frame that cannot be read "
        "(Invalid control character at character 80) in step 1"
    },
    "duplicate-member": {"greet": "block 1: text in another form"},
    "crlf-frames": {},
    "escaped-frames": {},
    "schema-input": {"tools": "schema-input: inputSchema of greet"},
    "schema-output": {
        "measure": 'structured content: 1 value differs; first /unit: expected "ms", received 7'
    },
    "capability-refused": {"tools": "capability: resources is declared, but resources/list is refused"},
    "tools-refused": {"tools": "capability: tools is declared, but tools/list is refused"},
    "cursor-repeats": {"tools": "tools: no listing: the target gives the cursor again of tools/list twice"},
    "asks-roots": {},
    "asks-sampling": {},
    "asks-elicitation": {},
    "logs-between": {},
    "crash-in-call": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target exited with code 3 in step 1"
    ),
    "crash-in-line": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target exited with code 3 in step 1"
    ),
    "crash-by-signal": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target was ended by SIGKILL in step 1"
    ),
    "hang-in-call": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target is silent after 1 s in step 1"
    ),
    "closes-output": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target closed its output and ran on in step 1"
    ),
    "closes-input": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target is silent after 1 s in step 1"
    ),
    "endless-line": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target wrote a frame of more than 1000000 bytes in step 1"
    ),
    "oversized": dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target wrote a frame of more than 1000000 bytes in step 1"
    ),
    "floods-stderr": {},
    "exit-code": {"goodbye": "exit-code: the target exited with code 3 (after wait)"},
    "ignores-end": {"goodbye": "killed: the target did not end within 5 s"},
    "ignores-sigterm": {"goodbye": "killed: the target did not end within 5 s"},
    "leaves-child": {"goodbye": "children-left: the target left behind "},
    "leaves-child-with-pipes": {"goodbye": "children-left: the target left behind "},
    "leaves-session": {"goodbye": "children-left: the target left behind "},
    "leaves-daemon": {"goodbye": "children-left: the target left behind "},
    "exits-at-start": {"session": "no session with "},
    "without-server-info": {"session": "no session with "},
    "only-handshake": {},
    "only-stateless": {},
    "only-old": {},
}
#: These need a limit of their own, or the time of a case in between: see test_faults_apart.
APART = {
    "crash-after-answer", "endless-lines", "late-answer", "silent-at-start", "stops-reading", "stray-later",
}  # fmt: skip


def test_every_fault_stands_in_the_table() -> None:
    missing = FAULTS.keys() - TABLE.keys() - APART

    assert not missing
    assert not (TABLE.keys() | APART) - FAULTS.keys()


@pytest.mark.parametrize("fault", TABLE)
def test_a_fault_trips_its_own_verdict_and_no_other(suite: Path, play: Play, fault: str) -> None:
    expected = TABLE[fault]

    result = play(sound(fault), str(suite), "--mcp-max-bytes=1000000", "-rf")

    found = failures(result)
    assert found.keys() == expected.keys()
    for item, first_line in expected.items():
        assert found[item].startswith(first_line)
    assert result.ret == (1 if expected else 0)
