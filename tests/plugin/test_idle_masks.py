"""A mask that no longer finds what it replaced: the failure says so (spec § 4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, lines_of, raw_server, small_suite

MASKS = """
[[mask]]
pattern = 'at (\\d\\d:\\d\\d)'
as = "<time>"
[[mask]]
pattern = 'by (\\w+)'
as = "<user>"
"""
CASES = """
[case.now]
tool = "now"
[case.twice]
steps = [{ tool = "now" }, { tool = "now" }]
"""
IDLE = "Mask 1, which writes <time>, finds nothing in what was received."


def server(folder: Path, answers: str) -> str:
    """A server whose tool gives one of these answers after the other, from the first on again."""
    return raw_server(
        folder,
        f"""
        import itertools
        answers = itertools.cycle([{answers}])
        serve({{"now": lambda _: next(answers)}})
        """,
    )


@pytest.fixture
def recorded(pytester: pytest.Pytester, play: Play) -> Path:
    """The folder of a suite in whose answers both masks have written."""
    small_suite(pytester.path, MASKS + CASES)
    play(server(pytester.path, 'text("made at 10:00 by me")'), "--mcp-record").assert_outcomes(passed=6)
    return pytester.path


def test_a_mask_that_finds_nothing_any_more_is_named(recorded: Path, play: Play) -> None:
    result = play(server(recorded, 'text("made at ten o\'clock by you")'))

    assert failures(result)["now"] == (
        'block 1: line 1, character 9: expected "made at <time> by <user>", '
        'received "made at ten o\'clock by <user>"'
    )
    assert lines_of(result, "Mask ") == [IDLE, IDLE]


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param('text("done at 10:00 by me")', id="both masks find something"),
        pytest.param(
            '{"result": {"content": [], "isError": True}}', id="another outcome has nothing to find"
        ),
    ],
)
def test_no_mask_is_named_without_a_need(recorded: Path, play: Play, answers: str) -> None:
    result = play(server(recorded, answers))

    assert failures(result).keys() == {"now", "twice"}
    assert lines_of(result, "Mask ") == []


def test_of_several_steps_one_is_enough(recorded: Path, play: Play) -> None:
    result = play(server(recorded, 'text("made at 10:00 by me"), text("made at ten by me")'), "-k", "twice")

    assert lines_of(result, "Mask ") == [IDLE]
