"""A page played from top to bottom in a folder: files are written, commands run, its output is read."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.doc_pages import QUICKSTART, REPOSITORY, Block, read_page

_SECONDS = 600
_TIMES = re.compile(r"\bin \d+\.\d+s(?: \(\d+:\d\d:\d\d\))?")
#: Stands in the documentation for any number of lines of output, or within a line for any text.
GAP = "…"
_PARSERS: dict[str, Callable[[str], object]] = {
    "toml": tomllib.loads,
    "json": json.loads,
    "yaml": yaml.safe_load,
}


class PageFault(AssertionError):
    """The page says something that is not so; the text names the place."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, both streams in one, and its exit code."""

    output: str
    exit: int


def play(blocks: Iterable[Block], folder: Path, *, page: str) -> None:
    """Play the blocks of a page in `folder`.

    Raises:
        PageFault: a command ends in another way, prints something else, or an example is not what it is
            said to be.
    """
    last: Ran | None = None
    for block in blocks:
        place = f"{page}:{block.line}"
        if block.language == "console":
            last = _play_console(block, folder, place)
        elif block.file or block.add_to:
            _write(block, folder, place)
        elif block.language == "text":
            if last is None:
                raise PageFault(f"{place}: text that is neither a file nor the output of a command")
            _find(block.text, last.output, place)
        elif block.language == "python":
            done = run(f"{sys.executable} -c '{_quoted(block.text)}'", folder)
            if done.exit:
                raise PageFault(f"{place}: the example fails:\n{done.output}")
            last = done
        else:
            _parse(block, place)


def run(command: str, folder: Path) -> Ran:
    """Run a command as a user would type it, without what a CI or another run of pytest sets."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_SECONDS,
        check=False,
    )
    return Ran(done.stdout.decode("utf-8", "replace"), done.returncode)


def _environment(folder: Path) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY") and not name.startswith("PYTEST_")
    }
    tools = folder.parent / "tools"
    return {
        **kept,
        "PATH": os.pathsep.join([str(tools), str(Path(sys.executable).parent), kept.get("PATH", "")]),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        # what the machine's other plugins print is none of the page's business
        "PYTEST_ADDOPTS": "-p no:randomly -p no:asyncio -p no:hypothesispytest -p no:timeout",
    }


def make_notes(place: Path) -> Path:
    """A folder below `place` as the quickstart leaves it: a server, a recorded suite, a pytest.ini."""
    folder = place / "work"
    folder.mkdir()
    make_tools(folder)
    page = read_page(QUICKSTART)
    end = page.text[: page.text.index("## 4.")].count("\n")
    made = [block for block in page.blocks if block.line < end or block.file == "pytest.ini"]
    play(made, folder, page=QUICKSTART)
    return folder


def make_tools(folder: Path) -> None:
    """Put a `pip` beside `folder` that checks what it is told to install, and changes nothing here.

    `make` is asked what it would do, in the root of the repository: the targets run these tests.
    """
    tools = folder.parent / "tools"
    tools.mkdir(exist_ok=True)
    _script(tools / "pip", f'exec "{sys.executable}" -m pip "$@" --dry-run --no-index')
    _script(tools / "make", f'cd "{REPOSITORY}" && exec /usr/bin/env PATH="${{PATH#*:}}" make -n "$@"')


def _script(file: Path, text: str) -> None:
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(0o755)


def _play_console(block: Block, folder: Path, place: str) -> Ran:
    steps = commands(block.text)
    if not steps:
        raise PageFault(f"{place}: a console without a command: write `$ ` in front of it")
    done = Ran("", 0)
    for index, (command, shown) in enumerate(steps):
        done = run(command, folder)
        expected = block.exit if index == len(steps) - 1 else 0
        if done.exit != expected:
            raise PageFault(f"{place}: exit code {done.exit}, not {expected}: {command}\n{done.output}")
        _find(shown, done.output, place)
    return done


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console, each with the output that is shown behind it."""
    found: list[tuple[str, str]] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("$ "):
            command = line.removeprefix("$ ")
            while command.endswith("\\"):
                command = command[:-1] + next(lines).removeprefix("> ").strip()
            found.append((command, ""))
        elif found:
            command, shown = found[-1]
            found[-1] = (command, f"{shown}{line}\n")
        else:
            raise PageFault(f"output without a command: {line}")
    return found


def _find(shown: str, output: str, place: str) -> None:
    """Make sure that the lines shown stand in the output in a row; `…` is any lines, or any part of one."""
    lines = [_steady(line) for line in output.splitlines()]
    start = 0
    for part in re.split(rf"^{GAP}$\n?", shown, flags=re.MULTILINE):
        wanted = [_steady(line) for line in part.splitlines()]
        ends = range(start, len(lines) - len(wanted) + 1)
        at = next((index for index in ends if all(map(_fits, wanted, lines[index:]))), None)
        if at is None:
            raise PageFault(f"{place}: this is not printed:\n{part}\nbut:\n{output}")
        start = at + len(wanted)


def _fits(shown: str, printed: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, shown.split(GAP))), printed) is not None


def _steady(line: str) -> str:
    return _TIMES.sub("in 0.10s", line).rstrip()


def _write(block: Block, folder: Path, place: str) -> None:
    file = folder / (block.file or block.add_to)
    file.parent.mkdir(parents=True, exist_ok=True)
    if block.language == "diff":
        _change(file, block.text, place)
    elif block.add_to:
        file.write_text(file.read_text(encoding="utf-8") + "\n" + block.text, encoding="utf-8")
    else:
        _parse(block, place)
        file.write_text(block.text, encoding="utf-8")


def _change(file: Path, change: str, place: str) -> None:
    """Replace the lines with `-` by those with `+`; the lines around them stand in both."""
    sides = [
        "".join(line[1:] + "\n" for line in change.splitlines() if line[:1] in (sign, " ")) for sign in "-+"
    ]
    text = file.read_text(encoding="utf-8")
    if text.count(sides[0]) != 1:
        raise PageFault(f"{place}: the lines to change stand {text.count(sides[0])} times in {file.name}")
    file.write_text(text.replace(sides[0], sides[1]), encoding="utf-8")


def _parse(block: Block, place: str) -> None:
    if block.language in _PARSERS:
        try:
            _PARSERS[block.language](block.text)
        except (ValueError, yaml.YAMLError) as error:
            raise PageFault(f"{place}: this is no {block.language}: {error}") from None
    elif not (block.file or block.add_to):
        raise PageFault(f"{place}: nothing checks a block of {block.language}")


def _quoted(text: str) -> str:
    return text.replace("'", "'\\''")
