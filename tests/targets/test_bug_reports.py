"""The faults of public bug reports, one server each: what a user of the plugin sees of them.

The numbers are those of docs/reference/bug-reports.md.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.targets.conftest import PlayHere
from tests.targets.playing import Outcome

SERVER = Path(__file__).with_name("bug_servers.py")

Hold: TypeAlias = Callable[[str], Outcome]

#: Report, the cases of its suite, and the items that fail with the start of each one's first line.
TABLE: dict[str, tuple[list[str], dict[str, str]]] = {
    "B1": (
        ["echo"],
        {
            "echo": "block 1: line 1, character 26: expected "
            '"Error executing tool echo: no such column: nope", received "Error executing tool echo"'
        },
    ),
    "B2": (
        ["echo"],
        {"echo": 'structured content: 1 value differs; first /content: expected "x", received ['},
    ),
    "B3": (
        ["echo", "gone"],
        {"gone": 'expected rpc-error -32602, received a tool-error with the same text "Unknown tool: gone"'},
    ),
    "B5": (["echo", "quiet"], {"echo": "stray-output: "}),
    "B6": (["echo", "quiet"], {"echo": "stray-output: "}),
    "B7": (["echo"], {}),
    "B8": (["spelled", "lone"], {"lone": "block 1: line 1, character 1: expected "}),
    "B9": (
        ["text", "structured"],
        {
            "text": 'block 1: line 1, character 7: expected "Echo: Test", received "Echo: test"',
            "structured": 'structured content: 1 value differs; first /result: expected "Echo: Test"',
        },
    ),
    "B10": (["echo"], {"echo": "block 1: "}),
    "B11": (["echo"], {"echo": "unknown-id: "}),
    "B13": (["echo"], {"echo": "block 1: line 2, character 36: expected "}),
    "B14": (["echo"], {"echo": "structured content is missing"}),
    "B15": (["echo"], {"echo": "block 1: same lines, other order"}),
    "B16": (["a"], {"tools": "tools: c is missing"}),
    "B17": (["echo"], {"session": "no session with `"}),
}


def _server(bug: str, way: str) -> str:
    return f"--mcp-server={sys.executable} {SERVER} {bug} {way}"


def _case(name: str, **keys: str) -> str:
    return "\n".join(
        [f"[case.{name}]", f'tool = "{name}"', *(f"{key} = {value}" for key, value in keys.items())]
    )


def _write(folder: Path, *parts: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mcp-suite.toml").write_text("\n\n".join(["format = 1", *parts]) + "\n", encoding="utf-8")


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    return pytester.path / "suites" / "report"


@pytest.fixture
def hold(suite: Path, play_here: PlayHere) -> Hold:
    """Record on the sound server, compare with the faulty one."""

    def run(bug: str) -> Outcome:
        recorded = play_here(suite, _server(bug, "sound"), "--mcp-record")
        assert recorded.failed == {}, recorded.output
        return play_here(suite, _server(bug, "faulty"))

    return run


@pytest.mark.parametrize("bug", TABLE)
def test_the_fault_is_named_and_nothing_else_fails(
    bug: str, suite: Path, hold: Hold, play_here: PlayHere
) -> None:
    cases, says = TABLE[bug]
    _write(suite, *(_case(name, unadvertised="true") for name in cases))

    faulty = hold(bug)
    sound = play_here(suite, _server(bug, "sound"))

    assert set(faulty.failed) == set(says), faulty.output
    assert {item: faulty.failed[item][: len(start)] for item, start in says.items()} == says
    assert (sound.failed, sound.exit_code) == ({}, 0), sound.output


def test_b2_an_answer_that_breaks_its_own_schema_is_not_recorded(suite: Path, play_here: PlayHere) -> None:
    _write(suite, _case("echo"))

    outcome = play_here(suite, _server("B2", "faulty"), "--mcp-record")

    assert outcome.failed["echo"].startswith("schema-output: ")
    assert not (suite / "answers" / "echo.answer").exists()


def test_b4_calls_that_follow_each_other_count_to_ten(suite: Path, hold: Hold) -> None:
    steps = ", ".join(['{ tool = "echo" }'] * 10)
    _write(suite, f'[case.count]\nsteps = [{steps}]\nisolation = "case"')

    outcome = hold("B4")

    assert outcome.failed == {}
    assert (suite / "answers" / "count.answer").read_text(encoding="utf-8").endswith("\n10\n--- end\n")


def test_b4_the_same_calls_at_once_would_not() -> None:
    calls = [
        {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "echo"}}
        for number in range(10)
    ]
    lines = "".join(json.dumps(call) + "\n" for call in calls)

    done = subprocess.run(
        [sys.executable, str(SERVER), "B4", "sound"], input=lines, capture_output=True, text=True, check=True
    )

    counts = [json.loads(line)["result"]["content"][0]["text"] for line in done.stdout.splitlines()]
    assert len(counts) == 10
    assert "10" not in counts


def test_b5_the_line_on_stdout_is_shown(suite: Path, hold: Hold) -> None:
    _write(suite, _case("echo"), _case("quiet"))

    outcome = hold("B5")

    assert "warning x" in outcome.failed["echo"]
    assert "quiet" in outcome.passed


def test_b6_each_stray_line_is_shown_also_what_would_parse_as_json(suite: Path, hold: Hold) -> None:
    _write(suite, _case("echo"))

    outcome = hold("B6")

    shown = [line for line in outcome.output.splitlines() if line.startswith("stray-output: ")]
    assert len(shown) == 5, outcome.output
    for line, junk in zip(shown, ["{", "message: 'x'", "}", "123", "x"], strict=True):
        assert junk in line


def test_b7_a_line_end_of_windows_is_no_part_of_the_text(suite: Path, hold: Hold) -> None:
    _write(suite, _case("echo"))

    hold("B7")

    answer = (suite / "answers" / "echo.answer").read_text(encoding="utf-8")
    assert '--- text json\n"one\\u000d"\n"two"\n--- end\n' in answer


def test_b8_half_a_character_is_kept_in_the_file(suite: Path, hold: Hold) -> None:
    _write(suite, _case("lone"))

    hold("B8")

    assert '"\\ud83d"' in (suite / "answers" / "lone.answer").read_text(encoding="utf-8")


def test_b10_five_megabytes_in_small_pieces_are_kept_whole(suite: Path, hold: Hold) -> None:
    _write(suite, _case("echo"))

    hold("B10")

    assert (suite / "answers" / "echo.answer").stat().st_size > 4_900_000


def test_b11_a_late_answer_is_never_anothers(suite: Path, hold: Hold) -> None:
    _write(suite, _case("slow", timeout="1"), _case("echo"))

    outcome = hold("B11")

    assert outcome.failed["slow"].startswith("no answer: the target is silent after 1 s")
    assert outcome.failed["echo"].startswith("unknown-id: ")
    assert '"of slow"' not in outcome.output


def test_b12_a_target_that_will_not_end_is_killed_and_nothing_is_left(suite: Path, hold: Hold) -> None:
    _write(suite, _case("echo"))

    outcome = hold("B12")

    processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    mine = [line for line in processes.splitlines() if str(SERVER) in line and " B12 " in line]
    assert list(outcome.failed) == ["goodbye"]
    assert outcome.failed["goodbye"].startswith("killed: ")
    assert mine == []


def test_b13_a_mask_lets_the_version_vary(suite: Path, hold: Hold) -> None:
    mask = "[[mask]]\npattern = 'errors\\.pydantic\\.dev/(\\d+\\.\\d+)/'\nas = \"<version>\""
    _write(suite, mask, _case("echo"))

    outcome = hold("B13")

    assert outcome.failed == {}


def test_b13_the_failure_suggests_a_mask_that_settles_it(suite: Path, hold: Hold) -> None:
    _write(suite, _case("echo"))
    outcome = hold("B13")
    lines = [line.strip() for line in outcome.output.splitlines()]
    start = lines.index("[[mask]]")
    _write(suite, "\n".join(lines[start : start + 3]), _case("echo"))

    outcome = hold("B13")

    assert outcome.failed == {}, outcome.output


def test_b16_all_pages_of_the_listing_are_recorded(suite: Path, hold: Hold) -> None:
    _write(suite, _case("c"))

    hold("B16")

    tools = (suite / "answers" / "tools.answer").read_text(encoding="utf-8")
    assert [f'"name": "{name}"' in tools for name in "abc"] == [True, True, True]


def test_b17_a_server_that_does_not_start_is_reported_once_with_its_last_words(
    suite: Path, hold: Hold
) -> None:
    _write(suite, _case("echo"))

    outcome = hold("B17")

    words = "AttributeError: 'Server' object has no attribute 'list_tools'"
    assert outcome.failed.keys() == {"session"}
    assert outcome.failed["session"].endswith(f"exited with code 1 before it negotiated: {words}")
    _, heading, stderr = outcome.output.partition("the last lines of its stderr:\n")
    assert heading
    assert stderr.count(words) == 1
    assert outcome.output.count("Traceback (most recent call last)") == 1
    assert outcome.skipped == {"tools", "echo", "goodbye"}
