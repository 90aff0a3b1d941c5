"""Patterns for what varies between two texts, with the stable text beside it (spec § 5).

A pattern is taken only if it is narrow: it finds nothing in the whole answer that stays the same from
play to play. Where the line alone does not tell, the stable lines above and below come in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pytest_mcpparity.masks.mask_texts import mask_pattern, pattern_spans

_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} [A-Z][a-z]{2})"
_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_ZONE = r"(?: (?:GMT|UTC)?(?:[+-]\d{4})?(?: \([^)\n]*\))?)?(?: \d{4}\b)?"

#: What varies by nature, most telling first: the name that a mask gives it, and how it is spelled.
KINDS: tuple[tuple[str, str], ...] = (
    ("uuid", r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    (
        "time",
        r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?",
    ),
    ("time", rf"{_WEEKDAY} [\d:, ]*\d{_ZONE}"),
    ("time", rf"{_MONTH} {{1,2}}\d{{1,2}} \d{{2}}:\d{{2}}(?::\d{{2}})?"),
    ("time", r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?: ?[AP]M)?"),
    ("date", r"\d{4}-\d{2}-\d{2}"),
    ("date", r"\d{1,2}/\d{1,2}/\d{4}"),
    ("date", rf"(?:{_DAY},? )?{_MONTH} \d{{1,2}},? \d{{4}}"),
    ("date", rf"(?:{_DAY},? )?\d{{1,2}} {_MONTH} \d{{4}}"),
    ("day", _DAY),
    ("address", r"0x[0-9a-fA-F]{6,16}"),
    ("version", r"\d+\.\d+(?=/)"),
    ("hash", r"\b[0-9a-f]{7,64}\b"),
    ("duration", r"\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|secs?|seconds?|min|minutes?|h|hours?|days?|weeks?)\b"),
    ("number", r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"),
    ("word", r"[A-Za-z0-9_+.~-]+={0,2}"),
)
_TOKEN = re.compile(
    "|".join(f"(?P<k{index}>{pattern})" for index, (_, pattern) in enumerate(KINDS)) + r"|[\s\S]"
)
#: A time that begins with its date; group 1 is the rest.
_DATED = re.compile(r"\d{4}-\d{2}-\d{2}([T ].*)")
VARIES = "varies"
#: Kinds of which two are hardly ever the same by chance: one that stays the same does not vary.
_UNIQUE = frozenset({"uuid", "time", "date", "address", "hash"})
#: From this length on a hash has one length only.
_LONG_HASH = 16
#: More patterns than these, and a pointer is easier to read; more tokens than these are not aligned.
_MAX_PATTERNS = 40
_MAX_TOKENS = 2000
#: How much stable text stands before and behind the value in a pattern, in characters.
_CONTEXT = 24
_AFTER = 8
_MAX_LINE_OF_CONTEXT = 80
#: How many stable lines above and below come in, the fewest first.
_REACHES = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (2, 2), (3, 3))
#: Characters that end a value: a pattern may take everything up to the next of these.
_STOPS = tuple("\"')]>,/ ")


@dataclass(frozen=True, slots=True)
class PatternFound:
    """A pattern whose group 1 is what varies, and the name for its kind."""

    name: str
    pattern: str

    def mask(self, text: str) -> str:
        """`text` as a mask of this pattern leaves it."""
        return mask_pattern(re.compile(self.pattern), f"<{self.name}>", text)


def kind_of(old: str, new: str) -> str | None:
    """The name for two values that are one token each; None where one of them is more."""
    match = _TOKEN.fullmatch(old)
    if match is None or _TOKEN.fullmatch(new) is None or _time_of_day(old, new):
        return None
    group = match.lastgroup
    name = KINDS[int(group[1:])][0] if group else VARIES
    return VARIES if name == "word" else name


def find_patterns(old: str, new: str, pairs: Sequence[tuple[str, str]]) -> list[PatternFound] | None:
    """Patterns, in the order in which they apply, that make `old` and `new` the same; None if none do.

    `pairs` are all texts of the two answers, expected and received: no pattern may find there what
    does not vary.
    """
    found: list[PatternFound] = []
    while old != new:
        seen = [(masked_by(was, found), masked_by(now, found)) for was, now in pairs]
        narrow = (one for one in _candidates(old, new) if _is_narrow(one, seen))
        best = next(narrow, None)
        if best is None or len(found) == _MAX_PATTERNS:
            return None
        found.append(best)
        old, new = best.mask(old), best.mask(new)
    return found


def masked_by(text: str, found: Sequence[PatternFound]) -> str:
    """`text` with what each of the patterns finds replaced by its name, in their order."""
    for one in found:
        text = one.mask(text)
    return text


def _is_narrow(candidate: PatternFound, pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether all that it finds varies; of numbers and words, that may agree by chance, half must.

    A pattern that would find the name of a mask is none: applied twice it would not be the same.
    """
    pattern = re.compile(candidate.pattern)
    if any(pattern.search(f"<{name}>") for name in (*(name for name, _ in KINDS), VARIES)):
        return False
    same = changed = 0
    for old, new in pairs:
        spans = pattern_spans(pattern, old), pattern_spans(pattern, new)
        if len(spans[0]) != len(spans[1]):
            return False
        equal = sum(old[a:b] == new[c:d] for (a, b), (c, d) in zip(*spans, strict=True))
        same, changed = same + equal, changed + len(spans[0]) - equal
    return changed > 0 and (same == 0 if candidate.name in _UNIQUE else same <= changed)


