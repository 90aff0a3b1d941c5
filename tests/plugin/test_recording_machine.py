"""Recording tells what will not hold on another machine, though two plays of this one agree (spec § 5)."""

from __future__ import annotations

import getpass
import json
import socket
from pathlib import Path

import pytest

from pytest_mcpparity.play import another_machine
from tests.plugin.conftest import Init, Play, raw_server, small_suite

CASE = '[case.info]\ntool = "info"\n'
HEADED = "may differ on another machine"
ANSWER = "suites/small/answers/info.answer"


@pytest.fixture(autouse=True)
def _machine(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/beatrix")
    monkeypatch.setenv("LOGNAME", "beatrix")
    monkeypatch.setattr(socket, "gethostname", lambda: "build-host-7")


def told(pytester: pytest.Pytester, play: Play, text: str, suite: str = CASE) -> list[str]:
    """What the end of a recording says of a tool that answers `text`."""
    small_suite(pytester.path, suite)
    result = play(raw_server(pytester.path, f'serve({{"info": lambda _: {text!r}}})'), "--mcp-record")
    assert result.ret == 0
    return [line.removeprefix(f"{ANSWER}: ") for line in result.outlines if line.startswith(f"{ANSWER}: it")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("at /home/beatrix/notes", ["it tells the home folder, at block 1"]),
        ('{"a":1,"home":"/home/beatrix"}', ["it tells the home folder, at block 1 /home"]),
        ("on build-host-7: up", ["it tells the name of the host, at block 1"]),
        ("by beatrix.", ["it tells the name of the user, at block 1"]),
        (
            "beatrix@build-host-7",
            ["it tells the name of the host, at block 1", "it tells the name of the user, at block 1"],
        ),
        ("/home/beatrix2 and beatrix-2 on build-host-71", []),
        ("beatrix.js", []),
        ("nothing of it", []),
    ],
)
def test_a_fact_of_the_machine_is_told_with_its_place(
    text: str, lines: list[str], pytester: pytest.Pytester, play: Play
) -> None:
    assert told(pytester, play, text) == lines


def test_the_folder_in_which_a_target_starts_is_told(pytester: pytest.Pytester, play: Play) -> None:
    assert told(pytester, play, f"in {pytester.path}/x") == ["it tells the current folder, at block 1"]


def test_listing_and_instructions_are_looked_at_too(pytester: pytest.Pytester, play: Play) -> None:
    small_suite(pytester.path, CASE)
    server = raw_server(
        pytester.path,
        """
        serve({"info": lambda _: "-"}, instructions="Ask beatrix.",
              described={"info": {"description": "Runs on build-host-7."}})
        """,
    )

    result = play(server, "--mcp-record")

    assert HEADED in result.stdout.str()
    assert {line.partition("/answers/")[2] for line in result.outlines if ": it tells " in line} == {
        "session.answer: it tells the name of the user, at instructions",
        "tools.answer: it tells the name of the host, at tools info /description",
    }


def test_what_the_target_was_given_is_no_fact_of_the_machine(pytester: pytest.Pytester, play: Play) -> None:
    given = json.dumps('{"name":"beatrix"}')
    assert told(pytester, play, "hello beatrix", f"{CASE}arguments = {given}\n") == []


def test_what_stands_in_the_workspace_is_no_fact_of_the_machine(
    pytester: pytest.Pytester, play: Play
) -> None:
    folder = pytester.path / "suites" / "small" / "files"
    folder.mkdir(parents=True)
    (folder / "authors.txt").write_text("beatrix\n")
    suite = folder.parent / "mcp-suite.toml"
    suite.write_text(f'format = 1\n[workspace]\ncopy = "files"\n{CASE}')

    result = play(raw_server(pytester.path, 'serve({"info": lambda _: "by beatrix"})'), "--mcp-record")

    assert result.ret == 0
    assert HEADED not in result.stdout.str()


def test_a_user_that_every_container_has_is_no_fact(
    pytester: pytest.Pytester, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "root")
    monkeypatch.setattr(socket, "gethostname", lambda: "vm")

    assert told(pytester, play, "the root of vm") == []


def test_a_user_without_name_or_home_has_none_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> str:
        raise KeyError("getpwuid(): uid not found: 4711")

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(getpass, "getuser", unknown)
    monkeypatch.setattr(Path, "home", homeless)

    assert another_machine.machine_facts(Path("/srv")) == {
        "the current folder": "/srv",
        "the name of the host": "build-host-7",
    }


def test_init_tells_it_too(init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = raw_server(
        tmp_path,
        """
        serve({"info": lambda _: text("by beatrix")},
              described={"info": {"annotations": {"readOnlyHint": True}}})
        """,
    )

    init(server, "--out", "first")

    said = capsys.readouterr().out
    assert "may differ on another machine: info tells the name of the user, at block 1\n" in said
