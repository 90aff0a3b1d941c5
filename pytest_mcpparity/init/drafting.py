"""From the advertised tools to the cases of a first suite (spec § 5). Pure: nothing is called here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.init.arguments import CannotMake, make_arguments
from pytest_mcpparity.init.checking import Checker
from pytest_mcpparity.init.paths import Paths
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.session.tool_schemas import plain
from pytest_mcpparity.suite.cases import MAX_ID
from pytest_mcpparity.suite.model import RESERVED_IDS

_NOT_IN_ID: Final = re.compile(r"[^a-z0-9_-]+")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_UNKNOWN_ARGUMENT: Final = "no_such_argument"
_UNKNOWN_TOOL: Final = "no_such_tool"


@dataclass(frozen=True, slots=True)
class DraftCase:
    """One case to be written: `arguments` is JSON text; `alone` asks for a process of its own."""

    id: str
    title: str
    tool: str
    arguments: str
    unadvertised: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Drafted:
    """The cases, and what there is none for.

    `uncalled` names the tools that may change something; `unmade` says, a line each, for which tool no
    arguments could be made up, and why.
    """

    cases: tuple[DraftCase, ...]
    uncalled: tuple[str, ...] = ()
    unmade: tuple[str, ...] = ()


def draft_cases(tools: Sequence[Members], paths: Paths, *, all_tools: bool) -> Drafted:
    """The cases for these descriptors, tool by tool, and one for a tool that does not exist.

    Args:
        tools: the descriptors, as they were listed.
        paths: what arguments that look like a path get.
        all_tools: call those too that are not annotated `readOnlyHint`.
    """
    drafting = _Drafting(paths)
    uncalled: list[str] = []
    by_name: dict[str, Mapping[str, Any]] = {str(tool.get("name")): plain(tool) for tool in tools}
    for name, tool in by_name.items():
        if all_tools or _is_read_only(tool):
            drafting.draft_tool(name, tool)
        else:
            uncalled.append(name)
    unknown = _free(_UNKNOWN_TOOL, by_name)
    drafting.add("no-such-tool", "a tool that does not exist", unknown, {}, unadvertised=True)
    return Drafted(tuple(drafting.cases), tuple(uncalled), tuple(drafting.unmade))


def _is_read_only(tool: Mapping[str, Any]) -> bool:
    annotations = tool.get("annotations")
    return isinstance(annotations, dict) and annotations.get("readOnlyHint") is True


class _Drafting:
    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._ids: set[str] = set(RESERVED_IDS)
        self.cases: list[DraftCase] = []
        self.unmade: list[str] = []

    def draft_tool(self, name: str, tool: Mapping[str, Any]) -> None:
        """One call, one for each required argument left out, one with an argument too many."""
        schema = tool.get("inputSchema")
        try:
            if _SURROGATE.search(name):
                raise CannotMake("its name is no text that a file can hold")
            if not isinstance(schema, dict):
                raise CannotMake("its inputSchema is no object")
            arguments = make_arguments(name, schema, self._paths)
        except CannotMake as reason:
            self.unmade.append(f"{escape_hidden(name)}: {reason}")
            return
        shown = escape_hidden(name)
        self.add(name, f"{shown} with arguments made from its schema", name, arguments)
        for missing in _required(schema, arguments):
            rest = {key: value for key, value in arguments.items() if key != missing}
            title = f"{shown} without the required {escape_hidden(missing)}"
            self.add(f"{name}-without-{missing}", title, name, rest)
        too_many = {**arguments, _free(_UNKNOWN_ARGUMENT, _known(schema, arguments)): True}
        self.add(
            f"{name}-unknown-argument", f"{shown} with an argument that it does not know", name, too_many
        )

    def add(
        self, wish: str, title: str, tool: str, arguments: Mapping[str, Any], *, unadvertised: bool = False
    ) -> None:
        """Add a case under an id that is free and looks like `wish`."""
        text = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
        text = _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)  # no file holds one
        self.cases.append(DraftCase(self._id(wish), title, tool, text, unadvertised))

    def _id(self, wish: str) -> str:
        plain_id = _NOT_IN_ID.sub("-", wish.lower()).strip("-_")[:MAX_ID] or "case"
        found, number = plain_id, 2
        while found in self._ids:
            end = f"-{number}"
            found, number = plain_id[: MAX_ID - len(end)] + end, number + 1
        self._ids.add(found)
        return found


def _required(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> Iterator[str]:
    """The required arguments that were made, and so can be left out; also those of an `allOf` or `$ref`."""
    return (name for name in Checker(schema).required(schema) if name in arguments)


def _known(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> set[str]:
    properties = Checker(schema).resolved(schema).get("properties")
    return {*(properties if isinstance(properties, dict) else ()), *arguments}


def _free(name: str, taken: Mapping[str, Any] | set[str]) -> str:
    while name in taken:
        name += "_"
    return name
