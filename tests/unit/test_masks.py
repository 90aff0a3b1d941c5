from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pytest_mcpparity.answer import Media, NoAnswer, Other, Result, RpcError, StepAnswer, Text
from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.json_text import Members, parse
from pytest_mcpparity.masks.masks import CaseMasks, Masks
from pytest_mcpparity.projection import project_result
from pytest_mcpparity.suite.model import Mask
from tests.unit.arbitrary import BOUNDED


def pattern(source: str, name: str = "<x>", cases: tuple[str, ...] | None = None, number: int = 1) -> Mask:
    return Mask(re.compile(source), None, name, cases, number)


def pointer(*tokens: str, name: str = "<x>", number: int = 1) -> Mask:
    return Mask(None, tokens, name, None, number)


def masks_of(*masks: Mask) -> CaseMasks:
    return Masks(masks).for_case("a")


def members(text: str) -> Members:
    value = parse(text)
    assert isinstance(value, Members)
    return value


def texts(*blocks: str) -> StepAnswer:
    return StepAnswer(Result(blocks=tuple(Text(block) for block in blocks)))


def result(text: str) -> StepAnswer:
    return StepAnswer(project_result(members(text)))


def test_without_a_group_the_whole_match_is_replaced_everywhere() -> None:
    answer = texts("took 12 ms, 340 ms in all", "7 ms")

    masked = masks_of(pattern(r"\d+ ms", "<time>")).apply(answer)

    assert masked == texts("took <time>, <time> in all", "<time>")


def test_with_a_group_only_group_one_is_replaced_in_every_match() -> None:
    answer = texts('"ms": 12, "n": 12, "ms": 3')

    masked = masks_of(pattern(r'"ms": (\d+)(,?)', "0")).apply(answer)

    assert masked == texts('"ms": 0, "n": 12, "ms": 0')


def test_a_group_that_took_no_part_or_is_empty_replaces_nothing() -> None:
    answer = texts("a, b=, c=1")

    masked = masks_of(pattern(r"[abc](?:=(\d*))?", "N")).apply(answer)

    assert masked == texts("a, b=, c=N")


def test_a_group_that_lies_in_a_look_ahead_is_replaced_where_it_lies() -> None:
    answer = texts("id 12 34")

    masked = masks_of(pattern(r"id (?=\d+ (\d+))", "N")).apply(answer)

    assert masked == texts("id 12 N")


def test_a_text_block_is_seen_whole_across_its_lines() -> None:
    answer = texts("begin\nsecret\nend")

    masked = masks_of(pattern(r"(?s)begin\n(.*)\nend", "...")).apply(answer)

    assert masked == texts("begin\n...\nend")


def test_patterns_see_strings_and_names_of_all_json_parts_and_no_numbers() -> None:
    text = """{"content":[{"type":"text","text":"t7","annotations":{"k7":["v7",7]}},{"type":"new","r7":"v7"}],
        "structuredContent":{"k7":{"v":"v7"},"n":7},"_meta":{"m7":"v7"}}"""

    masked = masks_of(pattern("[tkvmr]7")).apply(result(text))

    assert masked == result(re.sub(r'"[tkvmr]7', '"<x>', text))


def test_a_name_is_seen_where_no_string_is_beside_it() -> None:
    masked = masks_of(pattern("k7")).apply(result('{"structuredContent":{"k7":1}}'))

    assert masked == result('{"structuredContent":{"<x>":1}}')


def test_patterns_see_message_data_and_members_of_an_error_and_not_its_code() -> None:
    error = RpcError("-7", "at 7", members('{"k7":"7"}'), members('{"why7":"7"}'))

    masked = masks_of(pattern("7")).apply(StepAnswer(error))

    expected = RpcError("-7", "at <x>", members('{"k<x>":"<x>"}'), members('{"why<x>":"<x>"}'))
    assert masked == StepAnswer(expected)


@pytest.mark.parametrize("kind", ["image", "audio"])
def test_patterns_never_see_the_data_of_images_and_sound(kind: str) -> None:
    undecoded = f'{{"type":"{kind}","mimeType":"audio/wav","data":"no base64: a"}}'
    blocks = (Media("image", "image/a", b"a", members('{"a":"a"}')), Other(members(undecoded)))

    masked = masks_of(pattern("a", "x")).apply(StepAnswer(Result(blocks=blocks)))

    undecoded = f'{{"type":"{kind}","mimeType":"xudio/wxv","data":"no base64: a"}}'
    blocks = (Media("image", "image/a", b"a", members('{"x":"x"}')), Other(members(undecoded)))
    assert masked == StepAnswer(Result(blocks=blocks))


