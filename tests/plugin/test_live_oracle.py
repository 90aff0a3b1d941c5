"""A second server as the oracle: what is held against what, and who is blamed (spec § 3)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, lines_of, outcomes, raw_server, small_suite, sound
from tests.targets.playing import SUITES, copied
from tests.targets.playing import play as play_apart
from tests.targets.releases import TARGETS


def oracle(fault: str = "none") -> str:
    """The option that asks the raw server, with one named fault, in place of recorded answers."""
    return f"--mcp-oracle={{python}} -m reference_server.faults {fault}"


def test_two_servers_that_answer_the_same_pass_and_inventory_is_skipped(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), oracle(), "-v", "-rs")

    assert result.ret == 0
    assert outcomes(result).pop("inventory") == "SKIPPED"
    result.stdout.fnmatch_lines(
        ["*the answers of the suite are not read: --mcp-oracle asks a second server*"]
    )
    result.stdout.fnmatch_lines(["suites/sound: held against faulty 1.0, 2025-11-25 over stdio"])


@pytest.mark.parametrize(
    ("fault", "item", "first_line"),
    [
        ("value", "report", 'block 1: 1 value differs; first /features/0/owner: expected "payments"'),
        ("tool-missing", "tools", "tools: lines is extra"),
        ("tool-annotation", "tools", "tools: greet /annotations/readOnlyHint: expected false, received true"),
        ("instructions", "session", "instructions: line 1, character 7: expected "),
        ("is-error-flipped", "check", "expected a result, received a tool-error with the same text"),
    ],
)
def test_what_the_oracle_gives_is_what_is_expected(
    play: Play, suite: Path, fault: str, item: str, first_line: str
) -> None:
    result = play(str(suite), sound(), oracle(fault))

    assert failures(result)[item].startswith(first_line)


def test_a_fault_of_the_target_is_found_against_a_sound_oracle(play: Play, suite: Path) -> None:
    result = play(str(suite), sound("value"), oracle())

    assert failures(result) == {
        "report": 'block 1: 1 value differs; first /features/0/owner: expected "billing", received "payments"'
    }
    result.stdout.no_fnmatch_line("*record it again*")


def test_answer_files_are_not_read(play: Play, suite: Path) -> None:
    shutil.rmtree(suite / "answers")
    (suite / "answers.lock").write_text("this is no lock")

    result = play(str(suite), sound(), oracle())

    assert result.ret == 0
    result.assert_outcomes(passed=14, skipped=1)


def test_each_server_has_a_workspace_of_its_own_and_masks_hold_for_both(play: Play, tmp_path: Path) -> None:
    suite = small_suite(
        tmp_path,
        """
        [[mask]]
        pattern = 'pid (\\d+)'
        as = "<pid>"
        [workspace]
        copy = "files"
        [case.where]
        tool = "where"
        unadvertised = true
        """,
    )
    (suite / "files").mkdir()
    (suite / "files" / "count").write_text("0")
    body = """
        from pathlib import Path
        count = Path("count")
        count.write_text(str(int(count.read_text()) + 1))
        serve({"where": lambda arguments: text(f"{os.getcwd()} pid {os.getpid()} count {count.read_text()}")})
        """
    server = raw_server(tmp_path, body)

    result = play(str(suite), server, server.replace("--mcp-server", "--mcp-oracle"))

    result.assert_outcomes(passed=4, skipped=1)


def test_without_a_mask_what_varies_is_a_difference(play: Play, tmp_path: Path) -> None:
    suite = small_suite(tmp_path, '[case.pid]\ntool = "pid"\nunadvertised = true\n')
    server = raw_server(tmp_path, 'serve({"pid": lambda arguments: text(str(os.getpid()))})')

    result = play(str(suite), server, server.replace("--mcp-server", "--mcp-oracle"))

    assert failures(result)["pid"].startswith("block 1: ")


def test_a_crash_of_the_oracle_is_told_as_its_own(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), oracle("crash-in-call"))

    assert failures(result) == dict.fromkeys(
        ("greet-nobody", "greet"), "no answer from the oracle: the oracle exited with code 3"
    )
    result.stdout.fnmatch_lines(["The target has not been asked:*", "the last lines of its stderr:"])


def test_a_crash_of_the_target_is_not_blamed_on_the_oracle(play: Play, suite: Path) -> None:
    result = play(str(suite), sound("crash-in-call"), oracle())

    assert failures(result) == dict.fromkeys(
        ("greet-nobody", "greet"), "no answer: the target exited with code 3 in step 1"
    )


def test_an_oracle_that_hangs_is_told_as_its_own(play: Play, suite: Path) -> None:
    result = play(f"{suite}/mcp-suite.toml::greet", sound(), oracle("hang-in-call"), "--mcp-timeout=0.2")

    assert failures(result) == {"greet": "no answer from the oracle: the oracle is silent after 0.2 s"}


def test_an_oracle_that_does_not_start_fails_once_and_the_rest_is_skipped(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), oracle("exits-at-start"), "-rfs")

    (failed,) = failures(result).items()
    assert failed[0] == "session"
    assert failed[1].startswith("the oracle does not come up: no session with ")
    assert "the oracle exited with code 4 before it negotiated" in failed[1]
    result.stdout.fnmatch_lines(["*SKIPPED*the oracle did not start: *"])


def test_an_oracle_that_is_not_there_is_not_blamed_on_the_target(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), "--mcp-oracle=no-such-command-anywhere")

    assert failures(result)["session"].startswith("the oracle does not come up: ")


def test_a_tool_that_only_the_target_advertises_is_told(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), oracle("tool-missing"))

    assert failures(result)["lines"].startswith("the oracle does not advertise the tool lines; ")


def test_an_oracle_that_refuses_its_listing_is_told(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), oracle("tools-refused"))

    assert failures(result)["tools"].startswith("the oracle declares tools, but refuses tools/list with ")


def test_an_oracle_of_another_revision_fails_session(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), oracle("only-old"), "--mcp-protocol=2025-11-25")

    assert "oracle" in failures(result)["session"]
    assert "2024-11-05" in failures(result)["session"]


def test_findings_of_the_oracle_are_told_and_fail_nothing(play: Play, suite: Path) -> None:
    result = play(str(suite), sound(), oracle("stray-line"))

    assert result.ret == 0
    assert lines_of(result, "suites/sound: found at the oracle, fails nothing: stray-output: ")


def test_findings_of_the_target_still_fail(play: Play, suite: Path) -> None:
    result = play(str(suite), sound("stray-line"), oracle())

    assert failures(result).keys() == {"greet-nobody", "greet"}


def test_a_known_difference_is_an_expected_failure_under_a_live_oracle(play: Play, suite: Path) -> None:
    known = '\n[[known_difference]]\ncases = ["report"]\nat = "block 1 /features/0/owner"\nwhy = "moved"\n'
    with (suite / "mcp-suite.toml").open("a") as file:
        file.write(known)

    result = play(str(suite), sound("value"), oracle())

    assert result.ret == 0
    result.assert_outcomes(passed=13, skipped=1, xfailed=1)


def test_each_target_is_held_against_the_oracle_on_two_workers(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, suite: Path
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    servers = [
        f"--mcp-server={name}={{python}} -m reference_server.faults {fault}"
        for name, fault in (("old", "none"), ("new", "value"))
    ]

    result = pytester.runpytest_subprocess(
        "-p", "mcpparity", "-p", "xdist", "-n2", str(suite), *servers, oracle()
    )

    assert failures(result).keys() == {"report[new]"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ((oracle(),), "--mcp-oracle needs a target to hold against it: give --mcp-server too"),
        ((sound(), oracle(), "--mcp-record"), "--mcp-record cannot be used with --mcp-oracle"),
        ((sound(), "--mcp-oracle=A=1 server"), "--mcp-oracle 'A=1 server' sets A in front of the command"),
        ((sound(), "--mcp-oracle= "), "--mcp-oracle is empty"),
    ],
)
def test_a_mix_that_cannot_be_is_a_usage_error(
    play: Play, suite: Path, options: tuple[str, ...], reason: str
) -> None:
    result = play(str(suite), *options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{reason}*"])


@pytest.mark.heavy
def test_two_published_versions_of_a_server_differ_where_they_were_rewritten(tmp_path: Path) -> None:
    old, new = TARGETS["time@2025.9.25"], TARGETS["time@2026.10.19"]
    suite = copied("time", tmp_path)

    same = play_apart(suite, [*new.options(), f"--mcp-oracle={new.command()}"], tmp_path)
    moved = play_apart(suite, [*new.options(), f"--mcp-oracle={old.command()}"], tmp_path)

    assert same.failed == {}
    assert same.skipped == {"inventory"}
    assert moved.failed["now"] == "structured content is extra"
    assert moved.failed["unknown-tool"].startswith("expected a tool-error, received rpc-error -32602: ")
    assert {"session", "goodbye"} <= moved.passed


@pytest.mark.heavy
def test_one_script_on_two_sdks_differs_where_the_sdk_speaks(tmp_path: Path) -> None:
    suite = tmp_path / "suites" / "sdk"
    suite.mkdir(parents=True)
    shutil.copy(SUITES / "pairs" / "sdk.toml", suite / "mcp-suite.toml")
    old, new = TARGETS["sdk@1.30.0"], TARGETS["sdk@2.3.0"]

    outcome = play_apart(suite, [*new.options(), f"--mcp-oracle={old.command()}"], tmp_path)

    assert outcome.failed.keys() == {"fail", "raw"}
    assert {"session", "tools", "text", "mixed", "person", "goodbye"} <= outcome.passed
