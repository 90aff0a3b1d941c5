"""The names that others hold on to: entry points, commands, the mark, and what is documented."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import metadata, resources
from pathlib import Path

import pytest

import pytest_mcpparity
from pytest_mcpparity import option_names

PACKAGE = Path(pytest_mcpparity.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


def undocumented(source: str) -> Iterator[str]:
    """The public names of a module that have no docstring, the module itself as an empty name."""
    tree = ast.parse(source)
    if ast.get_docstring(tree) is None:
        yield ""
    yield from _undocumented(tree, "")


def _undocumented(parent: ast.Module | ast.ClassDef, prefix: str) -> Iterator[str]:
    for node in parent.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if node.name.startswith("_"):
            continue
        if ast.get_docstring(node) is None:
            yield prefix + node.name
        if isinstance(node, ast.ClassDef):
            yield from _undocumented(node, f"{prefix}{node.name}.")


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_public_name_has_a_docstring(file: Path) -> None:
    assert list(undocumented(file.read_text(encoding="utf-8"))) == []


def test_a_name_without_a_docstring_is_found() -> None:
    source = (
        '"""A module."""\nclass A:\n    """A."""\n    def f(self): ...\n    def _g(self): ...\ndef h(): ...\n'
    )

    assert list(undocumented(source)) == ["A.f", "h"]
    assert list(undocumented("x = 1")) == [""]


def test_the_version_is_that_of_the_distribution() -> None:
    assert pytest_mcpparity.__version__ == metadata.version("pytest-mcpparity")


def test_pytest_finds_the_plugin_under_its_name() -> None:
    (entry,) = metadata.entry_points(group="pytest11", name="mcpparity")

    assert entry.value == "pytest_mcpparity.plugin"


@pytest.mark.parametrize("name", ["mcpparity", "mcp-reference-server"])
def test_a_command_is_there_and_can_be_called(name: str) -> None:
    (entry,) = metadata.entry_points(group="console_scripts", name=name)

    assert callable(entry.load())


def test_the_package_is_typed() -> None:
    assert resources.files(pytest_mcpparity).joinpath("py.typed").is_file()


def test_options_have_each_a_name_a_metavar_and_a_help_of_their_own() -> None:
    options = option_names.OPTIONS

    assert len({option.name for option in options}) == len(options)
    assert all(option.metavar and option.help for option in options)
    assert {"server", "suite", "record", "protocol", "timeout", "start-timeout", "env", "max-bytes"} <= {
        option.name for option in options
    }


def test_settings_of_the_ini_file_are_those_of_the_documentation() -> None:
    settings = {option.ini_name for option in option_names.OPTIONS if option.ini is not None}

    assert settings == {"mcp_server", "mcp_protocol", "mcp_timeout", "mcp_start_timeout", "mcp_env"}
