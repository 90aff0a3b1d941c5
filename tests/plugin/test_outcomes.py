"""Outcomes and exit codes: what is skipped, what is not green, what does not start (spec §§ 2.2, 3, 6, 7)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, lines_of, outcomes, raw_server, small_suite, sound


def skips(result: pytest.RunResult) -> list[str]:
    """The lines of the summary that tell of skipped items."""
    return lines_of(result, "SKIPPED")


def test_without_a_target_items_are_skipped_with_the_way_out_and_inventory_runs(
    suite: Path, play: Play
) -> None:
    result = play("-v", "-rfEs")

    verdicts = outcomes(result)
    assert result.ret == 0
    assert [name for name, outcome in verdicts.items() if outcome == "PASSED"] == ["inventory"]
    assert all("no target: give --mcp-server=CMD" in line for line in skips(result))
    assert sum(outcome == "SKIPPED" for outcome in verdicts.values()) == 14


def test_without_a_target_a_broken_inventory_fails(suite: Path, play: Play) -> None:
    (suite / "answers" / "greet.answer").unlink()

    result = play()

    assert failures(result).keys() == {"inventory"}


def test_a_run_that_compared_is_green_and_one_that_compared_nothing_is_not(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    text = (suite / "mcp-suite.toml").read_text()

    green = play(sound())
    (suite / "mcp-suite.toml").write_text(text.replace('"resources"]', '"resources", "prompts"]'))
    idle = play(sound(), "-rfEs")

    assert green.ret == 0
    assert idle.ret == 5
    idle.stdout.fnmatch_lines(["ERROR: nothing was compared and nothing recorded*"])
    assert all("does not declare the capability 'prompts'" in line for line in skips(idle))


def test_a_failure_beside_nothing_compared_is_a_failure(suite: Path, play: Play) -> None:
    result = play("--mcp-server=no-such-command")

    assert result.ret == 1


def test_a_selection_without_cases_is_green(suite: Path, play: Play) -> None:
    result = play(sound(), "-k", "session or inventory")

    assert result.ret == 0


def test_collecting_only_is_green(suite: Path, play: Play) -> None:
    result = play(sound(), "--collect-only")

    assert result.ret == 0


def test_another_protocol_than_the_answers_hold_for_is_skipped(suite: Path, play: Play) -> None:
    file = suite / "mcp-suite.toml"
    file.write_text(file.read_text().replace("timeout = 1", 'timeout = 1\nprotocols = ["2025-11-25"]'))

    result = play(sound(), "--mcp-protocol=2025-11-25,2025-06-18", "-v", "-rfEs")

    verdicts = outcomes(result)
    assert verdicts["greet[2025-11-25]"] == "PASSED"
    assert verdicts["greet[2025-06-18]"] == "SKIPPED"
    assert all("the answers hold for 2025-11-25, not for 2025-06-18" in line for line in skips(result))


def test_another_revision_than_asked_for_fails_session(suite: Path, play: Play) -> None:
    result = play(sound("only-old"), "--mcp-protocol=2025-11-25")

    assert failures(result).keys() == {"session"}
    assert "asked for 2025-11-25, the target answers 2024-11-05" in failures(result)["session"]


def test_a_command_that_cannot_be_started_is_told_once_with_reason_and_nearest(
    suite: Path, play: Play
) -> None:
    result = play("--mcp-server=pythonn -m server", "-rfEs")

    line = failures(result)["session"]
    assert line.startswith("cannot start `pythonn -m server`: No such file or directory: pythonn")
    assert "the nearest command on PATH is python" in line
    assert failures(result).keys() == {"session"}
    assert all(
        one.endswith("No such file or directory: pythonn; " + line.rpartition("; ")[2])
        for one in skips(result)
    )
    assert len(skips(result)) == 13


def test_the_first_item_selected_tells_what_session_would(suite: Path, play: Play) -> None:
    result = play("--mcp-server=no-such-command", "-k", "report or check")

    assert failures(result).keys() == {"report"}
    result.assert_outcomes(failed=1, skipped=1, deselected=13)


def test_an_exit_before_negotiation_shows_code_and_stderr_and_skips_with_one_clean_line(
    suite: Path, play: Play
) -> None:
    result = play(sound("exits-at-start"), "-rfEs")

    line = failures(result)["session"]
    assert line.endswith(
        "2025-11-25: the target exited with code 4 before it negotiated: fatal: cannot go on"
    )
    result.stdout.fnmatch_lines(["the last lines of its stderr:", "fatal: cannot go on"])
    assert all(one.endswith("code 4 before it negotiated: fatal: cannot go on") for one in skips(result))
    assert len(skips(result)) == 13


def test_three_starts_in_a_row_that_fail_end_the_suite(pytester: pytest.Pytester, play: Play) -> None:
    cases = "".join(f'[case.{name}]\ntool = "a"\n' for name in "abcdefg")
    small_suite(pytester.path, cases)
    play(raw_server(pytester.path, 'serve({"a": lambda _: "1"})'), "suites", "--mcp-record")
    dies = raw_server(
        pytester.path,
        """
        if os.path.exists("dead"):
            sys.exit("no more")
        def die(_):
            open("dead", "w").close()
            os._exit(9)
        serve({"a": die})
        """,
    )

    result = play(dies, "-v", "-rfEs")

    verdicts = outcomes(result)
    assert [name for name in "abcdefg" if verdicts[name] == "FAILED"] == ["a", "b", "c", "d"]
    assert [name for name in "efg" if verdicts[name] == "SKIPPED"] == ["e", "f", "g"]
    assert all("the target did not start 3 times in a row: " in line for line in skips(result))


def test_after_a_crash_the_next_case_gets_a_new_process_and_a_new_workspace(
    pytester: pytest.Pytester, play: Play
) -> None:
    small_suite(
        pytester.path,
        '[workspace]\ncopy = "workspace"\n[case.a]\ntool = "note"\n[case.b]\ntool = "note"\n',
    )
    (pytester.path / "suites" / "small" / "workspace").mkdir()
    (pytester.path / "suites" / "small" / "workspace" / "given").touch()
    notes = 'serve({"note": lambda _: str(sorted(os.listdir()))})'
    play(raw_server(pytester.path, notes), "suites", "--mcp-record")
    dies = raw_server(
        pytester.path,
        f"""
        def note(_):
            found = str(sorted(os.listdir()))
            open("note", "w").close()
            if not os.path.exists("{pytester.path}/dead"):
                open("{pytester.path}/dead", "w").close()
                os._exit(9)
            return found
        serve({{"note": note}})
        """,
    )

    result = play(dies, "-v")

    assert failures(result) == {"a": "no answer: the target exited with code 9 in step 1"}


def test_findings_of_an_item_that_is_not_selected_are_shown_and_fail_nothing(suite: Path, play: Play) -> None:
    selected = play(sound("stray-at-start"))
    unselected = play(sound("stray-at-start"), "-k", "greet or goodbye")

    assert failures(selected).keys() == {"session"}
    assert unselected.ret == 0
    unselected.stdout.fnmatch_lines(
        ["*found, but not by an item of this selection*", "suites/sound: stray-output: *starting"]
    )


def test_the_summary_tells_who_was_spoken_to(suite: Path, play: Play) -> None:
    shutil.copytree(suite, suite.parent / "twin")

    result = play(sound(), "--mcp-protocol=2025-06-18")

    for name in ("sound", "twin"):
        result.stdout.fnmatch_lines([f"suites/{name}: faulty 1.0, 2025-06-18 over stdio"])
