"""How a failure is shown: first line, difference, both answers kept, JUnit (spec § 4.1)."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, lines_of, raw_server, small_suite, sound

FIRST = 'block 1: 1 value differs; first /features/0/owner: expected "billing", received "payments"'


def kept(result: pytest.RunResult) -> dict[str, Path]:
    """The files in which both sides of the only failure are kept."""
    found = [re.match(r"(expected|received) kept in (.*)", line) for line in result.outlines]
    return {match[1]: Path(match[2]) for match in found if match}


def test_the_first_line_is_the_short_summary_and_heads_the_failure(suite: Path, play: Play) -> None:
    result = play(sound("value"))

    assert failures(result) == {"report": FIRST}
    result.stdout.fnmatch_lines(["*_ report _*", FIRST, "*", "--- expected", "+++ received"])
    assert "Traceback" not in result.stdout.str()


def test_both_whole_answers_are_kept_and_named(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    result = play(sound("value"))

    files = kept(result)
    assert files["expected"].read_bytes() == (suite / "answers" / "report.answer").read_bytes()
    assert files["received"].read_bytes() == files["expected"].read_bytes().replace(b"billing", b"payments")
    assert all(file.is_relative_to(pytester.path / ".pytest_cache") for file in files.values())


def test_images_are_kept_beside_their_answers(suite: Path, play: Play) -> None:
    result = play(sound("image-changed"))

    files = kept(result)
    assert (files["expected"].parent / "picture.1.png").read_bytes().startswith(b"\x89PNG")
    assert not (files["received"].parent / "picture.1.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_cache_nothing_is_kept_and_the_failure_is_the_same(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    result = play(sound("value"), "-p", "no:cacheprovider")

    assert failures(result) == {"report": FIRST}
    assert kept(result) == {}
    assert not (pytester.path / ".pytest_cache").exists()


def test_a_difference_takes_60_lines_and_all_of_them_with_vv(pytester: pytest.Pytester, play: Play) -> None:
    small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    body = 'serve({{"a": lambda _: "\\n".join(f"{word} {{number}}" for number in range(300))}})'
    play(
        raw_server(pytester.path, body.replace("{word}", "old").replace("{{", "{").replace("}}", "}")),
        "--mcp-record",
    )
    server = raw_server(pytester.path, body.replace("{word}", "new").replace("{{", "{").replace("}}", "}"))

    short, long = play(server), play(server, "-vv")

    shown = [
        len([line for line in run.outlines if re.match(r"[-+]\s*(?:old|new) \d", line)])
        for run in (short, long)
    ]
    assert 0 < shown[0] <= 60
    assert shown[1] == 600


def test_junit_names_each_item_and_holds_the_first_line(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    play(sound("value"), "--junit-xml=out.xml")

    cases = {case.get("name"): case for case in ElementTree.parse(pytester.path / "out.xml").iter("testcase")}
    failure = cases["report"].find("failure")
    assert len(cases) == 15
    assert failure is not None
    assert failure.get("message") == FIRST
    assert [name for name, case in cases.items() if case.find("failure") is not None] == ["report"]


def test_a_fault_of_the_plugin_itself_keeps_its_traceback(
    suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("pytest_mcpparity.play.run.judge_play", broken)

    result = play(sound(), "-k", "report")

    result.stdout.fnmatch_lines(["*ZeroDivisionError: ours*"])
    result.stdout.fnmatch_lines(["*test_failures_shown.py*"])


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda file: file.unlink(), "missing"),
        (lambda file: file.write_bytes(b"mcp-answer 1\n"), "unreadable"),
        (lambda file: file.write_bytes(file.read_bytes().replace(b"alpha", b"Alpha")), "changed since"),
        (lambda file: file.write_bytes(file.read_bytes().replace(b"call lines", b"call l")), "changed since"),
    ],
)  # fmt: skip
def test_missing_unreadable_and_changed_answers_are_told_apart_before_anything_is_sent(
    suite: Path, play: Play, change: object, line: str
) -> None:
    assert callable(change)
    change(suite / "answers" / "lines.answer")

    result = play("--mcp-server=no-such-command", "-k", "lines")

    assert line in failures(result)["lines"]


def test_an_answer_recorded_for_another_question_is_told(suite: Path, play: Play) -> None:
    file = suite / "mcp-suite.toml"
    file.write_text(file.read_text().replace('{"name":"Ada"}', '{"name":"Eve"}'))

    result = play("--mcp-server=no-such-command", "-k", "greet and not nobody")

    assert "recorded for another question" in failures(result)["greet"]


def test_messages_name_the_way_out_of_a_sealed_suite(suite: Path, play: Play) -> None:
    result = play(sound("value"))

    assert lines_of(result, "The suite is sealed")
    assert not lines_of(result, "intended: record again")


def test_the_command_that_amends_names_the_folder_alone(suite: Path, play: Play) -> None:
    result = play(sound("value"), str(suite), "--mcp-protocol=2025-06-18,2025-11-25")

    result.stdout.fnmatch_lines(["*mcpparity amend suites/sound report --why*"])
