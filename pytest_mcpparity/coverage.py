"""What a suite asks of the surface that a target advertises (spec § 8). Pure: nothing is read or sent here.

The surface is taken apart into points, each of which is asked for or is not; the percentage is that of
the points. Only the top level of an inputSchema makes points.

| point | there is one for | and it is covered when |
|---|---|---|
| `tool` | each advertised tool | a step calls it |
| `argument` | each of its properties | a step sends it |
| `value` | each value of an `enum`, `true` and `false` of a boolean | a step sends that value |
| `left-out` | each required argument | a step calls the tool without it |
| `unknown` | each tool that does not welcome further arguments | a step sends one that it does not name |
| `removed` | each removed name of the suite | it is not advertised: its own item holds its refusal |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pytest_mcpparity.answer import Outcome, Question
from pytest_mcpparity.json_text import JsonTextError, Members, Number, Value, compact, parse, sorted_members

PointKind: TypeAlias = Literal["tool", "argument", "value", "left-out", "unknown", "removed"]
#: Whole numbers up to here are the same in every JSON reader, so `1` and `1.0` are one value.
_EXACT = 2**53


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that can be asked for; `argument` and `value` (compact JSON) are empty where it has none."""

    kind: PointKind
    tool: str
    argument: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One step: what it asks, and how the recorded answer went; None where none is recorded."""

    question: Question
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Surface:
    """The points of what is advertised, in its order, those that are covered, and outcomes by tool."""

    points: tuple[Point, ...] = ()
    covered: frozenset[Point] = frozenset()
    outcomes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def fraction(self) -> tuple[int, int]:
        """How many points are covered, and how many there are."""
        return len(self.covered), len(self.points)

    def by_tool(self) -> dict[str, list[Point]]:
        """The points of each advertised tool, in order."""
        found: dict[str, list[Point]] = {}
        for one in self.points:
            if one.kind != "removed":
                found.setdefault(one.tool, []).append(one)
        return found

    def removed(self) -> list[Point]:
        """The points of the removed names, in order."""
        return [one for one in self.points if one.kind == "removed"]


def survey(tools: Sequence[Members], asked: Iterable[Asked], removed: Iterable[str] = ()) -> Surface:
    """The surface of `tools`, and what of it the steps `asked` and the `removed` names cover."""
    schemas = {str(tool.get("name")): _schema(tool) for tool in tools}
    points = dict.fromkeys(point for name in schemas for point in _points(name, schemas[name]))
    covered: set[Point] = set()
    outcomes: dict[str, Counter[str]] = {}
    for one in asked:
        call = _call(one.question)
        if call is None or call[0] not in schemas:
            continue
        name, arguments = call
        covered.update(_covered(name, schemas[name], arguments))
        if one.outcome is not None:
            outcomes.setdefault(name, Counter())[one.outcome] += 1
    for name in removed:
        point = Point("removed", name)
        points[point] = None
        if name not in schemas:
            covered.add(point)
    return Surface(tuple(points), frozenset(covered & points.keys()), outcomes)


def unite(surfaces: Iterable[Surface]) -> Surface:
    """Several suites on one target: a point is covered where any of them covers it.

    A name that one suite holds to be removed is refused only where no other finds it advertised.
    """
    points: dict[Point, None] = {}
    covered: set[Point] = set()
    open_removed: set[Point] = set()
    outcomes: dict[str, Counter[str]] = {}
    for surface in surfaces:
        points.update(dict.fromkeys(surface.points))
        covered |= surface.covered
        open_removed.update(one for one in surface.removed() if one not in surface.covered)
        for tool, seen in surface.outcomes.items():
            outcomes.setdefault(tool, Counter()).update(seen)
    return Surface(tuple(points), frozenset(covered - open_removed), outcomes)


def _schema(tool: Members) -> Members:
    schema = tool.get("inputSchema")
    return schema if isinstance(schema, Members) else Members()


def _properties(schema: Members) -> Members:
    properties = schema.get("properties")
    return properties if isinstance(properties, Members) else Members()


def _required(schema: Members) -> list[str]:
    required = schema.get("required")
    return [name for name in required if isinstance(name, str)] if isinstance(required, list) else []


def _points(tool: str, schema: Members) -> Iterator[Point]:
    yield Point("tool", tool)
    for name, about in _properties(schema):
        yield Point("argument", tool, name)
        for value in _values(about):
            yield Point("value", tool, name, value)
    for name in _required(schema):
        yield Point("left-out", tool, name)
    if not _welcomes_others(schema):
        yield Point("unknown", tool)


def _welcomes_others(schema: Members) -> bool:
    """Whether the schema says that other names are arguments too: then none is unknown."""
    others = schema.get("additionalProperties")
    return others is True or isinstance(others, Members) or schema.has("patternProperties")


def _values(about: Value) -> list[str]:
    """The values of an argument that can be counted, spelled for comparison."""
    if not isinstance(about, Members):
        return []
    values = about.get("enum")
    if isinstance(values, list):
        return [_spelled(value) for value in values]
    types = about.get("type")
    return ["true", "false"] if types == "boolean" or (isinstance(types, list) and "boolean" in types) else []


def _spelled(value: Value) -> str:
    """`value` as compact JSON, in which equal values are spelled the same."""
    if isinstance(value, Number):
        number = float(value.spelling)
        return str(int(number)) if abs(number) <= _EXACT and number.is_integer() else value.spelling
    return compact(sorted_members(value))


def _call(question: Question) -> tuple[str, Members | None] | None:
    """The tool that a question calls and the arguments that it sends, however it is spelled; None if none.

    Arguments that are no object are None: they leave nothing out and send nothing.
    """
    if question.kind == "call":
        return question.name, _arguments(_parsed(question.body), sent=question.body is not None)
    message = _parsed(question.body)
    if question.kind == "frame" and isinstance(message, Members):
        method, params = message.get("method"), message.get("params")
    else:
        method, params = question.name, message
    if method != "tools/call" or not isinstance(params, Members):
        return None
    name = params.get("name")
    if not isinstance(name, str):
        return None
    return name, _arguments(params.get("arguments"), sent=params.has("arguments"))


def _parsed(text: str | None) -> Value:
    try:
        return None if text is None else parse(text)
    except JsonTextError:  # a frame may hold anything
        return None


def _arguments(value: Value, *, sent: bool) -> Members | None:
    if not sent:
        return Members()
    return value if isinstance(value, Members) else None


def _covered(tool: str, schema: Members, arguments: Members | None) -> Iterator[Point]:
    """What one call covers, points that nobody counts among them."""
    yield Point("tool", tool)
    if arguments is None:
        return
    known = set(_properties(schema).names())
    for name, value in arguments:
        if name in known:
            yield Point("argument", tool, name)
            yield Point("value", tool, name, _spelled(value))
        else:
            yield Point("unknown", tool)
    for name in _required(schema):
        if not arguments.has(name):
            yield Point("left-out", tool, name)
