"""Another outcome: its reason is shown past what SDKs put in front of it, and each text once (spec § 4.1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Media, Result, RpcError, Text
from pytest_mcpparity.compare.answers import compare_answers
from pytest_mcpparity.explain.explanation import explain
from pytest_mcpparity.json_text import parse
from tests.unit.compare_made import answer, blocks, explained, members

REASON = "Error executing tool create_chart: Invalid arguments: the column 'amount' holds no numbers at all,"


def failed(*texts: str) -> Result:
    return Result(blocks=tuple(Text(text) for text in texts), is_error=True)


def test_the_reason_of_a_failure_is_shown_for_110_characters() -> None:
    long = REASON + " and more of it"
    shown = f'"{long[:110]}…"'
    refused = RpcError("-32602", long)

    assert (
        explained(blocks("made"), failed(long)).first_line
        == f"expected a result, received a tool-error: {shown}"
    )
    assert explained(refused, failed(long)).first_line == (
        f"expected rpc-error -32602, received a tool-error with the same text {shown}"
    )
    assert explained(blocks("made"), failed(long[:110])).first_line.endswith(f': "{long[:110]}"')


@pytest.mark.parametrize(
    ("expected", "received", "counts"),
    [
        (blocks("a", "b", "c"), failed("x"), "; 3 blocks expected, 1 received"),
        (blocks("a"), failed("x", "y"), "; 1 block expected, 2 received"),
        (blocks(), failed("x"), "; no blocks expected, 1 received"),
        (blocks("a"), failed("x"), ""),
        (RpcError("1"), failed("x", "y"), ""),
    ],
)
def test_blocks_of_two_results_are_counted_where_their_numbers_differ(
    expected: Result | RpcError, received: Result, counts: str
) -> None:
    assert explained(expected, received).first_line.endswith(f'received a tool-error: "x"{counts}')


def test_a_text_that_changed_with_the_outcome_is_printed_once() -> None:
    made = explained(blocks("made"), failed("Error: full"))

    assert made.first_line == 'expected a result, received a tool-error: "Error: full"'
    assert made.diff == (
        "@@ -1,3 +1,3 @@",
        "-a result",
        "+a tool-error",
        " text",
        "-made",
        "+Error: full",
    )
    assert made.places == ("outcome", "block 1")


def test_other_parts_that_the_whole_answers_show_are_not_printed_again() -> None:
    expected = Result(blocks=(Text("a"), Text("b")), structured=parse('{"n":1}'), members=members('{"m":1}'))
    received = Result(blocks=(Text("a"),), members=members('{"m":2}'), is_error=True)

    made = explained(expected, received)

    assert made.places == ("outcome", "block 2", "structured", "result members")
    assert not any(line.endswith(":") for line in made.diff)
    assert [line for line in made.diff if "b" in line] == ["-b"]


def test_parts_that_the_whole_answers_leave_out_and_other_steps_are_still_printed() -> None:
    image = Media("image", "image/png", b"ab")
    expected = Result(blocks=(image, Text("x", members('{"annotations":1}'))))
    received = Result(
        blocks=(Media("image", "image/png", b"ac"), Text("x", members('{"annotations":2}'))), is_error=True
    )

    made = explain(compare_answers(answer(expected, blocks("c")), answer(received, blocks("d")), "content"))

    assert [line for line in made.diff if line.endswith(":")] == [
        "step 1 outcome:",
        "step 1 block 1:",
        "step 1 block 2 members:",
        "step 2 block 1:",
    ]
