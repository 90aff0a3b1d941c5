"""Texts of `mcp-suite.toml`: good ones, and bad ones with what the reader has to say about them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bad:
    """A text with one fault, and words of the one line that names it.

    `schema_sees` is False for what a schema cannot say; such a text must then be valid under it.
    """

    name: str
    text: str
    words: tuple[str, ...]
    schema_sees: bool = True


CALL = '[case.a]\ntool = "echo"\n'

GOOD = {
    "nothing but a format": "",
    "a plain call": CALL,
    "every key of a suite": """
        title = "All of it"
        compare = "json"
        isolation = "case"
        sealed = true
        timeout = 0.5
        protocols = ["2025-11-25", "2026-07-28"]
        requires = ["tools", "resources"]
        client = ["roots", "sampling", "elicitation"]
        instructions = false
        allow = ["exit-code", "stray-output"]
        [workspace]
        copy = "files/workspace"
        git = { date = "2026-01-01T00:00:00Z", name = "P", email = "p@example.test", message = "fixture" }
        dirty = "changes"
        [tools]
        advertised = ["echo"]
        descriptors = ["inputSchema", "_meta"]
        removed = ["old_echo"]
        refusal = { code = -32601, message = "unknown tool: {name}" }
        [[mask]]
        pattern = '"ms": (\\d+)'
        as = "<ms>"
        cases = ["a*"]
        [[mask]]
        pointer = "/structuredContent/rows/*/a~1b"
        as = "<row>"
        [case.a]
        title = "said twice"
        tool = "echo"
        arguments = '{"text":"hi"}'
        outcome = "result"
        blocks = 1
        source = "https://example.test/spec"
        [[known_difference]]
        cases = ["a", "tools"]
        at = "step 2 block 1 /entities/0"
        targets = ["port"]
        why = "reviewed"
        """,
    "a table of arguments": CALL + 'arguments = { z = 1, a = [true, 1.5, { b = "x" }] }',
    "no arguments": CALL + "arguments = '{}'",
    "arguments that are no object": CALL + "arguments = '[1, 2]'",
    "a workspace in arguments": CALL + """arguments = '{"path":"{workspace}/a.txt"}'""",
    "a request": '[case.a]\nmethod = "resources/read"\nparams = \'{"uri":"memo://1"}\'',
    "a frame that is no JSON": "[case.a]\nframe = 'no { JSON'",
    "steps of every kind": """
        [case.a]
        compare = "wire"
        isolation = "case"
        timeout = 3
        steps = [
          { tool = "echo", arguments = { n = 1 }, unadvertised = true },
          { method = "ping" },
          { frame = '{"jsonrpc":"2.0"}', outcome = "no-answer" },
        ]
        """,
    "steps as tables": '[[case.a.steps]]\ntool = "x"\n[[case.a.steps]]\ntool = "y"\noutcome = "tool-error"\n',
    "the longest id": f"[case.{'a' * 100}]\ntool = 'x'",
    "a claim of no blocks": CALL + "blocks = 0",
    "a pointer where nothing is compared at wire": """
        [case.a]
        tool = "x"
        compare = "wire"
        [case.b]
        tool = "x"
        [[mask]]
        pointer = "/structuredContent"
        as = "<all>"
        cases = ["b"]
        """,
}
