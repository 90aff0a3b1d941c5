"""Masking one text: by a pattern of the suite, or by values that are known beforehand (spec § 4)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from urllib.parse import quote

from pytest_mcpparity.masks.elided import Elided

#: What writers of URLs leave as it is, beyond what is never encoded: nothing, the slash, or all that
#: RFC 3986 lets stand in a path.
_SAFE = ("", "/", "/!$&'()*+,;=:@~")
#: A stretch that neither JSON nor a URL spells in another way.
_PLAIN = re.compile(r"[A-Za-z0-9_.~-]+")


class BuiltIn:
    """Values known beforehand, each with the name that stands for it.

    `kept` are the names of all of them: a value is not looked for inside of one that stands already.
    Of values with the same spelling the first one's name counts. What is left of them where a target cut
    them short is replaced by the name `elided`, where there is one.
    """

    __slots__ = ("_anchors", "_elided", "_forms", "_names", "_pattern")

    def __init__(self, names: Mapping[str, str], kept: tuple[str, ...], elided: str | None = None) -> None:
        self._names = {name: name for name in kept}
        forms: set[str] = set()
        for value, name in names.items():
            for form in value_forms(value):
                self._names.setdefault(form, name)
                forms.add(form)
        self._forms = tuple(sorted(forms, key=lambda form: (-len(form), form)))
        self._anchors = tuple({max(_PLAIN.findall(value), key=len, default="") for value in names})
        self._pattern = re.compile("|".join(re.escape(one) for one in (*kept, *self._forms)))
        self._elided = None if elided is None else Elided(self._forms, elided)

    def apply(self, text: str) -> str:
        """`text` with each value replaced, the longest first; the very same object where there is none."""
        text = self._whole(text)
        return text if self._elided is None else self._elided.apply(text)

    def _whole(self, text: str) -> str:
        # Two quick looks before the pattern: for a stretch that is in every spelling, then for each spelling.
        for anchor in self._anchors:
            if text.rfind(anchor) >= 0:  # from the end: half the time in a large text
                break
        else:
            return text
        if not any(form in text for form in self._forms):
            return text
        return self._pattern.sub(lambda match: self._names[match.group()], text)


def value_forms(value: str) -> set[str]:
    """The ways in which a target may write `value`: as it is, in a JSON string, in a URL."""
    in_json = {json.dumps(value, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)}
    in_json |= {form.replace("/", "\\/") for form in in_json}
    try:
        in_url = {quote(value, safe=safe) for safe in _SAFE}
    except UnicodeEncodeError:  # a path whose bytes are no UTF-8 has no one form in a URL
        in_url = set()
    in_url |= {re.sub(r"%[0-9A-F]{2}", lambda match: match.group().lower(), form) for form in in_url}
    return {value} | in_json | in_url


def pattern_spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """The stretches of `text` that a mask replaces: of each match group 1 where there is one, or all.

    An empty stretch is none: nothing varies there. A group may lie outside of its match, in a look
    around it; a stretch that reaches into the one before is left out.
    """
    group = 1 if pattern.groups else 0
    spans: list[tuple[int, int]] = []
    end = 0
    for match in pattern.finditer(text):
        start, stop = match.span(group)
        if start >= end and stop > start:
            spans.append((start, stop))
            end = stop
    return spans


def mask_pattern(pattern: re.Pattern[str], replacement: str, text: str) -> str:
    """`text` with `replacement` in each stretch that `pattern` names; itself where there is none."""
    spans = pattern_spans(pattern, text)
    if not spans:
        return text
    pieces: list[str] = []
    end = 0
    for start, stop in spans:
        pieces += (text[end:start], replacement)
        end = stop
    pieces.append(text[end:])
    return "".join(pieces)
