"""Published servers, each version in a folder of its own, installed once and kept.

The folder is `.targets` in the root of the repository, or the one that `$MCPPARITY_TARGETS` names.
A release that cannot be installed skips the test that asks for it, with the reason; where `CI` is set
it fails: a machine that is there to run these tests must not pass by leaving them out.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_DONE = ".installed"
_SECONDS = 900
#: Reasons of this process, so that an offline machine waits for the network once a release.
_failed: dict[Path, str] = {}


@dataclass(frozen=True, slots=True)
class Release:
    """One published version of a server, with the packages that are pinned beside it.

    `pins` are in the words of the installer: `mcp==1.30.0`, `zod@3.25.76`.
    """

    kind: Literal["pip", "npm"]
    package: str
    version: str
    pins: tuple[str, ...] = ()

    def folder(self, cache: Path) -> Path:
        """Where it lies: other pins are another installation."""
        plain = self.package.replace("/", "-").lstrip("@")
        spelled = hashlib.sha256(" ".join(sorted(self.pins)).encode()).hexdigest()[:8]
        return cache / (f"{plain}@{self.version}" + (f"+{spelled}" if self.pins else ""))


class InstallFault(Exception):
    """A release cannot be installed; the text is the reason, with the end of the installer's output."""


def cache_folder() -> Path:
    """The folder of all releases."""
    return Path(os.environ.get("MCPPARITY_TARGETS") or _ROOT / ".targets")


def program(release: Release, name: str) -> Path:
    """The program `name` of `release`, which is installed first where it is not there yet.

    Skips the test that asks, or fails it where `CI` is set, if the release cannot be installed.
    """
    folder = release.folder(cache_folder())
    try:
        if folder in _failed:
            raise InstallFault(_failed[folder])
        install(release, folder)
    except InstallFault as fault:
        _failed[folder] = str(fault)
        if os.environ.get("CI"):
            pytest.fail(str(fault), pytrace=False)
        pytest.skip(str(fault))
    return folder / ("venv/bin" if release.kind == "pip" else "node_modules/.bin") / name


def command(release: Release, name: str, *arguments: str) -> str:
    """The command line that starts the program `name` of `release`, for `--mcp-server`."""
    return shlex.join([str(program(release, name)), *arguments])


def install(release: Release, folder: Path) -> None:
    """Install `release` in `folder`; nothing is done where that has been done.

    One process at a time: others that want the same release wait, and find it there.

    Raises:
        InstallFault: the installer is missing, fails, or takes longer than a quarter of an hour.
    """
    if (folder / _DONE).exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _locked(folder.with_name(folder.name + ".lock")):
        if (folder / _DONE).exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for step in _steps(release, folder):
            _run(step, folder, f"{release.package} {release.version}")
        (folder / _DONE).touch()


def _steps(release: Release, folder: Path) -> Iterator[list[str]]:
    if release.kind == "pip":
        venv = folder / "venv"
        yield [sys.executable, "-m", "venv", "--without-pip", str(venv)]
        pip = [sys.executable, "-m", "pip", "--python", str(venv / "bin" / "python")]
        options = ["--quiet", "--disable-pip-version-check", "--prefer-binary", "--retries=1"]
        yield [*pip, "install", *options, f"{release.package}=={release.version}", *release.pins]
    else:
        (folder / "package.json").write_text('{"private": true}\n', encoding="ascii")
        options = ["--no-fund", "--no-audit", "--loglevel=error", "--fetch-retries=1"]
        yield ["npm", "install", *options, f"{release.package}@{release.version}", *release.pins]


def _run(step: list[str], folder: Path, what: str) -> None:
    try:
        done = subprocess.run(
            step,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise InstallFault(f"{what} is not installed: {step[0]} is not on PATH") from None
    except subprocess.TimeoutExpired:
        raise InstallFault(f"{what} is not installed: no end after {_SECONDS} s") from None
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace").strip().splitlines()
        reason = " / ".join(line.strip() for line in said[-3:]) or f"exit code {done.returncode}"
        raise InstallFault(f"{what} is not installed: {reason}")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
