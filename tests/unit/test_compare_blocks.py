"""Which blocks are gone, came, moved or changed, and by which numbers (spec § 4.1 row 4)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Block, Level, Media, Text
from pytest_mcpparity.compare.answers import compare_answers
from pytest_mcpparity.compare.blocks import block_type
from pytest_mcpparity.compare.differences import (
    BlocksDifference,
    BytesContent,
    Difference,
    JsonContent,
    PartDifference,
    TextContent,
)
from pytest_mcpparity.places import Place
from tests.unit.compare_made import answer, blocks, members, other, png

FINE = blocks("fine")
PICTURE, OTHER_PICTURE, THIRD_PICTURE = png(b"one"), png(b"two"), png(b"three")
SOUND = Media("audio", "audio/wav", b"one")
LINK, NOTE = other('{"type":"link","n":1}'), other('{"type":"note"}')


def differences(
    expected: tuple[Block | str, ...], received: tuple[Block | str, ...], level: Level = "content"
) -> list[Difference]:
    """What differs between two results that are the second step of their answers, in the order given."""
    old, new = answer(FINE, blocks(*expected)), answer(FINE, blocks(*received))
    return list(compare_answers(old, new, level).differences)


def block_of(one: Block | str) -> Block:
    return Text(one) if isinstance(one, str) else one


def missing(number: int, one: Block | str) -> BlocksDifference:
    return BlocksDifference(Place("block", 2, number), "missing", (number,), expected=block_of(one))


def extra(number: int, one: Block | str) -> BlocksDifference:
    return BlocksDifference(Place("block", 2, number), "extra", (number,), received=block_of(one))


def of_type(number: int, old: Block | str, new: Block | str) -> BlocksDifference:
    return BlocksDifference(Place("block", 2, number), "type", (number,), block_of(old), block_of(new))


def moved(number: int, to: int) -> BlocksDifference:
    return BlocksDifference(Place("block", 2, number), "moved", (number, to))


def swapped(number: int, other: int) -> BlocksDifference:
    return BlocksDifference(Place("block", 2, number), "swapped", (number, other))


def reordered(*numbers: int) -> BlocksDifference:
    return BlocksDifference(Place("block", 2, numbers[0]), "reordered", numbers)


def image_changed(number: int, old: Media, new: Media) -> PartDifference:
    return PartDifference(
        Place("block", 2, number), BytesContent(old.mime, old.data), BytesContent(new.mime, new.data)
    )


def changed(number: int, old: str, new: str) -> PartDifference:
    return PartDifference(Place("block", 2, number), TextContent(old), TextContent(new))


@pytest.mark.parametrize(
    ("expected", "received", "found"),
    [
        ("abc", "bca", [moved(1, 3)]),
        ("abc", "cab", [moved(3, 1)]),
        ("xabcy", "xbcay", [moved(2, 4)]),
        ("xabcy", "xcaby", [moved(4, 2)]),
        ("xabcdy", "xbadcy", [reordered(2, 3, 4, 5)]),
        ("xabcdy", "xcbday", [reordered(2, 4, 5)]),
        ("xaby", "xbay", [swapped(2, 3)]),
        ("abc", "bax", [swapped(1, 2), changed(3, "c", "x")]),
        ("abcde", "badcx", [swapped(1, 2), swapped(3, 4), changed(5, "e", "x")]),
        ("abcd", "xbya", [changed(1, "a", "x"), changed(3, "c", "y"), changed(4, "d", "a")]),
        # Of blocks with one text, each is swapped once at most.
        ("aabx", "bbay", [swapped(1, 3), changed(2, "a", "b"), changed(4, "x", "y")]),
    ],
)
def test_blocks_of_one_number_are_held_against_those_at_their_places(
    expected: str, received: str, found: list[Difference]
) -> None:
    assert differences(tuple(expected), tuple(received)) == found


@pytest.mark.parametrize(
    ("expected", "received", "found"),
    [
        ("ab", "b", [missing(1, "a")]),
        ("abc", "b", [missing(1, "a"), missing(3, "c")]),
        ("abcdef", "bf", [missing(1, "a"), missing(3, "c"), missing(4, "d"), missing(5, "e")]),
        ("ab", "xyab", [extra(1, "x"), extra(2, "y")]),
        ("abcd", "axbycd", [extra(2, "x"), extra(4, "y")]),
        ("abcd", "cab", [moved(3, 1), missing(4, "d")]),
        ("abc", "bcxa", [moved(1, 4), extra(3, "x")]),
        ("abcd", "adbxc", [extra(4, "x"), moved(4, 2)]),
        ("abcd", "bcax", [missing(1, "a"), extra(4, "x"), changed(4, "d", "a")]),
        ("abcd", "dabcx", [extra(1, "d"), changed(4, "d", "x")]),
        ("abc", "", [missing(1, "a"), missing(2, "b"), missing(3, "c")]),
        ("aa", "aaa", [extra(3, "a")]),
    ],
)
def test_of_another_number_of_blocks_those_that_went_came_or_moved_are_found(
    expected: str, received: str, found: list[Difference]
) -> None:
    assert differences(tuple(expected), tuple(received)) == found


@pytest.mark.parametrize(
    ("expected", "received", "found"),
    [
        (("abcd1", "xyz"), ("abcd2",), [missing(2, "xyz"), changed(1, "abcd1", "abcd2")]),
        (("xyz", "abcd1"), ("abcd2",), [missing(1, "xyz"), changed(2, "abcd1", "abcd2")]),
        (("xyz", "1abcd"), ("2abcd",), [missing(1, "xyz"), changed(2, "1abcd", "2abcd")]),
        (("abcd2",), ("xyz", "abcd1"), [extra(1, "xyz"), changed(1, "abcd2", "abcd1")]),
        # Three characters at one end are chance: the first is taken.
        (("xyz", "abc"), ("abd",), [missing(2, "abc"), changed(1, "xyz", "abd")]),
        (("xyz", "abc1"), ("abc2",), [missing(2, "abc1"), changed(1, "xyz", "abc2")]),
        (("", "abcd1"), ("abcd2",), [missing(1, ""), changed(2, "abcd1", "abcd2")]),
        ((PICTURE, "one"), ("two",), [missing(1, PICTURE), changed(2, "one", "two")]),
        # Of ends that look alike in the same measure the first is taken.
        (
            ("abcd1", "abc", "xyz1"),
            ("abcd2", "xyz2"),
            [missing(3, "xyz1"), changed(1, "abcd1", "abcd2"), changed(2, "abc", "xyz2")],
        ),
        (
            ("xyz", PICTURE, SOUND),
            ("abc", "def"),
            [of_type(2, PICTURE, "def"), missing(3, SOUND), changed(1, "xyz", "abc")],
        ),
        # Images that changed look no more alike than texts that changed.
        (
            ("xyz", PICTURE, OTHER_PICTURE),
            ("abc", THIRD_PICTURE),
            [missing(3, OTHER_PICTURE), changed(1, "xyz", "abc"), image_changed(2, PICTURE, THIRD_PICTURE)],
        ),
        (
            (PICTURE, "mid", "xyz"),
            (THIRD_PICTURE, "abc"),
            [missing(3, "xyz"), image_changed(1, PICTURE, THIRD_PICTURE), changed(2, "mid", "abc")],
        ),
        (("one", PICTURE), ("two",), [missing(2, PICTURE), changed(1, "one", "two")]),
        (
            ("keep", "abcd1", "abcd2", "xyz", "last"),
            ("keep", "abcd3", "abcd4", "last"),
            [missing(4, "xyz"), changed(2, "abcd1", "abcd3"), changed(3, "abcd2", "abcd4")],
        ),
        (
            ("keep", "xyz", "abcd1", "abcd2", "last"),
            ("keep", "abcd3", "abcd4", "last"),
            [missing(2, "xyz"), changed(3, "abcd1", "abcd3"), changed(4, "abcd2", "abcd4")],
        ),
        (
            ("keep", "abcd1", "abcd2", "last"),
            ("keep", "xyz", "abcd3", "abcd4", "last"),
            [extra(2, "xyz"), changed(2, "abcd1", "abcd3"), changed(3, "abcd2", "abcd4")],
        ),
    ],
)
def test_a_block_that_changed_is_held_against_the_one_that_looks_like_it(
    expected: tuple[Block | str, ...], received: tuple[Block | str, ...], found: list[Difference]
) -> None:
    assert differences(expected, received) == found


@pytest.mark.parametrize(
    ("expected", "received", "found"),
    [
        ((PICTURE,), (SOUND,), [of_type(1, PICTURE, SOUND)]),
        ((LINK,), (NOTE,), [of_type(1, LINK, NOTE)]),
        (("a", PICTURE), ("a", "b"), [of_type(2, PICTURE, "b")]),
        ((LINK, "a"), ("b", NOTE), [of_type(1, LINK, "b"), of_type(2, "a", NOTE)]),
        ((PICTURE, SOUND), (SOUND, PICTURE), [swapped(1, 2)]),
        ((LINK, NOTE), (NOTE,), [missing(1, LINK)]),
        (
            ("a", "b", "c"),
            (PICTURE, "b", "x", "y"),
            [of_type(1, "a", PICTURE), extra(4, "y"), changed(3, "c", "x")],
        ),
    ],
)
def test_blocks_of_two_types_are_never_compared_part_by_part(
    expected: tuple[Block | str, ...], received: tuple[Block | str, ...], found: list[Difference]
) -> None:
    assert differences(expected, received) == found


def test_a_block_without_a_type_is_called_a_block() -> None:
    assert block_type(LINK) == "link"
    assert block_type(other('{"type":1}')) == "block"
    assert block_type(other("[]")) == "block"


def test_images_are_compared_by_type_and_bytes() -> None:
    jpeg = png(b"one", "image/jpeg")

    assert differences(("a", PICTURE), ("a", OTHER_PICTURE)) == [image_changed(2, PICTURE, OTHER_PICTURE)]
    assert differences(("a", PICTURE), ("a", jpeg)) == [image_changed(2, PICTURE, jpeg)]


def test_any_other_block_is_compared_as_json() -> None:
    changed_link = other('{"n":2,"type":"link"}')

    assert differences(("a", LINK), ("a", other('{"n":1,"type":"link"}'))) == []
    assert differences(("a", LINK), ("a", changed_link)) == [
        PartDifference(Place("block", 2, 2), JsonContent(LINK.value), JsonContent(changed_link.value))
    ]


@pytest.mark.parametrize("one", [Text("a"), PICTURE])
def test_the_members_of_a_block_are_a_part_of_their_own(one: Text | Media) -> None:
    old, new = members('{"x":1,"y":2}'), members('{"y":2,"x":3}')
    first, turned, second = (
        Text(one.text, each) if isinstance(one, Text) else Media(one.kind, one.mime, one.data, each)
        for each in (old, members('{"y":2,"x":1}'), new)
    )

    assert differences(("a", first), ("a", turned)) == []
    assert differences(("a", first), ("a", second)) == [
        PartDifference(Place("block members", 2, 2), JsonContent(old), JsonContent(new))
    ]
    assert differences((first, "b", "c"), ("b", "c", first)) == [moved(1, 3)]
    assert differences((first, "b"), ("b", turned)) == [swapped(1, 2)]
    assert differences((first, "b", "c"), ("b", turned, "x", "c")) == [moved(1, 2), extra(3, "x")]


def test_at_json_a_text_that_spells_the_same_value_is_the_same_block() -> None:
    first, turned = '{"a":1,"b":2}', '{ "b": 2, "a": 1 }'

    assert differences((first, "b", "c"), ("b", "c", turned), "json") == [moved(1, 3)]
    assert differences((first, "b"), ("b", turned), "json") == [swapped(1, 2)]
    assert differences((first, "b", "c"), ("b", turned, "x", "c"), "json") == [moved(1, 2), extra(3, "x")]
    assert differences((first, "b"), (turned, "b", "c"), "json") == [extra(3, "c")]


def test_at_json_texts_are_compared_as_values_where_both_are_json() -> None:
    assert differences(("a", "[1]"), ("a", "[2]"), "json") == [
        PartDifference(
            Place("block", 2, 2), TextContent("[1]", as_value=True), TextContent("[2]", as_value=True)
        )
    ]
    assert differences(("a", "[1]"), ("a", "[2"), "json") == [changed(2, "[1]", "[2")]
    assert differences(("a", "[1]"), ("a", "[2]"), "wire") == [changed(2, "[1]", "[2]")]
