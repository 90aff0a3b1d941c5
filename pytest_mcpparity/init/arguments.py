"""Arguments made from the schema of a tool: its defaults, examples and enums, or the smallest valid value.

Whatever is made is held against the schema before it is used (spec § 5).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from pytest_mcpparity.init.checking import Checker
from pytest_mcpparity.init.paths import Paths, path_for
from pytest_mcpparity.init.patterns import matching_texts
from pytest_mcpparity.session.json_schema import line

#: A schema that refers to itself is followed so deep.
_DEPTH: Final = 12
#: A list gets an item where it stands so deep at most: a schema of trees would give a tall one.
_ITEM_DEPTH: Final = 3
#: So many values are tried for one place, and so many for all places of a tool.
_TRIES: Final = 60
_ALL_TRIES: Final = 2000
#: So many of all tries may go into lists with items before they are left empty.
_ITEM_TRIES: Final = 500
#: The largest text or list that is made, and the numbers that are left alone: floats end at 1.8e308.
_MOST: Final = 10_000
_FAR: Final = 1e300
_FORMATS: Final = {
    "date-time": "2026-01-01T00:00:00Z",
    "date": "2026-01-01",
    "time": "00:00:00Z",
    "duration": "P1D",
    "email": "parity@example.test",
    "idn-email": "parity@example.test",
    "hostname": "example.test",
    "idn-hostname": "example.test",
    "ipv4": "127.0.0.1",
    "ipv6": "::1",
    "uri": "https://example.test/",
    "url": "https://example.test/",
    "uri-reference": "/",
    "iri": "https://example.test/",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "json-pointer": "/a",
    "regex": "a",
    "byte": "YQ==",
}
#: Names that say what a text has to be; example.test answers nobody.
_NAMES: Final = {
    "url": "https://example.test/",
    "uri": "https://example.test/",
    "timezone": "UTC",
    "tz": "UTC",
    "email": "parity@example.test",
    "date": "2026-01-01",
    "time": "12:00",
    "sql": "select 1",
}


class CannotMake(Exception):
    """No arguments could be made up; the text is the reason."""


def make_arguments(tool: str, schema: Mapping[str, Any], paths: Paths) -> dict[str, Any]:
    """Arguments for `tool` that its input `schema` takes.

    Only what is required is given, and what has a default or an example. A list gets an item: servers
    accept an empty one less often than their schemas do.

    Raises:
        CannotMake: none were found, or the schema is none.
    """
    for with_items in (True, False):
        maker = _Maker(tool, schema, paths, with_items=with_items)
        first: dict[str, Any] | None = None
        for made in islice(maker.candidates(schema, "", 0), _TRIES):
            if not isinstance(made, dict) or not _can_be_written(made):
                continue
            if maker.checker.fault(made) is None:
                return made
            first = made if first is None else first
    raise CannotMake(maker.why_not(schema, first))


class _Maker:
    def __init__(self, tool: str, root: Mapping[str, Any], paths: Paths, *, with_items: bool) -> None:
        self._tool, self._paths, self._with_items = tool, paths, with_items
        self._tries_left = _ITEM_TRIES if with_items else _ALL_TRIES
        self.checker = Checker(root)

    def why_not(self, schema: Mapping[str, Any], made: dict[str, Any] | None) -> str:
        """Why nothing was found; `made` is what came nearest."""
        given = made or {}
        missing = [name for name in self.checker.required(schema) if name not in given]
        fault = self.checker.fault(given)
        if missing and (fault is None or "required" in fault):
            return f"no valid value was found for {line(', '.join(missing))}"
        return fault or "nothing was found that its inputSchema takes"

    def candidates(self, schema: Any, name: str, depth: int) -> Iterator[Any]:
        """Values that `schema` may take, the best first; `name` is that of the argument."""
        self._tries_left -= 1
        if schema is False or depth > _DEPTH or self._tries_left < 0:
            return
        schema = self.checker.resolved(schema)
        if "const" in schema:
            yield schema["const"]
            return
        yield from _given(schema)
        if "enum" in schema:
            return
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list):
                rest = {word: value for word, value in schema.items() if word not in (key, "default")}
                for branch in sorted(schema[key], key=_is_null):
                    yield from self.candidates(self.checker.merged(rest, branch), name, depth + 1)
                return
        for kind in _kinds(schema):
            yield from self._of_kind(kind, schema, name, depth)

    def _of_kind(self, kind: str, schema: Mapping[str, Any], name: str, depth: int) -> Iterator[Any]:
        match kind:
            case "string":
                yield from self._texts(schema, name)
            case "integer" | "number":
                yield from _numbers(schema, whole=kind == "integer")
            case "boolean":
                yield from (False, True)
            case "array":
                yield from self._arrays(schema, name, depth)
            case "object":
                yield from self._objects(schema, depth)
            case _:
                yield None

    def _texts(self, schema: Mapping[str, Any], name: str) -> Iterator[str]:
        path = path_for(name, str(schema.get("description", "")), self._tool, self._paths)
        if path is not None:
            yield path
        if (sample := _FORMATS.get(str(schema.get("format")))) is not None:
            yield sample
        least = _least(schema.get("minLength"))
        if isinstance(schema.get("pattern"), str):
            yield from matching_texts(schema["pattern"], least)
        yield from (sample for word, sample in _NAMES.items() if name.lower().endswith(word))
        yield "a" * max(least, 1)
        yield ""

    def _arrays(self, schema: Mapping[str, Any], name: str, depth: int) -> Iterator[list[Any]]:
        first, items = _items(schema)
        least = _least(schema.get("minItems"))
        for count in dict.fromkeys((max(least, self._usual(first, items, name, depth)), least, least + 1)):
            made: list[Any] = []
            for number in range(count):
                wanted = first[number] if number < len(first) else items
                value = self._next_item(wanted, name, depth, made if schema.get("uniqueItems") else [])
                if value is _NOTHING:
                    break
                made.append(value)
            if len(made) == count:
                yield made

    def _usual(self, first: list[Any], items: Any, name: str, depth: int) -> int:
        """How many items a list gets whose schema does not say it."""
        if self._with_items and depth <= _ITEM_DEPTH and (first or (isinstance(items, dict) and items)):
            return len(first) or 1
        kind = _kinds(self.checker.resolved(items)) if isinstance(items, dict) else ()
        return 1 if "string" in kind and path_for(name, "", self._tool, self._paths) else 0

    def _next_item(self, schema: Any, name: str, depth: int, taken: list[Any]) -> Any:
        """A value for one more item, none of those `taken`; `_NOTHING` if there is none."""
        if not taken:
            return self._first(schema, name, depth)
        values = list(islice(self._valid(schema, name, depth), _TRIES))
        values += [f"{one}{len(taken)}" for one in values if isinstance(one, str)]
        values += [one + len(taken) for one in values if isinstance(one, int) and not isinstance(one, bool)]
        free = (one for one in values if one not in taken and self.checker.takes(schema, one))
        return next(free, _NOTHING)

    def _objects(self, schema: Mapping[str, Any], depth: int) -> Iterator[dict[str, Any]]:
        properties = schema.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        required = self.checker.required(schema)
        wanted = [name for name in properties if name in required or _has_sample(properties[name])]
        wanted += [name for name in required if name not in properties]
        made: dict[str, Any] = {}
        everything = dict.fromkeys([*properties, *required])
        for names in dict.fromkeys((tuple(wanted), tuple(required), tuple(everything))):
            made = {name: self._first(properties.get(name, True), name, depth) for name in names}
            made = {name: value for name, value in made.items() if value is not _NOTHING}
            yield made
        for number in range(_least(schema.get("minProperties")) - len(made)):
            made[f"a{number}"] = self._first(schema.get("additionalProperties", True), "", depth)
        yield {name: value for name, value in made.items() if value is not _NOTHING}

    def _first(self, schema: Any, name: str, depth: int) -> Any:
        return next(self._valid(schema, name, depth), _NOTHING)

    def _valid(self, schema: Any, name: str, depth: int) -> Iterator[Any]:
        tried = islice(self.candidates(schema, name, depth + 1), _TRIES)
        return (one for one in tried if _can_be_written(one) and self.checker.takes(schema, one))


_NOTHING: Final = object()


def _can_be_written(value: Any) -> bool:
    """Whether JSON has a spelling for `value`: `1e999` of a schema came to be infinite, and has none."""
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def _items(schema: Mapping[str, Any]) -> tuple[list[Any], Any]:
    """The schemas of the first items one by one, and of those behind; drafts before 2020 too."""
    items = schema.get("items", True)
    if isinstance(items, list):
        return items, schema.get("additionalItems", True)
    first = schema.get("prefixItems")
    return (first if isinstance(first, list) else []), items


def _given(schema: Mapping[str, Any]) -> Iterator[Any]:
    """What the schema itself names: its default unless that is null, examples, and enum."""
    if schema.get("default") is not None:
        yield schema["default"]
    for key in ("examples", "enum"):
        if isinstance(schema.get(key), list):
            yield from schema[key]
    if "example" in schema:
        yield schema["example"]


def _has_sample(schema: Any) -> bool:
    """Whether an optional argument is worth giving: its schema says what a good value is."""
    return isinstance(schema, dict) and (
        schema.get("default") is not None or bool(schema.get("examples")) or "example" in schema
    )


def _kinds(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The types that a schema allows, null last; guessed from its other words where it names none."""
    named = schema.get("type")
    if isinstance(named, str):
        return (named,)
    if isinstance(named, list):
        return tuple(sorted((str(one) for one in named), key=lambda one: one == "null"))
    if "properties" in schema or "required" in schema:
        return ("object",)
    if "items" in schema or "prefixItems" in schema:
        return ("array",)
    if schema.keys() & {"pattern", "format", "minLength", "maxLength"}:
        return ("string",)
    if schema.keys() & {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}:
        return ("integer", "number")
    return ("string", "integer", "object", "array", "boolean", "null")


