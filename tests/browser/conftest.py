"""Pages of the report, opened in a browser that tells whatever goes wrong in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from pytest_mcpparity.report.html_report import render_html
from pytest_mcpparity.report.outcomes import RunFacts
from tests.browser import chromium
from tests.targets.installing import InstallFault

Open: TypeAlias = Callable[..., Any]


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One browser for all tests of this folder; a page of each test is a profile of its own.

    What cannot be installed skips the tests, with the reason; where `CI` is set it fails them: a machine that
    is there to run these tests must not pass by leaving them out.
    """
    with ExitStack() as stack:
        try:
            started = stack.enter_context(chromium.running())
        except InstallFault as fault:
            if os.environ.get("CI"):
                pytest.fail(str(fault), pytrace=False)
            pytest.skip(str(fault))
        yield started


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens the report of a run.

    The test fails where the page asks for anything but itself, where its script fails, or where the
    browser refuses something of it.
    """
    troubles: list[str] = []
    contexts: list[Any] = []

    def note_request(url: str, own: str) -> None:
        if not url.startswith((own, "data:")):
            troubles.append(f"request: {url}")

    def opened(facts: RunFacts, *, before: str = "", **options: Any) -> Any:
        file = tmp_path / "report.html"
        file.write_bytes(render_html(facts))
        context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on("console", lambda message: troubles.append(f"console: {message.text}"))
        page.on("dialog", lambda dialog: troubles.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: note_request(request.url, file.as_uri()))
        if before:
            page.add_init_script(before)
        page.goto(file.as_uri())
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []
