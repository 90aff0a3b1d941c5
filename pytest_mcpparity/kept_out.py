"""Test files that nothing runs because they lie in a suite's folder, which is data: nobody shall miss them.

A `test_*.py` in a workspace is meant to be data; one beside `mcp-suite.toml` was most likely meant to run.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from _pytest.python import path_matches_patterns

from pytest_mcpparity.suite.model import SUITE_FILE

#: So many of them are named.
_NAMED = 10


def missed_tests(
    kept_out: Iterable[Path], config: pytest.Config, ignores: Callable[[Path], bool]
) -> list[str]:
    """The test files and suites that would be collected if they lay elsewhere, from rootdir.

    Args:
        kept_out: what lies in the folders of suites and was passed over.
        config: tells what was asked for, and how the files of tests are called.
        ignores: whether pytest or another plugin would pass over a path too.
    """
    if not config.pluginmanager.has_plugin("python"):
        return []
    asked = [Path(config.invocation_params.dir, arg.split("::")[0]).resolve() for arg in config.args]
    patterns: list[str] = config.getini("python_files")
    missed: list[Path] = []
    for path in sorted(kept_out):
        if not any(path.parent.resolve().is_relative_to(one) for one in asked):
            continue  # its folder was never asked for as a whole
        if found := [file for file in _files(path, ignores) if _is_meant(file, patterns)]:
            data = _data(path.parent / SUITE_FILE)
            missed += [file for file in found if not any(file.is_relative_to(one) for one in data)]
    return [Path(os.path.relpath(file, config.rootpath)).as_posix() for file in missed]


def _files(path: Path, ignores: Callable[[Path], bool]) -> Iterator[Path]:
    """The file itself, or those below the folder, as pytest would walk there."""
    if path.name == "answers" or ignores(path):
        return
    if not path.is_dir():
        yield path
    for place, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not ignores(Path(place, name)))
        for name in sorted(names):
            if name.endswith((".py", ".toml")):  # paths are made for few
                yield Path(place, name)


def _is_meant(file: Path, patterns: list[str]) -> bool:
    return file.name == SUITE_FILE or (file.suffix == ".py" and path_matches_patterns(file, patterns))


def _data(suite: Path) -> list[Path]:
    """What a suite copies into its workspace; looked up only where there are tests below its folder."""
    try:
        rules = tomllib.loads(suite.read_text(encoding="utf-8")).get("workspace")
    except (OSError, ValueError):  # its collection tells what is wrong
        return []
    named = (rules.get("copy"), rules.get("dirty")) if isinstance(rules, dict) else ()
    return [suite.parent / one for one in named if isinstance(one, str)]


def words(missed: list[str]) -> str:
    """One line about what was missed, and the way out."""
    one = len(missed) == 1
    number = "1 test file lies" if one else f"{len(missed)} test files lie"
    names = ", ".join(missed[:_NAMED])
    rest = f" and {len(missed) - _NAMED} more" if len(missed) > _NAMED else ""
    return (
        f"{number} in a suite's folder and {'was' if one else 'were'} not collected, as what lies there is "
        f"data: {names}{rest}. Move the suite into a folder of its own, or name the files"
    )
