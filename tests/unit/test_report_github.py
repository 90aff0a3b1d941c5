"""Workflow commands and the step summary: told in full, obeyed in nothing that a target wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_mcpparity.report.github import append_summary, error_commands, summary_markdown
from tests.unit.report_made import case, failed

ROOT = Path("/repo")


def test_a_failure_becomes_an_annotation_on_its_answer_file() -> None:
    lines = error_commands([failed(label="port"), case()], ROOT)

    assert lines == [
        (
            "::error file=suites/s/answers/greet.answer,line=3,title=suites/s%3A greet[port]"
            "::block 1: line 1, character 2"
        )
    ]


def test_a_file_outside_of_the_repository_keeps_its_name() -> None:
    (line,) = error_commands([failed(file="/elsewhere/a.answer")], ROOT)

    assert line.startswith("::error file=/elsewhere/a.answer,")


def test_what_a_command_would_obey_is_escaped() -> None:
    one = failed(first_line="50% \r\n::stop-commands::x", file="/repo/a,b:c%.answer", suite="s\n,")

    (line,) = error_commands([one], ROOT)

    assert line == (
        "::error file=a%2Cb%3Ac%25.answer,line=3,title=s%0A%2C%3A greet::50%25 %0D%0A::stop-commands::x"
    )


def test_the_summary_counts_each_suite_by_target_and_protocol() -> None:
    text = summary_markdown([case(), failed(), failed(target="other", protocol="2025-06-18")])

    lines = text.splitlines()
    assert "| suites/s | port | 2025-11-25 | 1 | 1 |  |  |  |  |" in lines
    assert "| suites/s | other | 2025-06-18 |  | 1 |  |  |  |  |" in lines
    assert "| suites/s: greet | block 1: line 1, character 2 |" in lines


def test_a_green_summary_names_no_failure() -> None:
    assert "what moved" not in summary_markdown([case()])
    assert "what moved" in summary_markdown([failed()])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a&#124;b"),
        ("<b>", "&#60;b&#62;"),
        ("**x** _y_ `z`", "&#42;&#42;x&#42;&#42; &#95;y&#95; &#96;z&#96;"),
        ("[t](https://x)", "&#91;t&#93;(https&#58;&#47;&#47;x)"),
        ("&amp; @you #1 !", "&#38;amp; &#64;you &#35;1 &#33;"),
        ("www.x", "&#119;&#119;&#119;.x"),
        ("a\r\nb", "a  b"),
    ],
)
def test_nothing_in_a_cell_is_markup(text: str, shown: str) -> None:
    assert f"| suites/s: greet | {shown} |" in summary_markdown([failed(first_line=text)]).splitlines()


def test_a_long_first_line_and_many_failures_are_bounded() -> None:
    long = failed(first_line="x" * 10_000)
    text = summary_markdown([long] * 500)

    assert len(text) < 1 << 20
    assert "and 400 more" in text
    assert len(error_commands([long], ROOT)[0]) < 2200


def test_the_summary_is_appended_to_what_other_steps_wrote(tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    file.write_text("before\n")

    append_summary(file, [case(suite="s\ud800")], ["coverage: 50 %"])

    text = file.read_text()
    assert text.startswith("before\n## MCP parity\n")
    assert text.endswith("coverage: 50 %\n\n")
