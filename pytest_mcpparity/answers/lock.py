"""`answers.lock`: the hash of each file in `answers/`, who gave it, and the edits by hand (spec § 2.4).

```json
{
  "amendments": [
    {"after": "<sha256>", "before": "<sha256>", "case": "a", "why": "…"}
  ],
  "answers": {
    "a.answer": {"giver": {"name": "…", …}, "sha256": "<sha256>"}
  },
  "format": 1
}
```
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from pytest_mcpparity import json_text
from pytest_mcpparity.answers.atomic import write_atomically
from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.errors import AnswerFileFault
from pytest_mcpparity.json_text import JsonTextError, Members, Number, Value

#: The format that this version reads and writes.
LOCK_FORMAT: Final = 1
_SHA256 = re.compile(r"[0-9a-f]{64}")
_CONFLICT = re.compile(rb"^(<<<<<<<|=======|>>>>>>>)", re.MULTILINE)
_WAY_OUT = "restore it from version control, or delete it and record anew with --mcp-record"


@dataclass(frozen=True, slots=True)
class Giver:
    """Who gave an answer: the target's own name and version, how it was asked, and the plugin's version."""

    name: str
    version: str
    protocol: str
    transport: str
    plugin: str


_GIVER_NAMES: Final = tuple(one.name for one in fields(Giver))


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of `answers/`: sha256 of its bytes in hex; `giver` is None for a file written by hand."""

    sha256: str
    giver: Giver | None


@dataclass(frozen=True, slots=True)
class Amendment:
    """An edit by hand that was blessed; sha256 of the case's file before and after, None without a file."""

    case: str
    why: str
    before: str | None
    after: str | None


_AMENDMENT_NAMES: Final = tuple(one.name for one in fields(Amendment))


@dataclass(frozen=True, slots=True)
class Lock:
    """What `answers.lock` holds: an entry for each file name, and the amendments in the order they came."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    amendments: tuple[Amendment, ...] = ()


def format_lock(lock: Lock) -> bytes:
    """The bytes of the lock: sorted, and each entry on a line of its own, so that branches merge."""
    amendments = [asdict(amendment) for amendment in lock.amendments]
    entries = {name: asdict(entry) for name, entry in sorted(lock.entries.items())}
    answers = [f"{_line(name)}: {_line(entry)}" for name, entry in entries.items()]
    text = (
        f'{{\n  "amendments": {_lines("[", [_line(one) for one in amendments], "]")},\n'
        f'  "answers": {_lines("{", answers, "}")},\n'
        f'  "format": {LOCK_FORMAT}\n}}\n'
    )
    return text.encode()


def _lines(opening: str, lines: list[str], closing: str) -> str:
    if not lines:
        return opening + closing
    return opening + ",".join(f"\n    {line}" for line in lines) + f"\n  {closing}"


def _line(value: object) -> str:
    # What a target calls itself may hold anything; escapes keep it on its line and visible.
    return escape_hidden(json.dumps(value, ensure_ascii=False, sort_keys=True))


def write_lock(path: Path, lock: Lock) -> bool:
    """Write the lock atomically; False where the file holds these very bytes already.

    Raises:
        AnswerFileFault: the file cannot be written.
    """
    data = format_lock(lock)
    try:
        if path.is_file() and path.read_bytes() == data:
            return False
        write_atomically(path, data)
    except OSError as error:
        raise AnswerFileFault(f"{path}: cannot be written: {error.strerror or error}") from error
    return True


def read_lock(path: Path) -> Lock:
    """What `answers.lock` holds; nothing where there is no such file.

    Raises:
        AnswerFileFault: the file cannot be read or is malformed; names file, place, reason and way out.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Lock()
    except OSError as error:
        raise AnswerFileFault(f"{path}: cannot be read: {error.strerror or error}") from error
    quick = _parse_quickly(data)
    if quick is not None:
        return quick
    try:
        return _parse(data)
    except _Malformed as fault:
        raise AnswerFileFault(f"{path}: {fault}; {_WAY_OUT}") from None


