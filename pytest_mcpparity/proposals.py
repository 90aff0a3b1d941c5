"""Masks for what varied between two plays, ready to be pasted into `mcp-suite.toml` (spec § 5).

A mask is as narrow as it can be: for one case, the varying value alone, with the stable text beside it.
Where no pattern tells the value from its surroundings, a pointer takes the whole value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pytest_mcpparity.answer import Answer, NoAnswer
from pytest_mcpparity.json_text import Members, Value, escape_pointer
from pytest_mcpparity.projection import unproject

_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} [A-Z][a-z]{2})"
_ZONE = r"(?: (?:GMT|UTC)?(?:[+-]\d{4})?(?: \([^)\n]*\))?)?"

#: What varies by nature, most telling first: the name that a mask gives it, and how it is spelled.
KINDS: tuple[tuple[str, str], ...] = (
    ("uuid", r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    (
        "time",
        r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?",
    ),
    ("time", rf"{_WEEKDAY} [\d:, ]*\d{_ZONE}"),
    ("time", r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?: ?[AP]M)?"),
    ("date", r"\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{4}"),
    ("address", r"0x[0-9a-fA-F]{6,16}"),
    ("version", r"\d+\.\d+(?=/)"),
    ("hash", r"\b[0-9a-f]{7,64}\b"),
    ("duration", r"\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|sec|secs|second|seconds|minutes?)\b"),
    ("number", r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"),
    ("word", r"[A-Za-z0-9_+=.~-]+"),
)
_TOKEN = re.compile(
    "|".join(f"(?P<k{index}>{pattern})" for index, (_, pattern) in enumerate(KINDS)) + r"|[\s\S]"
)
#: Longer lines are not aligned token by token: a pointer has to do.
_MAX_LINE = 4000
#: How much stable text stands before and behind the value in a pattern, in characters.
_CONTEXT = 24
_AFTER = 8
#: Characters that end a value: a pattern may take everything up to the next of these.
_STOPS = tuple("\"')]>,/ ")


@dataclass(frozen=True, slots=True)
class Proposal:
    """One `[[mask]]` entry: a pattern or a pointer, and the name that stands for the value."""

    name: str
    pattern: str = ""
    pointer: str = ""

    def to_toml(self, case_id: str) -> list[str]:
        """The entry, line by line."""
        where = f"pattern = {_toml(self.pattern)}" if self.pattern else f"pointer = {_toml(self.pointer)}"
        return ["[[mask]]", where, f'as = "<{self.name}>"', f'cases = ["{case_id}"]', ""]


def propose_masks(first: Answer, second: Answer) -> tuple[Proposal, ...]:
    """The masks under which two answers to the same questions become the same, as far as masks can do that.

    Empty where they differ in shape: another outcome, another number of blocks.
    """
    proposals: dict[Proposal, None] = {}
    for old, new in zip(first.exchanges, second.exchanges, strict=True):
        if isinstance(old.answer.body, NoAnswer) or isinstance(new.answer.body, NoAnswer):
            continue
        pairs = _differing(unproject(old.answer.body), unproject(new.answer.body), "")
        for pointer, was, now in pairs or ():
            for proposal in _for_value(pointer, was, now, tuple(proposals)):
                proposals[proposal] = None
    return tuple(_merged(proposals))


def _differing(old: Value, new: Value, pointer: str) -> list[tuple[str, Value, Value]] | None:
    """The scalars that differ, by pointer; None where the shapes do."""
    if isinstance(old, Members) and isinstance(new, Members):
        if sorted(old.names()) != sorted(new.names()):
            return None if pointer.count("/") < 2 else [(pointer, old, new)]
        children = [(escape_pointer(name), old.get(name), new.get(name)) for name in dict(old)]
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return None if pointer.count("/") < 2 else [(pointer, old, new)]
        children = [(str(index), *pair) for index, pair in enumerate(zip(old, new, strict=True))]
    else:
        return [] if old == new and type(old) is type(new) else [(pointer, old, new)]
    found: list[tuple[str, Value, Value]] = []
    for token, was, now in children:
        below = _differing(was, now, f"{pointer}/{token}")
        if below is None:
            return None
        found += below
    return found


def _for_value(pointer: str, old: Value, new: Value, known: Sequence[Proposal]) -> list[Proposal]:
    whole = Proposal(_kind_of(old, new), pointer=pointer)
    if not isinstance(old, str) or not isinstance(new, str) or pointer.endswith("/data"):
        return [whole]
    old, new = (_masked(text, known) for text in (old, new))
    if old == new:
        return []
    if _is_one_token(old) and _is_one_token(new) and pointer.startswith("/structuredContent"):
        return [whole]
    patterns = _patterns(old, new)
    settled = patterns is not None and _masked(old, patterns) == _masked(new, patterns)
    return patterns if patterns is not None and settled else [whole]


def _kind_of(old: Value, new: Value) -> str:
    if isinstance(old, str) and isinstance(new, str):
        match = _TOKEN.fullmatch(old)
        return _kind(match) if match and _TOKEN.fullmatch(new) else "varies"
    return "number" if not isinstance(old, str | list | Members) else "varies"


def _kind(match: re.Match[str]) -> str:
    group = match.lastgroup
    name = KINDS[int(group[1:])][0] if group else "varies"
    return "varies" if name == "word" else name


def _is_one_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def _masked(text: str, proposals: Sequence[Proposal]) -> str:
    for proposal in proposals:
        if proposal.pattern:
            text = _replace(re.compile(proposal.pattern), f"<{proposal.name}>", text)
    return text


def _replace(pattern: re.Pattern[str], name: str, text: str) -> str:
    def put(match: re.Match[str]) -> str:
        start, end = match.start(1) - match.start(), match.end(1) - match.start()
        whole = match.group()
        return whole[:start] + name + whole[end:]

    return pattern.sub(put, text)


def _patterns(old: str, new: str) -> list[Proposal] | None:
    """Patterns for all that varies between two texts of the same number of lines; None if none will do."""
    olds, news = old.split("\n"), new.split("\n")
    if len(olds) != len(news):
        return None
    found: dict[Proposal, None] = {}
    for was, now in zip(olds, news, strict=True):
        if was == now:
            continue
        if max(len(was), len(now)) > _MAX_LINE:
            return None
        for proposal in _for_line(was, now, only=len(olds) == 1):
            found[proposal] = None
    return list(found)


def _for_line(old: str, new: str, *, only: bool) -> Iterator[Proposal]:
    """One pattern for each stretch of tokens that differs, with the stable text on both sides of it."""
    olds, news = ([match.group() for match in _TOKEN.finditer(line)] for line in (old, new))
    stretches = _stretches(olds, news)
    lefts = [0, *(stretch.end for stretch in stretches)]
    rights = [*(stretch.start for stretch in stretches[1:]), len(olds)]
    for left, stretch, right in zip(lefts, stretches, rights, strict=False):
        before = _last_words(olds[left : stretch.start])
        after = "".join(olds[stretch.end : right])[:_CONTEXT]
        name, spelled = _spelling("".join(olds[stretch.start : stretch.end]), stretch.received, after)
        at_start = before == "".join(olds[: stretch.start])
        anchor = (r"\A" if only else "(?m)^") if at_start else ""
        stop = _escape(after[:_AFTER]) or (r"\Z" if only else "$")
        if stop == "$" and not anchor:
            anchor = "(?m)"
        yield Proposal(name, pattern=f"{anchor}{_escape(before)}({spelled}){stop}")


def _last_words(tokens: list[str]) -> str:
    """The end of some stable text, from the start of a word on."""
    kept: list[str] = []
    for token in reversed(tokens):
        if sum(map(len, kept)) + len(token) > _CONTEXT and kept:
            break
        kept.insert(0, token)
    return "".join(kept)


def _escape(text: str) -> str:
    """`text` as a pattern that people can read: only what has a meaning in patterns is escaped."""
    return re.sub(r"[\\.^$*+?{}\[\]|()]", r"\\\g<0>", text)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Tokens `start` to `end` of the expected line, and the text that was received for them."""

    start: int
    end: int
    received: str


