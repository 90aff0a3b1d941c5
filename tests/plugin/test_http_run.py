"""Suites played against a URL: what passes, what is recorded, whose session is whose (spec §§ 2.2, 3, 5)."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.plugin.conftest import SUITES, Play, contents, failures, lines_of, small_suite, sound
from tests.server.http_serving import serving

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
_SESSIONS = '[case.one]\ntool = "lines"\n[case.two]\ntool = "lines"\n'


@pytest.mark.parametrize("form", [(), ("--events",)], ids=["json", "events"])
def test_answers_recorded_on_stdio_hold_over_http_at_every_revision(
    suite: Path, play: Play, form: tuple[str, ...]
) -> None:
    with serving("none", *form) as url:
        result = play(f"--mcp-server={url}", f"--mcp-protocol={','.join(REVISIONS)}", str(suite))

    result.assert_outcomes(passed=14 * len(REVISIONS) + 1)
    assert lines_of(result, "suites/sound [") == [
        f"suites/sound [{one}]: faulty 1.0, {one} over http" for one in REVISIONS
    ]


def test_a_url_and_a_command_are_targets_of_one_run(suite: Path, play: Play) -> None:
    with serving("value") as url:
        stdio = sound().replace("--mcp-server=", "--mcp-server=pipe=")
        result = play(f"--mcp-server=web={url}", stdio, str(suite), "-rf")

    assert failures(result).keys() == {"report[web]"}


def test_a_url_may_be_the_oracle_or_the_target_of_a_live_comparison(suite: Path, play: Play) -> None:
    with serving("none") as url, serving("value") as changed:
        same = play(str(suite), sound(), f"--mcp-oracle={url}")
        other = play(str(suite), f"--mcp-server={changed}", f"--mcp-oracle={url}", "-rf")

    assert same.ret == 0
    assert failures(other).keys() == {"report"}


def test_a_recording_over_http_gives_the_answers_of_stdio_and_says_how_they_came(
    suite: Path, play: Play
) -> None:
    toml = suite / "mcp-suite.toml"
    toml.write_text(toml.read_text().replace("sealed = true\n", ""))
    for file in (suite / "answers").iterdir():
        file.unlink()
    (suite / "answers.lock").unlink()

    with serving("none") as url:
        recorded = play(f"--mcp-server={url}", "--mcp-record", str(suite))
    compared = play(sound(), str(suite))

    assert recorded.ret == compared.ret == 0
    for file in (SUITES / "sound" / "answers").iterdir():
        assert (suite / "answers" / file.name).read_bytes() == file.read_bytes()
    lock = json.loads((suite / "answers.lock").read_text())
    assert {given["giver"]["transport"] for given in lock["answers"].values()} == {"http"}
    assert "127.0.0.1" not in (suite / "answers.lock").read_text()


def test_a_recording_plays_twice_each_time_in_a_new_session(pytester: pytest.Pytester, play: Play) -> None:
    small_suite(pytester.path, _SESSIONS)

    with serving("counts-sessions") as url:
        result = play(f"--mcp-server={url}", "--mcp-record", "-rf")

    assert set(failures(result)) == {"one", "two", "inventory"}
    assert "not recorded, two plays differ" in failures(result)["one"]


@pytest.mark.parametrize(("isolation", "sessions"), [("suite", (1, 1)), ("case", (2, 3))])
def test_isolation_by_case_opens_a_session_for_each(
    pytester: pytest.Pytester, play: Play, isolation: str, sessions: tuple[int, int]
) -> None:
    folder = small_suite(pytester.path, _SESSIONS)
    toml = folder / "mcp-suite.toml"
    play(sound(), "--mcp-record")
    isolated = _SESSIONS.replace('"lines"\n', f'"lines"\nisolation = "{isolation}"\n')
    toml.write_text(toml.read_text().replace(_SESSIONS, isolated))

    with serving("counts-sessions") as url:
        result = play(f"--mcp-server={url}", "-rf", "-vv")

    text = result.stdout.str()
    assert set(failures(result)) == {"one", "two"}
    assert [f"+session {number}" in text for number in range(1, 4)] == [
        number in sessions for number in range(1, 4)
    ]


def test_cases_that_name_the_workspace_are_skipped_with_the_reason(
    pytester: pytest.Pytester, play: Play
) -> None:
    naming = '[case.naming]\ntool = "greet"\narguments = { name = "{workspace}" }\n'
    small_suite(pytester.path, '[case.plain]\ntool = "lines"\n' + naming)
    play(sound(), "--mcp-record")

    with serving("none") as url:
        result = play(f"--mcp-server={url}", "-rs")
        recorded = play(f"--mcp-server={url}", "--mcp-record=all", "-rs")

    for one in (result, recorded):
        assert one.ret == 0
        one.stdout.fnmatch_lines(["*names {workspace}, and a target by URL has no workspace of ours*"])
        one.assert_outcomes(passed=5, skipped=1)


def test_after_a_hang_only_the_question_in_flight_fails(suite: Path, play: Play) -> None:
    with serving("hang-in-call") as url:
        result = play(f"--mcp-server={url}", str(suite), "-rf")

    silent = "no answer: the target is silent after 1 s in step 1"
    assert failures(result) == {"greet-nobody": silent, "greet": silent}


def test_a_target_that_dies_is_told_at_once_and_given_up_after_three_starts(suite: Path, play: Play) -> None:
    with serving("crash-in-call") as url:
        result = play(f"--mcp-server={url}", str(suite), "-rfs")

    found = failures(result)
    assert found.keys() == {"greet-nobody", "memo", "greet", "wait"}
    assert found["greet-nobody"].startswith("no answer: the connection to the target broke: ")
    assert "the target cannot be reached: connection refused" in found["memo"]
    result.stdout.fnmatch_lines(["*goodbye: the target did not start 3 times in a row: *"])


def test_a_refusal_tells_what_was_asked_what_came_and_what_to_try(suite: Path, play: Play) -> None:
    with serving("status-403") as url:
        result = play(f"--mcp-server={url}", str(suite), "-rf")

    found = failures(result)
    assert found.keys() == {"greet-nobody", "greet"}
    assert (
        found["greet"] == "no answer: the target refused tools/call greet with HTTP 403 Forbidden in step 1"
    )
    result.stdout.fnmatch_lines([
        f"asked: POST {url}, tools/call greet",
        "came: HTTP 403 Forbidden, text/plain: Origin not allowed.\\u001b[[]2J",
        "try: the credentials do not suffice*",
    ])  # fmt: skip


def test_a_forgotten_session_is_charged_to_goodbye_and_the_case_gets_a_new_one(
    suite: Path, play: Play
) -> None:
    with serving("session-forgotten") as url:
        result = play(f"--mcp-server={url}", str(suite), "-rf")

    assert failures(result).keys() == {"goodbye"}
    assert failures(result)["goodbye"].startswith("exit-code: the target does not know the session any more")


def test_goodbye_fails_where_the_end_of_the_session_is_not_taken(suite: Path, play: Play) -> None:
    with serving("delete-500") as url:
        failed = play(f"--mcp-server={url}", str(suite), "-rf")
        toml = suite / "mcp-suite.toml"
        toml.write_text(toml.read_text().replace("sealed = true\n", 'sealed = true\nallow = ["exit-code"]\n'))
        allowed = play(f"--mcp-server={url}", str(suite))

    assert failures(failed).keys() == {"goodbye"}
    assert allowed.ret == 0


def test_a_url_where_nobody_listens_fails_session_and_skips_the_rest(suite: Path, play: Play) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]

    result = play(f"--mcp-server=http://127.0.0.1:{port}/mcp", str(suite), "-rf")

    assert failures(result).keys() == {"session"}
    assert f"connection refused: nothing listens at 127.0.0.1:{port}" in failures(result)["session"]
    assert result.parseoutcomes()["skipped"] == 13


def test_mcp_target_takes_a_url(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(
        """
        def test_it(mcp_target):
            assert mcp_target.call("greet", {"name": "Ada"}).text == "Hello, Ada!"
        """
    )

    with serving("none") as url:
        result = play(f"--mcp-server={url}")

    result.assert_outcomes(passed=1)
    assert contents(pytester.path)
