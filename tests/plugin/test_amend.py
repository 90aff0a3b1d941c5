"""`mcpparity amend` blesses a reviewed edit by hand, end to end (spec § 2.4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_mcpparity.cli import main
from tests.plugin.conftest import Play, contents, failures, raw_server, small_suite

_SUITE = 'sealed = false\n[case.a]\ntool = "a"\n[case.b]\ntool = "b"\n'


@pytest.fixture
def folder(pytester: pytest.Pytester, play: Play) -> Path:
    """A recorded suite, whose answer `a` is then edited by hand to what a new server gives."""
    suite = small_suite(pytester.path, _SUITE)
    play(
        raw_server(pytester.path, 'serve({"a": lambda _: "old", "b": lambda _: "b"})', "old.py"),
        "--mcp-record",
    )
    answer = suite / "answers" / "a.answer"
    answer.write_bytes(answer.read_bytes().replace(b"\nold\n", b"\nnew\n"))
    return suite


@pytest.fixture
def new(pytester: pytest.Pytester) -> str:
    return raw_server(pytester.path, 'serve({"a": lambda _: "new", "b": lambda _: "b"})', "new.py")


def test_before_it_case_and_inventory_fail_as_changed(folder: Path, play: Play, new: str) -> None:
    result = play(new)

    assert failures(result).keys() == {"a", "inventory"}
    assert "changed since it was recorded" in failures(result)["a"]
    result.stdout.fnmatch_lines(["*mcpparity amend*"])


@pytest.mark.parametrize("named", ["folder", "file"])
def test_after_it_the_run_is_green_and_the_lock_tells_why(
    folder: Path, play: Play, new: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = json.loads((folder / "answers.lock").read_text())
    suite = folder if named == "folder" else folder / "mcp-suite.toml"

    code = main(["amend", str(suite), "a", "--why", "the word is new"])
    told = capsys.readouterr().out
    result = play(new)

    lock = json.loads((folder / "answers.lock").read_text())
    (amendment,) = lock["amendments"]
    assert code == 0
    assert result.ret == 0
    assert (amendment["case"], amendment["why"]) == ("a", "the word is new")
    assert amendment["before"] == before["answers"]["a.answer"]["sha256"]
    assert amendment["after"] == lock["answers"]["a.answer"]["sha256"]
    assert told == f"a: {amendment['before'][:12]} -> {amendment['after'][:12]}\n"
    assert lock["answers"]["b.answer"] == before["answers"]["b.answer"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a", "--why", " "], "--why is empty"),
        (["b", "--why", "no edit"], "nothing to amend"),
        (["aa", "--why", "a typo"], "no answer of a case `aa`; did you mean a?"),
    ],
)
def test_what_cannot_be_blessed_is_refused_and_nothing_is_written(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(folder)

    code = main(["amend", str(folder), *arguments])

    assert code == 1
    assert message in capsys.readouterr().err
    assert contents(folder) == before


def test_an_answer_that_would_be_written_otherwise_is_refused_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = folder / "answers" / "a.answer"
    answer.write_bytes(answer.read_bytes().replace(b"--- result", b"---  result"))

    code = main(["amend", str(folder), "a", "--why", "a slip"])

    assert code == 1
    assert "a.answer:4: unreadable" in capsys.readouterr().err


def test_the_reason_is_required(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["amend", str(folder), "a"])

    assert ended.value.code == 2
    assert "--why" in capsys.readouterr().err


def test_a_folder_without_a_suite_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["amend", str(tmp_path), "a", "--why", "x"])

    assert code == 1
    assert "mcp-suite.toml" in capsys.readouterr().err


def test_a_sealed_suite_can_be_amended(folder: Path, play: Play, new: str) -> None:
    file = folder / "mcp-suite.toml"
    file.write_text(file.read_text().replace("sealed = false", "sealed = true"))

    code = main(["amend", str(folder), "a", "--why", "reviewed"])

    assert code == 0
    assert play(new).ret == 0
