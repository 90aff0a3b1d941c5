"""Faults that need a limit of their own, and what happens after an answer (spec §§ 6, 7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, raw_server, small_suite, sound

_TWO_CASES = """
[case.first]
tool = "first"
[case.second]
tool = "second"
"""
#: The next question is asked only when what came after the answer is over.
_WAIT = """
import pathlib, time

def pytest_runtest_setup(item):
    if item.name == "second":
        while not pathlib.Path("over").exists():
            time.sleep(0.01)
"""
_WAIT_FOR_THE_END = """
        import subprocess
        pid = pathlib.Path("over").read_text()
        state = ["ps", "-o", "stat=", "-p", pid]
        while subprocess.run(state, capture_output=True).stdout[:1] not in (b"", b"Z"):
            time.sleep(0.01)
"""
_STRAY_AFTER = """
def after(tool):
    if tool == "first":
        write(b"a tail\\n")
        open("over", "w").close()

serve({"first": lambda _: "1", "second": lambda _: "2"}, after=after)
"""


def recorded(pytester: pytest.Pytester, play: Play, body: str, text: str = _TWO_CASES) -> str:
    """Record a suite on a sound server; the option that starts the one of `body`."""
    small_suite(pytester.path, text)
    well = raw_server(pytester.path, "serve({'first': lambda _: '1', 'second': lambda _: '2'})", "well.py")
    assert play(well, "suites", "--mcp-record").ret == 0
    return raw_server(pytester.path, body)


def test_what_is_written_after_an_answer_fails_goodbye_which_names_the_case_before(
    pytester: pytest.Pytester, play: Play
) -> None:
    server = recorded(pytester, play, _STRAY_AFTER)
    pytester.makeconftest(_WAIT)

    result = play(server, "suites")

    expected = "stray-output: a line that is no JSON-RPC message: a tail (after first)"
    assert failures(result) == {"goodbye": expected}


_RAW = """
def second(raw):
    write(raw.encode() + b"\\n")
    os._exit(0)

