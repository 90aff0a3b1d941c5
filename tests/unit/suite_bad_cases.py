"""Suites with one fault in a case, or among the keys of the suite itself."""

from __future__ import annotations

from tests.unit.suite_texts import CALL, Bad

_MASK = CALL + "[[mask]]\n"
_COMMIT = """
[workspace]
copy = "files"
[workspace.git]
name = "N"
email = "e@example.test"
message = "m"
"""
_STEPS = "[case.a]\nsteps = [\n"

BAD_CASES = (
    Bad("unknown key", 'titel = "x"', ("titel: unknown key", "did you mean title?")),
    Bad("unknown far key", "zzz = 1", ("zzz: unknown key", "known here: allow, case, client")),
    Bad("unknown key of a case", CALL + "argument = '{}'", ("case.a.argument: unknown", "arguments?")),
    Bad("unknown key of a step", _STEPS + '{ tool = "x", blokcs = 1 } ]', ("steps[1].blokcs", "blocks?")),
    Bad("a step with a title", _STEPS + '{ tool = "x", title = "x" } ]', ("steps[1].title: unknown key",)),
    Bad("unknown key of a mask", _MASK + 'pattern = "x"\nas = "y"\ncase = ["a"]', ("mask[1].case", "cases?")),
    Bad(
        "unknown key of tools", '[tools]\nadvertise = ["x"]', ("tools.advertise", "did you mean advertised?")
    ),
    Bad("unknown key of refusal", "[tools]\nrefusal = { cod = 1 }", ("tools.refusal.cod", "code?")),
    Bad("unknown key of workspace", '[workspace]\ncopy = "files"\ncopi = "x"', ("workspace.copi", "copy?")),
    Bad("unknown key of git", _COMMIT + 'date = "2026-01-01T00:00:00Z"\nmail = "x"', ("git.mail", "email?")),
    Bad("a title that is a number", "title = 1", ("title: wrong type: a string is needed, not an integer",)),
    Bad("a flag that is a string", 'sealed = "yes"', ("sealed: wrong type: true or false", "not a string")),
    Bad("a flag that is a number", "instructions = 1", ("instructions: wrong type", "not an integer")),
    Bad("blocks that are true", CALL + "blocks = true", ("case.a.blocks: wrong type", "not a boolean")),
    Bad("blocks below zero", CALL + "blocks = -1", ("case.a.blocks: ", "0 or more")),
    Bad("a timeout that is true", "timeout = true", ("timeout: wrong type: a number of seconds",)),
    Bad("a timeout of zero", "timeout = 0", ("timeout: must be a number of seconds above 0",)),
    Bad("a timeout below zero", CALL + "timeout = -0.5", ("case.a.timeout: must be", "above 0")),
    Bad("a timeout without end", "timeout = inf", ("timeout: must be", "no infinity")),
    Bad("a timeout that is no number", "timeout = nan", ("timeout: must be",), schema_sees=False),
    Bad(
        "a name for a list", 'requires = "tools"', ("requires: wrong type: a list of strings", "not a string")
    ),
    Bad("a number in a list", "requires = [1]", ("requires[1]: wrong type: a string is needed",)),
    Bad("a blank capability", 'requires = [" "]', ("requires[1]: is no name",)),
    Bad("a date for a string", "title = 2026-01-01", ("title: wrong type", "not a date or time")),
    Bad("an unknown level", 'compare = "jsno"', ("compare: unknown value 'jsno'", "did you mean json?")),
    Bad("a far level", 'compare = "bytes!"', ("compare: unknown value", "known are content, json, wire")),
    Bad("an unknown isolation", CALL + 'isolation = "cases"', ("case.a.isolation", "did you mean case?")),
    Bad("a level that is a number", "compare = 1", ("compare: wrong type",)),
    Bad("an unknown outcome", CALL + 'outcome = "error"', ("case.a.outcome: unknown value", "rpc-error")),
    Bad("an unknown revision", 'protocols = ["2025-11-26"]', ("protocols[1]", "did you mean 2025-11-25?")),
    Bad("no revision", "protocols = []", ("protocols: is empty",)),
    Bad("an unknown capability", 'client = ["root"]', ("client[1]", "did you mean roots?")),
    Bad("an unknown finding", 'allow = ["exit_code"]', ("allow[1]", "did you mean exit-code?")),
    Bad("cases as a list", '[[case]]\ntool = "x"', ("case: wrong type: a table is needed, not a list",)),
    Bad("a case that is no table", 'case = { a = "x" }', ("case.a: wrong type: a table",)),
    Bad("an id in upper case", '[case.List]\ntool = "x"', ("case.List: a case's id starts with a-z",)),
    Bad("an id with a dot", '[case."a.b"]\ntool = "x"', ("case.'a.b': a case's id",)),
    Bad("an id that starts with a dash", '[case.-a]\ntool = "x"', ("case.-a: a case's id",)),
    Bad("an empty id", '[case.""]\ntool = "x"', ("case.'': a case's id",)),
    Bad("an id too long", f"[case.{'a' * 101}]\ntool = 'x'", ("at most 100 characters, this one has 101",)),
    *(
        Bad(
            f"the id {name}",
            f'[case.{name}]\ntool = "x"',
            (f"case.{name}: an item of the suite has this id",),
        )
        for name in ("session", "tools", "refused", "inventory", "goodbye")
    ),
    Bad("a case that asks nothing", "[case.a]\ntitle = 'x'", ("case.a: asks nothing", "list of steps")),
    Bad("tool and method", CALL + 'method = "ping"', ("case.a: has tool and method", "exactly one")),
    Bad("tool and frame", CALL + "frame = '{}'", ("case.a: has tool and frame",)),
    Bad("tool and steps", CALL + 'steps = [{ tool = "x" }]', ("case.a.tool: a case with steps",)),
    Bad("steps and a claim", '[case.a]\noutcome="result"\nsteps = [{tool="x"}]', ("a.outcome: a case with",)),
    Bad("no steps", "[case.a]\nsteps = []", ("case.a.steps: is empty",)),
    Bad("steps that are no tables", '[case.a]\nsteps = ["x"]', ("case.a.steps[1]: wrong type: a table",)),
    Bad(
        "steps that are no list", "[case.a]\nsteps = { tool = 'x' }", ("a.steps: wrong type: a list of tab",)
    ),
    Bad("a step that asks nothing", _STEPS + "{ blocks = 1 } ]", ("case.a.steps[1]: asks nothing: a step",)),
    Bad("a step that asks twice", _STEPS + "{ tool='x', frame='y' } ]", ("steps[1]: has tool and frame",)),
    Bad("arguments without tool", "[case.a]\narguments = '{}'", ("case.a: asks nothing",)),
    Bad(
        "arguments of a method",
        "[case.a]\nmethod='x'\narguments='{}'",
        ("does not go with method", "params?"),
    ),
    Bad("params of a tool", CALL + "params = '{}'", ("case.a.params: does not go with tool", "arguments?")),
    Bad("params of a frame", "[case.a]\nframe='x'\nparams='{}'", ("case.a.params: does not go with frame",)),
    Bad(
        "blocks of an error", CALL + 'outcome="rpc-error"\nblocks=1', ("a.blocks: only a result has blocks",)
    ),
    Bad(
        "blocks of no answer",
        CALL + 'outcome="no-answer"\nblocks=0',
        ("a.blocks: only a result", "no-answer"),
    ),
    Bad(
        "arguments of a number", CALL + "arguments = 1", ("case.a.arguments: wrong type: JSON text or a tab",)
    ),
    Bad("a tool that is a number", "[case.a]\ntool = 1", ("case.a.tool: wrong type",)),
    Bad(
        "arguments that are no JSON",
        CALL + "arguments = '{\"a\":}'",
        ("case.a.arguments: is no JSON: Expecting value at character 5", "write the whole frame"),
        schema_sees=False,
    ),
    Bad("empty arguments", CALL + "arguments = ''", ("case.a.arguments: is no JSON",), schema_sees=False),
    Bad(
        "two values", CALL + "arguments = '{} {}'", ("arguments: is no JSON: Extra data",), schema_sees=False
    ),
    Bad("NaN", CALL + "arguments = '{\"a\":NaN}'", ("is no JSON: NaN is no JSON value",), schema_sees=False),
    Bad(
        "JSON that nests too deep",
        CALL + f"arguments = '{'[' * 300}{']' * 300}'",
        ("is no JSON: nested deeper than 256 levels",),
        schema_sees=False,
    ),
    Bad("a line break in arguments", CALL + 'arguments = "{\\n}"', ("case.a.arguments: holds a line break",)),
    Bad("a return in arguments", CALL + 'arguments = "{\\r}"', ("case.a.arguments: holds a line break",)),
    Bad("a break at the end", CALL + "arguments = '''{}\n'''", ("case.a.arguments: holds a line break",)),
    Bad("a line break in params", '[case.a]\nmethod="x"\nparams="{\\n}"', ("a.params: holds a line break",)),
    Bad("a line break in a frame", '[case.a]\nframe="x\\n"', ("case.a.frame: holds a line break",)),
    Bad(
        "a date in arguments",
        CALL + "arguments = { since = 2026-01-01 }",
        ("arguments.since: JSON has no d",),
    ),
    Bad("a time, deep", CALL + "arguments = { a = [1, 07:32:00] }", ("arguments.a[2]: JSON has no date",)),
    Bad(
        "an infinity",
        CALL + "arguments = { a = -inf }",
        ("a.arguments.a: JSON has no -inf",),
        schema_sees=False,
    ),
    Bad("a nan", CALL + "arguments = { a = nan }", ("a.arguments.a: JSON has no nan",), schema_sees=False),
)
