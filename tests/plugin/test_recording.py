"""Recording: what is written, what is left, and what is refused (spec § 5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, contents, failures, lines_of, raw_server, small_suite

_TWO = (
    '[case.a]\ntool = "say"\narguments = { word = "a" }\n[case.b]\ntool = "say"\narguments = { word = "b" }\n'
)
_SAY = 'serve({"say": lambda given: "said " + given["word"]}, instructions="Ask.")'
_SHOUT = 'serve({"say": lambda given: "SAID " + given["word"]}, instructions="Shout.")'
_NO_WORDS = 'serve({"say": lambda given: "said " + given["word"]})'


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """A suite of two cases, not recorded yet."""
    return small_suite(pytester.path, _TWO)


@pytest.fixture
def say(pytester: pytest.Pytester) -> str:
    return raw_server(pytester.path, _SAY, "say.py")


@pytest.fixture
def shout(pytester: pytest.Pytester) -> str:
    return raw_server(pytester.path, _SHOUT, "shout.py")


def written(result: pytest.RunResult) -> list[str]:
    """What the summary lists, by file name: what was written and what was left."""
    return [line.rpartition("/")[2] for line in lines_of(result, "suites/small/answers/")]


def test_missing_writes_what_is_not_there(folder: Path, play: Play, say: str) -> None:
    result = play(say, "--mcp-record")

    assert result.ret == 0
    assert set(contents(folder)) == {
        "mcp-suite.toml", ".gitattributes", "answers.lock",
        "answers/a.answer", "answers/b.answer", "answers/tools.answer", "answers/session.answer",
    }  # fmt: skip
    assert set(written(result)) == {
        "session.answer: the instructions", "tools.answer: new", "a.answer: new", "b.answer: new",
    }  # fmt: skip
    assert "said a" in (folder / "answers" / "a.answer").read_text()


def test_what_was_recorded_passes_afterwards(folder: Path, play: Play, say: str) -> None:
    play(say, "--mcp-record")

    result = play(say)

    result.assert_outcomes(passed=6)


@pytest.mark.parametrize("option", ["--mcp-record", "--mcp-record=missing", "--mcp-record=all"])
def test_recording_twice_changes_no_byte(folder: Path, play: Play, say: str, option: str) -> None:
    play(say, "--mcp-record")
    before = contents(folder)

    result = play(say, option)

    assert result.ret == 0
    assert contents(folder) == before


def test_recording_what_is_complete_starts_the_target_once(
    pytester: pytest.Pytester, folder: Path, play: Play, say: str
) -> None:
    play(say, "--mcp-record")
    counting = f"--mcp-server=sh -c 'echo start >> {pytester.path}/log; {{python}} say.py'"

    play(counting, "--mcp-record")

    assert (pytester.path / "log").read_text().split() == ["start"]


def test_missing_compares_what_is_there(folder: Path, play: Play, say: str, shout: str) -> None:
    play(say, "--mcp-record", "-k", "a and not b")
    before = (folder / "answers" / "a.answer").read_bytes()

    result = play(shout, "--mcp-record", "-k", "a or b")

    assert failures(result).keys() == {"a", "session"}
    assert (folder / "answers" / "a.answer").read_bytes() == before
    assert "SAID b" in (folder / "answers" / "b.answer").read_text()


def test_all_rewrites_what_differs_and_tells_what_moved(
    folder: Path, play: Play, say: str, shout: str
) -> None:
    play(say, "--mcp-record")

    result = play(shout, "--mcp-record=all")

    assert result.ret == 0
    assert "tools.answer: the same as before" in written(result)
    assert "session.answer: the instructions" in written(result)
    assert any(
        line.startswith("a.answer: block 1: line 1, character 1: expected ") for line in written(result)
    )
    play(shout).assert_outcomes(passed=6)


def test_only_what_is_selected_is_written(folder: Path, play: Play, say: str, shout: str) -> None:
    play(say, "--mcp-record")
    before = contents(folder)

    play(shout, "--mcp-record=all", "suites/small/mcp-suite.toml::b")

    changed = {name for name, data in contents(folder).items() if before[name] != data}
    assert changed == {"answers/b.answer", "answers.lock"}


def test_nothing_else_is_touched_or_deleted(folder: Path, play: Play, say: str) -> None:
    (folder / "answers").mkdir()
    others = {"notes.md": b"mine", "answers/old.answer": b"an old one", ".gitattributes": b"* text\n"}
    for name, data in others.items():
        (folder / name).write_bytes(data)

    play(say, "--mcp-record=all")

    assert others.items() <= contents(folder).items()


def test_a_server_that_gives_no_instructions_any_more_loses_them_under_all_only(
    pytester: pytest.Pytester, folder: Path, play: Play, say: str
) -> None:
    play(say, "--mcp-record")
    without = raw_server(pytester.path, _NO_WORDS)
    recorded = folder / "answers" / "session.answer"

    compared = play(without, "--mcp-record")
    kept = recorded.exists()
    rewritten = play(without, "--mcp-record=all")

    assert failures(compared).keys() == {"session"}
    assert kept
    assert rewritten.ret == 0
    assert not recorded.exists()
    assert "session.answer" not in (folder / "answers.lock").read_text()
    play(without).assert_outcomes(passed=6)


def test_an_answer_that_the_lock_does_not_know_is_written_anew(folder: Path, play: Play, say: str) -> None:
    play(say, "--mcp-record")
    sound = contents(folder)
    (folder / "answers.lock").unlink()
    (folder / "answers" / "a.answer").write_text("half of")

    result = play(say, "--mcp-record")

    assert result.ret == 0
    assert contents(folder) == sound


def test_the_lock_says_who_gave_each_answer_and_nothing_of_the_place(
    pytester: pytest.Pytester, folder: Path, play: Play, say: str
) -> None:
    play(say, "--mcp-record", "--mcp-protocol=2025-06-18")

    text = (folder / "answers.lock").read_text()
    giver = json.loads(text)["answers"]["a.answer"]["giver"]
    assert (giver["name"], giver["version"]) == ("raw", "1")
    assert (giver["protocol"], giver["transport"]) == ("2025-06-18", "stdio")
    assert str(pytester.path) not in text
    assert "say.py" not in text


def test_a_target_that_does_not_start_fails_the_first_item_and_writes_nothing(
    folder: Path, play: Play
) -> None:
    whole = play("--mcp-server=no-such-command", "--mcp-record")
    cases = play("--mcp-server=no-such-command", "--mcp-record", "suites/small/mcp-suite.toml::a",
                 "suites/small/mcp-suite.toml::b")  # fmt: skip

    assert failures(whole).keys() == {"session", "inventory"}
    assert failures(cases).keys() == {"a"}
    assert failures(cases)["a"].startswith("cannot start `no-such-command`")
    assert set(contents(folder)) == {"mcp-suite.toml"}


def test_a_run_that_stops_at_the_first_failure_leaves_a_lock_that_knows_what_was_written(
    folder: Path, play: Play, say: str
) -> None:
    file = folder / "mcp-suite.toml"
    file.write_text(file.read_text() + 'outcome = "rpc-error"\n')  # a claim of b that does not hold

    play(say, "--mcp-record", "-x")

    assert "a.answer" in json.loads((folder / "answers.lock").read_text())["answers"]


def test_masks_of_the_suite_stand_in_what_is_recorded(pytester: pytest.Pytester, play: Play) -> None:
    masks = """
    [[mask]]
    pattern = 'build \\d+'
    as = "<build>"
    """
    folder = small_suite(pytester.path, _TWO + masks.replace("    ", ""))
    body = """
    build = os.getpid()
    serve({"say": lambda given: f"said in build {build}"}, instructions=f"This is build {build}.")
    """

    result = play(raw_server(pytester.path, body), "--mcp-record")
    again = play(raw_server(pytester.path, body))

    assert result.ret == 0
    assert "said in <build>" in (folder / "answers" / "a.answer").read_text()
    assert "This is <build>." in (folder / "answers" / "session.answer").read_text()
    again.assert_outcomes(passed=6)
