"""What is collected as a suite, and under which node ids (spec §§ 2, 2.2)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, lines_of, sound

_CASES = (
    "report", "check", "lines", "unicode", "measure", "picture", "greet-nobody", "memo", "greet", "wait",
)  # fmt: skip
_ORDER = ("session", "tools", "refused[list_things]", *_CASES, "inventory", "goodbye")


def ids(result: pytest.RunResult) -> list[str]:
    """The names of the items that `--collect-only -q` lists, in their order."""
    return [line.partition("mcp-suite.toml::")[2] for line in result.outlines if "mcp-suite.toml::" in line]


def test_the_items_come_in_the_order_of_the_suite_under_their_own_node_ids(suite: Path, play: Play) -> None:
    result = play("--collect-only", "-q")

    assert lines_of(result, "suites/") == [f"suites/sound/mcp-suite.toml::{name}" for name in _ORDER]


def test_only_mcp_suite_toml_is_collected(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    shutil.copy(suite / "mcp-suite.toml", suite.parent / "other-suite.toml")
    shutil.copy(suite / "mcp-suite.toml", suite.parent / "mcp-suite.tml")

    result = play("--collect-only", "-q")

    assert len(ids(result)) == len(_ORDER)


def test_items_carry_the_mark(suite: Path, play: Play) -> None:
    (suite.parent / "test_plain.py").write_text("def test_plain(): pass\n")

    ours = play("--collect-only", "-q", "-m", "mcpparity")
    theirs = play("--collect-only", "-q", "-m", "not mcpparity")

    assert ids(ours) == list(_ORDER)
    assert ids(theirs) == []
    theirs.stdout.fnmatch_lines(["suites/test_plain.py::test_plain"])


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        (["--mcp-server=port=a", "--mcp-server=old=b"], ["port", "old"]),
        (["--mcp-server=a", "--mcp-protocol=2025-11-25,2024-11-05"], ["2025-11-25", "2024-11-05"]),
        (
            ["--mcp-server=port=a", "--mcp-server=old=b", "--mcp-protocol=2025-11-25,auto"],
            ["port-2025-11-25", "port-auto", "old-2025-11-25", "old-auto"],
        ),
    ],
)
def test_several_targets_or_protocols_stand_in_brackets(
    suite: Path, play: Play, options: list[str], labels: list[str]
) -> None:
    result = play("--collect-only", "-q", *options)

    found = ids(result)
    assert [one for one in found if one.startswith("greet[")] == [f"greet[{label}]" for label in labels]
    assert [one for one in found if one.startswith("refused")] == [
        f"refused[list_things][{label}]" for label in labels
    ]
    assert found.count("inventory") == 1


@pytest.mark.parametrize("name", ["greet", "refused[list_things]", "session"])
def test_a_node_id_without_the_bracket_selects_every_target(suite: Path, play: Play, name: str) -> None:
    targets = ["--mcp-server=port=a", "--mcp-server=old=b"]

    both = play("--collect-only", "-q", *targets, f"suites/sound/mcp-suite.toml::{name}")
    one = play("--collect-only", "-q", *targets, f"suites/sound/mcp-suite.toml::{name}[old]")

    assert ids(both) == [f"{name}[port]", f"{name}[old]"]
    assert ids(one) == [f"{name}[old]"]


def test_python_files_in_a_suite_are_data_unless_named(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    workspace = suite / "workspace"
    workspace.mkdir()
    (workspace / "conftest.py").write_text("raise SystemExit('run')\n")
    (workspace / "test_data.py").write_text("def test_data(): pass\n")
    with (suite / "mcp-suite.toml").open("a") as file:
        file.write('[workspace]\ncopy = "workspace"\n')
    (suite / "test_beside.py").write_text("def test_beside(): pass\n")

    whole = play("--collect-only", "-q")
    folder = play("--collect-only", "-q", "suites/sound")
    beside = play("--collect-only", "-q", "suites/sound/test_beside.py")

    assert ids(whole) == ids(folder) == list(_ORDER)
    assert "test_data" not in whole.stdout.str() + folder.stdout.str()
    for run in (whole, folder):
        (told,) = lines_of(run, "mcpparity: 1 test file lies in a suite's folder and was not collected")
        assert "suites/sound/test_beside.py" in told
    assert "::test_beside" not in whole.stdout.str() + folder.stdout.str()
    beside.stdout.fnmatch_lines(["suites/sound/test_beside.py::test_beside"])


def test_a_named_folder_of_a_workspace_is_run(suite: Path, play: Play) -> None:
    (suite / "workspace").mkdir()
    (suite / "workspace" / "test_data.py").write_text("def test_data(): pass\n")

    result = play("--collect-only", "-q", "suites/sound/workspace")

    result.stdout.fnmatch_lines(["suites/sound/workspace/test_data.py::test_data"])


def test_a_suite_in_the_rootdir_is_a_collection_error(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    shutil.copy(suite / "mcp-suite.toml", pytester.path)

    result = play(sound(), "--continue-on-collection-errors")

    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["*mcp-suite.toml lies in pytest's rootdir *where it would hide every other test*"]
    )
    result.assert_outcomes(errors=1, passed=len(_ORDER))


def test_a_broken_suite_is_a_collection_error_and_nothing_runs(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    broken = pytester.mkpydir("broken") / "mcp-suite.toml"
    broken.write_text('format = 1\nsealled = true\n[case.a]\ntool = "a"\n')

    result = play(sound("none"), "suites", "broken")

    assert result.ret == 2
    result.stdout.fnmatch_lines(["*broken/mcp-suite.toml*sealled*unknown*sealed*"])
    assert "Traceback" not in result.stdout.str()
    result.assert_outcomes(errors=1)


def test_other_suites_run_on_beside_a_broken_one_where_asked_to(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    (pytester.mkpydir("broken") / "mcp-suite.toml").write_text("format = 7\n")

    result = play(sound("none"), "suites", "broken", "--continue-on-collection-errors")

    result.assert_outcomes(errors=1, passed=len(_ORDER))
    assert result.ret == 1


def test_collect_only_starts_nothing_and_a_run_does(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    leaves = "--mcp-server=sh -c 'echo started > trace; exit 3'"

    collected = play(leaves, "--collect-only")
    before = (pytester.path / "trace").exists()
    play(leaves)

    assert collected.ret == 0
    assert not before
    assert (pytester.path / "trace").exists()
