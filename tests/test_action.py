"""The GitHub Action: its shell steps run as the runner would run them, with the plugin installed here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

REPOSITORY = Path(__file__).parent.parent
SOUND = str(REPOSITORY / "tests" / "suites" / "sound")
FAULTS = "{python} -m reference_server.faults"


def load(name: str) -> dict[str, Any]:
    """A YAML file of the repository."""
    loaded: dict[str, Any] = yaml.safe_load((REPOSITORY / name).read_text(encoding="utf-8"))
    return loaded


ACTION = load("action.yml")
STEPS: dict[str, dict[str, Any]] = {step["name"]: step for step in ACTION["runs"]["steps"]}


def run_step(
    name: str, folder: Path, inputs: dict[str, str], *, path: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the script of a step as a runner does: by bash, each `${{ inputs.X }}` of its env filled in."""
    step = STEPS[name]
    filled = {key: str(one.get("default", "")) for key, one in ACTION["inputs"].items()} | inputs
    env = {
        key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: filled[match[1]], value)
        for key, value in step.get("env", {}).items()
    }
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "GITHUB_"))}
    runner = {"RUNNER_TEMP": str(folder / "temp"), "GITHUB_ACTION_PATH": str(REPOSITORY)}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder,
        env={**kept, **runner, **env, "PATH": path + kept["PATH"]},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout with nothing in it, and the environment that the step `Install` would have made."""
    programs = tmp_path / "temp" / "mcpparity" / "bin"
    programs.mkdir(parents=True)
    python = programs / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_a_sound_server_passes_and_leaves_both_reports(folder: Path) -> None:
    inputs = {"server": f"{FAULTS} none", "suite": SOUND, "args": "-q\n-p\nno:randomly\n"}

    done = run_step("Hold the server to its answers", folder, inputs)

    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((folder / "mcp-parity-report" / "report.json").read_text())
    assert {entry["outcome"] for entry in report["cases"]} == {"passed"}
    assert (folder / "mcp-parity-report" / "report.html").is_file()


def test_a_server_that_differs_fails_and_leaves_both_reports(folder: Path) -> None:
    inputs = {"server": f"{FAULTS} escapes", "suite": SOUND, "report": "kept here/parity"}

    done = run_step("Hold the server to its answers", folder, inputs)

    assert done.returncode == 1, done.stdout + done.stderr
    report = json.loads((folder / "kept here" / "parity" / "report.json").read_text())
    assert "failed" in {entry["outcome"] for entry in report["cases"]}


def test_several_servers_stand_one_a_line(folder: Path) -> None:
    inputs = {"server": f"one={FAULTS} none\ntwo={FAULTS} none", "suite": SOUND, "args": "-k=greet"}

    done = run_step("Hold the server to its answers", folder, inputs)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "greet[two]" in (folder / "mcp-parity-report" / "report.json").read_text()


@pytest.mark.parametrize("name", ["server", "suite", "args", "report"])
def test_an_input_is_never_run_as_shell(name: str, folder: Path) -> None:
    text = """$(touch pwned) `touch pwned`; touch pwned "; touch pwned; " '; touch pwned; '"""
    plain = {"server": f"{FAULTS} none", "suite": SOUND, "args": "--collect-only\n-q"}
    inputs = {**plain, name: plain.get(name, "") + text}

    run_step("Hold the server to its answers", folder, inputs)

    assert not list(folder.rglob("pwned"))


def test_no_script_has_an_expression_in_it() -> None:
    scripts = [step["run"] for step in STEPS.values() if "run" in step]

    assert len(scripts) == 2
    assert not [script for script in scripts if "${{" in script]


def test_installing_takes_the_plugin_of_this_very_version(folder: Path) -> None:
    stub = folder / "stub"
    stub.mkdir()
    log = folder / "log"
    own = folder / "temp" / "mcpparity" / "bin" / "python"
    for python in (stub / "python", own):
        python.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{log}"\n')
        python.chmod(0o755)

    done = run_step("Install", folder, {}, path=f"{stub}{os.pathsep}")

    assert done.returncode == 0, done.stderr
    words = log.read_text().splitlines()
    assert words[:3] == ["-m", "venv", str(folder / "temp" / "mcpparity")]
    assert words[3:] == ["-m", "pip", "install", "--quiet", f"{REPOSITORY}[reference]", "pytest-xdist"]


def test_the_report_is_kept_whatever_happened() -> None:
    step = STEPS["Keep the report"]

    assert step["if"] == "always()"
    assert step["with"]["path"] == "${{ inputs.report }}"


def test_every_input_is_used_and_described() -> None:
    text = (REPOSITORY / "action.yml").read_text(encoding="utf-8")

    for name, one in ACTION["inputs"].items():
        assert one["description"]
        assert f"${{{{ inputs.{name} }}}}" in text


def test_a_release_is_published_by_trust_and_not_by_a_password() -> None:
    release = load(".github/workflows/release.yml")
    publish = release["jobs"]["publish"]

    assert publish["permissions"] == {"id-token": "write"}
    assert publish["needs"] == "build"
    assert "secrets." not in (REPOSITORY / ".github" / "workflows" / "release.yml").read_text()
    assert {"run": "make wheel"} in release["jobs"]["build"]["steps"]
