"""The pages of the documentation, taken apart: their fenced blocks, and what comments say of them.

A comment that no reader sees stands in front of a block: `<!-- file: NAME -->` writes the block to that
file, `<!-- add to: NAME -->` appends it, `<!-- exit: N -->` is the exit code of the last command of a
console, and `<!-- registry -->` says that what follows on the page needs a package registry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
QUICKSTART = "docs/quickstart.md"
_COMMENT = re.compile(r"<!-- (file|add to|exit|registry)(?:: (\S+))? -->")
_FENCE = re.compile(r"```(\w*)")
_LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, text and line (from 1), and what the comments before it say."""

    language: str
    text: str
    line: int
    file: str = ""
    add_to: str = ""
    exit: int = 0
    registry: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its name below the repository, and its text."""

    name: str
    text: str

    @property
    def blocks(self) -> list[Block]:
        """The fenced blocks in order.

        Raises:
            ValueError: a fence that is indented, has no language, or is not closed.
        """
        return _blocks(self)

    @property
    def links(self) -> list[str]:
        """Where the links of the page lead, in order; those in fenced blocks are none."""
        return _LINK.findall(_prose(self.text))

    @property
    def anchors(self) -> set[str]:
        """The names by which links can point to a heading."""
        return {_anchor(heading) for heading in _HEADING.findall(_prose(self.text))}

    @property
    def needs_registry(self) -> bool:
        """Whether a part of the page can only be played where a package registry can be reached."""
        return "<!-- registry -->" in self.text


def all_pages() -> list[Page]:
    """README.md, CONTRIBUTING.md and all pages below docs."""
    files = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *(REPOSITORY / "docs").rglob("*.md")]
    return [read_page(file.relative_to(REPOSITORY).as_posix()) for file in sorted(files)]


def read_page(name: str) -> Page:
    """The page of this name below the repository."""
    return Page(name, (REPOSITORY / name).read_text(encoding="utf-8"))


def _blocks(page: Page) -> list[Block]:
    found: list[Block] = []
    said: dict[str, str] = {}
    registry = False
    lines = iter(enumerate(page.text.splitlines(), start=1))
    for number, line in lines:
        if comment := _COMMENT.fullmatch(line):
            registry = registry or comment[1] == "registry"
            said[comment[1]] = comment[2] or ""
        elif line.lstrip().startswith("```"):
            fence = _FENCE.fullmatch(line)
            if fence is None or not fence[1]:
                raise ValueError(f"{page.name}:{number}: a fence starts its line and names a language")
            body = _body(page, lines, number)
            exit_code = int(said.get("exit", "0"))
            file, add_to = said.get("file", ""), said.get("add to", "")
            found.append(Block(fence[1], body, number, file, add_to, exit_code, registry))
            said = {}
    return found


def _body(page: Page, lines: Iterator[tuple[int, str]], start: int) -> str:
    body: list[str] = []
    for _, line in lines:
        if line == "```":
            return "\n".join(body) + "\n"
        body.append(line)
    raise ValueError(f"{page.name}:{start}: the fence is not closed")


def _prose(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def _anchor(heading: str) -> str:
    """The name that the usual viewers give a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.strip().replace(" ", "-")
