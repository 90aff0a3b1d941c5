"""The five tools: one service behind MCP and the HTTP reads (8).

`call` does steps 2 to 6 of 8.1. Everything is read anew, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.decisions import answers
from reference_server.decisions.arguments import Parameter, check_arguments
from reference_server.decisions.receipts import receipt
from reference_server.decisions.repository import Repository, load_repository, with_settings
from reference_server.decisions.scenario import Scenario, compile_scenario
from reference_server.decisions.selections import resolve
from reference_server.decisions.shapes import Json

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: its declared arguments in order, and its answer from checked ones."""

    parameters: tuple[Parameter, ...]
    answer: Callable[[Path, Arguments], Json]


def call(root: Path, name: str, arguments: Arguments, stray: frozenset[str] = frozenset()) -> Json:
    """The answer of the tool `name` of TOOLS on the repository directory `root`.

    `stray` are names of further arguments that count as undeclared (11.3). Raises ToolError with
    the first fault in the order of 8.1.
    """
    tool = TOOLS[name]
    check_arguments(tool.parameters, arguments, stray)
    return tool.answer(root, arguments)


def _scenario(repository: Repository, arguments: Arguments, name: str = "selections") -> Scenario:
    selections = resolve(repository.decisions, arguments.get(name, {}), name)
    return compile_scenario(repository, selections)


def _list_decisions(root: Path, arguments: Arguments) -> Json:
    repository = load_repository(root)
    return answers.decision_list(repository, _scenario(repository, arguments))


def _search_decisions(root: Path, arguments: Arguments) -> Json:
    # The search's libraries are loaded only for those who search.
    from reference_server.decisions.search.query import search

    repository = with_settings(load_repository(root))
    scenario = _scenario(repository, arguments)
    query = arguments["query"]
    found = search(repository, scenario, query)
    return {**found, "receipt": receipt(repository, scenario.selections, {"query": query})}


def _inspect_architecture(root: Path, arguments: Arguments) -> Json:
    repository = load_repository(root)
    return answers.architecture(repository, _scenario(repository, arguments))


def _inspect_entity(root: Path, arguments: Arguments) -> Json:
    repository = load_repository(root)
    return answers.entity_view(repository, _scenario(repository, arguments), arguments["entity_id"])


def _diff_scenarios(root: Path, arguments: Arguments) -> Json:
    repository = load_repository(root)
    before = _scenario(repository, arguments, "before_selections")
    after = _scenario(repository, arguments, "after_selections")
    return answers.scenario_difference(repository, before, after)


_SELECTIONS = Parameter("selections", "selections")

TOOLS: Mapping[str, Tool] = {
    "list_decisions": Tool((_SELECTIONS,), _list_decisions),
    "search_decisions": Tool((Parameter("query", "query"), _SELECTIONS), _search_decisions),
    "inspect_architecture": Tool((_SELECTIONS,), _inspect_architecture),
    "inspect_entity": Tool((Parameter("entity_id", "id"), _SELECTIONS), _inspect_entity),
    "diff_scenarios": Tool(
        (Parameter("before_selections", "selections"), Parameter("after_selections", "selections")),
        _diff_scenarios,
    ),
}
"""The tools by name, in the order of `tools/list`."""
