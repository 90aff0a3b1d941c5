"""What an answer would be on another machine: who runs the target, where, and on which host (spec § 5).

Two plays on one machine agree in these, and no mask can be proposed: a value may be meant. It is told, and
the user decides. What the target was asked for, or reads in its files, is no fact of the machine.
"""

from __future__ import annotations

import getpass
import re
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pytest_mcpparity.answer import Answer, Exchange
from pytest_mcpparity.masks.answer_texts import map_texts, seen_texts
from pytest_mcpparity.play.another_day import is_given
from pytest_mcpparity.suite.model import WorkspaceRules

#: Shorter values stand in any text by chance.
_SHORTEST: Final = 4
#: Names that many machines have, and that mean something else in most texts.
_COMMON: Final = frozenset({"root", "user", "users", "admin", "home", "localhost", "test", "tmp", "/tmp"})
_ELSEWHERE: Final = "(on another machine)"


def machine_facts(base: Path) -> dict[str, str]:
    """What is of this machine and its user, by what it is called; targets start in the folder `base`."""
    found = {
        "the current folder": str(base),
        "the home folder": _home(),
        "the name of the host": socket.gethostname(),
        "the name of the user": _user(),
    }
    return {what: one for what, one in found.items() if len(one) >= _SHORTEST and one.lower() not in _COMMON}


def on_another_machine(
    answer: Answer, facts: Mapping[str, str], workspace: WorkspaceRules | None
) -> Iterator[tuple[str, Answer]]:
    """Each fact that `answer` tells, by what it is called, and `answer` as it would be without that one.

    A path that lies in another one is told by the longer of them, and a name in a path not at all.
    """
    texts = "\n".join(text for exchange in answer.exchanges for text in seen_texts(exchange.answer))
    told = {what: one for what, one in facts.items() if one in texts}
    told = {what: one for what, one in told.items() if not is_given(one, answer, workspace)}
    if not told:
        return
    longest_first = sorted(set(told.values()), key=len, reverse=True)
    finder = re.compile(rf"(?<![\w.~-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-]|\.\w)")
    seen = {match.group() for match in finder.finditer(texts)}
    for what, one in told.items():
        if one in seen:
            seen.discard(one)  # of two names for one value the first is told
            yield what, _without(answer, finder, one)


def _without(answer: Answer, finder: re.Pattern[str], value: str) -> Answer:
    def changed(text: str) -> str:
        return finder.sub(lambda match: _ELSEWHERE if match.group() == value else match.group(), text)

    exchanges = (Exchange(one.question, map_texts(one.answer, changed)) for one in answer.exchanges)
    return Answer(answer.case, tuple(exchanges))


def _home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:  # nobody knows it
        return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without a name, as in some containers
        return ""