def _is_null(schema: Any) -> bool:
    return isinstance(schema, dict) and (schema.get("type") == "null" or schema.get("const", "") is None)


def _numbers(schema: Mapping[str, Any], *, whole: bool) -> Iterator[int | float]:
    """1 where nothing speaks against it, and else what lies at or next to the bounds."""
    low = _bound(schema, "minimum", "exclusiveMinimum")
    high = _bound(schema, "maximum", "exclusiveMaximum")
    step = _number(schema.get("multipleOf"))
    starts: list[int | float] = [low, low + 1] if low is not None else [1, 0]
    if high is not None:
        starts += [high, high - 1]
    if low is not None and high is not None:
        starts.append((low + high) / 2)
    for start in starts:
        if step is not None and step > 0 and abs(start / step) < _FAR:
            yield _plain(math.ceil(start / step) * step)
            yield _plain(math.floor(start / step) * step)
        elif whole:
            yield from (math.ceil(start), math.floor(start))
        else:
            yield _plain(start)


def _bound(schema: Mapping[str, Any], *keys: str) -> int | float | None:
    return next((found for key in keys if (found := _number(schema.get(key))) is not None), None)


def _number(value: Any) -> int | float | None:
    """`value` if it can be calculated with; a bound beyond says nothing about what is usual."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and abs(value) < _FAR else None


def _plain(value: int | float) -> int | float:
    return int(value) if float(value).is_integer() else value


def _least(value: Any) -> int:
    """A smallest length or count; one that is too large to be made up is cut, and so found not to be met."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(min(max(value, 0), _MOST)) if is_number else 0
