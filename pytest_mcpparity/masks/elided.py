"""The workspace's path where a target cut it short: `'/tmp/mcppar...space/a.txt'` (spec § 4).

Validators show a long value by its first and last characters, a fixed number of each. How much of the path
is left then is the same on every machine; which characters they are is not. A path that was cut in the
middle becomes its name, as the whole one does; where the cut reaches beyond it, what is left of it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

#: A longer text, in characters, is no message: it is not looked through.
_LONGEST: Final = 1 << 18
_DOTS: Final = re.compile(r"\.{3,}|…")
#: So much of a path says by itself what it is; less of it needs the other end, on the other side of the dots.
_TELLING: Final = 8
#: So much of its end is needed beside less than that.
_SHORT_TAIL: Final = 4
#: What a path does not go on after: another path would.
_GOES_ON: Final = re.compile(r"[\w-]|\.\w")
_BEGINS_BEFORE: Final = re.compile(r"(?:\A|[^\w./~}-]|//)\Z")
_SLASH: Final = re.compile(r"\\?/|%2[Ff]")


@dataclass(frozen=True, slots=True)
class _Form:
    """One spelling of a path; `last` is its last component."""

    path: str
    last: str

    def head(self, text: str, end: int) -> int:
        """How many characters before `end` are the begin of this path, if it is enough to tell that."""
        start = text.rfind(self.path[:_TELLING], max(0, end - len(self.path)), end)
        return end - start if start >= 0 and text.startswith(self.path[: end - start], start) else 0

    def short_head(self, text: str, end: int) -> int:
        """How many characters before `end` are the begin of this path, where it would be less than that."""
        found = next((n for n in range(_TELLING - 1, 0, -1) if text.endswith(self.path[:n], 0, end)), 0)
        return found if _BEGINS_BEFORE.search(text, max(0, end - found - 2), end - found) else 0

    def tail(self, text: str, start: int) -> int:
        """How many characters from `start` on are the end of this path."""
        found = text.find(self.last, start, start + len(self.path))
        lengths: Iterable[int] = range(len(self.last) - 1, 0, -1)
        if found >= 0:
            lengths = (found + len(self.last) - start, *lengths)
        fitting = (n for n in lengths if text.startswith(self.path[-n:], start))
        return next((n for n in fitting if not _GOES_ON.match(text, start + n)), 0)


class Elided:
    """Paths of one thing, each in all of its spellings, and the name that stands for them."""

    __slots__ = ("_forms", "_name")

    def __init__(self, forms: Sequence[str], name: str) -> None:
        self._name = name
        self._forms = tuple(_Form(form, _SLASH.split(form)[-1]) for form in forms)

    def apply(self, text: str) -> str:
        """`text` with what is left of a path replaced; the very same object where there is nothing of it."""
        if len(text) > _LONGEST or ("..." not in text and "…" not in text):
            return text
        forms = [one for one in self._forms if one.path[:_TELLING] in text or one.last[-_SHORT_TAIL:] in text]
        pieces: list[str] = []
        end = 0
        for start, stop in self._spans(text, forms) if forms else ():
            if start >= end:
                pieces += (text[end:start], self._name)
                end = stop
        return "".join([*pieces, text[end:]]) if pieces else text

    def _spans(self, text: str, forms: Sequence[_Form]) -> Iterator[tuple[int, int]]:
        for dots in _DOTS.finditer(text):
            found = [span for form in forms if (span := _span(form, text, *dots.span())) is not None]
            if found:
                yield max(found, key=lambda span: span[1] - span[0])


def _span(form: _Form, text: str, start: int, stop: int) -> tuple[int, int] | None:
    """What is left of a path around the dots from `start` to `stop`; with the dots if it ends behind them."""
    head, tail = form.head(text, start), form.tail(text, stop)
    if not head and tail >= _SHORT_TAIL:
        head = form.short_head(text, start)
        head = head if head + tail >= _TELLING else 0
    if head:
        return start - head, (stop + tail if tail else start)
    # The last component is the same everywhere: only what stands before it has to go.
    return (stop, stop + tail) if tail > len(form.last) + 1 else None
