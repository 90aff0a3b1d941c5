from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from textwrap import dedent
from typing import Any

import jsonschema
import pytest

from pytest_mcpparity import plugin
from pytest_mcpparity.answer import Question
from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.findings import FINDINGS
from pytest_mcpparity.suite import model
from pytest_mcpparity.suite.model import GitCommit, Step, Suite, ToolsRules, WorkspaceRules
from pytest_mcpparity.suite.reader import SUITE_KEYS, read_suite
from tests.unit.suite_bad_cases import BAD_CASES
from tests.unit.suite_bad_rules import BAD_RULES
from tests.unit.suite_texts import CALL, GOOD, Bad

BAD = (*BAD_CASES, *BAD_RULES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    suite = tmp_path / "suite"
    for inside in ("files/workspace", "changes"):
        (suite / inside).mkdir(parents=True)
    (suite / "one.txt").write_text("one\n")
    (suite / "link").symlink_to(tmp_path)
    (suite / "inner").symlink_to("files")
    return suite


def read(folder: Path, text: str) -> Suite:
    return read_suite(write(folder, text))


def write(folder: Path, text: str) -> Path:
    file = folder / "mcp-suite.toml"
    file.write_text(f"format = 1\n{dedent(text)}")
    return file


def fault_of(folder: Path, text: str) -> list[str]:
    with pytest.raises(SuiteFault) as caught:
        read(folder, text)
    return str(caught.value).split("\n")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    file = resources.files("pytest_mcpparity") / "schemas" / "mcp-suite.schema.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def is_valid(schema: dict[str, Any], text: str) -> bool:
    import tomllib

    values = tomllib.loads(f"format = 1\n{dedent(text)}")
    return jsonschema.Draft202012Validator(schema).is_valid(values)


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_a_good_suite_is_read_and_valid_under_the_schema(
    folder: Path, schema: dict[str, Any], text: str
) -> None:
    suite = read(folder, text)

    assert suite.folder == folder
    assert is_valid(schema, text)


@pytest.mark.parametrize("bad", BAD, ids=[bad.name for bad in BAD])
def test_a_bad_suite_is_refused_with_file_key_and_reason(
    folder: Path, schema: dict[str, Any], bad: Bad
) -> None:
    lines = fault_of(folder, bad.text)

    assert len(lines) == 1, lines
    assert lines[0].startswith(f"{folder / 'mcp-suite.toml'}:")
    assert [word for word in bad.words if word not in lines[0]] == [], lines[0]
    assert is_valid(schema, bad.text) is not bad.schema_sees


def test_schema_and_reader_know_the_same_keys_and_findings(schema: dict[str, Any]) -> None:
    keys, findings = schema["properties"], schema["properties"]["allow"]["items"]["enum"]

    assert set(keys) == SUITE_KEYS
    assert findings == list(FINDINGS)


def test_every_key_of_a_suite_arrives(folder: Path) -> None:
    suite = read(folder, GOOD["every key of a suite"])

    assert (suite.title, suite.compare, suite.isolation) == ("All of it", "json", "case")
    assert (suite.sealed, suite.timeout, suite.instructions) == (True, 0.5, False)
    assert suite.protocols == ("2025-11-25", "2026-07-28")
    assert suite.requires == ("tools", "resources")
    assert suite.client == {"roots", "sampling", "elicitation"}
    assert suite.allow == {"exit-code", "stray-output"}
    git = GitCommit("2026-01-01T00:00:00Z", "P", "p@example.test", "fixture")
    assert suite.workspace == WorkspaceRules(folder / "files/workspace", git, folder / "changes")
    message = "unknown tool: {name}"
    rules = ToolsRules(("echo",), ("inputSchema", "_meta"), ("old_echo",), -32601, message)
    assert suite.tools == rules


def test_masks_and_known_differences_arrive_numbered_from_one(folder: Path) -> None:
    suite = read(folder, GOOD["every key of a suite"])

    first, second = suite.masks
    assert first.pattern is not None
    assert first.pattern.pattern == '"ms": (\\d+)'
    assert (first.replacement, first.cases, first.number) == ("<ms>", ("a*",), 1)
    assert (second.pattern, second.pointer) == (None, ("structuredContent", "rows", "*", "a/b"))
    assert (second.cases, second.number) == (None, 2)
    (known,) = suite.known_differences
    assert (known.cases, known.targets, known.why, known.number) == (("a", "tools"), ("port",), "reviewed", 1)
    assert known.at == "step 2 block 1 /entities/0"


def test_an_absent_key_has_its_default(folder: Path) -> None:
    suite = read(folder, CALL)

    assert (suite.title, suite.compare, suite.isolation) == ("suite", "content", "suite")
    assert (suite.sealed, suite.instructions, suite.timeout, suite.protocols) == (False, True, None, None)
    assert (suite.requires, suite.client, suite.allow) == ((), frozenset(), frozenset())
    assert (suite.workspace, suite.tools, suite.masks, suite.known_differences) == (None, None, (), ())
    (case,) = suite.cases
    assert (case.title, case.source, case.line) == ("", None, 2)
    assert case.steps == (Step(Question("call", "echo", None)),)


def test_a_case_inherits_from_the_suite_what_it_does_not_say(folder: Path) -> None:
    text = """
        compare = "json"
        isolation = "case"
        timeout = 5
        [case.a]
        tool = "x"
        [case.b]
        tool = "x"
        compare = "wire"
        isolation = "suite"
        timeout = 2
        """

    first, second = read(folder, text).cases

    assert (first.compare, first.isolation, first.timeout) == ("json", "case", 5)
    assert (second.compare, second.isolation, second.timeout) == ("wire", "suite", 2)


def test_cases_keep_the_order_of_the_file(folder: Path) -> None:
    suite = read(folder, "".join(f"[case.{name}]\ntool = 'x'\n" for name in ("z", "a", "m")))

    assert [case.id for case in suite.cases] == ["z", "a", "m"]


def test_steps_and_claims_arrive_in_order(folder: Path) -> None:
    (case,) = read(folder, GOOD["steps of every kind"]).cases

    assert case.steps == (
        Step(Question("call", "echo", '{"n":1}'), None, None, unadvertised=True),
        Step(Question("request", "ping", None)),
        Step(Question("frame", "", '{"jsonrpc":"2.0"}'), "no-answer"),
    )


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [
        ("""'{ "b" : 1.50, "a":{}}'""", '{ "b" : 1.50, "a":{}}'),
        ("""'{"a":1,"a":2}'""", '{"a":1,"a":2}'),
        ("""' {"a":"\\ud800"}'""", ' {"a":"\\ud800"}'),
        (
            "{ z = 1, a = 'ü\"', m = [true, 1e3, { k = '' }] }",
            '{"z":1,"a":"ü\\"","m":[true,1000.0,{"k":""}]}',
        ),
        ("{}", "{}"),
    ],
)
@pytest.mark.parametrize("more", ["", "unadvertised = false"], ids=["plain", "looked into"])
def test_arguments_are_sent_byte_for_byte_or_compact_in_their_order(
    folder: Path, arguments: str, sent: str, more: str
) -> None:
    (case,) = read(folder, f"{CALL}arguments = {arguments}\n{more}").cases

    assert case.steps == (Step(Question("call", "echo", sent)),)


