"""Reports of whole runs: written always, whole, and without a secret."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from pytest_mcpparity.report.json_report import report_schema
from tests.plugin.conftest import Play, raw_server, small_suite, sound

SECRET = "s3cr3t-v4lue"


def report(file: Path) -> dict[str, Any]:
    """The JSON report, held against its schema."""
    found: dict[str, Any] = json.loads(file.read_text())
    jsonschema.Draft202012Validator(report_schema()).validate(found)
    return found


def by_case(file: Path) -> dict[str, dict[str, Any]]:
    return {one["case"]: one for one in report(file)["cases"]}


def page_data(file: Path) -> dict[str, Any]:
    match = re.search(r'id="data">(.*?)</script>', file.read_text("utf-8"), re.DOTALL)
    assert match is not None
    found: dict[str, Any] = json.loads(match[1])
    return found


def test_a_report_has_an_entry_for_each_item_with_its_verdict(suite: Path, play: Play) -> None:
    result = play(sound("value"), "--mcp-report", "x.json")

    cases = by_case(Path("x.json"))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert len(cases) == 15
    changed = cases["report"]
    assert (changed["outcome"], changed["kind"]) == ("failed", "values")
    assert changed["first_line"].startswith("block 1: 1 value differs")
    assert (changed["protocol"], changed["transport"]) == ("2025-11-25", "stdio")
    assert '"billing"' in changed["expected"][0]["parts"][0]["text"]
    assert '"payments"' in changed["received"][0]["parts"][0]["text"]
    assert changed["message"].startswith(changed["first_line"])
    assert (cases["lines"]["outcome"], cases["lines"]["kind"]) == ("passed", None)


def test_the_facts_of_the_run_name_who_answered(suite: Path, play: Play) -> None:
    play(sound(), "--mcp-report", "x.json", "--mcp-env", "PLAIN=value")

    run = report(Path("x.json"))["run"]
    assert run["targets"] == [
        {
            "name": "",
            "spelled": "{python} -m reference_server.faults none",
            "asked_protocol": "auto",
            "protocol": "2025-11-25",
            "transport": "stdio",
            "server": "faulty",
            "server_version": "1.0",
        }
    ]
    assert run["options"]["env"] == ["PLAIN"]


def test_workers_report_what_one_process_would(suite: Path, pytester: pytest.Pytester) -> None:
    common = ("-p", "no:randomly", sound("value"), "--mcp-coverage")

    pytester.runpytest_subprocess(*common, "--mcp-report", "one.json")
    pytester.runpytest_subprocess(*common, "--mcp-report", "two.json", "-n", "2")

    one, two = (report(pytester.path / name) for name in ("one.json", "two.json"))
    for entry in (*one["cases"], *two["cases"]):
        entry.pop("duration")
        entry["message"] = None  # it names the folder of the kept answers
    key = lambda entry: entry["nodeid"]  # noqa: E731 - it is used twice
    assert sorted(one["cases"], key=key) == sorted(two["cases"], key=key)
    assert (one["totals"], one["coverage"]) == (two["totals"], two["coverage"])


def test_an_item_whose_worker_crashed_is_not_left_out(suite: Path, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        import os

        def pytest_runtest_call(item):
            if item.name == "lines":
                os._exit(1)
        """
    )

    pytester.runpytest_subprocess("-p", "no:randomly", "-n", "1", sound(), "--mcp-report", "x.json")

    crashed = by_case(pytester.path / "x.json")["lines"]
    assert (crashed["outcome"], crashed["kind"], crashed["suite"]) == ("error", "error", "suites/sound")
    assert "crashed" in crashed["first_line"]


def test_a_live_oracle_is_named_and_its_side_is_shown(suite: Path, play: Play) -> None:
    oracle = sound("value").replace("--mcp-server", "--mcp-oracle")

    play(sound(), oracle, "--mcp-report", "x.json")

    found = report(Path("x.json"))
    assert found["run"]["options"]["oracle"] == "{python} -m reference_server.faults value"
    changed = next(one for one in found["cases"] if one["case"] == "report")
    assert '"payments"' in changed["expected"][0]["parts"][0]["text"]


