"""Argument checks and the order of a call's steps (spec 8.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reference_server.decisions.errors import ArgumentError, RepositoryError
from reference_server.decisions.tools import TOOLS, call
from tests.server.decisions.repositories import SAMPLE

MAPS: dict[str, list[str]] = {
    "list_decisions": ["selections"],
    "search_decisions": ["selections"],
    "inspect_architecture": ["selections"],
    "inspect_entity": ["selections"],
    "diff_scenarios": ["before_selections", "after_selections"],
}
REQUIRED: dict[str, dict[str, Any]] = {
    "search_decisions": {"query": "q"},
    "inspect_entity": {"entity_id": "entity-order-service"},
}
QUERY_SIZE = 'Argument "query" must have 1 to 2000 characters and not only white space.'

FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("list_decisions", {"b": 1, "a": 1, "selections": 1}, 'Unknown argument: "a".'),
    ("diff_scenarios", {"selections": {}}, 'Unknown argument: "selections".'),
    ("search_decisions", {"selections": 1}, 'Missing required argument: "query".'),
    ("inspect_entity", {}, 'Missing required argument: "entity_id".'),
    ("search_decisions", {"query": None}, 'Argument "query" must be a string.'),
    ("inspect_entity", {"entity_id": 1}, 'Argument "entity_id" must be a string.'),
    ("search_decisions", {"query": ""}, QUERY_SIZE),
    ("search_decisions", {"query": " \t\u2003\n"}, QUERY_SIZE),
    ("search_decisions", {"query": "x" * 2001, "selections": 1}, QUERY_SIZE),
    ("inspect_entity", {"entity_id": 1, "selections": 1}, 'Argument "entity_id" must be a string.'),
    (
        "diff_scenarios",
        {"after_selections": 1, "before_selections": []},
        'Argument "before_selections" must be an object.',
    ),
]


@pytest.mark.parametrize(("tool", "arguments", "text"), FAULTS)
def test_first_fault_gives_the_text(tool: str, arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(ArgumentError) as error:
        call(SAMPLE, tool, arguments)

    assert error.value.text == text


@pytest.mark.parametrize(("tool", "name"), [(tool, name) for tool, names in MAPS.items() for name in names])
def test_each_selection_map_is_checked(tool: str, name: str) -> None:
    required = REQUIRED.get(tool, {})
    not_an_object = f'Argument "{name}" must be an object.'
    not_a_string = f'Argument "{name}" must map decision ids to option ids: the value of "a" is not a string.'

    for value, text in ((None, not_an_object), ([], not_an_object), ({"b": 1, "a": None}, not_a_string)):
        with pytest.raises(ArgumentError) as error:
            call(SAMPLE, tool, {**required, name: value})
        assert error.value.text == text
    assert call(SAMPLE, tool, {**required, name: {}})


def test_query_of_exactly_the_limit_is_searched() -> None:
    query = "\U0001f600" * 1999 + "x"

    assert call(SAMPLE, "search_decisions", {"query": query})["query"] == query


@pytest.mark.parametrize("tool", TOOLS)
def test_arguments_are_checked_before_the_repository_and_selections_after(tool: str, tmp_path: Path) -> None:
    required = REQUIRED.get(tool, {})
    unknown = {MAPS[tool][0]: {"nobody": "x"}}

    with pytest.raises(ArgumentError, match="Unknown argument"):
        call(tmp_path, tool, {**required, "zz": 1})
    with pytest.raises(RepositoryError, match="is not a directory"):
        call(tmp_path, tool, {**required, **unknown})
    with pytest.raises(ArgumentError, match="Unknown decision"):
        call(SAMPLE, tool, {**required, **unknown})


@pytest.mark.parametrize("tool", TOOLS)
def test_calls_leave_every_file_as_it_was(tool: str) -> None:
    def content() -> dict[Path, tuple[int, bytes]]:
        return {
            path: (path.stat().st_mtime_ns, path.read_bytes()) for path in SAMPLE.rglob("*") if path.is_file()
        }

    before = content()
    selections = {} if tool == "diff_scenarios" else {"selections": {"decision-messaging": "option-sqs"}}

    call(SAMPLE, tool, {**REQUIRED.get(tool, {}), **selections})

    assert content() == before
