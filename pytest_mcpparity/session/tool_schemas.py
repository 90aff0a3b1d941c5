"""Schemas of tools: is an inputSchema one, and does structured content keep to its outputSchema (spec § 6).

jsonschema is imported only where a schema needs it. Nothing is ever fetched: a reference to another
document cannot be followed, and is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pytest_mcpparity.answer import Absent, Question, Result, RpcError
from pytest_mcpparity.findings import Finding, show
from pytest_mcpparity.json_text import Members, Number, Value


def plain(value: Value) -> Any:
    """`value` as Python's own dicts, lists and numbers; of duplicate members the last one counts."""
    if isinstance(value, Members):
        return {name: plain(child) for name, child in value}
    if isinstance(value, list):
        return [plain(child) for child in value]
    if isinstance(value, Number):
        whole = re.fullmatch(r"-?[0-9]{1,4000}", value.spelling)
        return int(value.spelling) if whole else float(value.spelling)
    return value


def input_findings(tools: Iterable[Members]) -> list[Finding]:
    """A finding for each tool whose inputSchema is no valid JSON Schema of an object."""
    found: list[Finding] = []
    for tool in tools:
        fault = _input_fault(tool.get("inputSchema"))
        if fault is not None:
            name = show(str(tool.get("name")).encode("utf-8", "replace"))
            found.append(Finding("schema-input", f"inputSchema of {name}: {fault}"))
    return found


def _input_fault(schema: Value) -> str | None:
    if not isinstance(schema, Members):
        return "it is no object"
    if schema.get("type") != "object":
        return 'it does not say "type":"object"'
    return None if _plainly_valid(schema) else schema_fault(schema)


_WORDS = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})


def _plainly_valid(schema: Value) -> bool:
    """Tell whether a schema of the plainest kind is valid: most are, and need no import for it."""
    if isinstance(schema, bool):
        return True
    return isinstance(schema, Members) and all(_plain_keyword(name, value) for name, value in schema)


def _plain_keyword(name: str, value: Value) -> bool:
    match name:
        case "type":
            return isinstance(value, str) and value in _WORDS
        case "properties":
            return isinstance(value, Members) and all(_plainly_valid(child) for _, child in value)
        case "items" | "additionalProperties":
            return _plainly_valid(value)
        case "required":
            names = [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
            return isinstance(value, list) and len(set(names)) == len(value)
        case "default" | "const":
            return True
        case "examples" | "enum":
            return isinstance(value, list)
        case "title" | "description":
            return isinstance(value, str)
        case _:
            return False


def schema_fault(schema: Members) -> str | None:
    """Why `schema` is no valid JSON Schema, in one line; None if it is valid."""
    import jsonschema
    from jsonschema.validators import validator_for

    document = plain(schema)
    # Any: the stubs do not know that formats can be left out.
    kind: Any = validator_for(document, default=jsonschema.Draft202012Validator)
    try:
        # Without formats: a pattern of JavaScript's may be none of Python's and still be right.
        kind.check_schema(document, format_checker=jsonschema.FormatChecker(()))
    except jsonschema.SchemaError as error:
        return _told(error)
    except RecursionError:
        return "it nests too deeply"
    return None


def _told(error: Any) -> str:
    place = "/".join(("", *(str(step) for step in error.absolute_path)))
    return show(f"{place or 'as a whole'}: {error.message}".encode("utf-8", "backslashreplace"))


class OutputSchemas:
    """The outputSchemas of the advertised tools, each made ready when it is first needed."""

    def __init__(self, tools: Iterable[Members]) -> None:
        self._schemas = {str(tool.get("name")): tool.get("outputSchema") for tool in tools}
        self._validators: dict[str, Any] = {}

    def findings(self, question: Question, body: Result | RpcError) -> tuple[Finding, ...]:
        """What is wrong with the structured content of a result; nothing where no schema holds for it."""
        if question.kind != "call" or not isinstance(body, Result) or body.is_error:
            return ()
        schema = self._schemas.get(question.name)
        if schema is None or isinstance(body.structured, Absent):
            return ()
        fault = self._fault(question.name, schema, body.structured)
        return (
            ()
            if fault is None
            else (Finding("schema-output", f"structured content of {question.name}: {fault}"),)
        )

    def _fault(self, name: str, schema: Value, structured: Value) -> str | None:
        if not isinstance(schema, Members):
            return "the outputSchema is no object"
        if name not in self._validators:
            wrong = schema_fault(schema)
            if wrong is not None:
                return f"the outputSchema is no valid JSON Schema: {wrong}"
            self._validators[name] = _validator(plain(schema))
        return _breach(self._validators[name], plain(structured))


def _validator(document: Any) -> Any:
    import jsonschema
    import referencing
    from jsonschema.validators import validator_for

    registry: Any = referencing.Registry()  # without a way to retrieve: the network is never asked
    return validator_for(document, default=jsonschema.Draft202012Validator)(document, registry=registry)


def _breach(validator: Any, document: Any) -> str | None:
    import referencing.exceptions

    try:
        error = next(validator.iter_errors(document), None)
    except referencing.exceptions.Unresolvable as unresolvable:
        return show(f"the outputSchema refers to what it does not hold: {unresolvable.ref}".encode())
    except RecursionError:
        return "the outputSchema refers to itself without end"
    except re.error:
        return None  # a pattern of another dialect than Python's cannot be judged here
    return None if error is None else _told(error)
