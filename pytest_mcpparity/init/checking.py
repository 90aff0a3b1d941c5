"""Holds what was made up against a schema; references are followed within the schema, never outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pytest_mcpparity.session.json_schema import Judge, NoVerdict, followed, line
from pytest_mcpparity.suite.model import WORKSPACE

#: What stands for the workspace while a value is checked: a path of the usual kind.
_SOMEWHERE: Final = "/tmp/workspace"
_KEPT: Final = ("$defs", "definitions", "$schema")
_HOPS: Final = 20


class Checker:
    """Knows the whole input schema of a tool, and so what `$ref` means in its parts."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def resolved(self, schema: Any) -> dict[str, Any]:
        """`schema` with what its `$ref` names and what its `allOf` hold laid into it; `{}` if it is none."""
        found = dict(schema) if isinstance(schema, dict) else {}
        for _ in range(_HOPS):
            if isinstance(found.get("$ref"), str):
                target = self._at(found.pop("$ref"))
                found = self.merged(target, found)
            elif isinstance(found.get("allOf"), list):
                for part in found.pop("allOf"):
                    found = self.merged(found, part)
            else:
                break
        return found

    def required(self, schema: Any) -> list[str]:
        """The names that `schema` requires; none where its `required` is no list, as in draft 3."""
        named = self.resolved(schema).get("required")
        return (
            list(dict.fromkeys(name for name in named if isinstance(name, str)))
            if isinstance(named, list)
            else []
        )

    def merged(self, base: Mapping[str, Any], over: Any) -> dict[str, Any]:
        """Both schemas as one: properties and required names of both, else what `over` says."""
        if not isinstance(over, dict):
            return dict(base)
        made = {**base, **over}
        if isinstance(base.get("properties"), dict) and isinstance(over.get("properties"), dict):
            made["properties"] = {**base["properties"], **over["properties"]}
        if isinstance(base.get("required"), list) and isinstance(over.get("required"), list):
            made["required"] = list(dict.fromkeys([*base["required"], *over["required"]]))
        return made

    def _at(self, reference: str) -> dict[str, Any]:
        """What a reference within the schema names; nothing known of any other."""
        try:
            found = followed(self._root, reference)
        except LookupError:
            return {}
        return found if isinstance(found, dict) else {}

    def takes(self, schema: Any, value: Any) -> bool:
        """Whether a part of the schema takes `value`; also where that cannot be told."""
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            return True
        whole = {**{key: self._root[key] for key in _KEPT if key in self._root}, **schema}
        return _fault(whole, value) is None

    def fault(self, value: Any) -> str | None:
        """Why the whole schema does not take `value`, in one line; None if it does."""
        return _fault(self._root, value, tell_unresolvable=True)


def _fault(schema: Mapping[str, Any], value: Any, *, tell_unresolvable: bool = False) -> str | None:
    judge = Judge(schema, formats=True)
    try:
        error = judge.first_breach(_somewhere(value))
    except NoVerdict as reason:
        if reason.why == "endless":
            return "its inputSchema refers to itself without end"
        return _without_verdict(judge, reason) if tell_unresolvable else None
    if error is None:
        return None
    place = "/".join(str(step) for step in error.absolute_path)
    return f"argument {line(place)}: {line(error.message)}" if place else line(error.message)


def _without_verdict(judge: Judge, reason: NoVerdict) -> str:
    match reason.why:
        case "reference" | "type":
            return f"its inputSchema cannot be followed: {reason}"
        case "value":
            return f"what it takes cannot be judged: {reason}"
        case _:
            return f"its inputSchema is no valid JSON Schema: {judge.why_broken() or reason}"


def _somewhere(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace(WORKSPACE, _SOMEWHERE)
    if isinstance(value, list):
        return [_somewhere(one) for one in value]
    if isinstance(value, dict):
        return {name: _somewhere(one) for name, one in value.items()}
    return value
