"""Reading the `[case.ID]` tables of a suite: ids, steps, claims, and what is sent byte for byte.

This runs once for each of perhaps ten thousand cases, so the common way through it is short: reasons
and places are put together only where something is wrong.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, Literal

from pytest_mcpparity import json_text
from pytest_mcpparity.answer import Level, Outcome, Question
from pytest_mcpparity.suite.model import RESERVED_IDS, Case, Isolation, Step
from pytest_mcpparity.suite.toml_checks import Problems, Table, describe
from pytest_mcpparity.suite.toml_lines import Place, case_lines

LEVELS: Final[tuple[Level, ...]] = ("content", "json", "wire")
ISOLATIONS: Final[tuple[Isolation, ...]] = ("suite", "case")
OUTCOMES: Final[tuple[Outcome, ...]] = ("result", "tool-error", "rpc-error", "no-answer")
MAX_ID: Final = 100

STEP_KEYS: Final = frozenset(
    {"tool", "arguments", "method", "params", "frame", "outcome", "blocks", "unadvertised"}
)
_OWN_KEYS: Final = frozenset({"title", "source", "compare", "isolation", "timeout", "steps"})
CASE_KEYS: Final = STEP_KEYS | _OWN_KEYS
#: The keys of which a step has exactly one, what each asks, and the key that goes with it.
_KINDS: Final[tuple[tuple[str, Literal["call", "request", "frame"], str | None], ...]] = (
    ("tool", "call", "arguments"),
    ("method", "request", "params"),
    ("frame", "frame", None),
)
_ID: Final = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{MAX_ID - 1}}}")

#: The keys of a case that needs no closer look if all of them are strings.
_PLAIN_KEYS: Final = frozenset({"title", "source", "tool", "arguments"})
#: A text that is no longer cannot nest deeper than `json_text.MAX_DEPTH` allows and still be closed.
_MAX_GLANCE: Final = 2 * json_text.MAX_DEPTH


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


_scan_json: Final = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode


def read_cases(
    tables: dict[str, Any], compare: Level, isolation: Isolation, timeout: float | None, problems: Problems
) -> tuple[Case, ...]:
    """The cases in the order of the file, those that are wrong left out and noted in `problems`.

    `compare`, `isolation` and `timeout` (seconds) are the suite's, for cases that say nothing else.
    """
    lines = case_lines(problems.text, tables)
    cases: list[Case] = []
    for id_, values in tables.items():
        if _ID.fullmatch(id_) is None or id_ in RESERVED_IDS:
            _wrong_id(id_, problems)
        question = _plain_call(values)
        if question is not None:
            steps: tuple[Step, ...] = (Step(question),)
            title, source = values.get("title", ""), values.get("source")
            cases.append(Case(id_, title, steps, compare, isolation, timeout, source, lines[id_]))
        elif isinstance(values, dict):
            table = Table(values, ("case", id_), problems)
            cases.append(_case(table, id_, (compare, isolation, timeout), lines[id_]))
        else:
            problems.add(("case", id_), f"wrong type: a table is needed, not {describe(values)}")
    return tuple(cases)


def _plain_call(values: Any) -> Question | None:
    """The question of a case that is one tool call and surely right, as most are; None for any other."""
    if not (isinstance(values, dict) and values.keys() <= _PLAIN_KEYS):
        return None
    for value in values.values():
        if value.__class__ is not str:
            return None
    name, body = values.get("tool"), values.get("arguments")
    if name is None or not (body is None or _surely_json(body)):
        return None
    return Question("call", name, body)


def _surely_json(text: str) -> bool:
    """Whether `text` is JSON in one line; False also where only a closer look can tell."""
    try:
        _, end = _scan_json(text)
    except (ValueError, RecursionError):
        return False
    return end == len(text) and len(text) <= _MAX_GLANCE and "\n" not in text and "\r" not in text


def _case(table: Table, id_: str, inherited: tuple[Level, Isolation, float | None], line: int) -> Case:
    compare, isolation, timeout = inherited
    table.only(CASE_KEYS)
    return Case(
        id=id_,
        title=table.text("title"),
        steps=_steps(table),
        compare=table.choice("compare", LEVELS, compare),
        isolation=table.choice("isolation", ISOLATIONS, isolation),
        timeout=table.seconds("timeout", timeout),
        source=table.optional_text("source"),
        line=line,
    )


def _wrong_id(id_: str, problems: Problems) -> None:
    if id_ in RESERVED_IDS:
        reason = f"an item of the suite has this id: no case is called {', '.join(sorted(RESERVED_IDS))}"
    elif len(id_) > MAX_ID:
        reason = f"a case's id has at most {MAX_ID} characters, this one has {len(id_)}"
    else:
        reason = "a case's id starts with a-z or 0-9 and goes on with a-z, 0-9, _ and -"
    problems.add(("case", id_), reason)


def _steps(case: Table) -> tuple[Step, ...]:
    if "steps" not in case.values:
        return (_step(case),)
    for key in case.values.keys() & STEP_KEYS:
        reason = "a case with steps does not say this itself: move it into one of the steps"
        case.wrong(key, reason)
    tables = case.tables("steps")
    if case.values["steps"] == []:
        case.wrong("steps", "is empty: a case asks at least one thing")
    for table in tables:
        table.only(STEP_KEYS)
    return tuple(_step(table) for table in tables)


def _step(table: Table) -> Step:
    values = table.values
    question = _question(table)
    outcome = table.choice("outcome", OUTCOMES, "result") if "outcome" in values else None
    blocks = table.whole("blocks")
    if blocks is not None and blocks < 0:
        table.wrong("blocks", "counts the blocks of a result: 0 or more")
    if blocks is not None and outcome in ("rpc-error", "no-answer"):
        table.wrong("blocks", f"only a result has blocks, and the outcome claimed is {outcome}")
    return Step(question, outcome, blocks, table.flag("unadvertised", default=False))


def _question(table: Table) -> Question:
    values = table.values
    kinds = [kind for kind in _KINDS if kind[0] in values]
    if len(kinds) != 1:
        _wrong_kinds(table, [key for key, _, _ in kinds])
        return Question("call")
    key, kind, body_key = kinds[0]
    name = table.text(key)
    for _, _, other in _KINDS:
        if other is not None and other != body_key and other in values:
            hint = f"; did you mean {body_key}?" if body_key else ""
            table.wrong(other, f"does not go with {key}{hint}")
    if body_key is None:
        _check_one_line(table, key, name)
        return Question(kind, "", name)
    return Question(kind, name, _body(table, body_key) if body_key in values else None)


def _wrong_kinds(table: Table, keys: list[str]) -> None:
    wanted = "tool, method or frame"
    if keys:
        reason = f"has {' and '.join(keys)}: a step has exactly one of {wanted}"
    elif len(table.place) == 2:
        reason = f"asks nothing: a case has one of {wanted}, or a list of steps"
    else:
        reason = f"asks nothing: a step has one of {wanted}"
    table.problems.add(table.place, reason)


def _body(table: Table, key: str) -> str | None:
    """The JSON text of arguments or params: as it stands there, or that of a table, compact."""
    value = table.values[key]
    if isinstance(value, str):
        _check_one_line(table, key, value)
        try:
            json_text.parse(value)
        except json_text.JsonTextError as error:
            table.wrong(key, f"is no JSON: {error}; to send what is no JSON, write the whole frame")
        return value
    if isinstance(value, dict):
        return _spell(table, key, value)
    table.wrong_type(key, "JSON text or a table")
    return None


def _check_one_line(table: Table, key: str, text: str) -> None:
    if "\n" in text or "\r" in text:
        table.wrong(key, "holds a line break, which would end the message on the wire: write it in one line")


def _spell(table: Table, key: str, value: dict[str, Any]) -> str | None:
    """A TOML table as compact JSON in its order; values that JSON does not have are noted."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError):
        _find_unspellable(value, (*table.place, key), table.problems)
        return None


def _find_unspellable(value: object, place: Place, problems: Problems) -> None:
    if isinstance(value, dict):
        for name, child in value.items():
            _find_unspellable(child, (*place, name), problems)
    elif isinstance(value, list):
        for number, child in enumerate(value, start=1):
            _find_unspellable(child, (*place, number), problems)
    elif isinstance(value, float) and not (abs(value) < float("inf")):
        problems.add(place, f"JSON has no {value}: write it as the string that the tool takes")
    elif not isinstance(value, str | int | float):
        problems.add(place, "JSON has no date or time: write it as a string")
