"""Options: both spellings, everywhere options can stand, and which one wins (spec § 3)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_mcpparity.suite.bundled import bundled_suites
from tests.plugin.conftest import Play, failures, lines_of, outcomes, raw_server, small_suite, sound

_ENVIRONMENT = """
serve({"env": lambda arguments: repr(os.environ.get(arguments["name"]))})
"""
_SILENT = """
serve({"silent": lambda _: time.sleep(60)})
"""


def target(pytester: pytest.Pytester) -> str:
    return sound().partition("=")[2]


@pytest.mark.parametrize("spelling", ["--mcp-server", "--mcpparity-server"])
@pytest.mark.parametrize("joined", [True, False])
def test_both_spellings_are_taken(
    pytester: pytest.Pytester, suite: Path, play: Play, spelling: str, joined: bool
) -> None:
    value = target(pytester)

    result = play("suites", *([f"{spelling}={value}"] if joined else [spelling, value]))

    result.assert_outcomes(passed=15)


def test_no_abbreviation_is_taken(suite: Path, play: Play) -> None:
    result = play("suites", "--mcp-serv=x")

    assert result.ret == 4


@pytest.mark.parametrize("where", ["ini", "addopts", "PYTEST_ADDOPTS", "pyproject"])
def test_options_may_stand_in_every_place_of_pytest(
    pytester: pytest.Pytester, suite: Path, play: Play, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = target(pytester)
    match where:
        case "ini":
            pytester.makeini(f"[pytest]\nmcp_server = {value}\n")
        case "addopts":
            pytester.makeini(f"[pytest]\naddopts = --mcp-server '{value}'\n")
        case "PYTEST_ADDOPTS":
            monkeypatch.setenv("PYTEST_ADDOPTS", f"--mcp-server '{value}'")
        case _:
            (pytester.path / "tox.ini").unlink()
            pytester.makepyprojecttoml(f"[tool.pytest.ini_options]\nmcp_server = ['{value}']\n")

    result = play("suites")

    result.assert_outcomes(passed=15)


def test_the_command_line_wins_over_the_ini_file(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    pytester.makeini("[pytest]\nmcp_server = no-such-command\nmcp_protocol = 2024-11-05\n")

    result = play("suites", sound(), "--mcp-protocol=2025-06-18")

    result.stdout.fnmatch_lines(["suites/sound: faulty 1.0, 2025-06-18 over stdio"])


def test_the_ini_file_names_several_targets(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    value = target(pytester)
    pytester.makeini(f"[pytest]\nmcp_server =\n    one={value}\n    two={value}\n")

    result = play("suites", "-v")

    assert {name.partition("[")[2] for name in outcomes(result) if name.startswith("greet[")} == {
        "one]",
        "two]",
    }
    result.assert_outcomes(passed=29)


@pytest.mark.parametrize(
    ("ini", "suite_says", "case_says", "option", "limit"),
    [
        ("0.4", "", "", [], "0.4"),
        ("9", "0.4", "", [], "0.4"),
        ("9", "8", "0.4", [], "0.4"),
        ("9", "8", "7", ["--mcp-timeout=0.4"], "0.4"),
    ],
)
def test_of_the_timeouts_the_command_line_wins_then_case_suite_and_ini(
    pytester: pytest.Pytester,
    play: Play,
    ini: str,
    suite_says: str,
    case_says: str,
    option: list[str],
    limit: str,
) -> None:
    pytester.makeini(f"[pytest]\nmcp_timeout = {ini}\n")
    head = f"timeout = {suite_says}\n" if suite_says else ""
    tail = f"timeout = {case_says}\n" if case_says else ""
    small_suite(pytester.path, f'{head}[case.a]\ntool = "silent"\noutcome = "result"\n{tail}')
    server = raw_server(pytester.path, _SILENT)

    result = play(server, "--mcp-record", *option, "suites/small/mcp-suite.toml::a")

    assert failures(result) == {"a": f"no answer: the target is silent after {limit} s in step 1"}


@pytest.mark.parametrize("option", [["--mcp-start-timeout=0.4"], []])
def test_the_limit_of_the_start_comes_from_option_or_ini(
    pytester: pytest.Pytester, suite: Path, play: Play, option: list[str]
) -> None:
    pytester.makeini(f"[pytest]\nmcp_start_timeout = {9 if option else 0.4}\n")

    result = play("suites", sound("silent-at-start"), *option)

    assert "silent after 0.4 s before it negotiated" in failures(result)["session"]


def test_a_bare_record_does_not_swallow_the_path_behind_it(pytester: pytest.Pytester, play: Play) -> None:
    folder = small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    server = raw_server(pytester.path, 'serve({"a": lambda _: "1"})')

    result = play(server, "--mcp-record", "suites")

    assert result.ret == 0
    assert (folder / "answers" / "a.answer").exists()


def test_mcp_suite_takes_a_folder_or_a_file_without_test_paths(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    pytester.makepyfile(test_other="def test_other(): pass\n")

    by_folder = play(sound(), "--mcp-suite", "suites/sound")
    by_file = play(sound(), "--mcp-suite=suites/sound/mcp-suite.toml")

    by_folder.assert_outcomes(passed=15)
    by_file.assert_outcomes(passed=15)


def test_bundled_suites_go_by_name_and_have_node_ids_of_their_own(
    pytester: pytest.Pytester, play: Play
) -> None:
    names = list(bundled_suites())

    result = play(*(f"--mcp-suite={name}" for name in names), "--collect-only", "-q")

    ids = [line for line in result.outlines if line.endswith("::session")]
    assert result.ret == 0
    assert [Path(one.partition("::")[0]).parent.name for one in ids] == names
    assert all((pytester.path / one.partition("::")[0]).is_file() for one in ids)


def test_the_environment_of_a_target_is_the_users_own_less_what_is_secret_or_varies(
    pytester: pytest.Pytester, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["PLAIN", "MY_TOKEN", "A_KEY", "GIT_DIR", "PYTEST_X", "TZ", "LC_ALL", "GIVEN", "MY_SECRET"]
    for name in names:
        monkeypatch.setenv(name, f"of {name}")
    cases = "".join(f'[case.{n.lower()}]\ntool = "env"\narguments = {{ name = "{n}" }}\n' for n in names)
    folder = small_suite(pytester.path, cases)

    play(
        raw_server(pytester.path, _ENVIRONMENT),
        "suites", "--mcp-record", "--mcp-env=GIVEN={workspace}/x", "--mcp-env", "MY_SECRET=plain",
    )  # fmt: skip

    def answer(name: str) -> str:
        return (folder / "answers" / f"{name.lower()}.answer").read_text().splitlines()[-2]

    assert {name: answer(name) for name in names} == {
        "PLAIN": "'of PLAIN'", "MY_TOKEN": "None", "A_KEY": "None", "GIT_DIR": "None", "PYTEST_X": "None",
        "TZ": "'UTC'", "LC_ALL": "'C.UTF-8'", "GIVEN": "'{workspace}/x'", "MY_SECRET": "'plain'",
    }  # fmt: skip


def test_a_value_with_a_blank_leaves_the_conftests_of_testpaths_and_their_options_alone(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    pytester.makeini("[pytest]\ntestpaths = deep suites\n")
    deep = pytester.mkpydir("deep")
    (deep / "conftest.py").write_text("def pytest_addoption(parser): parser.addoption('--own')\n")
    (deep / "test_own.py").write_text("def test_own(request): assert request.config.option.own == 'x'\n")

    result = play("--mcp-server", target(pytester), "--own=x")

    result.assert_outcomes(passed=16)


def test_help_lists_each_option_in_both_spellings(play: Play) -> None:
    result = play("--help")

    for name in ("server", "suite", "record", "protocol", "timeout", "start-timeout", "env", "max-bytes"):
        assert lines_of(result, f"  --mcpparity-{name}")
        assert lines_of(result, f"  --mcp-{name}")


def test_a_target_starts_where_pytest_was_started_and_one_of_the_ini_file_in_rootdir(
    pytester: pytest.Pytester, play: Play
) -> None:
    folder = small_suite(pytester.path, '[case.a]\ntool = "cwd"\n')
    raw_server(pytester.path, 'serve({"cwd": lambda _: os.path.basename(os.getcwd())})')
    os.chdir(folder.parent)

    play("--mcp-server={python} ../server.py", "--mcp-record", "small")
    by_option = (folder / "answers" / "a.answer").read_text()
    pytester.makeini("[pytest]\nmcp_server = {python} server.py\n")
    play("--mcp-record=all", "small")
    by_ini = (folder / "answers" / "a.answer").read_text()

    assert "\nsuites\n" in by_option
    assert f"\n{pytester.path.name}\n" in by_ini
