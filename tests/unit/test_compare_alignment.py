"""Where two sequences agree, and where a value stands in a text of JSON."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_mcpparity.compare.alignment import align, common_prefix, common_suffix, increasing
from pytest_mcpparity.compare.json_tokens import in_order_of_names, member_span, pieces, value_span
from pytest_mcpparity.json_text import Value, compact, parse, pretty_json, sorted_members
from tests.unit.arbitrary import BOUNDED, values

_unique = st.lists(st.integers(0, 40), max_size=12, unique=True)
_texts = st.text("ab", max_size=300)


@BOUNDED
@given(_texts, _texts, _texts)
def test_common_ends_are_those_found_one_by_one(same: str, one: str, other: str) -> None:
    first, second = same + one, same + other

    prefix = common_prefix(first, second)

    shorter = min(len(first), len(second))
    assert prefix == next((at for at in range(shorter) if first[at] != second[at]), shorter)
    assert common_prefix(first.encode(), second.encode()) == prefix
    assert common_suffix(first[::-1], second[::-1]) == prefix
    suffix = common_suffix(first, second, prefix)
    assert prefix + suffix <= min(len(first), len(second))
    assert first[len(first) - suffix :] == second[len(second) - suffix :]


def test_ends_are_found_beyond_one_chunk() -> None:
    text = "x" * 1_000_000

    assert common_prefix(text + "a", text + "b") == 1_000_000
    assert common_suffix("a" + text, "b" + text) == 1_000_000
    assert common_prefix("--" + text + "a", "-" + text + "b", (2, 1)) == 1_000_000
    assert common_prefix(text, text) == len(text)


@BOUNDED
@given(st.lists(st.integers(0, 9), max_size=12), st.lists(st.integers(0, 9), max_size=12))
def test_aligned_elements_are_equal_and_rise_on_both_sides(old: list[int], new: list[int]) -> None:
    pairs = align(old, new)

    assert all(old[i] == new[j] for i, j in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


@BOUNDED
@given(_unique, _unique)
def test_of_elements_that_stand_once_as_many_as_can_stay_aligned(old: list[int], new: list[int]) -> None:
    shared = [one for one in old if one in new]
    most = len(increasing([new.index(one) for one in shared]))

    assert len(align(old, new)) <= most
    assert bool(align(old, new)) is bool(shared)
    assert len(align(old, old)) == len(old)


def test_an_element_put_in_or_taken_out_leaves_the_others_aligned() -> None:
    assert align("abcd", "abxcd") == [(0, 0), (1, 1), (2, 3), (3, 4)]
    assert align("abcd", "acd") == [(0, 0), (2, 1), (3, 2)]
    assert align("abc", "xyz") == []
    assert align("", "a") == []


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        # Equal ends, which never overlap.
        ("a", "aa", [(0, 0)]),
        ("aa", "a", [(0, 0)]),
        ("aba", "a", [(0, 0)]),
        ("abab", "ab", [(0, 0), (1, 1)]),
        ("xaya", "pa", [(3, 1)]),
        ("abcdef", "abxdyf", [(0, 0), (1, 1), (3, 3), (5, 5)]),
        # Elements that stand once on either side, the longest rising run of them.
        ("abc", "cab", [(0, 1), (1, 2)]),
        ("abcd", "bcda", [(1, 0), (2, 1), (3, 2)]),
        ("kabcz", "qbcaz", [(2, 1), (3, 2), (4, 4)]),
        ("mabn", "pabq", [(1, 1), (2, 2)]),
        ("xay", "paqa", []),
        ("xaya", "paq", []),
        ("aabb", "bbaa", []),
        # What equals around those.
        ("pUxxVq", "rUxVs", [(1, 1), (2, 2), (4, 3)]),
        ("pUxVq", "rUxxVs", [(1, 1), (2, 2), (3, 4)]),
        ("pUaxaVq", "rUabaVs", [(1, 1), (2, 2), (4, 4), (5, 5)]),
        ("aRbRc", "aRcRb", [(0, 0), (1, 1), (4, 2)]),
        ("-U1-", "=U12=", [(1, 1), (2, 2)]),
    ],
)
def test_what_is_aligned_follows_from_ends_anchors_and_their_neighbours(
    old: str, new: str, pairs: list[tuple[int, int]]
) -> None:
    assert align(old, new) == pairs


@pytest.mark.parametrize(
    ("numbers", "run"),
    [
        ([], []),
        ([7], [0]),
        ([1, 2], [0, 1]),
        ([2, 1, 3], [1, 2]),
        ([3, 2, 1], [2]),
        ([1, 1], [1]),
        ([5, 1, 6, 2, 7, 3], [1, 3, 5]),
        ([1, 9, 2, 8, 3], [0, 2, 4]),
    ],
)
def test_the_longest_rising_run_is_found(numbers: list[int], run: list[int]) -> None:
    assert increasing(numbers) == run


@BOUNDED
@given(st.lists(st.integers(0, 9), max_size=8))
def test_no_rising_run_is_longer_than_the_one_found(numbers: list[int]) -> None:
    run = increasing(numbers)

    runs = (one for size in range(len(numbers) + 1) for one in combinations(numbers, size))
    assert len(run) == max(len(one) for one in runs if all(a < b for a, b in pairwise(one)))
    assert all(a < b and numbers[a] < numbers[b] for a, b in pairwise(run))


@BOUNDED
@given(values, st.booleans())
def test_tokens_give_the_text_back_and_can_be_put_in_order(value: Value, pretty: bool) -> None:
    text = pretty_json(value) if pretty else compact(value)
    found = pieces(text)

    assert "".join(white + token for white, token in found) == text
    ordered = "".join(white + token for white, token in in_order_of_names(found))
    expected = sorted_members(parse(text))
    assert ordered == (pretty_json(expected) if pretty else compact(expected))


TEXT = '{ "a": [1, {"b": "x,]}"} , "y"],\n "a/b": {}, "a": [2] }'


@pytest.mark.parametrize(
    ("tokens", "value"),
    [
        ((), TEXT),
        (("a",), "[2]"),
        (("a", "0"), "2"),
        (("a/b",), "{}"),
        (("a", "1"), None),
        (("c",), None),
        (("a/b", "x"), None),
        (("a", "0", "x"), None),
    ],
)
def test_a_value_is_found_by_its_pointer(tokens: tuple[str, ...], value: str | None) -> None:
    span = value_span(TEXT, tokens)

    assert (span and TEXT[span.start : span.end]) == value


@pytest.mark.parametrize(
    ("text", "tokens", "rest"),
    [
        ("[1, 2, 3]", ("0",), "[2, 3]"),
        ("[1, 2, 3]", ("1",), "[1, 3]"),
        ("[1, 2, 3]", ("2",), "[1, 2]"),
        ("[ 1 ]", ("0",), "[]"),
        ('{\n "a": 1,\n "b": 2\n}', ("a",), '{\n "b": 2\n}'),
        ('{\n "a": 1,\n "b": 2\n}', ("b",), '{\n "a": 1\n}'),
        ('{ "a": { "b": 1 } }', ("a", "b"), '{ "a": {} }'),
        ("  [ 1 , 2 ]  ", ("0",), "  [ 2 ]  "),
        ("  [ 1 , 2 ]  ", ("1",), "  [ 1 ]  "),
        (' { "a" : 1 , "b" : "}" , "c" : [ ] } ', ("a",), ' { "b" : "}" , "c" : [ ] } '),
        (' { "a" : 1 , "b" : "}" , "c" : [ ] } ', ("b",), ' { "a" : 1 , "c" : [ ] } '),
        (' { "a" : 1 , "b" : "}" , "c" : [ ] } ', ("c",), ' { "a" : 1 , "b" : "}" } '),
        ('{"a":1,"b":2,"a":3}', ("a",), '{"a":1,"b":2}'),
        ('[{"a":[0,{"b":1,"c":2}]}]', ("0", "a", "1", "c"), '[{"a":[0,{"b":1}]}]'),
        ('{"\\u0061":1,"b":2}', ("a",), '{"b":2}'),
    ],
)
def test_a_member_goes_with_its_comma(text: str, tokens: tuple[str, ...], rest: str) -> None:
    span = member_span(text, tokens)

    assert span
    assert text[: span.start] + text[span.end :] == rest


@pytest.mark.parametrize(
    ("text", "tokens", "value"),
    [
        (" \n[1] \t", (), "[1]"),
        ('[ "a" , true,null,{ } ]', ("0",), '"a"'),
        ('[ "a" , true,null,{ } ]', ("1",), "true"),
        ('[ "a" , true,null,{ } ]', ("2",), "null"),
        ('[ "a" , true,null,{ } ]', ("3",), "{ }"),
        ('[ "a" , true,null,{ } ]', ("4",), None),
        ('{"a" : {"b":[ [1] , -2.5e+1 ]} , "c":3}', ("a", "b", "0"), "[1]"),
        ('{"a" : {"b":[ [1] , -2.5e+1 ]} , "c":3}', ("a", "b", "1"), "-2.5e+1"),
        ('{"a" : {"b":[ [1] , -2.5e+1 ]} , "c":3}', ("a",), '{"b":[ [1] , -2.5e+1 ]}'),
        ('{"a" : {"b":[ [1] , -2.5e+1 ]} , "c":3}', ("c",), "3"),
        ('{"a" : {"b":[ [1] , -2.5e+1 ]} , "c":3}', ("b",), None),
        ("[]", ("0",), None),
        ("{}", ("",), None),
        ('{"":1}', ("",), "1"),
        ('{"a":"\\"}\\\\","b":1}', ("b",), "1"),
        ('"abc"', ("0",), None),
    ],
)
def test_a_value_stands_where_its_pointer_says_without_the_blanks_around_it(
    text: str, tokens: tuple[str, ...], value: str | None
) -> None:
    span = value_span(text, tokens)

    assert (span and text[span.start : span.end]) == value


def test_the_whole_is_no_member() -> None:
    assert member_span("{}", ()) is None
    assert member_span("{}", ("a",)) is None


def test_equal_elements_on_either_side_of_one_that_stands_once_are_aligned_with_it() -> None:
    assert align(list("aRRUb"), list("cRRUd")) == [(1, 1), (2, 2), (3, 3)]
    assert align(list("aURRb"), list("cURRd")) == [(1, 1), (2, 2), (3, 3)]
    assert align(list("aRxURb"), list("cRyURd")) == [(3, 3), (4, 4)]


def test_common_tails_are_counted_from_the_ends_of_both() -> None:
    assert align("abx", "cax") == [(0, 1), (2, 2)]
