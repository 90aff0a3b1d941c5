"""The exact first line of every row of spec § 4.1, and near misses that must not be called that."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import NO_CODE, Level, NoAnswer, Result, RpcError, StepAnswer, Text
from pytest_mcpparity.compare import compare_answers, compare_instructions, compare_refusal, covers
from pytest_mcpparity.differences import Comparison
from pytest_mcpparity.explain import explain, explain_no_answer
from pytest_mcpparity.json_text import MAX_DEPTH, parse
from tests.unit.compare_made import (
    Body,
    answer,
    blocks,
    compared,
    explained,
    first_line,
    framed,
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
    assert explain_no_answer("the target is silent after 20 s", 2, 3).places == ("step 2",)


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
    other_code = compare_refusal(StepAnswer(RpcError("-32601")), "list_features", -32602, None)

    assert explain(result).first_line == (
        "expected rpc-error -32602, received a result: the removed tool list_features still answers"
    )
    assert explain(error).first_line == (
        'expected rpc-error -32602, received a tool-error: the removed tool list_features answers "none"'
    )
    assert explain(other_code).first_line == "expected rpc-error -32602, received rpc-error -32601"


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
        blocks("a", "b", "c"),
        blocks("b"),
        'block 1 is missing (expected text "a"); 1 more part differs',
    ),
    (
        blocks("a", "b", "c"),
        blocks(),
        'block 1 is missing (expected text "a"); 2 more parts differ',
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


VALUES: list[tuple[Body, Body, str]] = [
    (
        blocks('{"features":[{"owner":"billing","n":1,"m":null}]}'),
        blocks('{"features":[{"owner":"payments","n":2,"m":[]}]}'),
        'block 1: 3 values differ; first /features/0/owner: expected "billing", received "payments"',
    ),
    (
        blocks('{"features":[{"owner":"billing"}]}'),
        blocks('{"features":[{}]}'),
        "block 1: 1 value differs; first /features/0/owner is missing",
    ),
    (
        blocks('{"a/b":{"c~d":1}}'),
        blocks('{"a/b":{"c~d":1,"":2}}'),
        "block 1: 1 value differs; first /a~1b/ is extra",
    ),
    (
        blocks('{"rows":[0,1,2,3,4,5,6]}'),
        blocks('{"rows":[0,1,2,4,5,6]}'),
        "block 1: 1 value differs; first /rows/3 is missing",
    ),
    (
        blocks('{"rows":[{"a":1},{"a":2}]}'),
        blocks('{"rows":[{"a":0},{"a":1},{"a":2}]}'),
        "block 1: 1 value differs; first /rows/0 is extra",
    ),
    (
        structured('{"result":[1]}'),
        structured('{"result":[2]}'),
        "structured content: 1 value differs; first /result/0: expected 1, received 2",
    ),
    (
        RpcError("1", "m", parse('{"a":true}')),
        RpcError("1", "m", parse('{"a":false}')),
        "error data: 1 value differs; first /a: expected true, received false",
    ),
    (
        Result(members=members('{"_meta":{"a":"x"}}')),
        Result(),
        "result members: 1 value differs; first /_meta is missing",
    ),
    (
        blocks(Text("a", members('{"annotations":{"priority":1}}'))),
        blocks(Text("a", members('{"annotations":{"priority":2}}'))),
        "block 1 members: 1 value differs; first /annotations/priority: expected 1, received 2",
    ),
    (
        blocks(other('{"type":"resource","resource":{"uri":"a:b","text":"x"}}')),
        blocks(other('{"type":"resource","resource":{"uri":"a:b","text":"y"}}')),
        'block 1: 1 value differs; first /resource/text: expected "x", received "y"',
    ),
    (
        blocks('{"a":1,"a":2}'),
        blocks('{"a":2}'),
        "block 1: 2 values differ; first /a: expected 1, received 2",
    ),
]


@pytest.mark.parametrize(("expected", "received", "line"), VALUES)
def test_values_are_counted_and_the_first_is_named(expected: Body, received: Body, line: str) -> None:
    made = explained(expected, received)

    assert made.first_line == line
    assert made.kind == "values"


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        (
            "a\nb\nError: ENOENT: no such file",
            "a\nb\nENOENT: no such file",
            'line 3, character 1: expected "Error: ENOENT: no such file", received "ENOENT: no such file"',
        ),
        ("E: detail", "E", 'line 1, character 2: expected "E: detail", received "E"'),
        ("a\nb\nc", "a\nc", 'line 2, character 1: expected "b\\nc", received "c"'),
        ("a", "", 'line 1, character 1: expected "a", received ""'),
        ("one\ntwo", "one", 'line 1, character 4: expected "one\\ntwo", received "one"'),
        ("ab", "a b", 'line 1, character 2: expected "ab", received "a b"'),
        ("a b", "a\u00a0b", 'line 1, character 2: expected "a b", received "a\\xa0b"'),
        ("paypal", "p\u0430ypal", 'line 1, character 2: expected "paypal", received "p\\u0430ypal"'),
        ("ﬁn", "fin", 'line 1, character 1: expected "\\ufb01n", received "fin"'),
        ('{"a":1}', '{"a":1', 'line 1, character 7: expected "{\\"a\\":1}", received "{\\"a\\":1"'),
        ("5", "6", 'line 1, character 1: expected "5", received "6"'),
        ("C:\\a", "C:/a", 'line 1, character 3: expected "C:\\\\a", received "C:/a"'),
    ],
)
def test_text_names_line_character_and_both_excerpts(expected: str, received: str, line: str) -> None:
    made = explained(blocks(expected), blocks(received))

    assert made.first_line == f"block 1: {line}"
    assert made.kind == "text"


def test_an_excerpt_shows_where_it_was_cut() -> None:
    line = first_line(blocks("x" * 100 + "a" + "y" * 100), blocks("x" * 100 + "b" + "y" * 100))

    old, new = "x" * 20 + "a" + "y" * 43, "x" * 20 + "b" + "y" * 43
    assert line == f'block 1: line 1, character 101: expected "…{old}…", received "…{new}…"'


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        (
            png(b"a" * 32 + b"b" * 780),
            png(b"a" * 32 + b"c" * 608),
            "block 1: image/png of 812 bytes expected, 640 received; first difference at byte 33",
        ),
        (
            png(b"ab"),
            png(b"a"),
            "block 1: image/png of 2 bytes expected, 1 received; first difference at byte 2",
        ),
        (
            png(b"a"),
            png(b"b", "audio/wav"),
            "block 1: image/png of 1 byte expected, audio/wav of 1 byte received; first difference at byte 1",
        ),
        (
            png(b"ab"),
            png(b"ab", "image/jpeg"),
            "block 1: image/png expected, image/jpeg received; the 2 bytes are the same",
        ),
    ],
)
def test_bytes_name_type_sizes_and_the_first_difference(expected: Text, received: Text, line: str) -> None:
    made = explained(blocks(expected), blocks(received))

    assert made.first_line == line
    assert made.kind == "bytes"


FRAME = '{"jsonrpc":"2.0","id":0,"result":{"content":[{"type":"text","text":"é"}]}}'


@pytest.mark.parametrize(
    ("received", "words"),
    [
        (
            '{"jsonrpc":"2.0","id":0,"result":{"content":[{"text":"é","type":"text"}]}}',
            'byte 49 (expected "type", received "text")',
        ),
        (FRAME + " ", 'byte 76 (expected the end of the line, received " ")'),
        (FRAME.replace('"id":0', '"id": 0'), 'byte 23 (expected 0, received " ")'),
        (FRAME.replace("é", "\\u00e9"), 'byte 69 (expected "é", received "\\u00e9")'),
    ],
)
def test_another_frame_names_byte_and_words(received: str, words: str) -> None:
    made = explain(compare_answers(framed(blocks("é"), FRAME), framed(blocks("é"), received), "wire"))

    assert made.first_line == f"same content, other frame: first difference at {words}"
    assert made.kind == "frame"
    assert made.places == ("frame",)


def _of_steps(expected: tuple[Body, ...], received: tuple[Body, ...]) -> str:
    return explain(compare_answers(answer(*expected), answer(*received), "content")).first_line


def test_with_several_steps_the_place_starts_with_the_step() -> None:
    fine = blocks("fine")

    assert _of_steps((fine, blocks("a")), (fine, blocks("b"))).startswith(
        "step 2 block 1: line 1, character 1:"
    )
    assert (
        _of_steps((fine, blocks("a", "b")), (fine, blocks("b", "a"))) == "step 2 blocks 1 and 2 are swapped"
    )
    assert _of_steps((fine, structured("1")), (fine, Result())) == "step 2 structured content is missing"
    assert _of_steps((fine, ERROR), (fine, RpcError("1"))) == (
        "step 2: expected rpc-error -32602, received rpc-error 1"
    )
    assert (
        _of_steps((fine, ERROR), (fine, Result())) == "step 2: expected rpc-error -32602, received a result"
    )


def test_the_first_step_that_differs_is_named_whatever_follows() -> None:
    line = _of_steps((blocks("a"), blocks("b"), ERROR), (blocks("x"), blocks("y"), Result()))

    assert line.startswith('step 1 block 1: line 1, character 1: expected "a", received "x"')
    assert line.endswith("; 2 more parts differ")


def test_the_first_part_that_differs_is_named_and_the_others_counted() -> None:
    expected = Result(blocks=(Text("a"), Text("b")), structured=parse("1"))
    received = Result(blocks=(Text("a"), Text("c")), structured=parse("2"))

    line = first_line(expected, received)

    assert line == 'block 2: line 1, character 1: expected "b", received "c"; 1 more part differs'


def test_nothing_can_be_explained_where_nothing_differs() -> None:
    with pytest.raises(ValueError, match="nothing differs"):
        explain(Comparison())


@pytest.mark.parametrize("pair", [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("level", ["content", "json"])
def test_the_deepest_json_is_explained_too(pair: tuple[str, str], level: Level) -> None:
    deepest = MAX_DEPTH
    old, new, spelled = (pair[0] * deepest + end + pair[1] * deepest for end in ("1", "2", "1.0"))
    too_deep = f"{pair[0]}{old}{pair[1]}"

    assert explained(blocks(old), blocks(new), level).kind == "values"
    assert explained(blocks(old), blocks(spelled), level).kind == "number-spelling"
    assert explained(structured(old), structured(new), level).kind == "values"
    assert explained(blocks(old, "x"), blocks("x", old), level).first_line == "blocks 1 and 2 are swapped"
    assert explained(blocks(too_deep), blocks(too_deep.replace("1", "2")), level).kind == "text"
    place = "block 1 " + ("/0" if pair[0] == "[" else "/a") * deepest
    assert covers(compared(blocks(old), blocks(new), level), place)


@pytest.mark.parametrize("level", ["content", "json"])
def test_bare_numbers_have_forms_and_are_text_otherwise(level: Level) -> None:
    assert explained(blocks("5"), blocks(" 6"), level).first_line == (
        'block 1: line 1, character 1: expected "5", received " 6"'
    )
    assert explained(blocks("1"), blocks("1.0"), level).first_line == (
        "block 1: same JSON, the value is 1 expected, 1.0 received"
    )