serve({{"first": lambda _: "1", "second": lambda _: second({raw!r})}})
"""
_BODY = '"result":{"content":[{"type":"text","text":"2"}]'


@pytest.mark.parametrize(
    ("raw", "says", "tail"),
    [
        (f'{{"jsonrpc":"2.0","id":"1000002",{_BODY}}}}}', "id-type: the question has the id 1000002", False),
        (
            f'{{"jsonrpc":"1.0","id":1000002,{_BODY}}}}}',
            'bad-frame: a message without "jsonrpc":"2.0"',
            False,
        ),
        (
            f'{{"jsonrpc":"2.0","id":1000001,{_BODY}}}}}',
            "duplicate-answer: the id 1000001 was answered before",
            True,
        ),
        ('{"jsonrpc":"2.0"}', "bad-frame: a message without method, result and error", True),
        ("log", "stray-output: a line that is no JSON-RPC message", True),
    ],
)
def test_the_case_before_is_named_only_where_it_could_be_the_cause(
    raw: str, says: str, tail: bool, pytester: pytest.Pytester, play: Play
) -> None:
    server = recorded(pytester, play, _RAW.format(raw=raw))

    result = play(server, "suites", "-k", "first or second")

    line = f"{says}: {raw}{' (it may be the tail of first, played before)' if tail else ''}"
    assert line in result.outlines


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ('"result":{"a":NaN}}', "NaN is no JSON value at character 44"),
        ('"result":"2"}', "an answer with a result that is no object"),
        ('"error":"boom"}', "an answer with an error that is no object"),
    ],
)
def test_a_frame_that_cannot_be_read_is_told_with_the_reason(
    rest: str, why: str, pytester: pytest.Pytester, play: Play
) -> None:
    server = recorded(pytester, play, _RAW.format(raw='{"jsonrpc":"2.0","id":1000002,' + rest))

    result = play(server, "suites", "-k", "first or second")

    expected = f"no answer: the target answered with a frame that cannot be read ({why}) in step 1"
    assert failures(result) == {"second": expected}


def test_what_goodbye_would_fail_for_is_shown_where_goodbye_is_not_selected(
    pytester: pytest.Pytester, play: Play
) -> None:
    server = recorded(pytester, play, _STRAY_AFTER)
    pytester.makeconftest(_WAIT)

    result = play(server, "suites", "-k", "first or second")

    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["*found, but not by an item of this selection*", "suites/small: stray-output: *a tail (after first)"]
    )


def test_a_finding_that_the_suite_allows_fails_nothing(pytester: pytest.Pytester, play: Play) -> None:
    server = recorded(pytester, play, _STRAY_AFTER, f'allow = ["stray-output"]\n{_TWO_CASES}')
    pytester.makeconftest(_WAIT)

    result = play(server, "suites")

    assert result.ret == 0


def test_a_death_after_an_answer_fails_goodbye_and_the_next_case_gets_a_new_process(
    pytester: pytest.Pytester, play: Play
) -> None:
    body = """
    def after(tool):
        if tool == "first":
            open("pid", "w").write(str(os.getpid()))
            os.rename("pid", "over")
            os._exit(5)

    serve({"first": lambda _: "1", "second": lambda _: "2"}, after=after)
    """
    server = recorded(pytester, play, body)
    pytester.makeconftest(_WAIT.rstrip() + _WAIT_FOR_THE_END)

    result = play(server, "suites", "-v")

    assert failures(result).keys() == {"goodbye"}
    assert failures(result)["goodbye"].startswith("exit-code: the target exited with code 5 ")
    assert failures(result)["goodbye"].endswith(" (after first)")
    result.stdout.fnmatch_lines(["*::second PASSED*"])


def test_a_finding_in_a_process_of_its_own_fails_its_case(pytester: pytest.Pytester, play: Play) -> None:
    body = 'serve({"first": lambda _: "1", "second": lambda _: "2"}, at_end=lambda: sys.exit(3))'
    server = recorded(pytester, play, body, _TWO_CASES + 'isolation = "case"\n')

    result = play(server, "suites")

    assert failures(result) == {
        "second": "exit-code: the target exited with code 3",
        "goodbye": "exit-code: the target exited with code 3 (after first)",
    }


def test_messages_without_end_fail_their_case_as_oversized(suite: Path, play: Play) -> None:
    result = play(
        sound("endless-lines"), str(suite), "-k", "greet", "--mcp-max-bytes=100000", "--mcp-timeout=60"
    )

    line = "no answer: the target wrote messages besides the answer of more than 100000 bytes in step 1"
    assert failures(result) == {"greet-nobody": line, "greet": line}


def test_a_late_answer_fails_its_case_and_is_not_taken_for_the_next_one(suite: Path, play: Play) -> None:
    result = play(sound("late-answer"), str(suite), "-k", "greet-nobody or memo", "--mcp-timeout=0.4")

    assert failures(result) == {"greet-nobody": "no answer: the target is silent after 0.4 s in step 1"}


def test_a_late_answer_within_the_limit_is_an_answer(suite: Path, play: Play) -> None:
    result = play(sound("late-answer"), str(suite), "-k", "greet-nobody", "--mcp-timeout=60")

    assert result.ret == 0


def test_a_target_that_is_silent_at_start_fails_session_and_the_rest_is_skipped(
    suite: Path, play: Play
) -> None:
    result = play(sound("silent-at-start"), str(suite), "--mcp-start-timeout=0.5")

    assert failures(result).keys() == {"session"}
    assert "the target is silent after 0.5 s before it negotiated" in failures(result)["session"]
    result.assert_outcomes(failed=1, passed=1, skipped=13)


def test_a_target_that_stops_reading_before_a_case_fails_it_and_the_line_says_when(
    suite: Path, play: Play
) -> None:
    result = play(sound("stops-reading"), str(suite), "-k", "check", "--mcp-timeout=0.5")

    line = "no answer: the target is silent after 0.5 s, before it was asked in step 1"
    assert failures(result) == {"check": line}