def test_at_wire_patterns_see_the_raw_line_too() -> None:
    answer = replace(texts("n=7"), wire='{"text":"n=\\u0037, n=7"}')

    masked = masks_of(pattern("n=(7)")).apply(answer)

    assert masked == replace(texts("n=<x>"), wire='{"text":"n=\\u0037, n=<x>"}')


def test_masks_are_applied_in_the_order_of_the_file() -> None:
    first, second = pattern("ab", "C"), pattern("Cc", "D", number=2)

    masked = masks_of(first, second).apply(texts("abc"))

    assert masked == texts("D")
    assert masks_of(second, first).apply(texts("ab")) == texts("C")


def test_a_pointer_replaces_the_value_it_names_whole() -> None:
    answer = result('{"structuredContent":{"rows":[{"ms":1,"n":2},{"ms":[3]}],"ms":4}}')

    masked = masks_of(pointer("structuredContent", "rows", "*", "ms")).apply(answer)

    assert masked == result('{"structuredContent":{"rows":[{"ms":"<x>","n":2},{"ms":"<x>"}],"ms":4}}')


@pytest.mark.parametrize(
    ("tokens", "masked"),
    [
        (("structuredContent", "a", "1"), '{"structuredContent":{"a":[1,"<x>"],"b":{"1":3},"a":[4]}}'),
        (("structuredContent", "*", "1"), '{"structuredContent":{"a":[1,"<x>"],"b":{"1":"<x>"},"a":[4]}}'),
        (("structuredContent", "a"), '{"structuredContent":{"a":"<x>","b":{"1":3},"a":"<x>"}}'),
        (("structuredContent", "a", "01"), '{"structuredContent":{"a":[1,2],"b":{"1":3},"a":[4]}}'),
        (("structuredContent", "a", "2"), '{"structuredContent":{"a":[1,2],"b":{"1":3},"a":[4]}}'),
        (("structuredContent", "c"), '{"structuredContent":{"a":[1,2],"b":{"1":3},"a":[4]}}'),
        (("structuredContent",), '{"structuredContent":"<x>"}'),
    ],
)
def test_a_pointer_goes_by_index_name_and_star_and_by_nothing_else(
    tokens: tuple[str, ...], masked: str
) -> None:
    answer = result('{"structuredContent":{"a":[1,2],"b":{"1":3},"a":[4]}}')

    assert masks_of(pointer(*tokens)).apply(answer) == result(masked)


def test_a_pointer_replaces_a_text_an_error_and_the_data_of_an_image() -> None:
    content = result('{"content":[{"type":"text","text":"t"},{"type":"image","mimeType":"i","data":"aaaa"}]}')
    error = StepAnswer(RpcError("-1", "m", members('{"id":7}')))

    masked_text = masks_of(pointer("content", "0", "text")).apply(content)
    masked_data = masks_of(pointer("content", "1", "data")).apply(content)
    masked_error = masks_of(pointer("data", "id"), pointer("message", number=2)).apply(error)

    assert masked_text == result(
        '{"content":[{"type":"text","text":"<x>"},{"type":"image","mimeType":"i","data":"aaaa"}]}'
    )
    assert masked_data == result(
        '{"content":[{"type":"text","text":"t"},{"type":"image","mimeType":"i","data":"<x>"}]}'
    )
    assert masked_error == StepAnswer(RpcError("-1", "<x>", members('{"id":"<x>"}')))


def test_nothing_is_copied_where_no_mask_matches() -> None:
    answer = result(
        '{"content":[{"type":"text","text":"t"},{"type":"image","data":"?"},{"type":"new"}],'
        '"structuredContent":{"a":["b"]},"_meta":{"c":1}}'
    )
    masks = Masks((pattern("zz"), pointer("zz", number=2)), ("/tmp/ws",), {"TOKEN": "12345678"})

    masked = masks.for_case("a").apply(answer)

    assert masked is answer


