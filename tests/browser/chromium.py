"""A real Chromium, headless, driven by `playwright`; both are installed where they are missing."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.targets.installing import InstallFault, Release, cache_folder, install

_DRIVER = Release("pip", "playwright", "1.65.2")
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_SECONDS = 900


@contextmanager
def running() -> Iterator[Any]:
    """The browser of playwright's own type; it ends with the block.

    Raises:
        InstallFault: the browser or its driver is missing, and cannot be installed.
    """
    program, driver = _chromium(), _playwright()
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def _chromium() -> str:
    """The path of a Chromium; Debian's package is installed where there is none.

    Raises:
        InstallFault: there is none, and it cannot be installed.
    """
    if found := _found():
        return found
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise InstallFault("there is no Chromium on PATH: install it, such as by apt-get install chromium")
    for step in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
        done = subprocess.run(step, capture_output=True, text=True, timeout=_SECONDS, check=False)
        if done.returncode:
            raise InstallFault(f"Chromium is not installed: {' '.join(step)}: {done.stderr.strip()[-300:]}")
    if found := _found():
        return found
    raise InstallFault("Chromium is not on PATH after apt-get install chromium")


def _found() -> str | None:
    return next(filter(None, map(shutil.which, _NAMES)), None)


def _playwright() -> Any:
    """The module of the driver, from a folder of its own: it is no dependency of the project.

    Raises:
        InstallFault: it cannot be installed.
    """
    folder = _DRIVER.folder(cache_folder())
    install(_DRIVER, folder)
    packages = str(next((folder / "venv" / "lib").glob("python*/site-packages")))
    if packages not in sys.path:
        sys.path.append(packages)
    return importlib.import_module("playwright.sync_api")