def _parse_quickly(data: bytes) -> Lock | None:
    """The lock, where it is plainly in order and without amendments; else None: `_parse` says why."""
    try:
        whole = json.loads(data.decode("utf-8"), object_pairs_hook=_unique)
        if whole.keys() != {"amendments", "answers", "format"} or whole["amendments"] != []:
            return None
        if whole["format"].__class__ is not int or whole["format"] != LOCK_FORMAT:
            return None
        givers: dict[tuple[object, ...], Giver] = {}
        return Lock({name: _plain_entry(one, givers) for name, one in whole["answers"].items()})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError
    return members


def _plain_entry(entry: dict[str, Any], givers: dict[tuple[object, ...], Giver]) -> Entry:
    """One entry; most have the same giver, and that is made once."""
    sha256, given = entry["sha256"], entry["giver"]
    if len(entry) != 2 or _SHA256.fullmatch(sha256) is None:
        raise ValueError
    if given is None:
        return Entry(sha256, None)
    if len(given) != len(_GIVER_NAMES):
        raise ValueError
    values = tuple(given[name] for name in _GIVER_NAMES)
    if values not in givers:
        if not all(isinstance(value, str) for value in values):
            raise ValueError
        givers[values] = Giver(*values)
    giver = givers[values]
    return Entry(sha256, giver)


class _Malformed(Exception):
    """The lock is not as written; the text says where and why."""


def _parse(data: bytes) -> Lock:
    if (conflict := _CONFLICT.search(data)) is not None:
        line = data[: conflict.start()].count(b"\n") + 1
        raise _Malformed(f"line {line}: an unfinished merge, keep the lines of both branches")
    try:
        whole = _object(json_text.parse(data), "the file")
    except JsonTextError as error:
        line = data.decode("utf-8", "replace")[: error.position].count("\n") + 1
        raise _Malformed(f"line {line}: no JSON ({error.reason})") from None
    if whole.get("format") != Number(str(LOCK_FORMAT)):
        raise _Malformed(f"/format: this version reads format {LOCK_FORMAT} only")
    _only(whole, ("amendments", "answers", "format"), "")
    entries = {
        name: _entry(entry, f"/answers/{json_text.escape_pointer(name)}")
        for name, entry in _object(whole.get("answers"), "/answers")
    }
    amendments = whole.get("amendments")
    if not isinstance(amendments, list):
        raise _Malformed("/amendments: not a JSON array")
    return Lock(entries, tuple(_amendment(one, f"/amendments/{at}") for at, one in enumerate(amendments)))


def _entry(value: Value, place: str) -> Entry:
    entry = _object(value, place)
    _only(entry, ("giver", "sha256"), place)
    return Entry(_hash(entry, "sha256", place), _giver(entry.get("giver"), f"{place}/giver"))


def _giver(value: Value, place: str) -> Giver | None:
    if value is None:
        return None
    giver = _object(value, place)
    _only(giver, _GIVER_NAMES, place)
    return Giver(*(_string(giver, name, place) for name in _GIVER_NAMES))


def _amendment(value: Value, place: str) -> Amendment:
    amendment = _object(value, place)
    _only(amendment, _AMENDMENT_NAMES, place)
    before, after = (
        None if amendment.get(name) is None else _hash(amendment, name, place) for name in ("before", "after")
    )
    return Amendment(_string(amendment, "case", place), _string(amendment, "why", place), before, after)


def _object(value: Value, place: str) -> Members:
    if not isinstance(value, Members):
        raise _Malformed(f"{place}: not a JSON object")
    names = value.names()
    if len(set(names)) != len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise _Malformed(f"{place}: `{escape_hidden(twice)}` stands there twice, keep one of the lines")
    return value


def _only(value: Members, wanted: tuple[str, ...], place: str) -> None:
    for name in wanted:
        if not value.has(name):
            raise _Malformed(f"{place}/{name}: missing")
    for name in value.names():
        if name not in wanted:
            raise _Malformed(f"{place}/{escape_hidden(name)}: unknown")


def _string(value: Members, name: str, place: str) -> str:
    text = value.get(name)
    if not isinstance(text, str):
        raise _Malformed(f"{place}/{name}: not a string")
    return text


def _hash(value: Members, name: str, place: str) -> str:
    text = _string(value, name, place)
    if _SHA256.fullmatch(text) is None:
        raise _Malformed(f"{place}/{name}: not a sha256 in hex")
    return text
