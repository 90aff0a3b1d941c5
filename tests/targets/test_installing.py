"""A release is installed once, by whoever asks first; one that cannot be is a reason, not a riddle."""

from __future__ import annotations

import threading
import zipfile
from pathlib import Path

import pytest

from tests.targets import installing
from tests.targets.installing import InstallFault, Release, install, program

HERE = Release("pip", "parity-made-up", "1.0")
NOWHERE = Release("pip", "parity-made-up", "2.0")


@pytest.fixture(autouse=True)
def _only_one_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No network: pip finds one wheel of our own, and npm nothing."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(wheels / "parity_made_up-1.0-py3-none-any.whl", "w") as wheel:
        about = "parity_made_up-1.0.dist-info/"
        wheel.writestr("parity_made_up.py", "def main():\n    print('here')\n")
        wheel.writestr(about + "METADATA", "Metadata-Version: 2.1\nName: parity-made-up\nVersion: 1.0\n")
        wheel.writestr(about + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(about + "entry_points.txt", "[console_scripts]\nmade-up = parity_made_up:main\n")
        wheel.writestr(about + "RECORD", "")
    for name, value in {
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "npm_config_offline": "true",
        "npm_config_cache": str(tmp_path / "npm"),
        "MCPPARITY_TARGETS": str(tmp_path / "targets"),
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(installing, "_failed", {})


def test_a_release_is_installed_below_the_folder_that_is_asked_for(tmp_path: Path) -> None:
    found = program(HERE, "made-up")

    assert found.is_relative_to(tmp_path / "targets")
    assert found.is_file()


def test_an_installed_release_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    first = program(HERE, "made-up")
    monkeypatch.setenv("PIP_FIND_LINKS", "/nonexistent")

    second = program(HERE, "made-up")

    assert second == first


def test_a_half_done_installation_is_done_again(tmp_path: Path) -> None:
    folder = HERE.folder(tmp_path / "targets")
    (folder / "venv").mkdir(parents=True)
    (folder / "venv" / "rubbish").touch()

    found = program(HERE, "made-up")

    assert found.is_file()
    assert not (folder / "venv" / "rubbish").exists()


def test_two_that_ask_at_once_install_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[list[str]] = []
    run = installing._run

    def counted(step: list[str], folder: Path, what: str) -> None:
        steps.append(step)
        run(step, folder, what)

    monkeypatch.setattr(installing, "_run", counted)
    folder = HERE.folder(tmp_path / "targets")
    askers = [threading.Thread(target=install, args=(HERE, folder)) for _ in range(3)]

    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()

    assert len(steps) == 2  # the environment, and the package
    assert (folder / "venv" / "bin" / "made-up").is_file()


@pytest.mark.parametrize("release", [NOWHERE, Release("npm", "parity-made-up", "2.0")], ids=["pip", "npm"])
def test_a_release_that_cannot_be_had_skips_the_test_with_the_reason(release: Release) -> None:
    with pytest.raises(pytest.skip.Exception, match=r"parity-made-up 2\.0 is not installed: \S"):
        program(release, "made-up")


def test_where_ci_is_set_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")

    with pytest.raises(pytest.fail.Exception, match=r"parity-made-up 2\.0 is not installed"):
        program(NOWHERE, "made-up")


def test_a_failed_release_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(pytest.skip.Exception) as first:
        program(NOWHERE, "made-up")
    monkeypatch.setattr(installing, "install", lambda *_: pytest.fail("asked again"))

    with pytest.raises(pytest.skip.Exception) as second:
        program(NOWHERE, "made-up")

    assert str(second.value) == str(first.value)


def test_a_missing_installer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(InstallFault, match="npm is not on PATH"):
        install(Release("npm", "parity-made-up", "1.0"), tmp_path / "none")


def test_other_pins_are_another_installation(tmp_path: Path) -> None:
    pinned = Release("pip", "parity-made-up", "1.0", ("mcp==1.30.0",))

    assert pinned.folder(tmp_path) != HERE.folder(tmp_path)
