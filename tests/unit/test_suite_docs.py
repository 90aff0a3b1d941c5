"""The page on `mcp-suite.toml` says what the reader does."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.suite.reader import read_suite
from tests.unit.suite_bad_cases import BAD_CASES
from tests.unit.suite_bad_rules import BAD_RULES

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "suite.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    (example,) = blocks("toml")
    (tmp_path / "workspace").mkdir()
    (tmp_path / "mcp-suite.toml").write_text(example)

    suite = read_suite(tmp_path / "mcp-suite.toml")

    assert [case.id for case in suite.cases] == ["read-a-note", "notes-are-remembered"]


def test_the_faults_of_the_page_are_told_in_these_words(tmp_path: Path) -> None:
    text = """format = 1
[case.rename]
tool = "rename"
argumnets = '{}'

[case.status]
tool = "status"
arguments = '{"verbose":tru}'

[[mask]]
pattern = '<.*>'
as = "<elapsed>"
"""
    file = tmp_path / "mcp-suite.toml"
    file.write_text(text)

    with pytest.raises(SuiteFault) as caught:
        read_suite(file)

    (shown,) = blocks("text")
    assert str(caught.value).replace(str(tmp_path), "fixtures/notes") == shown.rstrip("\n")


def words_of(schema: Any) -> set[str]:
    """The names of properties and the values of enumerations anywhere in `schema`."""
    found: set[str] = set()
    if isinstance(schema, dict):
        found |= set(schema.get("properties", {})) | set(schema.get("enum", []))
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []
    return found.union(*(words_of(one) for one in inner))


def test_the_page_names_every_key_and_every_value_of_the_schema() -> None:
    schema = json.loads((resources.files("pytest_mcpparity") / "schemas/mcp-suite.schema.json").read_text())
    page = PAGE.read_text("utf-8")

    words = words_of(schema)

    assert {"format", "copy", "unadvertised", "exit-code", "2026-07-28"} <= words
    spellings = ("`{}`", '`"{}"`', "[{}]", "[{}.ID]")
    unnamed = [word for word in sorted(words) if not any(one.format(word) in page for one in spellings)]
    assert unnamed == []


def test_the_page_lists_every_reason_that_the_reader_gives(tmp_path: Path) -> None:
    table = PAGE.read_text("utf-8").partition("| the message has |")[2]
    listed = [
        re.compile(re.escape(words).replace("…", ".*").replace("tool\\ and\\ method", r"\w+\ and\ \w+"))
        for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for words in re.findall(r"`([^`]+)`", row)
    ]
    for inside in ("files", "changes"):
        (tmp_path / inside).mkdir()
    file = tmp_path / "mcp-suite.toml"
    unlisted: list[str] = []

    for bad in (*BAD_CASES, *BAD_RULES):
        file.write_text(f"format = 1\n{bad.text}")
        with pytest.raises(SuiteFault) as caught:
            read_suite(file)
        if not any(reason.search(str(caught.value)) for reason in listed):
            unlisted.append(str(caught.value))

    assert unlisted == []