def _stretches(olds: list[str], news: list[str]) -> list[_Stretch]:
    """The stretches of tokens that differ, those that touch joined into one."""
    if len(olds) == len(news):
        changed = [index for index, (was, now) in enumerate(zip(olds, news, strict=True)) if was != now]
        runs = [(index, index + 1, index, index + 1) for index in changed]
    else:
        opcodes = SequenceMatcher(None, olds, news, autojunk=False).get_opcodes()
        runs = [(a, b, c, d) for tag, a, b, c, d in opcodes if tag != "equal"]
    joined: list[tuple[int, int, int, int]] = []
    for start, end, start_new, end_new in runs:
        if joined and joined[-1][1] == start:
            start, start_new = joined[-1][0], joined.pop()[2]
        joined.append((start, end, start_new, end_new))
    return [_Stretch(start, end, "".join(news[a:b])) for start, end, a, b in joined]


def _spelling(old: str, new: str, after: str) -> tuple[str, str]:
    """The name of what varies, and a pattern for it: its kind's own, or up to the text behind it."""
    for name, pattern in KINDS:
        if name not in ("word", "version") and all(re.fullmatch(pattern, value) for value in (old, new)):
            return name, pattern
    if after[:1] in _STOPS:
        return "varies", rf"[^{re.escape(after[:1])}\n]+"
    return "varies", r"[^\n]+?" if after else r"[^\n]+"


def _merged(proposals: Sequence[Proposal] | dict[Proposal, None]) -> list[Proposal]:
    """Pointers that differ in indexes only become one with `*` in place of each index that varies."""
    merged: dict[Proposal, None] = {}
    groups: dict[tuple[str, str], list[list[str]]] = {}
    for proposal in proposals:
        if not proposal.pointer:
            merged[proposal] = None
            continue
        tokens = proposal.pointer.split("/")
        shape = "/".join("#" if token.isdigit() else token for token in tokens)
        groups.setdefault((proposal.name, shape), []).append(tokens)
    for (name, _), pointers in groups.items():
        joined = [column[0] if len(set(column)) == 1 else "*" for column in zip(*pointers, strict=True)]
        merged[Proposal(name, pointer="/".join(joined))] = None
    return list(merged)


def _toml(text: str) -> str:
    """`text` as a TOML string: literal where that can be, so that a pattern stays readable."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
