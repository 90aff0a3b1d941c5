"""What an answer would be on another day: two plays in a row see a clock move, but no calendar (spec § 5).

An answer that tells the date of today is held against the same answer with another date, and masks are
proposed for what differs. A date that the target was asked for, or that stands in the files it works on, is
not the clock's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from pytest_mcpparity.answer import Answer, Exchange
from pytest_mcpparity.masks.answer_texts import map_texts, seen_texts
from pytest_mcpparity.play.proposals import Proposal, propose_masks
from pytest_mcpparity.suite.model import WorkspaceRules

#: How dates are written; the names of days and months are English, as the locale of a target has them.
_FORMS: Final = (
    "%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%-m/%-d/%Y", "%Y%m%d",
    "%a, %d %b %Y", "%a %b %d %Y", "%B %-d, %Y", "%b %-d, %Y", "%-d %B %Y", "%-d %b %Y",
)  # fmt: skip
#: Somewhere on earth it is the day before still, or the day after already: all of them are today.
_ZONES: Final = (timedelta(hours=-12), timedelta(0), timedelta(hours=14))
#: So far off lies the other day: nothing of it is the same, not its year, month, number or name.
_FAR: Final = timedelta(days=400)
#: A file of the workspace is searched up to this size, in bytes.
_LARGEST: Final = 1 << 20


def propose_steady(first: Answer, second: Answer, workspace: WorkspaceRules | None) -> tuple[Proposal, ...]:
    """Masks under which two plays become the same, and under which they stay so on another day.

    Empty where no mask helps or none is needed. `workspace` holds the files that the target was given.
    """
    return propose_masks(first, on_another_day(second, datetime.now(UTC), workspace))


def on_another_day(answer: Answer, now: datetime, workspace: WorkspaceRules | None) -> Answer:
    """`answer` with each date of today as another, the name of the day too; itself where it tells no date.

    `now` has a time zone.
    """
    texts = "\n".join(text for exchange in answer.exchanges for text in seen_texts(exchange.answer))
    today = {(now.astimezone(UTC) + zone).date() for zone in _ZONES}
    moves = {f"{day:{form}}": f"{day + _FAR:{form}}" for form in _FORMS for day in today}
    told = {was: new for was, new in moves.items() if _finder([was]).search(texts)}
    told = {was: new for was, new in told.items() if not is_given(was, answer, workspace)}
    if not told:
        return answer
    told |= {f"{day:%A}": f"{day + _FAR:%A}" for day in today}
    finder = _finder(told)

    def moved(exchange: Exchange) -> Exchange:
        body = map_texts(exchange.answer, lambda text: finder.sub(lambda found: told[found.group()], text))
        return Exchange(exchange.question, body)

    return Answer(answer.case, tuple(moved(exchange) for exchange in answer.exchanges))


def _finder(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the words that no letter or digit touches; the `T` of a time may follow."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(map(re.escape, longest_first))})(?![0-9A-SU-Za-z])")


def is_given(word: str, answer: Answer, workspace: WorkspaceRules | None) -> bool:
    """Whether the target has the word from us: in a question, or in a file."""
    if any(word in (exchange.question.body or "") for exchange in answer.exchanges):
        return True
    folders = [one for one in (workspace.copy, workspace.dirty) if one] if workspace else []
    return any(_stands_in(folder, word) for folder in folders)


def _stands_in(folder: Path, word: str) -> bool:
    """Whether a file below `folder` has the word in its name or in its text."""
    return any(word in file.name or _holds(file, word.encode()) for file in folder.rglob("*"))


def _holds(file: Path, word: bytes) -> bool:
    try:
        return file.is_file() and file.stat().st_size <= _LARGEST and word in file.read_bytes()
    except OSError:  # what we cannot read the target may not have read either
        return False
