"""Holds what was made up against a schema; references are followed within the schema, never outside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote

from pytest_mcpparity.findings import show
from pytest_mcpparity.json_text import pointer_tokens
from pytest_mcpparity.suite.model import WORKSPACE

#: What stands for the workspace while a value is checked: a path of the usual kind.
_SOMEWHERE: Final = "/tmp/workspace"
_KEPT: Final = ("$defs", "definitions", "$schema")
_HOPS: Final = 20


class Checker:
    """Knows the whole input schema of a tool, and so what `$ref` means in its parts."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def resolved(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """`schema` with what its `$ref` names and what its `allOf` hold laid into it."""
        found = dict(schema)
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
        if not reference.startswith("#"):
            return {}
        found: Any = self._root
        try:
            for token in pointer_tokens(unquote(reference[1:])):
                found = found[int(token)] if isinstance(found, list) else found[token]
        except (ValueError, LookupError, TypeError):
            return {}
        return found if isinstance(found, dict) else {}

    def takes(self, schema: Any, value: Any) -> bool:
        """Whether a part of the schema takes `value`; also where that cannot be told."""
        if isinstance(schema, bool):
            return schema
        whole = {**{key: self._root[key] for key in _KEPT if key in self._root}, **schema}
        return _fault(whole, value) is None

    def fault(self, value: Any) -> str | None:
        """Why the whole schema does not take `value`, in one line; None if it does."""
        return _fault(self._root, value, tell_unresolvable=True)


def _fault(schema: Mapping[str, Any], value: Any, *, tell_unresolvable: bool = False) -> str | None:
    import jsonschema
    import referencing
    import referencing.exceptions
    from jsonschema.validators import validator_for

    kind: Any = validator_for(schema, default=jsonschema.Draft202012Validator)
    registry: Any = referencing.Registry()  # without a way to retrieve: the network is never asked
    validator = kind(schema, registry=registry, format_checker=kind.FORMAT_CHECKER)
    try:
        error = next(validator.iter_errors(_somewhere(value)), None)
    except (referencing.exceptions.Unresolvable, jsonschema.exceptions.UnknownType) as problem:
        return f"its inputSchema cannot be followed: {_line(problem)}" if tell_unresolvable else None
    except RecursionError:
        return "its inputSchema refers to itself without end"
    except (re.error, TypeError, ValueError, AttributeError) as problem:
        return f"its inputSchema is no valid JSON Schema: {_line(problem)}" if tell_unresolvable else None
    if error is None:
        return None
    place = "/".join(str(step) for step in error.absolute_path)
    return f"argument {place}: {_line(error.message)}" if place else _line(error.message)


def _line(problem: object) -> str:
    return show(str(problem).split("\n", 1)[0].encode("utf-8", "backslashreplace"))


def _somewhere(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace(WORKSPACE, _SOMEWHERE)
    if isinstance(value, list):
        return [_somewhere(one) for one in value]
    if isinstance(value, dict):
        return {name: _somewhere(one) for name, one in value.items()}
    return value