def test_a_long_text_of_arguments_is_looked_into_too(folder: Path) -> None:
    good, bad = '{"text":"' + "x" * 2000 + '"}', '{"text":"' + "x" * 2000

    (case,) = read(folder, f"{CALL}arguments = '{good}'").cases
    lines = fault_of(folder, f"{CALL}arguments = '{bad}'")

    assert case.steps[0].question.body == good
    assert "is no JSON" in lines[0]


def test_all_problems_are_told_at_once_in_the_order_of_the_file(folder: Path) -> None:
    text = 'titel = "x"\n\n[case.b]\ntool = 1\n\n[case.a]\ntool = "x"\nblocks = -1\n[[mask]]\nas = "x"\n'

    lines = fault_of(folder, text)

    file = folder / "mcp-suite.toml"
    starts = [
        f"{file}:2: titel:",
        f"{file}:5: case.b.tool:",
        f"{file}:9: case.a.blocks:",
        f"{file}:10: mask[1]:",
    ]
    assert [line[: len(start)] for line, start in zip(lines, starts, strict=True)] == starts


def test_no_more_than_twenty_problems_are_told_and_the_rest_is_counted(folder: Path) -> None:
    text = "".join(f"[case.c{number}]\n" for number in range(23))

    lines = fault_of(folder, text)

    assert len(lines) == 21
    assert lines[-1] == f"{folder / 'mcp-suite.toml'}: and 3 more problems"