def _candidates(old: str, new: str) -> Iterator[PatternFound]:
    """Patterns for the first stretch that differs, those with the least beside it first."""
    olds, news = old.split("\n"), new.split("\n")
    if len(olds) != len(news):
        return
    at = next(index for index, pair in enumerate(zip(olds, news, strict=True)) if pair[0] != pair[1])
    line = _Line.of(olds[at], news[at])
    if line is None:
        return
    for up, down in _REACHES:
        above = _stable(olds, news, range(at - up, at))
        below = _stable(olds, news, range(at + 1, at + 1 + down))
        if above is not None and below is not None:
            yield from line.pattern(above, below, only=len(olds) == 1)


def _stable(olds: list[str], news: list[str], rows: range) -> str | None:
    """These lines as one text, if they are there, short, and the same in both."""
    if rows and (rows.start < 0 or rows.stop > len(olds)):
        return None
    for row in rows:
        if olds[row] != news[row] or len(olds[row]) > _MAX_LINE_OF_CONTEXT:
            return None
    return "\n".join(olds[row] for row in rows)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line around the first stretch in which it differs; `ends` where no other stretch follows."""

    before: str
    old: str
    new: str
    after: str
    ends: bool

    @staticmethod
    def of(old: str, new: str) -> _Line | None:
        """None where the two have too little in common to be aligned."""
        olds, news = ([match.group() for match in _TOKEN.finditer(line)] for line in (old, new))
        stretches = _stretches(olds, news)
        if stretches is None:
            return None
        start, end, start_new, end_new = stretches[0]
        right = stretches[1][0] if len(stretches) > 1 else len(olds)
        was, now = "".join(olds[start:end]), "".join(news[start_new:end_new])
        rest = _time_of_day(was, now)
        return _Line(
            "".join(olds[:start]),
            was.removesuffix(rest),
            now.removesuffix(rest),
            rest + "".join(olds[end:right]),
            len(stretches) == 1,
        )

    def pattern(self, above: str, below: str, *, only: bool) -> Iterator[PatternFound]:
        """The patterns that ask for these lines above and below; none where the line is too long for them.

        What stands beside the value may hold numbers that vary too, on another day: as little of it as names
        the value comes first. `only` says that the line is the whole text.
        """
        before = self.before if above else _last_words(self.before)
        after = self.after if below else self.after[:_AFTER]
        if max(len(before), len(after)) > _MAX_LINE_OF_CONTEXT or (below and not self.ends):
            return
        if only and not before and not after and self.is_loose:
            return
        if not above and not below and (short := self._without_numbers(before, after)) != (before, after):
            yield self._between("", *short, "", only=only)
        yield self._between(above, before, after, below, only=only)

    def _without_numbers(self, before: str, after: str) -> tuple[str, str]:
        """What stands between the value and the next digit on either side, as far as it says anything."""
        near = re.split(r"\d", before)[-1]
        behind = re.split(r"\d", after)[0]
        return (
            near if re.search("[A-Za-z]{2}", near) else before,
            after if self.is_loose and not behind else behind,
        )

    def _between(self, above: str, before: str, after: str, below: str, *, only: bool) -> PatternFound:
        name, spelled = _spelling(self.old, self.new, self.after[:_CONTEXT])
        head = f"{above}\n{before}" if above else before
        tail = f"{after}\n{below}" if below else after
        starts, ends = before == self.before, bool(below) or not self.after
        if only:
            start, stop = r"\A" if starts else "", r"\Z" if ends else ""
        else:
            start, stop = ("(?m)" if starts or ends else "") + ("^" if starts else ""), "$" if ends else ""
        return PatternFound(name, f"{start}{_escape(head)}({spelled}){_escape(tail)}{stop}")

    @property
    def is_loose(self) -> bool:
        """Whether the value is of no kind that could be told by its spelling."""
        return _spelling(self.old, self.new, "")[0] == VARIES


def _time_of_day(old: str, new: str) -> str:
    """Where two times differ in their date only: the rest of them, which has to be held."""
    was, now = _DATED.fullmatch(old), _DATED.fullmatch(new)
    return was[1] if was is not None and now is not None and was[1] == now[1] else ""


def _last_words(text: str) -> str:
    """The end of some stable text, from the start of a word on."""
    if len(text) <= _CONTEXT:
        return text
    kept = text[-_CONTEXT:]
    while kept and text[-len(kept) - 1].isalnum() and kept[0].isalnum():
        kept = kept[1:]
    return kept or text[-_CONTEXT:]


def _escape(text: str) -> str:
    """`text` as a pattern that people can read: only what has a meaning in patterns is escaped."""
    return re.sub(r"[\\.^$*+?{}\[\]|()]", r"\\\g<0>", text).replace("\n", r"\n")


_Run = tuple[int, int, int, int]


def _stretches(olds: list[str], news: list[str]) -> list[_Run] | None:
    """The stretches of tokens that differ, those that touch joined into one; None for too much of it."""
    runs: list[_Run]
    if len(olds) == len(news):
        changed = [index for index, (was, now) in enumerate(zip(olds, news, strict=True)) if was != now]
        runs = [(index, index + 1, index, index + 1) for index in changed]
    elif max(len(olds), len(news)) > _MAX_TOKENS:
        return None
    else:
        opcodes = SequenceMatcher(None, olds, news, autojunk=False).get_opcodes()
        runs = [(a, b, c, d) for tag, a, b, c, d in opcodes if tag != "equal"]
    joined: list[_Run] = []
    for start, end, start_new, end_new in runs:
        if joined and joined[-1][1] == start:
            start, _, start_new, _ = joined.pop()
        joined.append((start, end, start_new, end_new))
    return joined


def _spelling(old: str, new: str, after: str) -> tuple[str, str]:
    """The name of what varies, and a pattern for it: its kind's own, or up to the text behind it."""
    for name, pattern in KINDS:
        if name in ("word", "version") or not all(re.fullmatch(pattern, one) for one in (old, new)):
            continue
        if name == "hash" and old.isdigit() and new.isdigit():
            continue
        if name == "hash" and len(old) == len(new) >= _LONG_HASH:
            return name, f"[0-9a-f]{{{len(old)}}}"
        return name, pattern
    if after[:1] in _STOPS:
        return VARIES, rf"[^{re.escape(after[:1])}\n]+"
    return VARIES, r"[^\n]+?" if after else r"[^\n]+"