def test_an_answer_that_did_not_come_stays_so() -> None:
    answer = StepAnswer(NoAnswer())

    assert masks_of(pattern("."), pointer("*")).apply(answer) is answer


def test_a_mask_holds_only_for_the_cases_that_it_names() -> None:
    masks = Masks((pattern("7", cases=("status-*", "b")),))

    applied = [masks.for_case(one).apply(texts("7")) for one in ("status-a", "b", "a", "tools")]

    assert applied == [texts("<x>"), texts("<x>"), texts("7"), texts("7")]


@pytest.mark.parametrize(
    ("mask", "text", "number"),
    [
        (pattern("id (.{8})", "<i>", number=3), "id 12345678 and more text", 3),
        (pattern("a(.)", "<long>"), "ab", 1),
    ],
)
def test_a_mask_that_would_mask_again_is_refused_by_its_number(mask: Mask, text: str, number: int) -> None:
    with pytest.raises(SuiteFault, match=f"^mask {number} masks again what is masked already.* of a: "):
        masks_of(mask).apply(texts(text))


def test_a_mask_that_would_mask_again_is_refused_with_the_way_out() -> None:
    with pytest.raises(SuiteFault) as refused:
        masks_of(pattern("id (.{8})", "<i>")).apply(texts("id 12345678 and more text"))

    assert str(refused.value) == (
        "mask 1 masks again what is masked already, in the answer of a: applied twice it is not the same. "
        "Let its pattern match only what varies, as [0-9a-f]{8} in place of .{8}"
    )


def test_a_mask_whose_name_holds_the_workspace_or_a_secret_is_refused() -> None:
    masks = Masks((pattern("n=7", "in /tmp/ws"),), ("/tmp/ws",)).for_case("a")

    with pytest.raises(SuiteFault) as refused:
        masks.apply(texts("n=7"))

    assert str(refused.value) == (
        "the workspace's path or a secret is part of the name that replaces it, in the answer of a"
    )


def test_of_several_masks_the_one_that_would_mask_again_is_named() -> None:
    masks = masks_of(pattern("n=7", "<n>"), pattern("a(.)", "<long>", number=2), pattern("zz", number=3))

    with pytest.raises(SuiteFault, match=r"^mask 2 masks again"):
        masks.apply(texts("n=7 ab"))


def test_a_fixed_width_that_is_bounded_comes_to_rest() -> None:
    masks = masks_of(pattern("id ([0-9a-f]{8})", "<i>"))

    once = masks.apply(texts("id 12345678 and more text"))

    assert once == texts("id <i> and more text")
    assert masks.apply(once) is once


_ALPHABET = st.text(alphabet="ab1 <>{}/\n", max_size=12)
_SOURCES = st.sampled_from(
    ["a+", "a(b*)", r"\d", "(1) ?", "<b>", "(?m)^a.", "[ab]1", "b|(a)", ".a", r"\{(.*)\}"]
)


@st.composite
def _answers(draw: st.DrawFn) -> StepAnswer:
    value = draw(
        st.recursive(
            _ALPHABET,
            lambda inside: st.one_of(
                st.lists(inside, max_size=3),
                st.lists(st.tuples(_ALPHABET, inside), max_size=3).map(Members),
            ),
            max_leaves=6,
        )
    )
    error = RpcError("-1", draw(_ALPHABET), value)
    blocks = (Text(draw(_ALPHABET)), Other(value), Media("image", "image/png", b"a1b"))
    bodies: list[Result | RpcError] = [Result(False, blocks, value), error]
    return StepAnswer(draw(st.sampled_from(bodies)), draw(_ALPHABET))


@BOUNDED
@given(_answers(), st.lists(st.tuples(_SOURCES, _ALPHABET), max_size=3), st.lists(_ALPHABET, max_size=2))
def test_applied_twice_is_the_same_as_once(
    answer: StepAnswer, sources: list[tuple[str, str]], tokens: list[str]
) -> None:
    patterns = tuple(pattern(source, name, number=n) for n, (source, name) in enumerate(sources, start=1))
    whole = (pointer("structuredContent", *tokens, name="<s>", number=9),)
    secrets: Mapping[str, str] = {"T": "ab1 <>{}"}
    masks = Masks((*patterns, *whole), ("/a/b",), secrets).for_case("a")

    try:
        once = masks.apply(answer)
    except SuiteFault:
        assume(False)

    assert masks.apply(once) == once


