"""A known difference excuses exactly what it says, and no more (spec § 2.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, outcomes, raw_server, small_suite, sound

#: `report` then says "payments" for "billing" at /features/0/owner.
VALUE = sound("value")


def known(suite: Path, *entries: str) -> None:
    """Add entries to the suite."""
    file = suite / "mcp-suite.toml"
    tables = "".join(f'\n[[known_difference]]\nwhy = "reviewed"\n{entry}\n' for entry in entries)
    file.write_text(file.read_text() + tables)


@pytest.mark.parametrize(
    "entry",
    [
        'cases = ["report"]',
        'cases = ["rep*"]',
        'cases = ["report"]\nat = "block 1"',
        'cases = ["report"]\nat = "block 1 /features/0/owner"',
        'cases = ["report"]\nat = "block 1 /features/0"',
    ],
)
def test_a_case_that_shows_its_known_difference_is_xfailed(suite: Path, play: Play, entry: str) -> None:
    known(suite, entry)

    result = play(VALUE, "-rx")

    assert result.ret == 0
    result.assert_outcomes(passed=14, xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL suites/sound/mcp-suite.toml::report - reviewed"])


@pytest.mark.parametrize(
    "entry", ['cases = ["report"]\nat = "block 1 /total"', 'cases = ["report"]\nat = "block 2"']
)
def test_a_difference_elsewhere_still_fails(suite: Path, play: Play, entry: str) -> None:
    known(suite, entry)

    result = play(VALUE)

    assert failures(result)["report"].startswith("block 1: 1 value differs; first /features/0/owner")


@pytest.mark.parametrize("entry", ['cases = ["report"]', 'cases = ["re*"]\nat = "block 1"'])
def test_a_case_that_does_not_show_it_fails(suite: Path, play: Play, entry: str) -> None:
    known(suite, entry)

    result = play(sound())

    assert failures(result).keys() == {"report"}
    assert failures(result)["report"].startswith("known_difference 1 no longer shows")
    result.stdout.fnmatch_lines(["It was known because: reviewed"])


def test_each_case_of_a_glob_has_to_show_it(suite: Path, play: Play) -> None:
    known(suite, 'cases = ["report", "check"]')

    result = play(VALUE, "-v")

    assert failures(result).keys() == {"check"}
    assert outcomes(result)["report"] == "XFAIL"


def test_several_entries_cover_a_difference_together_and_one_too_many_fails(suite: Path, play: Play) -> None:
    known(
        suite,
        'cases = ["report"]\nat = "block 1 /features/0/owner"',
        'cases = ["report"]\nat = "block 1 /total"',
    )

    result = play(VALUE)

    assert failures(result)["report"].startswith("known_difference 2 no longer shows at block 1 /total")


def test_an_entry_counts_for_the_targets_that_it_names(suite: Path, play: Play) -> None:
    known(suite, 'cases = ["report"]\ntargets = ["port"]')
    value, none = (sound(fault).partition("=")[2] for fault in ("value", "none"))

    result = play(f"--mcp-server=port={value}", f"--mcp-server=old={none}", "-v")
    wrong = play(f"--mcp-server=old={value}", f"--mcp-server=port={none}")

    assert outcomes(result)["report[port]"] == "XFAIL"
    assert failures(result) == {}
    assert failures(wrong).keys() == {"report[old]", "report[port]"}


def test_tools_is_the_listing_and_no_glob_means_it(suite: Path, play: Play) -> None:
    known(suite, 'cases = ["tools"]\nat = "tools greet /description"')
    fault = sound("tool-description")

    named = play(fault, "-v")
    text = (suite / "mcp-suite.toml").read_text()
    (suite / "mcp-suite.toml").write_text(text.replace('["tools"]\nat', '["t*"]\nat'))
    globbed = play(fault)

    assert outcomes(named)["tools"] == "XFAIL"
    assert named.ret == 0
    assert globbed.ret != 0


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        ("crash-in-call", "no answer: the target exited with code 3 in step 1"),
        ("hang-in-call", "no answer: the target is silent after 0.5 s in step 1"),
        ("stray-line", "stray-output: "),
    ],
)
def test_a_crash_a_hang_and_a_finding_are_never_excused(
    suite: Path, play: Play, fault: str, line: str
) -> None:
    known(suite, 'cases = ["greet"]')

    result = play(sound(fault), "--mcp-timeout=0.5", "suites/sound/mcp-suite.toml::greet")

    assert failures(result)["greet"].startswith(line)


def test_a_finding_beside_a_known_difference_fails(pytester: pytest.Pytester, play: Play) -> None:
    small_suite(
        pytester.path, '[case.a]\ntool = "a"\n[[known_difference]]\ncases = ["a"]\nwhy = "reviewed"\n'
    )
    play(raw_server(pytester.path, 'serve({"a": lambda _: "1"})'), "suites", "--mcp-record")
    both = raw_server(pytester.path, 'serve({"a": lambda _: write(b"noise\\n") or "2"})')

    result = play(both)

    assert failures(result)["a"].startswith("stray-output: ")


def test_runxfail_shows_the_difference_as_if_it_were_not_known(suite: Path, play: Play) -> None:
    known(suite, 'cases = ["report"]')

    result = play(VALUE, "--runxfail")

    assert result.ret == 1
    assert failures(result)["report"].startswith("block 1: 1 value differs; first /features/0/owner")
    result.stdout.fnmatch_lines(["--- expected", "+++ received"])
