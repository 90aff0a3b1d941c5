"""JSON Schema's verdicts on documents that a target wrote: no schema and no value makes them raise.

jsonschema trusts its schemas: a `$schema` that is no text, a `$ref` to what is no schema or a number that
no float holds end it with whatever exception it trips over. Here each becomes words for a finding.
jsonschema is imported only where a schema needs it, and nothing is ever fetched: a reference to another
document cannot be followed, and is told.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias
from urllib.parse import unquote

from pytest_mcpparity.findings import show
from pytest_mcpparity.json_text import pointer_tokens

Why: TypeAlias = Literal["reference", "endless", "pattern", "type", "schema", "value"]


class NoVerdict(Exception):
    """A value could not be held against a schema; the text is what was tripped over, in one bounded line.

    Attributes:
        why: a `reference` leads nowhere or out of the schema, the schema is `endless`, a `pattern` is none of
            Python's, a `type` is unknown, the `schema` is none in another way, or a number of the `value`
            is too large to be calculated with.
    """

    def __init__(self, why: Why, text: str) -> None:
        super().__init__(text)
        self.why = why


def schema_fault(document: Any) -> str | None:
    """Why `document` is no valid JSON Schema, in one line; None if it is valid."""
    import jsonschema

    kind, fault = _dialect(document)
    try:
        with warnings.catch_warnings(action="ignore"):
            # Without formats: a pattern of JavaScript's may be none of Python's and still be right.
            kind.check_schema(document, format_checker=jsonschema.FormatChecker(()))
    except jsonschema.SchemaError as error:
        return told(error)
    except RecursionError:
        return "it nests too deeply"
    except Exception as problem:  # jsonschema promises nothing for such a schema
        return line(problem)
    return fault


class Judge:
    """Holds values against one schema, which need not be valid.

    Args:
        document: the schema.
        formats: whether a `format` is demanded, or only a remark.
    """

    def __init__(self, document: Any, *, formats: bool = False) -> None:
        self._document = document
        self._formats = formats
        self._validator: Any = None

    def first_breach(self, value: Any) -> Any:
        """The first `jsonschema.ValidationError` of `value`; None if it keeps to the schema.

        Raises:
            NoVerdict: that cannot be told.
        """
        import jsonschema
        import referencing.exceptions

        try:
            with warnings.catch_warnings(action="ignore"):
                return next(self._ready().iter_errors(value), None)
        except referencing.exceptions.Unresolvable as problem:
            raise NoVerdict("reference", line(problem.ref)) from None
        except jsonschema.exceptions.UnknownType as problem:
            raise NoVerdict("type", line(problem)) from None
        except RecursionError:
            raise NoVerdict("endless", "it refers to itself without end") from None
        except re.error as problem:
            raise NoVerdict("pattern", line(problem)) from None
        except OverflowError as problem:
            raise NoVerdict("value", line(problem)) from None
        except Exception as problem:  # jsonschema promises nothing for such a schema
            raise NoVerdict("schema", line(problem)) from None

    def why_broken(self) -> str | None:
        """What makes the schema no valid one: itself, or what it refers to; None if it is valid."""
        return schema_fault(self._document) or next(_broken_references(self._document), None)

    def _ready(self) -> Any:
        import referencing

        if self._validator is None:
            kind, _ = _dialect(self._document)
            registry: Any = referencing.Registry()  # without a way to retrieve: the network is never asked
            formats = kind.FORMAT_CHECKER if self._formats else None
            self._validator = kind(self._document, registry=registry, format_checker=formats)
        return self._validator


def told(error: Any) -> str:
    """An error of jsonschema's in one bounded line: the place in what was judged, and the message."""
    place = "/".join(("", *(str(step) for step in error.absolute_path)))
    return line(f"{place or 'as a whole'}: {error.message}")


def line(problem: object) -> str:
    """The first line of what `problem` says, bounded and with nothing that a terminal would obey."""
    return show(str(problem).split("\n", 1)[0].encode("utf-8", "backslashreplace"))


def _dialect(document: Any) -> tuple[Any, str | None]:
    """The validator that `$schema` asks for, or that of the newest revision and what is wrong with it."""
    import jsonschema
    from jsonschema.validators import validator_for

    newest = jsonschema.Draft202012Validator
    try:
        return validator_for(document, default=newest), None
    except (AttributeError, TypeError, ValueError):  # it splits `$schema` as a URI, whatever it is
        named = document.get("$schema") if isinstance(document, dict) else None
        return newest, None if named is None else line(f"/$schema: {named!r} is no URI")


def _broken_references(document: Any) -> Iterator[str]:
    """What is wrong with the references within `document` that lead to no schema, one line each."""
    for reference in dict.fromkeys(_references(document)):
        try:
            found = followed(document, reference)
        except LookupError:
            yield line(f"{reference} leads nowhere")
            continue
        fault = schema_fault(found)
        if fault is not None:
            yield line(f"{reference} is no schema: {fault}")


def _references(document: Any) -> Iterator[str]:
    """Each `$ref` to a place in `document`; those by anchor or by URI are jsonschema's to tell."""
    waiting = [document]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            reference = one.get("$ref")
            if isinstance(reference, str) and reference.startswith("#/"):
                yield reference
        if isinstance(one, dict | list):
            waiting.extend(reversed(one.values() if isinstance(one, dict) else one))


def followed(document: Any, reference: str) -> Any:
    """What `reference`, a `#` and a JSON pointer, names in `document`.

    Raises:
        LookupError: nothing, or it is no such reference.
    """
    if not reference.startswith("#"):
        raise LookupError(reference)
    found = document
    try:
        for token in pointer_tokens(unquote(reference[1:])):
            found = found[int(token)] if isinstance(found, list) else found[token]
    except (ValueError, LookupError, TypeError):
        raise LookupError(reference) from None
    return found
