"""`mcpparity init`: a first suite from a live server, which passes at once (spec § 5)."""

from __future__ import annotations

import io
import shlex
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_mcpparity.init import command
from pytest_mcpparity.suite.reader import read_suite
from tests.plugin.conftest import FAULTS, Init, Play, contents, raw_server

READ_ONLY = '"annotations": {"readOnlyHint": True}'


def cases(suite: Path) -> dict[str, Any]:
    """The cases of a suite by id."""
    found: dict[str, Any] = tomllib.loads((suite / "mcp-suite.toml").read_text())["case"]
    return found


def assert_passes_twice(play: Play, suite: Path, server: str, *options: str) -> None:
    """The suite is green, and green again."""
    option = server if server.startswith("--mcp-server=") else f"--mcp-server={server}"
    for _ in range(2):
        result = play(str(suite), option, *options)
        assert result.ret == 0
        result.assert_outcomes(passed=len(read_suite(suite / "mcp-suite.toml").cases) + 4)


def test_the_suite_of_a_sound_server_passes_twice(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = init(f"{FAULTS} none")

    said = capsys.readouterr().out
    suite = tmp_path / "suites" / "faulty"
    assert status == 0
    assert said.startswith("wrote suites/faulty: 18 cases of 8 tools, recorded and played again")
    assert f"run it: pytest suites/faulty '--mcp-server={FAULTS} none'" in said
    assert_passes_twice(play, suite, f"{FAULTS} none")


def test_the_suite_fails_where_the_server_changes(init: Init, play: Play, tmp_path: Path) -> None:
    init(f"{FAULTS} none", "--out", "first")

    result = play(str(tmp_path / "first"), f"--mcp-server={FAULTS} value")

    result.assert_outcomes(failed=2, passed=20)


def test_each_tool_gets_its_cases_and_an_unknown_tool_is_asked_for(init: Init, tmp_path: Path) -> None:
    init(f"{FAULTS} none", "--out", "first")

    found = cases(tmp_path / "first")
    assert found["greet"]["arguments"] == '{"name":"a"}'
    assert found["greet-without-name"]["arguments"] == "{}"
    assert found["greet-unknown-argument"]["arguments"] == '{"name":"a","no_such_argument":true}'
    assert found["no-such-tool"] == {
        "title": "a tool that does not exist",
        "tool": "no_such_tool",
        "arguments": "{}",
        "unadvertised": True,
    }
    assert "read_memo" not in found


def test_what_varies_is_masked_in_the_suite_and_told(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = raw_server(
        tmp_path,
        f"""
        import uuid
        serve({{"id": lambda _: text(f"id {{uuid.uuid4()}} made"), "same": lambda _: text("same")}},
              described={{name: {{{READ_ONLY}}} for name in ("id", "same")}})
        """,
    )

    status = init(server, "--out", "first")

    masks = tomllib.loads((tmp_path / "first" / "mcp-suite.toml").read_text())["mask"]
    assert status == 0
    told = capsys.readouterr().out
    assert "masked, because it varies from play to play or from day to day: <uuid> in id\n" in told
    assert [mask["cases"] for mask in masks] == [["id"], ["id-unknown-argument"]]
    assert_passes_twice(play, tmp_path / "first", server)


def test_what_no_mask_makes_steady_is_left_out_and_told(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = raw_server(
        tmp_path,
        f"""
        starts = open({str(tmp_path / "starts")!r}, "a+")
        starts.write("x")
        starts.flush()
        starts.seek(0)
        blocks = [{{"type": "text", "text": "x"}}] * len(starts.read())
        def shape(_):
            return {{"result": {{"content": blocks}}}}
        serve({{"shape": shape, "same": lambda _: text("same")}},
              described={{name: {{{READ_ONLY}}} for name in ("shape", "same")}})
        """,
    )

    status = init(server, "--out", "first")

    said = capsys.readouterr().out
    assert status == 0
    assert "left out: shape: two plays differ: block 3 is extra (" in said
    assert cases(tmp_path / "first").keys() == {"same", "same-unknown-argument", "no-such-tool"}
    assert_passes_twice(play, tmp_path / "first", server)


def test_cases_that_lean_on_each_other_get_a_process_of_their_own(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = raw_server(
        tmp_path,
        """
        seen = []
        def note(arguments):
            seen.append(1)
            return text(f"{len(seen)} noted" if len(seen) % 2 else ("many " * len(seen)))
        serve({"note": note})
        """,
    )

    status = init(server, "--out", "first", "--all-tools")

    found = cases(tmp_path / "first")
    assert status == 0
    assert found["note"]["isolation"] == found["note-unknown-argument"]["isolation"] == "case"
    assert "in a process of their own, because they lean on other cases: note, " in capsys.readouterr().out
    assert_passes_twice(play, tmp_path / "first", server)


def test_findings_are_allowed_in_the_suite_and_told(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = init(f"{FAULTS} stray-line", "--out", "first")

    assert status == 0
    assert (
        "allowed, though it is a finding: stray-output: a line that is no JSON-RPC" in capsys.readouterr().out
    )
    assert read_suite(tmp_path / "first" / "mcp-suite.toml").allow == {"stray-output"}
    assert_passes_twice(play, tmp_path / "first", f"{FAULTS} stray-line")


def test_a_case_without_an_answer_is_left_out_and_told(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = init(f"{FAULTS} crash-in-call", "--out", "first")

    said = capsys.readouterr().out
    assert status == 0
    assert "left out: greet: no answer: the target exited with code 3 in step 1\n" in said
    assert not {"greet", "greet-without-name"} & cases(tmp_path / "first").keys()
    assert_passes_twice(play, tmp_path / "first", f"{FAULTS} crash-in-call")


def test_tools_that_may_change_something_are_called_only_when_asked(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    called = tmp_path / "called"
    server = raw_server(
        tmp_path,
        f"""
        def drop(_):
            open({str(called)!r}, "a").close()
            return text("dropped")
        serve({{"look": lambda _: text("seen"), "drop": drop}}, described={{"look": {{{READ_ONLY}}}}})
        """,
    )

    careful = init(server, "--out", "careful")
    said = capsys.readouterr().out
    untouched = not called.exists()
    bold = init(server, "--out", "bold", "--all-tools")

    assert (careful, bold) == (0, 0)
    assert untouched
    assert called.exists()
    assert "not called, because not annotated readOnlyHint: drop\n" in said
    assert "drop" not in cases(tmp_path / "careful")
    assert "drop" in cases(tmp_path / "bold")


def test_what_could_not_be_made_up_is_told(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = raw_server(
        tmp_path,
        f"""
        schema = {{"type": "object", "properties": {{"x": {{"pattern": "(?=a)b"}}}}, "required": ["x"]}}
        serve({{"odd": lambda _: text("odd")}}, described={{"odd": {{"inputSchema": schema, {READ_ONLY}}}}})
        """,
    )

    status = init(server, "--out", "first")

    assert status == 0
    assert "could not make up arguments for odd: no valid value was found for x\n" in capsys.readouterr().out
    assert cases(tmp_path / "first").keys() == {"no-such-tool"}


def test_a_workspace_is_copied_and_its_files_are_asked_for(init: Init, play: Play, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "note.txt").write_text("noted")
    server = raw_server(
        tmp_path,
        f"""
        schema = {{"type": "object", "properties": {{"path": {{"type": "string"}}}}, "required": ["path"]}}
        def read(arguments):
            path = arguments.get("path", os.devnull)
            return text(path + ": " + open(path).read())
        serve({{"read_file": read}}, described={{"read_file": {{"inputSchema": schema, {READ_ONLY}}}}})
        """,
    )

    status = init(server, "--out", "first", "--workspace", "files")

    suite = tmp_path / "first"
    assert status == 0
    assert cases(suite)["read_file"]["arguments"] == '{"path":"{workspace}/note.txt"}'
    assert "{workspace}/note.txt: noted" in (suite / "answers" / "read_file.answer").read_text()
    assert (suite / "workspace" / "note.txt").read_text() == "noted"
    assert_passes_twice(play, suite, server)


def test_a_repository_becomes_one_commit_of_the_suite(init: Init, tmp_path: Path) -> None:
    (tmp_path / "files" / ".git").mkdir(parents=True)
    (tmp_path / "files" / "note.txt").write_text("noted")

    status = init(f"{FAULTS} none", "--out", "first", "--workspace", "files")

    rules = read_suite(tmp_path / "first" / "mcp-suite.toml").workspace
    assert status == 0
    assert rules is not None
    assert rules.git is not None
    assert not (tmp_path / "first" / "workspace" / ".git").exists()


def test_environment_and_protocol_are_those_of_the_plugin(
    init: Init,
    play: Play,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SESAME", "open-please-now")
    server = raw_server(
        tmp_path,
        f"""
        serve({{"say": lambda _: text(os.environ["SESAME"] + os.environ["PLAIN"])}},
              described={{"say": {{{READ_ONLY}}}}})
        """,
    )
    options = ("--env=SESAME", "--env=PLAIN=plain", "--protocol=2025-03-26")

    status = init(server, "--out", "first", *options)

    suite = tmp_path / "first"
    assert status == 0
    assert "{SESAME}plain" in (suite / "answers" / "say.answer").read_text()
    assert not any(b"open-please-now" in data for data in contents(suite).values())
    assert read_suite(suite / "mcp-suite.toml").protocols == ("2025-03-26",)
    assert "--mcp-env=SESAME --mcp-env=PLAIN=plain --mcp-protocol=2025-03-26\n" in capsys.readouterr().out
    assert_passes_twice(play, suite, server, *(f"--mcp-{one[2:]}" for one in options))


def test_progress_is_one_line_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(command, "Progress", lambda show: _Progress(show, shown))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    with command.telling_on_stderr() as tell:
        tell("recording 3 cases")

    assert shown == ["recording 3 cases"]
    assert "\rmcpparity: recording 3 cases" in capsys.readouterr().err


def test_without_a_terminal_each_phase_is_a_line_on_stderr(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = raw_server(
        tmp_path,
        f"""
        import uuid
        serve({{"id": lambda _: text(f"id {{uuid.uuid4()}} made")}}, described={{"id": {{{READ_ONLY}}}}})
        """,
    )

    init(server, "--out", "first")

    assert capsys.readouterr().err.splitlines() == [
        f"mcpparity init: asking {server.removeprefix('--mcp-server=')} for its tools",
        "mcpparity init: recording 3 calls, each played twice",
        "mcpparity init: recording 3 calls, each played twice, again: answers varied, or had findings",
        "mcpparity init: playing 3 calls once more",
    ]


def test_a_line_of_progress_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, flushed = io.StringIO(), list[str]()
    monkeypatch.setattr(stream, "flush", lambda: flushed.append(stream.getvalue()))
    monkeypatch.setattr(sys, "stderr", stream)

    with command.telling_on_stderr() as tell:
        tell("asking \x1b")

    assert flushed == ["mcpparity init: asking \\u001b\n"]


class _Progress:
    """A progress that loses no time."""

    def __init__(self, show: Callable[[str], None], shown: list[str]) -> None:
        self._show, self._shown = show, shown

    def tell(self, words: str) -> None:
        self._shown.append(words)
        self._show(words)

    def finish(self) -> None:
        self._show("")


def test_the_command_that_is_shown_can_be_pasted(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    init(f"{FAULTS} none", "--out", "a folder")

    line = next(one for one in capsys.readouterr().out.splitlines() if one.startswith("run it: "))
    assert shlex.split(line.removeprefix("run it: ")) == ["pytest", "a folder", f"--mcp-server={FAULTS} none"]


def test_a_target_that_reads_the_clock_is_to_be_played_again_tomorrow(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = raw_server(
        tmp_path,
        f"""
        import datetime
        serve({{"today": lambda _: text(f"It is {{datetime.date.today()}}.")}},
              described={{"today": {{{READ_ONLY}}}}})
        """,
    )

    status = init(server, "--out", "first")

    told = capsys.readouterr().out
    assert status == 0
    assert "or from day to day: <date> in today\n" in told
    assert "  this target reads the clock: play the suite again tomorrow before you seal it\n" in told
    assert "It is <date>." in (tmp_path / "first" / "answers" / "today.answer").read_text()
    assert_passes_twice(play, tmp_path / "first", server)
