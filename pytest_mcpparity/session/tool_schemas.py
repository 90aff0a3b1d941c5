"""Schemas of tools: is an inputSchema one, and does structured content keep to its outputSchema (spec § 6).

Most schemas are of the plainest kind, and are found valid without jsonschema.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pytest_mcpparity.answer import Absent, Question, Result, RpcError
from pytest_mcpparity.findings import Finding, show
from pytest_mcpparity.json_text import Members, Number, Value
from pytest_mcpparity.session.json_schema import Judge, NoVerdict, schema_fault, told


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
    return None if _plainly_valid(schema) else schema_fault(plain(schema))


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


class OutputSchemas:
    """The outputSchemas of the advertised tools, each made ready when it is first needed."""

    def __init__(self, tools: Iterable[Members]) -> None:
        self._schemas = {str(tool.get("name")): tool.get("outputSchema") for tool in tools}
        self._judges: dict[str, Judge | str] = {}

    def findings(self, question: Question, body: Result | RpcError) -> tuple[Finding, ...]:
        """What is wrong with the structured content of a result; nothing where no schema holds for it."""
        if question.kind != "call" or not isinstance(body, Result) or body.is_error:
            return ()
        schema = self._schemas.get(question.name)
        if schema is None or isinstance(body.structured, Absent):
            return ()
        fault = self._fault(question.name, schema, body.structured)
        if fault is None:
            return ()
        return (Finding("schema-output", f"structured content of {question.name}: {fault}", own=True),)

    def _fault(self, name: str, schema: Value, structured: Value) -> str | None:
        if name not in self._judges:
            self._judges[name] = _judge(schema)
        judge = self._judges[name]
        return judge if isinstance(judge, str) else _breach(judge, plain(structured))


def _judge(schema: Value) -> Judge | str:
    """What holds values against `schema`, or why nothing can."""
    if not isinstance(schema, Members):
        return "the outputSchema is no object"
    document = plain(schema)
    wrong = schema_fault(document)
    return Judge(document) if wrong is None else f"the outputSchema is no valid JSON Schema: {wrong}"


def _breach(judge: Judge, document: Any) -> str | None:
    try:
        error = judge.first_breach(document)
    except NoVerdict as reason:
        return _without_verdict(judge, reason)
    return None if error is None else told(error)


def _without_verdict(judge: Judge, reason: NoVerdict) -> str | None:
    match reason.why:
        case "pattern":
            return None  # a pattern of another dialect than Python's cannot be judged here
        case "reference":
            return f"the outputSchema refers to what it does not hold: {reason}"
        case "endless":
            return "the outputSchema refers to itself without end"
        case "value":
            return f"cannot be judged: {reason}"
        case _:
            return f"the outputSchema is no valid JSON Schema: {judge.why_broken() or reason}"
