"""Masks for what varied between two plays, ready to be pasted into `mcp-suite.toml` (spec § 5).

A mask is as narrow as it can be: for one case, the varying value alone, with the stable text beside it.
Where no pattern tells the value from its surroundings, a pointer takes the whole value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pytest_mcpparity.answer import Answer, Exchange, NoAnswer
from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.json_text import Members, Value, escape_pointer, pointer_tokens
from pytest_mcpparity.masks.masks import CaseMasks
from pytest_mcpparity.play.proposal_patterns import (
    VARIES,
    PatternFound,
    find_patterns,
    kind_of,
    masked_by,
)
from pytest_mcpparity.projection import unproject
from pytest_mcpparity.suite.model import Mask
from pytest_mcpparity.suite.toml_text import toml_string

#: Where a pointer takes all that an answer says in one place.
_WHOLE_TEXT = re.compile(r"/content/(?:\d+|\*)/text|/message")


@dataclass(frozen=True, slots=True)
class Proposal:
    """One `[[mask]]` entry: a pattern or a pointer, and the name that stands for the value."""

    name: str
    pattern: str = ""
    pointer: str = ""

    @property
    def takes_all(self) -> bool:
        """Whether nothing is left to be compared of what an answer says in that place."""
        return _WHOLE_TEXT.fullmatch(self.pointer) is not None

    def to_toml(self, case_id: str) -> list[str]:
        """The entry, line by line."""
        where = (
            f"pattern = {toml_string(self.pattern)}"
            if self.pattern
            else f"pointer = {toml_string(self.pointer)}"
        )
        if self.takes_all:
            where += "  # of this text nothing is compared any more"
        return ["[[mask]]", where, f'as = "<{self.name}>"', f'cases = ["{case_id}"]', ""]

    def to_mask(self, number: int) -> Mask:
        """The mask that the entry declares."""
        pattern = re.compile(self.pattern) if self.pattern else None
        pointer = tuple(pointer_tokens(self.pointer)) if self.pointer else None
        return Mask(pattern, pointer, f"<{self.name}>", None, number)


@dataclass(frozen=True, slots=True)
class _Varying:
    """A value that differs between two plays, and where it stands in the result or error object."""

    pointer: str
    old: Value
    new: Value


def propose_masks(first: Answer, second: Answer) -> tuple[Proposal, ...]:
    """The masks under which two answers to the same questions become the same, as far as masks can do that.

    Empty where they differ in shape: another outcome, another number of blocks.
    """
    bodies = [
        (unproject(old.answer.body), unproject(new.answer.body))
        for old, new in zip(first.exchanges, second.exchanges, strict=True)
        if not isinstance(old.answer.body, NoAnswer) and not isinstance(new.answer.body, NoAnswer)
    ]
    pairs = [pair for old, new in bodies for pair in _text_pairs(old, new)]
    patterns: dict[PatternFound, None] = {}
    pointers: dict[Proposal, None] = {}
    for old, new in bodies:
        for varying in _differing(old, new, "") or ():
            proposed = _patterns_for(varying, tuple(patterns), pairs)
            if proposed is None:
                pointers[Proposal(_name(varying), pointer=varying.pointer)] = None
            else:
                patterns.update(dict.fromkeys(proposed))
    return (*(Proposal(one.name, pattern=one.pattern) for one in patterns), *_merged(pointers))


def under(answer: Answer, proposals: Sequence[Proposal]) -> Answer:
    """`answer` as it is with these masks declared; as it was where they do not go together."""
    masks = tuple(proposal.to_mask(number) for number, proposal in enumerate(proposals, start=1))
    case = CaseMasks(answer.case, masks, ())
    try:
        exchanges = [Exchange(one.question, case.apply(one.answer)) for one in answer.exchanges]
    except SuiteFault:  # one finds again what another has written
        return answer
    return Answer(answer.case, tuple(exchanges))


def _text_pairs(old: Value, new: Value) -> Iterator[tuple[str, str]]:
    """All texts of two values that stand in the same place; binary data are none."""
    if isinstance(old, str) and isinstance(new, str):
        yield old, new
    elif isinstance(old, Members) and isinstance(new, Members):
        is_media = old.get("type") in ("image", "audio")
        for name, value in old:
            if new.has(name) and not (is_media and name == "data"):
                yield from _text_pairs(value, new.get(name))
    elif isinstance(old, list) and isinstance(new, list):
        for was, now in zip(old, new, strict=False):
            yield from _text_pairs(was, now)


def _differing(old: Value, new: Value, pointer: str) -> list[_Varying] | None:
    """The scalars that differ; None where the shapes do."""
    if isinstance(old, Members) and isinstance(new, Members):
        if sorted(old.names()) != sorted(new.names()):
            return None if pointer.count("/") < 2 else [_Varying(pointer, old, new)]
        children = [(escape_pointer(name), old.get(name), new.get(name)) for name in dict(old)]
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return None if pointer.count("/") < 2 else [_Varying(pointer, old, new)]
        children = [(str(index), *pair) for index, pair in enumerate(zip(old, new, strict=True))]
    else:
        return [] if old == new and type(old) is type(new) else [_Varying(pointer, old, new)]
    found: list[_Varying] = []
    for token, was, now in children:
        below = _differing(was, now, f"{pointer}/{token}")
        if below is None:
            return None
        found += below
    return found


def _patterns_for(
    varying: _Varying, known: Sequence[PatternFound], pairs: Iterable[tuple[str, str]]
) -> list[PatternFound] | None:
    """Patterns for a text beside those that are `known`; None where a pointer has to do."""
    old, new = varying.old, varying.new
    if not isinstance(old, str) or not isinstance(new, str) or varying.pointer.endswith("/data"):
        return None
    masked = [(masked_by(was, known), masked_by(now, known)) for was, now in pairs]
    old, new = masked_by(old, known), masked_by(new, known)
    if old != new and varying.pointer.startswith("/structuredContent") and kind_of(old, new):
        return None
    return find_patterns(old, new, masked)


def _name(varying: _Varying) -> str:
    if isinstance(varying.old, str) and isinstance(varying.new, str):
        return kind_of(varying.old, varying.new) or VARIES
    return VARIES if isinstance(varying.old, str | list | Members) else "number"


def _merged(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Pointers that differ in indexes only become one with `*` in place of each index that varies."""
    groups: dict[tuple[str, str], list[list[str]]] = {}
    for proposal in proposals:
        tokens = proposal.pointer.split("/")
        shape = "/".join("#" if token.isdigit() else token for token in tokens)
        groups.setdefault((proposal.name, shape), []).append(tokens)
    merged: dict[Proposal, None] = {}
    for (name, _), pointers in groups.items():
        joined = [column[0] if len(set(column)) == 1 else "*" for column in zip(*pointers, strict=True)]
        merged[Proposal(name, pointer="/".join(joined))] = None
    return list(merged)
