"""The command line (12.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from reference_server.decisions.setup import main
from reference_server.decisions.setup.options import read_options
from reference_server.decisions.setup.problems import UsageProblem
from tests.server.decisions.setup.conftest import Machine


def test_defaults_are_user_scope_own_name_and_asking(machine: Machine) -> None:
    argv = ["--repo", str(machine.repo), "--client", "claude-code", "--launcher", "/opt/sp"]

    options = read_options(argv, machine.system)

    assert (options.scope, options.registration.name, options.ask, options.dry_run) == (
        "user",
        "switchplinth",
        True,
        False,
    )


def test_a_path_without_decision_folder_is_refused_in_the_words_of_the_specification(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()

    status = main(["--repo", str(bare), "--client", "print"], machine.system)

    printed = capsys.readouterr()
    assert status == 2
    assert printed.err == f"switchplinth setup: {bare} has no .decision directory\n"
    assert printed.out == ""


def test_a_path_that_is_no_directory_is_wrong_usage_in_one_line(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["--repo", str(tmp_path / "absent"), "--client", "print"], machine.system)

    assert status == 2
    assert capsys.readouterr().err == f"switchplinth setup: {tmp_path / 'absent'} is not a directory\n"


def test_the_current_directory_is_the_default_repository(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(machine.repo)

    options = read_options(["--client", "print", "--launcher", "/opt/sp"], machine.system)

    assert options.registration.repo == str(machine.repo)


def test_paths_become_absolute_and_keep_their_links(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(machine.repo)
    monkeypatch.chdir(machine.home)

    options = read_options(
        ["--client", "print", "--repo", "../link", "--launcher", "bin/../sp"], machine.system
    )

    assert options.registration.repo == str(tmp_path / "link")
    assert options.registration.launcher == str(machine.home / "sp")


def test_a_vanished_current_directory_is_wrong_usage(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    with pytest.raises(UsageProblem, match="the current directory is gone"):
        read_options(["--client", "print"], machine.system)


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param([], id="no client"),
        pytest.param(["--client", "emacs"], id="unknown client"),
        pytest.param(["--client", "cursor", "--claude-scope", "user"], id="scope without claude-code"),
        pytest.param(["--client", "print", "--claude-scope", "user"], id="scope with print"),
        pytest.param(["--client", "claude-code", "--config", "f"], id="config with claude-code"),
        pytest.param(["--client", "print", "--config", "f"], id="config with print"),
        pytest.param(["--client", "claude-code", "--claude-scope", "team"], id="unknown scope"),
        pytest.param(["--client", "print", "--name", "a b"], id="name with a space"),
        pytest.param(["--client", "print", "--name", ""], id="empty name"),
        pytest.param(["--client", "print", "--name", "x" * 65], id="long name"),
        pytest.param(["--client", "print", "--name", "naïve"], id="name beyond ASCII"),
        pytest.param(["--client", "print", "--name", "x\n"], id="name with a line end"),
        pytest.param(["--client", "print", "--launcher", ""], id="empty launcher"),
        pytest.param(["--client", "print", "--rep", "."], id="shortened flag"),
        pytest.param(["--client", "print", "--force"], id="unknown flag"),
        pytest.param(["--client", "print", "more"], id="stray argument"),
        pytest.param(["--client", "print", "--launcher", "\udcff"], id="path that is no UTF-8"),
    ],
)
def test_wrong_usage_is_one_line_on_stderr_and_status_2(
    machine: Machine, argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status = machine.setup(*argv)

    printed = capsys.readouterr()
    assert status == 2
    assert printed.out == ""
    assert printed.err.startswith("switchplinth setup: ")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("name", ["a", "x" * 64, "My_server-2"])
def test_a_name_of_the_allowed_characters_is_taken(machine: Machine, name: str) -> None:
    assert machine.setup("--client", "print", "--name", name) == 0


def test_the_running_script_is_the_launcher(machine: Machine, tmp_path: Path) -> None:
    script = tmp_path / "venv" / "switchplinth"
    script.parent.mkdir()
    script.touch()
    system = machine.on(program=str(script)).system

    options = read_options(["--repo", str(machine.repo), "--client", "print"], system)

    assert options.registration.launcher == str(script)


def test_windows_leaves_exe_out_of_the_running_script(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "switchplinth.exe").touch()
    system = machine.on(program=str(tmp_path / "switchplinth")).system

    options = read_options(["--repo", str(machine.repo), "--client", "print"], system)

    assert options.registration.launcher == str(tmp_path / "switchplinth.exe")


def test_another_running_program_gives_way_to_the_command_on_path(machine: Machine, tmp_path: Path) -> None:
    command = tmp_path / "on-path" / "switchplinth"
    command.parent.mkdir()
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    system = machine.on(environ={"PATH": str(command.parent)}).system

    options = read_options(["--repo", str(machine.repo), "--client", "print"], system)

    assert options.registration.launcher == str(command)


def test_without_any_launcher_the_message_tells_the_way_out(machine: Machine) -> None:
    with pytest.raises(UsageProblem, match="--launcher FILE"):
        read_options(["--repo", str(machine.repo), "--client", "print"], machine.system)


def test_help_goes_to_stdout_with_status_0(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--help"], machine.system)

    printed = capsys.readouterr()
    assert status == 0
    assert "--dry-run" in printed.out
    assert printed.err == ""