def test_hidden_characters_of_a_key_are_shown_and_not_sent(folder: Path) -> None:
    (line,) = fault_of(folder, '"\\u001b[31m" = 1')

    assert "\x1b" not in line
    assert "'\\u001b[31m': unknown key" in line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "format = 2\nnew_key = 1",
            "format 2 is made for another version of pytest-mcpparity: this one reads ",
        ),
        ("format = 0", "format 0 is made for another version"),
        ("title = 'x'", "format is missing: write `format = 1`"),
        ("format = '1'", "format: wrong type: an integer is needed, not a string"),
        ("format = true", "format: wrong type: an integer is needed, not a boolean"),
        ("format = 1.0", "format: wrong type: an integer is needed, not a float"),
        ("format = 1\ntitle = ", "is no TOML: Invalid value (at end of document)"),
        ("format = 1\n[case.a\n", "is no TOML: Expected ']' at the end of a table declaration (at line 2"),
        (f"format = {'1' * 5000}", "is no TOML: "),
        (f"a = {'[' * 5000}", "is no TOML that can be read: nested too deep"),
    ],
)
def test_a_file_of_another_format_or_no_toml_has_its_own_message(
    folder: Path, text: str, reason: str
) -> None:
    file = folder / "mcp-suite.toml"
    file.write_text(text)

    with pytest.raises(SuiteFault) as caught:
        read_suite(file)

    assert str(caught.value).startswith(f"{file}: {reason}")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"\xef\xbb\xbfformat = 1\n", ":1: starts with a byte order mark"),
        (b"format = 1\n\ntitle = '\xff'\n", ":3: is no UTF-8: byte 0xff"),
    ],
)
def test_a_file_that_is_not_plain_utf8_is_refused_with_its_line(
    folder: Path, raw: bytes, reason: str
) -> None:
    file = folder / "mcp-suite.toml"
    file.write_bytes(raw)

    with pytest.raises(SuiteFault) as caught:
        read_suite(file)

    assert str(caught.value).startswith(f"{file}{reason}")


def test_a_file_that_is_not_there_is_refused_with_the_reason(folder: Path) -> None:
    with pytest.raises(SuiteFault, match="cannot be read: No such file"):
        read_suite(folder / "mcp-suite.toml")


def test_a_link_that_stays_inside_may_be_copied(folder: Path) -> None:
    suite = read(folder, '[workspace]\ncopy = "inner/workspace"')

    assert suite.workspace == WorkspaceRules(folder / "inner/workspace")


def test_windows_line_ends_change_nothing_but_the_bytes_of_the_file(folder: Path) -> None:
    file = folder / "mcp-suite.toml"
    file.write_bytes(b"format = 1\r\n\r\n[case.a]\r\ntool = 'x'\r\narguments = '{}'\r\n")

    (case,) = read_suite(file).cases

    assert (case.line, case.steps[0].question.body) == (3, "{}")


def test_only_its_own_name_covers_the_listing(folder: Path) -> None:
    text = CALL + '[[known_difference]]\ncases = ["*"]\nwhy = "x"\n'
    text += '[[known_difference]]\ncases = ["tools"]\ntargets = ["port"]\nwhy = "x"'

    wide, listing = read(folder, text).known_differences

    assert (wide.covers("a"), wide.covers("tools"), wide.covers("session")) == (True, False, False)
    assert (listing.covers("tools", "port"), listing.covers("tools", "other")) == (True, False)
    assert (listing.covers("tools"), listing.covers("a", "port")) == (False, False)


def test_a_mask_covers_what_its_globs_name_and_without_globs_everything(folder: Path) -> None:
    limited, wide = read(folder, GOOD["every key of a suite"]).masks

    assert (limited.covers("a-b"), limited.covers("b"), limited.covers("tools")) == (True, False, False)
    assert all(wide.covers(one) for one in ("a", "tools", "session"))


def test_the_plugin_looks_for_the_file_that_is_read() -> None:
    assert plugin.SUITE_FILE == model.SUITE_FILE


def test_a_case_tells_whether_it_names_the_workspace(folder: Path) -> None:
    text = CALL + """[case.b]\nsteps = [{ tool = "x" }, { frame = '{"p":"{workspace}"}' }]"""

    first, second = read(folder, text).cases

    assert (first.names_workspace, second.names_workspace) == (False, True)
