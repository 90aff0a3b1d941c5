"""The bundled suites of the decision tools: whole, sealed, covering, and answered at every revision."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_mcpparity import json_text
from pytest_mcpparity.answer import ABSENT, Result, RpcError, Text
from pytest_mcpparity.suite.bundled import bundled_suites
from pytest_mcpparity.suite.model import Case, Suite
from tests.server.decisions.recorded import RecordedSuite
from tests.server.decisions.repositories import EXPECTED

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
SERVER = "{python} -m reference_server switchplinth mcp --repo {workspace}"
SUITES = {name: folder for name, folder in bundled_suites().items() if name.startswith("decisions")}
TOOLS = {"list_decisions", "search_decisions", "inspect_architecture", "inspect_entity", "diff_scenarios"}
CHAPTERS = (
    *("2.1", "2.2", "2.4", "3.1", "3.2", "3.3", "3.4", "3.5", "4"),
    *("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "6.1", "7"),
    *("8.1", "8.2", "8.3", "8.4", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7", "9.8", "10.1", "10.2"),
)
WORKED_EXAMPLES = {
    "14_1_list.json": ("decisions", "list-all"),
    "14_2_grounded_answer.json": ("decisions", "search-why-kafka"),
    "14_3_what_if_answer.json": ("decisions", "search-why-kafka-sqs"),
    "14_5_stale_entity.json": ("decisions", "entity-stale-evidence"),
    "14_6_dangling_and_rewired.json": ("decisions", "diff-polling"),
    "14_7_outside_the_scenario.txt": ("decisions", "entity-outside"),
    "14_8_malformed_repository.txt": ("decisions-broken", "entity-refused"),
}


def play(*arguments: str) -> subprocess.CompletedProcess[str]:
    """One run of pytest on bundled suites, as a user starts it."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


@pytest.fixture(params=SUITES)
def recorded(request: pytest.FixtureRequest) -> RecordedSuite:
    """Each suite of the decision tools in turn."""
    return RecordedSuite(SUITES[request.param])


def test_suite_is_sealed_and_each_case_says_what_it_stands_for(recorded: RecordedSuite) -> None:
    suite = recorded.suite

    assert suite.sealed
    assert suite.masks == ()
    assert suite.known_differences == ()
    for case in suite.cases:
        assert case.title
        assert case.source, f"{case.id} names no sentence of the specification"


def test_each_case_claims_its_outcome_and_its_blocks(recorded: RecordedSuite) -> None:
    for case in recorded.suite.cases:
        (step,) = case.steps

        assert step.outcome is not None, case.id
        assert (step.blocks is None) == (step.outcome == "rpc-error"), case.id


def test_each_answer_is_one_text_and_a_result_carries_it_as_structured_content_too(
    recorded: RecordedSuite,
) -> None:
    for case in recorded.suite.cases:
        answer = recorded.answer(case.id)

        if isinstance(answer, RpcError):
            assert (answer.code, answer.message) == ("-32602", f"Unknown tool: {tool_of(case)}")
            continue
        assert isinstance(answer, Result), case.id
        assert [type(block) for block in answer.blocks] == [Text], case.id
        shown = json_text.parse(recorded.text(case.id)) if not answer.is_error else ABSENT
        assert answer.structured == shown, case.id


def test_sample_is_asked_in_enough_cases_and_by_tool() -> None:
    suite = RecordedSuite(SUITES["decisions"]).suite

    asked = [tool_of(case) for case in suite.cases]
    first = {tool: asked.index(tool) for tool in TOOLS}

    assert suite.tools is not None
    assert len(suite.cases) >= 90
    assert sorted(first, key=first.__getitem__) == list(suite.tools.advertised or ())
    for tool in TOOLS:
        last = len(asked) - 1 - asked[::-1].index(tool)
        assert set(asked[first[tool] : last + 1]) == {tool}


@pytest.mark.parametrize("name", WORKED_EXAMPLES)
def test_worked_example_is_a_case_with_the_bytes_of_the_specification(name: str) -> None:
    suite, case = WORKED_EXAMPLES[name]

    text = RecordedSuite(SUITES[suite]).text(case)

    assert text.encode() == (EXPECTED / name).read_bytes()


def test_whole_graph_of_the_worked_examples_is_a_case() -> None:
    text = RecordedSuite(SUITES["decisions"]).text("architecture-whole").encode()

    assert len(text) == 41547
    assert (
        hashlib.sha256(text).hexdigest() == "efc99127262cc8596262c662f5d84a51c97ab4cccce24beb3f212431ee21192d"
    )


def test_every_chapter_that_a_tool_shows_is_a_source() -> None:
    sources = " ".join(case.source or "" for suite in all_suites() for case in suite.cases)

    assert [chapter for chapter in CHAPTERS if f"§ {chapter}" not in sources] == []


def all_suites() -> list[Suite]:
    """All suites of the decision tools."""
    return [RecordedSuite(folder).suite for folder in SUITES.values()]


def tool_of(case: Case) -> str:
    """The tool that a case calls."""
    return case.steps[0].question.name


def test_sample_is_answered_alike_at_every_revision_and_the_surface_is_covered() -> None:
    run = play(
        *("--mcp-suite", "decisions", f"--mcp-server={SERVER}"),
        *(f"--mcp-protocol={','.join(REVISIONS)}", "--mcp-coverage=100"),
    )

    assert run.returncode == 0, run.stdout
    for revision in REVISIONS:
        # Suite, protocol, passed; then failed, skipped and known.
        assert re.search(rf"^fixtures/decisions +{revision} +\d+ +0 +0 +0$", run.stdout, re.MULTILINE)
    assert "total: 100 %" in run.stdout


def test_other_suites_are_answered_at_the_latest_revisions() -> None:
    others = [str(folder) for name, folder in SUITES.items() if name != "decisions"]

    run = play(*others, f"--mcp-server={SERVER}", f"--mcp-protocol={','.join(REVISIONS[-2:])}")

    assert run.returncode == 0, run.stdout


def test_only_what_differs_fails(tmp_path: Path) -> None:
    # The server answers of another folder than the suite's: an empty one, but for one passage.
    (tmp_path / ".decision").mkdir()
    (tmp_path / "a.md").write_text("We use Kafka.\n", "utf-8")
    server = f"{{python}} -m reference_server switchplinth mcp --repo {tmp_path}"

    run = play("--mcp-suite", "decisions-empty", f"--mcp-server={server}", "-k", "list or search")

    assert run.returncode == 1
    assert "::search-empty" in run.stdout
    assert "::list-empty" not in run.stdout
