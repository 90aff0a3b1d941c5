"""The exact first lines of rows 1 to 5 of spec § 4.1, and near misses that must not be called that."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import NO_CODE, Media, NoAnswer, Result, RpcError, StepAnswer, Text
from pytest_mcpparity.compare.answers import compare_instructions, compare_refusal, compare_tools
from pytest_mcpparity.explain.explanation import explain, explain_no_answer
from pytest_mcpparity.json_text import Members, parse
from tests.unit.compare_made import (
    Body,
    blocks,
    explained,
    first_line,
    members,
    other,
    png,
    structured,
)

ERROR = RpcError("-32602", "Unknown tool: x")


def tool_error(*texts: str) -> Result:
    return Result(is_error=True, blocks=tuple(Text(text) for text in texts))


def test_no_answer_names_reason_and_step() -> None:
    made = explain_no_answer("the target exited with code 3", 1, 1)

    assert made.first_line == "no answer: the target exited with code 3 in step 1"
    assert made.kind == "no-answer"
    assert made.places == ()
    assert explain_no_answer("the target is silent after 20 s", 1, 2).places == ("step 1",)


def test_no_answer_shows_no_control_character_raw() -> None:
    assert "\x1b" not in explain_no_answer("the target said \x1b[31m", 1, 1).first_line


OUTCOMES: list[tuple[Body, Body, str]] = [
    (ERROR, blocks("found"), 'expected rpc-error -32602, received a result: "found"'),
    (ERROR, Result(), "expected rpc-error -32602, received a result"),
    (
        ERROR,
        tool_error("Unknown tool: x"),
        'expected rpc-error -32602, received a tool-error with the same text "Unknown tool: x"',
    ),
    (blocks("moved"), tool_error("exists"), 'expected a result, received a tool-error: "exists"'),
    (tool_error("a"), blocks("a"), 'expected a tool-error, received a result with the same text "a"'),
    (blocks("a"), RpcError(NO_CODE), "expected a result, received rpc-error without a code"),
    (blocks("a"), NoAnswer(), "expected a result, received no answer"),
    (ERROR, blocks(png(b"abc")), "expected rpc-error -32602, received a result: image/png of 3 bytes"),
]


@pytest.mark.parametrize(("expected", "received", "line"), OUTCOMES)
def test_another_outcome_names_both_and_what_came(expected: Body, received: Body, line: str) -> None:
    made = explained(expected, received)

    assert made.first_line == line
    assert made.kind == "outcome"
    assert made.places[0] == "outcome"


def test_a_removed_tool_that_answers_is_named() -> None:
    result = compare_refusal(StepAnswer(blocks("[]")), "list_features", -32602, None)
    error = compare_refusal(StepAnswer(tool_error("none")), "list_features", -32602, None)
    silent = compare_refusal(StepAnswer(tool_error()), "list_features", -32602, None)
    other_code = compare_refusal(StepAnswer(RpcError("-32601")), "list_features", -32602, None)

    assert explain(result).first_line == (
        "expected rpc-error -32602, received a result: the removed tool list_features still answers"
    )
    assert explain(error).first_line == (
        'expected rpc-error -32602, received a tool-error: the removed tool list_features answers "none"'
    )
    assert explain(other_code).first_line == "expected rpc-error -32602, received rpc-error -32601"
    assert explain(silent).first_line == "expected rpc-error -32602, received a tool-error"


def test_another_code_is_named_before_message_and_data() -> None:
    made = explained(ERROR, RpcError("-32601", "other", parse("1")))

    assert made.first_line == "expected rpc-error -32602, received rpc-error -32601"
    assert made.kind == "error-code"
    assert made.places == ("error code", "error message", "error data")


def test_the_same_code_with_another_message_is_no_other_code() -> None:
    made = explained(ERROR, RpcError("-32602", "Unknown tool: y"))

    assert made.first_line == (
        'error message: line 1, character 15: expected "Unknown tool: x", received "Unknown tool: y"'
    )
    assert made.kind == "text"


RULE = "error: rule 7 of the architecture forbids this, see docs/rules.md"
BLOCKS: list[tuple[Result, Result, str]] = [
    (blocks("a", "b"), blocks("b", "a"), "blocks 1 and 2 are swapped"),
    (blocks("a", "x", "b"), blocks("b", "x", "a"), "blocks 1 and 3 are swapped"),
    (blocks("a", "b", "c"), blocks("c", "a", "b"), "block 3 has moved: it is block 1 now"),
    (blocks("a", "b", "c"), blocks("b", "c", "a"), "block 1 has moved: it is block 3 now"),
    (
        blocks("a", "b", "c", "d"),
        blocks("c", "b", "d", "a"),
        "blocks 1, 3 and 4 are in another order",
    ),
    (
        blocks("a", RULE),
        blocks("a"),
        'block 2 is missing (expected text "error: rule 7 of the architecture forbids th…")',
    ),
    (blocks("a", "b"), blocks("b"), 'block 1 is missing (expected text "a")'),
    (blocks(), blocks(""), 'block 1 is extra (received text "")'),
    (Result(members=members('{"content":[]}')), blocks(""), 'block 1 is extra (received text "")'),
    (blocks("a", "b"), blocks("a", "x", "b"), 'block 2 is extra (received text "x")'),
    (
        blocks("a", png(b"abc")),
        blocks("a"),
        "block 2 is missing (expected image/png of 3 bytes)",
    ),
    (
        blocks("a"),
        blocks(other('{"type":"resource_link"}')),
        'block 1 is of another type (expected text "a", received resource_link {"type":"resource_link"})',
    ),
    (
        blocks("a"),
        blocks(other('{"type":"text","type":"text","text":"a"}')),
        (
            'block 1: text in another form (expected text "a", '
            'received text {"type":"text","type":"text","text":"a"})'
        ),
    ),
    (
        blocks(Media("image", "image/png", b"abc")),
        blocks(Media("audio", "image/png", b"abc")),
        "block 1 is of another type (expected image/png of 3 bytes, received audio image/png of 3 bytes)",
    ),
    (blocks("a", png(b"a")), blocks("a"), "block 2 is missing (expected image/png of 1 byte)"),
    (
        blocks(),
        blocks(other('{"type":"a b"}')),
        'block 1 is extra (received "a b" {"type":"a b"})',
    ),
    (blocks(), blocks(other('{"type":""}')), 'block 1 is extra (received "" {"type":""})'),
    (blocks(), blocks(other("[]")), "block 1 is extra (received block [])"),
    (
        blocks(),
        blocks(other(f'{{"id":1,"type":"{"t" * 40}"}}')),
        f'block 1 is extra (received {"t" * 40} {{"id":1,"type":"{"t" * 40}"}})',
    ),
    (
        blocks(),
        blocks(other(f'{{"type":"{"t" * 41}"}}')),
        f'block 1 is extra (received {"t" * 39}… {{"type":"{"t" * 41}"}})',
    ),
    (
        blocks(),
        blocks(other(f'{{"type":"a {"t" * 39}"}}')),
        f'block 1 is extra (received "a {"t" * 38}" {{"type":"a {"t" * 39}"}})',
    ),
    (
        blocks(*"abcdef"),
        blocks(*"bafedc"),
        "blocks 1, 2, 3, 4, 5 and 6 are in another order",
    ),
    (
        blocks(*"abcdefgh"),
        blocks(*"hgfedcba"),
        "blocks 1, 2, 3, 4, 5, 6 and 2 more are in another order",
    ),
    (
        blocks("a", "b", "c"),
        blocks("b"),
        'block 1 is missing (expected text "a"); 3 blocks expected, 1 received; 1 more part differs',
    ),
    (
        blocks("a", "b", "c"),
        blocks(),
        'block 1 is missing (expected text "a"); 3 blocks expected, none received; 2 more parts differ',
    ),
]


@pytest.mark.parametrize(("expected", "received", "line"), BLOCKS)
def test_blocks_that_moved_went_or_came_are_named(expected: Result, received: Result, line: str) -> None:
    made = explained(expected, received)

    assert made.first_line == line
    assert made.kind == "blocks"


def test_two_blocks_that_changed_are_not_called_swapped() -> None:
    assert first_line(blocks("a", "b"), blocks("b", "c")) != "blocks 1 and 2 are swapped"
    assert explained(blocks("a", "b"), blocks("c", "d")).kind == "text"
    assert explained(blocks("a", "b"), blocks("b", "a "), "content").kind != "white-space"


def test_a_changed_block_beside_a_missing_one_is_told_from_it() -> None:
    made = explained(blocks("gone", "kept: 1 file"), blocks("kept: 2 files"))

    assert made.first_line == 'block 1 is missing (expected text "gone"); 1 more part differs'


def test_swapped_blocks_at_json_may_differ_in_form() -> None:
    made = explained(blocks('{"a":1}', "b"), blocks("b", '{ "a": 1 }'), "json")

    assert made.first_line == "blocks 1 and 2 are swapped"


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        (structured("{}"), Result(), "structured content is missing"),
        (Result(), structured("null"), "structured content is extra"),
        (RpcError("1", "m", parse("{}")), RpcError("1", "m"), "error data is missing"),
        (RpcError("1"), RpcError("1", ""), "error message is extra"),
        (
            Result(blocks=(Text("a"),), structured=parse("1")),
            blocks("b"),
            "structured content is missing; 1 more part differs",
        ),
    ],
)
def test_a_part_on_one_side_only_is_missing_or_extra(expected: Body, received: Body, line: str) -> None:
    made = explained(expected, received)

    assert made.first_line == line
    assert made.kind == "parts"


def test_null_is_a_value_and_not_missing() -> None:
    made = explained(structured("null"), structured("{}"))

    assert made.first_line == (
        "structured content: 1 value differs; first the whole value: expected null, received {}"
    )


def test_instructions_have_their_own_words() -> None:
    assert explain(compare_instructions("a", None)).first_line == "instructions are missing"
    assert explain(compare_instructions(None, "")).first_line == "instructions are extra"
    assert explain(compare_instructions("Use it.", "Use me.")).first_line == (
        'instructions: line 1, character 5: expected "Use it.", received "Use me."'
    )
    assert explain(compare_instructions("a\n", "a")).first_line == (
        "instructions: same text, trailing newline missing"
    )


@pytest.mark.parametrize(
    ("name", "shown"), [("", '""'), ("n" * 100, "n" * 100), ("n" * 101, f"{'n' * 99}…"), ("a\nb", "a\\nb")]
)
def test_a_tool_is_named_by_at_most_100_characters(name: str, shown: str) -> None:
    tool = Members((("name", name),))

    assert explain(compare_tools([tool], [], None, None)).first_line == f"tools: {shown} is missing"


def test_values_of_a_tool_that_differ_are_counted() -> None:
    old, new = (members(f'{{"name":"a","b":{n},"c":{n},"d":{n}}}') for n in (1, 2))

    assert explain(compare_tools([old], [new], None, None)).first_line == (
        "tools: a /b: expected 1, received 2; 2 more values differ"
    )


def test_a_tool_on_one_side_only_is_shown_on_that_side_only() -> None:
    tool = members('{"name":"a","title":"t"}')

    missing = explain(compare_tools([tool], [], None, None))
    extra = explain(compare_tools([], [tool], None, None))

    assert {line[0] for line in missing.diff} == {"@", "-"}
    assert {line[0] for line in extra.diff} == {"@", "+"}
