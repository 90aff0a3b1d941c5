"""The advertised tools: `tools/list` with all its pages (spec § 3)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_mcpparity.answer import Question, Result, RpcError
from pytest_mcpparity.errors import TargetFault
from pytest_mcpparity.findings import Finding, show
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.session.tool_schemas import input_findings

if TYPE_CHECKING:
    from pytest_mcpparity.session.steps import Played

#: Pages that are asked for at most: a target that invents cursors for ever is stopped.
MAX_PAGES = 1000


@dataclass(frozen=True, slots=True)
class ToolsListing:
    """The advertised tools, all pages, in the target's order.

    `refused` is the error that came in place of a page, `fault` why a page did not come or cannot be
    used; both are None when the listing is whole.
    """

    tools: tuple[Members, ...] = ()
    findings: tuple[Finding, ...] = ()
    refused: RpcError | None = None
    fault: TargetFault | None = None


def ask_for_tools(ask: Callable[[Question], Played]) -> ToolsListing:
    """All pages of `tools/list`; the cursor of a page asks for the next one.

    Args:
        ask: plays one question.
    """
    tools: list[Members] = []
    found: list[Finding] = []
    cursors: list[str] = []
    params: str | None = None
    while True:
        played = ask(Question("request", "tools/list", params))
        found += [*played.strays_before, *played.findings]
        body = played.answer.body if played.answer is not None else None
        if not isinstance(body, Result):
            refused = body if isinstance(body, RpcError) else None
            return ToolsListing(tuple(tools), tuple(found), refused, played.fault)
        page, cursor = body.members.get("tools"), body.members.get("nextCursor")
        fault = _unusable(page, cursor, cursors)
        if fault is not None:
            return ToolsListing(tuple(tools), tuple(found), None, fault)
        tools += [tool for tool in page if isinstance(tool, Members)] if isinstance(page, list) else []
        if not isinstance(cursor, str):
            return ToolsListing(tuple(tools), (*found, *input_findings(tools)))
        cursors.append(cursor)
        params = f'{{"cursor":{json.dumps(cursor)}}}'


def _unusable(page: Value, cursor: Value, cursors: list[str]) -> TargetFault | None:
    """Why a page cannot be taken, or the next one not be asked for."""
    if not isinstance(page, list) or not all(isinstance(tool, Members) for tool in page):
        return TargetFault("broken-answer", "the target answered tools/list without a list of tools")
    if isinstance(cursor, str) and cursor in cursors:
        shown = show(cursor.encode("utf-8", "replace"))
        return TargetFault("broken-answer", f"the target gives the cursor {shown} of tools/list twice")
    if len(cursors) >= MAX_PAGES:
        return TargetFault("broken-answer", f"the target's tools/list has more than {MAX_PAGES} pages")
    return None
