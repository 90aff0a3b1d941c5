"""The suites of an installed wheel come out of one archive, whole, once."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.suite import bundled


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "suites.zip"
    with zipfile.ZipFile(file, "w") as packed:
        for name, mode in (("shop/mcp-suite.toml", 0o644), ("shop/workspace/run.sh", 0o755)):
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100000 | mode) << 16
            packed.writestr(entry, f"{name}\r\n")
    monkeypatch.setattr(bundled, "_ARCHIVE", file)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return file


def test_suites_are_unpacked_with_their_bytes_and_modes(archive: Path) -> None:
    found = bundled.bundled_suites()

    assert found.keys() == {"shop"}
    assert (found["shop"] / "mcp-suite.toml").read_bytes() == b"shop/mcp-suite.toml\r\n"
    assert (found["shop"] / "workspace" / "run.sh").stat().st_mode & 0o777 == 0o755


def test_suites_are_unpacked_once(archive: Path) -> None:
    first = bundled.bundled_suites()["shop"]
    mark = first / "seen"
    mark.touch()

    again = bundled.bundled_suites()["shop"]

    assert again == first
    assert mark.exists()
    assert [folder.name for folder in first.parent.parent.iterdir()] == [first.parent.name]


def test_another_archive_gets_a_folder_of_its_own(archive: Path) -> None:
    first = bundled.bundled_suites()["shop"]
    with zipfile.ZipFile(archive, "a") as packed:
        packed.writestr("shop/more", "")

    again = bundled.bundled_suites()["shop"]

    assert again != first
    assert (again / "more").exists()


def test_a_cache_that_cannot_be_written_to_is_told_with_the_way_out(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    with pytest.raises(UsageFault, match=r"cannot be unpacked to .*let XDG_CACHE_HOME name"):
        bundled.bundled_suites()


def test_an_unknown_name_is_told_with_the_nearest(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="did you mean shop"):
        bundled.find_suite("shpo", tmp_path)
