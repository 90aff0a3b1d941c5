"""Which blocks differ, are missing, extra, of another type or at another number (spec § 4.1 row 4).

Blocks are told apart by their whole content, so that a block which only moved is not reported as two
that changed; linear in what is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from pytest_mcpparity.answer import NO_MEMBERS, Block, Level, Media, Other, Text
from pytest_mcpparity.compare.alignment import align
from pytest_mcpparity.compare.differences import (
    BlocksDifference,
    BytesContent,
    Difference,
    JsonContent,
    PartDifference,
    TextContent,
)
from pytest_mcpparity.compare.equality import canonical, canonical_text, same_json_text, same_value
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.places import Place

#: How many characters two texts share at one end to be taken for one text that changed.
_ALIKE = 4


def compare_blocks(
    step: int, expected: Sequence[Block], received: Sequence[Block], level: Level
) -> Iterator[Difference]:
    """All differences between the blocks of two results: those of their places first, then of their parts."""
    if expected == received:
        return
    places, pairs = _place(step, expected, received, level)
    yield from places
    for old, new in pairs:
        yield from _compare_pair(step, old + 1, expected[old], received[new], level)


def block_type(block: Other) -> str:
    """The `type` of a block that is no text, image or sound; `block` where it has none."""
    kind = block.value.get("type") if isinstance(block.value, Members) else None
    return kind if isinstance(kind, str) else "block"


def _type(block: Block) -> str:
    """What has to agree for two blocks to be compared part by part."""
    if isinstance(block, Media):
        return block.kind
    return f"other {block_type(block)}" if isinstance(block, Other) else "text"


def _compare_pair(step: int, number: int, old: Block, new: Block, level: Level) -> Iterator[Difference]:
    place = Place("block", step, number)
    if isinstance(old, Text) and isinstance(new, Text):
        yield from _compare_texts(place, old.text, new.text, level)
    elif isinstance(old, Media) and isinstance(new, Media):
        if (old.mime, old.data) != (new.mime, new.data):
            yield PartDifference(place, BytesContent(old.mime, old.data), BytesContent(new.mime, new.data))
    elif isinstance(old, Other) and isinstance(new, Other):
        yield from _compare_json(place, old.value, new.value)
    old_members = NO_MEMBERS if isinstance(old, Other) else old.members
    new_members = NO_MEMBERS if isinstance(new, Other) else new.members
    yield from _compare_json(Place("block members", step, number), old_members, new_members)


def _compare_json(place: Place, old: Value, new: Value) -> Iterator[Difference]:
    if not same_value(old, new, ordered=False):
        yield PartDifference(place, JsonContent(old), JsonContent(new))


def _compare_texts(place: Place, old: str, new: str, level: Level) -> Iterator[Difference]:
    if old == new:
        return
    same = same_json_text(old, new) if level == "json" else None
    if same is None:
        yield PartDifference(place, TextContent(old), TextContent(new))
    elif not same:
        yield PartDifference(place, TextContent(old, as_value=True), TextContent(new, as_value=True))


def _key(block: Block, level: Level) -> Hashable:
    """Equal for two blocks exactly if they are the same at `level`."""
    if isinstance(block, Other):
        return ("other", canonical(block.value))
    members = canonical(block.members)
    if isinstance(block, Media):
        return (block.kind, block.mime, block.data, members)
    value = canonical_text(block.text) if level == "json" else None
    return ("text", block.text, members) if value is None else ("json", value, members)


_Pairs = list[tuple[int, int]]


def _place(
    step: int, expected: Sequence[Block], received: Sequence[Block], level: Level
) -> tuple[list[BlocksDifference], _Pairs]:
    """The differences of row 4, and the pairs of blocks that are to be compared part by part."""
    one_each = len(expected) == len(received) == 1
    if one_each and _type(expected[0]) == _type(received[0]):
        return [], [(0, 0)]
    keys = [_key(block, level) for block in expected], [_key(block, level) for block in received]
    found, settled = _permuted(step, *keys)
    rest: _Pairs = [(number, number) for number in range(len(expected)) if number not in settled]
    if not found:
        found, rest = _aligned(step, expected, received, align(*keys))
        found = _moved(step, found, level)
    pairs: _Pairs = []
    for old_index, new_index in rest:
        old_block, new_block = expected[old_index], received[new_index]
        if _type(old_block) == _type(new_block):
            pairs.append((old_index, new_index))
        else:
            number = old_index + 1
            place = Place("block", step, number)
            found.append(BlocksDifference(place, "type", (number,), old_block, new_block))
    found.sort(key=lambda difference: difference.numbers)
    if len(expected) != len(received):
        found = [replace(one, counts=(len(expected), len(received))) for one in found]
    return found, pairs


def _aligned(
    step: int, expected: Sequence[Block], received: Sequence[Block], stayed: Iterable[tuple[int, int]]
) -> tuple[list[BlocksDifference], _Pairs]:
    """Blocks that came or went between those that `stayed`, and the pairs of those that may have changed."""
    found: list[BlocksDifference] = []
    pairs: _Pairs = []
    before = (-1, -1)
    for anchor in [*stayed, (len(expected), len(received))]:
        old = range(before[0] + 1, anchor[0])
        new = range(before[1] + 1, anchor[1])
        found.extend(_gap(step, old, new, expected, received, pairs))
        before = anchor
    return found, pairs


def _permuted(
    step: int, old: Sequence[Hashable], new: Sequence[Hashable]
) -> tuple[list[BlocksDifference], set[int]]:
    """Blocks that changed numbers among themselves, and the indexes that this settles."""
    if len(old) != len(new):
        return [], set()
    moved = [index for index in range(len(old)) if old[index] != new[index]]
    if len(moved) > 2 and Counter(old[i] for i in moved) == Counter(new[i] for i in moved):
        return [_reordered(step, moved, old, new)], set(moved)
    at: dict[Hashable, int] = {new[index]: index for index in reversed(moved)}
    found: list[BlocksDifference] = []
    settled: set[int] = set()
    for index in moved:
        other = at.get(old[index], -1)
        if other > index and old[other] == new[index] and not {index, other} & settled:
            settled |= {index, other}
            numbers = (index + 1, other + 1)
            found.append(BlocksDifference(Place("block", step, index + 1), "swapped", numbers))
    return found, settled


def _reordered(
    step: int, moved: list[int], old: Sequence[Hashable], new: Sequence[Hashable]
) -> BlocksDifference:
    first, last = moved[0], moved[-1]
    whole = len(moved) == last - first + 1
    if whole and list(old[first + 1 : last + 1]) == list(new[first:last]):
        return BlocksDifference(Place("block", step, first + 1), "moved", (first + 1, last + 1))
    if whole and list(old[first:last]) == list(new[first + 1 : last + 1]):
        return BlocksDifference(Place("block", step, last + 1), "moved", (last + 1, first + 1))
    numbers = tuple(index + 1 for index in moved)
    return BlocksDifference(Place("block", step, numbers[0]), "reordered", numbers)


def _gap(
    step: int,
    old: range,
    new: range,
    expected: Sequence[Block],
    received: Sequence[Block],
    pairs: _Pairs,
) -> Iterator[BlocksDifference]:
    """Between two blocks that stayed: pair what can be compared, and name what is left over."""
    shared = min(len(old), len(new))
    if len(old) != len(new) and shared and _rather_last(old, new, expected, received):
        pairs.extend(zip(old[len(old) - shared :], new[len(new) - shared :], strict=True))
        old, new = old[: len(old) - shared], new[: len(new) - shared]
    else:
        pairs.extend(zip(old[:shared], new[:shared], strict=True))
        old, new = old[shared:], new[shared:]
    for index in old:
        place = Place("block", step, index + 1)
        yield BlocksDifference(place, "missing", (index + 1,), expected=expected[index])
    for index in new:
        place = Place("block", step, index + 1)
        yield BlocksDifference(place, "extra", (index + 1,), received=received[index])


def _rather_last(old: range, new: range, expected: Sequence[Block], received: Sequence[Block]) -> bool:
    """Tell whether the last blocks of a gap look like one that changed, and the first do not."""
    first = _alike(expected[old[0]], received[new[0]])
    return _alike(expected[old[-1]], received[new[-1]]) > first


def _alike(old: Block, new: Block) -> int:
    """0 for blocks of two types, 1 for one type, 2 where their texts start or end alike too."""
    if isinstance(old, Text) and isinstance(new, Text):
        return 1 + (old.text[:_ALIKE] == new.text[:_ALIKE] or old.text[-_ALIKE:] == new.text[-_ALIKE:])
    return int(_type(old) == _type(new))


def _moved(step: int, found: list[BlocksDifference], level: Level) -> list[BlocksDifference]:
    """`found`, but a block that is missing here and extra there has moved."""
    missing = {_key(one.expected, level): one for one in found if one.expected}
    kept: list[BlocksDifference] = []
    gone: set[int] = set()
    for one in found:
        source = missing.pop(_key(one.received, level), None) if one.received else None
        if source is None:
            kept.append(one)
            continue
        gone.add(id(source))
        numbers = (source.numbers[0], one.numbers[0])
        kept.append(BlocksDifference(Place("block", step, numbers[0]), "moved", numbers))
    return [one for one in kept if id(one) not in gone]
