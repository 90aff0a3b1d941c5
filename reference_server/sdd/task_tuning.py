"""The `tasks` block of a `putnami.json`: the one block that makes a workspace unloadable when it is wrong."""

from __future__ import annotations

from reference_server.go_json import FLOAT, INT, Node, Struct, TypeFault, decode_node, quote
from reference_server.go_json.tree import kind_of

_TUNING = Struct("ProjectTaskTuning", "ProjectTaskTuning", {"cpuWeight": FLOAT, "timeoutMs": INT})
_PREFIX = "failed to parse task tuning: "
_NOT_POSITIVE = (
    "task timeoutMs must be positive; 0 (use the CLI default) and negative values (no deadline) "
    "are extension-manifest sentinels"
)


def task_problems(block: Node, *, decodes: bool) -> list[tuple[str, str]]:
    """Field and message of each problem of the tree `block`, entries by name.

    `decodes` says whether the rest of the file decodes: only then durations are judged.
    """
    refused = _refusal(block)
    if refused:
        return [("tasks", refused)]
    entries = dict(block)
    problems = [problem for name in sorted(entries) for problem in _entry_problem(name, entries[name])]
    if problems or not decodes:
        return problems
    return [
        (f"tasks.{name}.timeoutMs", _NOT_POSITIVE)
        for name in sorted(entries)
        if decode_node(entries[name], _TUNING)[0].get("timeoutMs", 1) <= 0
    ]


def _refusal(node: Node) -> str:
    """The message for a node that is no object."""
    if node is None:
        return "task tuning must be an object"
    if not isinstance(node, tuple):
        return f"{_PREFIX}{TypeFault(kind_of(node), 'map[string]json.RawMessage')}"
    return ""


def _entry_problem(name: str, entry: Node) -> list[tuple[str, str]]:
    field = f"tasks.{name}"
    refused = _refusal(entry)
    if refused:
        return [(field, refused)]
    unknown = sorted(member for member, _ in entry if member not in _TUNING.members)
    if unknown:
        return [(f"{field}.{unknown[0]}", f"unknown task tuning field {quote(unknown[0])}")]
    _, fault = decode_node(entry, _TUNING)
    if isinstance(fault, TypeFault):
        return [(f"{field}.{fault.path[-1]}", f"{_PREFIX}{fault}")]
    return []