def test_a_mask_is_found_where_it_matches_and_where_its_name_stands() -> None:
    numbers, names = pattern(r"n=(\d+)", "0"), pattern("zz", "<name>", number=2)
    place, missing = (
        pointer("structuredContent", "ms", number=3),
        pointer("structuredContent", "zz", number=4),
    )
    masks = masks_of(numbers, names, place, missing)

    matching = masks.found(result('{"content":[{"type":"text","text":"n=7"}],"structuredContent":{"ms":1}}'))
    standing = masks.found(
        result('{"content":[{"type":"text","text":"<name>"}],"structuredContent":{"ms":"<x>"}}')
    )
    neither = masks.found(result('{"content":[{"type":"text","text":"other"}]}'))

    assert matching == {1, 3}
    assert standing == {2, 3}
    assert neither == set()


def test_the_name_of_a_pointer_counts_only_at_its_place() -> None:
    masks = masks_of(pointer("structuredContent", "ms"))

    assert masks.found(texts("<x>")) == set()
    assert masks.found(StepAnswer(NoAnswer())) == set()


def test_a_mask_that_replaces_by_what_stands_there_is_found() -> None:
    masks = masks_of(pattern(r"n=(\d+)", "0"))
    answer = texts("n=0")

    assert masks.found(answer) == {1}
    assert masks.apply(answer) is answer


def test_a_pointer_that_replaces_by_what_stands_there_is_found_and_copies_nothing() -> None:
    masks = masks_of(pointer("structuredContent", "*", "ms"))
    answer = result('{"structuredContent":{"a":{"ms":"<x>","n":[1]},"b":[]}}')

    assert masks.found(answer) == {1}
    assert masks.apply(answer) is answer


@pytest.mark.parametrize("tokens", [("*", "ms"), ("rows", "*"), ("*", "*")])
def test_a_star_stands_for_any_name_and_any_index_where_a_name_is_looked_for(tokens: tuple[str, ...]) -> None:
    masks = masks_of(pointer("structuredContent", *tokens))

    assert masks.found(result('{"structuredContent":{"rows":["<x>"],"other":{"ms":"<x>"}}}')) == {1}
    assert masks.found(result('{"structuredContent":["<x>"]}')) == set()


def test_the_name_of_a_pointer_counts_in_an_array_by_index_and_by_star() -> None:
    third, every = pointer("structuredContent", "2"), pointer("structuredContent", "*", number=2)
    first = pointer("structuredContent", "0", number=3)

    found = masks_of(third, every).found(result('{"structuredContent":[1,2,"<x>"]}'))

    assert found == {1, 2}
    assert masks_of(first).found(result('{"structuredContent":[]}')) == set()


@pytest.mark.parametrize(
    ("body", "masked"),
    [
        (
            RpcError("1", "m", members=members('{"a":"n=7"}')),
            RpcError("1", "m", members=members('{"a":"<x>"}')),
        ),
        (RpcError("1", "m", data="n=7"), RpcError("1", "m", data="<x>")),
        (RpcError("1", None, data="n=7"), RpcError("1", None, data="<x>")),
        (RpcError("1", "n=7", data="d"), RpcError("1", "<x>", data="d")),
        (Result(members=members('{"a":"n=7"}')), Result(members=members('{"a":"<x>"}'))),
        (Result(structured="n=7"), Result(structured="<x>")),
        (Result(structured=["a", ["n=7"]]), Result(structured=["a", ["<x>"]])),
        (Result(structured=members('{"n=7":1}')), Result(structured=members('{"<x>":1}'))),
        (
            Result(blocks=(Text("t", members('{"a":"n=7"}')),)),
            Result(blocks=(Text("t", members('{"a":"<x>"}')),)),
        ),
        (Result(blocks=(Text("n=7"),), structured=True), Result(blocks=(Text("<x>"),), structured=True)),
    ],
)
def test_one_place_alone_is_masked_wherever_it_lies(
    body: Result | RpcError, masked: Result | RpcError
) -> None:
    changed = masks_of(pattern(r"n=\d")).apply(StepAnswer(body))

    assert changed == StepAnswer(masked)