def test_an_error_at_the_end_of_an_item_takes_its_verdict_back(
    suite: Path, play: Play, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(
        """
        def pytest_runtest_teardown(item):
            assert item.name != "lines", "no tidying up"
        """
    )

    play(sound(), "--mcp-report", "x.json")

    broken = by_case(Path("x.json"))["lines"]
    assert (broken["outcome"], broken["kind"]) == ("error", "error")
    assert broken["first_line"] == "AssertionError: no tidying up"
    assert broken["question"] == [{"kind": "call", "name": "lines", "body": None}]


def test_coverage_stands_in_the_report_where_it_was_asked_for(suite: Path, play: Play) -> None:
    play(sound(), "--mcp-report", "with.json", "--mcp-coverage")
    play(sound(), "--mcp-report", "without.json")

    (coverage,) = report(Path("with.json"))["coverage"]
    assert (coverage["covered"], coverage["countable"], coverage["percent"]) == (11, 19, 57.89)
    assert coverage["tools"][0]["missing"] == ["an unknown argument"]
    assert report(Path("without.json"))["coverage"] is None


@pytest.mark.parametrize(("fault", "moved"), [("tool-description", "description"), ("tool-extra", "name")])
def test_a_listing_that_moved_is_shown_with_both_sides(
    suite: Path, play: Play, fault: str, moved: str
) -> None:
    play(sound(fault), "--mcp-report", "x.json")

    tools = by_case(Path("x.json"))["tools"]
    old, new = (tools[side][0]["parts"][0]["text"].splitlines() for side in ("expected", "received"))
    assert tools["kind"] == "tools"
    assert any(f'"{moved}":' in line for line in set(new) - set(old))
    assert tools["question"] == [{"kind": "request", "name": "tools/list", "body": None}]


def test_a_call_that_is_not_advertised_has_a_kind_of_its_own(suite: Path, play: Play) -> None:
    play(sound("tool-missing"), "--mcp-report", "x.json")

    kinds = {one["kind"] for one in report(Path("x.json"))["cases"]}
    assert kinds == {None, "tools", "unadvertised"}


def test_several_reports_are_written_in_one_run(suite: Path, play: Play) -> None:
    result = play(sound(), "--mcp-report", "x.json", "--mcp-report=x.html")

    assert report(Path("x.json"))["totals"]["passed"] == 15
    assert page_data(Path("x.html"))["totals"]["passed"] == 15
    result.stdout.fnmatch_lines(["report: *x.json", "report: *x.html"])


def test_the_page_shows_the_answer_of_a_case_that_passed(suite: Path, play: Play) -> None:
    play(sound(), "--mcp-report", "x.html")

    picture = next(one for one in page_data(Path("x.html"))["cases"] if one["case"] == "picture")
    (step,) = picture["steps"]
    assert step["question"] == {"kind": "call", "name": "picture", "body": None}
    assert [part["same"] for part in step["parts"]] == [True, True]
    assert step["parts"][1]["expected"]["mime"] == "image/png"


def test_every_outcome_of_a_test_has_its_word(suite: Path, play: Play) -> None:
    file = suite / "mcp-suite.toml"
    known = '\n[[known_difference]]\ncases = ["report"]\nwhy = "reviewed"\n'
    file.write_text(file.read_text().replace("\n[case.report]", f"{known}\n[case.report]"))

    play(sound("value"), "--mcp-report", "known.json")
    play("--mcp-report", "skipped.json")

    xfailed = by_case(Path("known.json"))["report"]
    assert (xfailed["outcome"], xfailed["kind"]) == ("xfailed", "known-difference")
    assert xfailed["first_line"] == "reviewed"
    assert xfailed["received"] is not None
    skipped = by_case(Path("skipped.json"))["report"]
    assert (skipped["outcome"], skipped["protocol"]) == ("skipped", None)
    assert skipped["first_line"].startswith("no target: ")


def test_a_target_that_dies_leaves_what_was_expected(suite: Path, play: Play) -> None:
    play("--mcp-server={python} -m reference_server.faults crash-in-call", "--mcp-report", "x.json")

    dead = [one for one in report(Path("x.json"))["cases"] if one["kind"] == "no-answer"]
    assert dead
    assert dead[0]["first_line"].startswith("no answer: ")
    assert (dead[0]["expected"] is None, dead[0]["received"]) == (False, None)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("x.xml", "the name has to end in .json or .html"),
        ("report", "the name has to end in .json or .html"),
        ("gone/x.json", "there is no folder"),
        ("folder.json", "this is a folder"),
    ],
)
def test_a_report_that_cannot_be_written_is_a_usage_error_before_anything_starts(
    suite: Path, play: Play, path: str, reason: str
) -> None:
    Path("folder.json").mkdir()
    server = raw_server(Path.cwd(), 'open("started", "w").close()\nserve({})')

    result = play(server, "--mcp-report", path)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--mcp-report {path}: {reason}*"])
    assert not Path("started").exists()


