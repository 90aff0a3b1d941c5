"""The documentation says what is so: its commands run, its examples hold, its links lead somewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.doc_pages import QUICKSTART, REPOSITORY, Page, all_pages, read_page
from tests.doc_playing import PageFault, make_notes, make_tools, play

#: Pages whose examples another test holds, because they are no commands in a folder of files.
HELD_ELSEWHERE = {
    "docs/reference/suite.md": "tests/unit/test_suite_docs.py",
    "docs/reference/failure-messages.md": "tests/unit/test_explain_documented.py",
    "docs/reference/report.md": "tests/unit/test_report_docs.py",
    "docs/reference/coverage.md": "tests/unit/test_report_docs.py",
}
PAGES = {page.name: page for page in all_pages()}
PLAYED = sorted(name for name, page in PAGES.items() if page.blocks and name not in HELD_ELSEWHERE)


@pytest.fixture(scope="session")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the quickstart makes in its first three sections, and its pytest.ini."""
    return make_notes(tmp_path_factory.mktemp("notes"))


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """An empty folder for the quickstart, and for other pages one with what the quickstart made."""
    made = tmp_path / "work"
    name: str = request.node.callspec.params["name"]
    if name == QUICKSTART:
        made.mkdir()
    else:
        shutil.copytree(request.getfixturevalue("notes"), made)
    if name == "README.md":
        shutil.copytree(REPOSITORY / "tests" / "suites" / "sound", made / "tests" / "suites" / "sound")
        shutil.rmtree(made / "suites" / "notes" / "answers")
        (made / "suites" / "notes" / "answers.lock").unlink()
        shutil.copytree(made / "suites" / "notes" / "workspace", made / "notes")
        port = made / "our-port"
        port.write_text(f"#!{sys.executable}\n" + (made / "server.py").read_text(encoding="utf-8"))
        port.chmod(0o755)
    make_tools(made)
    return made


@pytest.mark.parametrize("name", PLAYED)
def test_a_page_holds_what_it_says(name: str, folder: Path) -> None:
    blocks = [block for block in PAGES[name].blocks if not block.registry]

    play(blocks, folder, page=name)


@pytest.mark.heavy
@pytest.mark.parametrize("name", [name for name in PLAYED if PAGES[name].needs_registry])
def test_a_page_holds_what_it_says_of_published_packages(name: str, folder: Path) -> None:
    reachable = subprocess.run(
        ["pip", "download", "--quiet", "--no-deps", "--dest", folder / "probe", "mcp-server-git==2026.10.19"],
        capture_output=True,
        text=True,
        check=False,
    )
    if reachable.returncode and not os.environ.get("CI"):
        pytest.skip(f"no package registry: {reachable.stderr.strip().splitlines()[-1]}")
    assert reachable.returncode == 0, reachable.stderr

    play(PAGES[name].blocks, folder, page=name)


@pytest.mark.parametrize(("name", "test"), sorted(HELD_ELSEWHERE.items()))
def test_a_page_that_is_not_played_is_read_by_another_test(name: str, test: str) -> None:
    assert Path(name).name in (REPOSITORY / test).read_text(encoding="utf-8")


def broken_links(page: Page) -> list[str]:
    """The links of a page that lead to no file of the repository, or to no heading of a page."""
    broken = []
    for link in page.links:
        path, _, anchor = link.partition("#")
        if "://" in path:
            continue
        target = (REPOSITORY / page.name).parent / path if path else REPOSITORY / page.name
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            broken.append(link)
    return broken


def _anchors(file: Path) -> set[str]:
    return read_page(file.resolve().relative_to(REPOSITORY).as_posix()).anchors


@pytest.mark.parametrize("name", sorted(PAGES))
def test_links_lead_somewhere(name: str) -> None:
    assert broken_links(PAGES[name]) == []


def test_a_link_into_nothing_is_found() -> None:
    page = Page("docs/README.md", "[a](nowhere.md) [b](../README.md#no-heading) [c](../README.md#licence)")

    assert broken_links(page) == ["nowhere.md", "../README.md#no-heading"]


def test_every_page_is_reached_from_the_index() -> None:
    index = REPOSITORY / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in read_page("docs/README.md").links}

    missing = {name for name in PAGES if name.startswith("docs/") and (REPOSITORY / name) not in linked}

    assert missing == {"docs/README.md"}


FAULTY = {
    "a command that fails": "```console\n$ false\n```\n",
    "a command that does not fail as told": "<!-- exit: 1 -->\n```console\n$ true\n```\n",
    "output that is not printed": "```console\n$ echo a\nb\n```\n",
    "output in a block of its own that is not printed": "```console\n$ echo a\n```\n\n```text\nb\n```\n",
    "lines with another between them": "```console\n$ printf 'a\\nb\\nc\\n'\na\nc\n```\n",
    "a line with more behind it": "```console\n$ echo ab\na\n```\n",
    "text that belongs to nothing": "```text\na\n```\n",
    "an example that fails": "```python\nraise SystemExit(3)\n```\n",
    "TOML that is none": "```toml\na =\n```\n",
    "lines to change that are not there": (
        "<!-- file: a -->\n```ini\na\n```\n<!-- file: a -->\n```diff\n-b\n+c\n```\n"
    ),
    "a language that nobody checks": "```haskell\nmain\n```\n",
}


@pytest.mark.parametrize("text", FAULTY.values(), ids=FAULTY)
def test_a_page_that_is_wrong_fails(text: str, tmp_path: Path) -> None:
    with pytest.raises(PageFault):
        play(Page("page.md", text).blocks, tmp_path, page="page.md")


def test_a_page_that_is_right_passes(tmp_path: Path) -> None:
    text = (
        "<!-- file: a.ini -->\n```ini\n[a]\nb = 1\n```\n"
        "<!-- file: a.ini -->\n```diff\n [a]\n-b = 1\n+b = 2\n```\n"
        "<!-- add to: a.ini -->\n```ini\nc = 3\n```\n"
        "```console\n$ cat a.ini\n[a]\n…\nc = …\n$ echo x \\\n> y\n```\n"
        "```text\nx y\n```\n"
        "<!-- exit: 3 -->\n```console\n$ (exit 3)\n```\n"
    )

    play(Page("page.md", text).blocks, tmp_path, page="page.md")

    assert (tmp_path / "a.ini").read_text() == "[a]\nb = 2\n\nc = 3\n"


@pytest.mark.parametrize("text", ["```\na\n```\n", "  ```text\n  a\n  ```\n", "```text\na\n"])
def test_a_fence_that_could_be_overlooked_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"page\.md:1"):
        _ = Page("page.md", text).blocks