def test_a_report_that_fails_at_the_end_fails_the_run_and_leaves_nothing_behind(
    suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pytest_mcpparity.report.hooks.write_atomically", refuse)

    result = play(sound(), "--mcp-report", "x.json")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["ERROR: *x.json cannot be written: No space left on device"])


def test_collecting_alone_writes_nothing(suite: Path, play: Play) -> None:
    play(sound(), "--mcp-report", "x.json", "--collect-only")

    assert not Path("x.json").exists()


def test_a_run_without_suites_gives_an_empty_report(play: Play) -> None:
    play(sound(), "--mcp-report", "x.json", "--mcp-report", "x.html")

    assert report(Path("x.json"))["cases"] == []
    assert page_data(Path("x.html"))["cases"] == []


def test_junit_tells_who_answered_and_what_moved(suite: Path, play: Play) -> None:
    play(sound("value"), "--junitxml=x.xml")

    properties = {
        case.get("name"): {one.get("name"): one.get("value") for one in case.iter("property")}
        for case in ElementTree.parse("x.xml").iter("testcase")
    }
    assert properties["lines"] == {
        "mcp.target": "target",
        "mcp.protocol": "2025-11-25",
        "mcp.transport": "stdio",
    }
    assert properties["report"]["mcp.kind"] == "values"
    assert str(properties["report"]["mcp.first_line"]).startswith("block 1: 1 value differs")


def test_github_gets_annotations_and_a_summary(
    suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(Path.cwd()))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(Path("summary.md").resolve()))

    result = play(sound("value"), "--mcp-coverage")

    annotations = [line for line in result.outlines if line.startswith("::error ")]
    assert annotations == [
        (
            "::error file=suites/sound/answers/report.answer,line=12,title=suites/sound%3A report"
            '::block 1: 1 value differs; first /features/0/owner: expected "billing", received "payments"'
        )
    ]
    summary = Path("summary.md").read_text()
    assert "| suites/sound | target | 2025-11-25 | 14 | 1 |  |  |  |  |" in summary
    assert "coverage of the surface: 57.8 %, 11 of 19" in summary


@pytest.mark.parametrize("said", [None, "false", ""])
def test_elsewhere_no_workflow_command_is_printed(
    suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch, said: str | None
) -> None:
    if said is not None:
        monkeypatch.setenv("GITHUB_ACTIONS", said)

    assert "::error" not in play(sound("value")).stdout.str()


def test_a_summary_that_cannot_be_written_fails_nothing(
    suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "/nowhere/summary.md")

    result = play(sound())

    assert result.ret == 0
    result.stdout.fnmatch_lines(["the step summary cannot be written: /nowhere/summary.md: *"])


#: Answers with the secret in every place that a report could take over; where `bad`, otherwise than recorded.
TELLS = """
secret = os.environ["DB_PASS"]
bad = "BAD" in os.environ

def stray(arguments):
    if bad:
        write(f"tells {secret}\\n".encode())
    return "fine"

def dying(arguments):
    if bad:
        print("dying with", secret, file=sys.stderr, flush=True)
        os._exit(3)
    return "fine"

def text(arguments):
    return f"the password {'was' if bad else 'is'} {secret}"

def rpc(arguments):
    return {"error": {"code": -32000, "message": f"{bad} {secret}", "data": [secret, {secret: bad}]}}

serve({"stray": stray, "dying": dying, "text": text, "rpc": rpc}, instructions=f"{bad} {secret}")
"""
CASES = "".join(f'[case.{name}]\ntool = "{name}"\n' for name in ("stray", "text", "rpc", "dying"))


def test_no_secret_stands_in_any_report(
    play: Play, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = raw_server(pytester.path, TELLS)
    small_suite(pytester.path, CASES)
    monkeypatch.setenv("DB_PASS", SECRET)
    play(server, "--mcp-env", "DB_PASS", "--mcp-record")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(pytester.path / "summary.md"))
    reports = ("--mcp-report=x.json", "--mcp-report=x.html", "--junitxml=x.xml", "--mcp-coverage", "-vv")

    result = play(server, "--mcp-env", "DB_PASS", "--mcp-env", "BAD=1", *reports)

    kinds = {one["case"]: one["kind"] for one in report(pytester.path / "x.json")["cases"]}
    assert (kinds["stray"], kinds["dying"], kinds["text"]) == ("finding", "no-answer", "text")
    texts = {name: (pytester.path / name).read_text() for name in ("x.json", "x.html", "x.xml", "summary.md")}
    texts["stdout"] = result.stdout.str()
    for name, text in texts.items():
        assert SECRET not in text, name
        assert "{DB_PASS}" in html.unescape(text), name
