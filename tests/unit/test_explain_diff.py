"""The difference that is shown: bounded, visible, and only of what differs (spec § 4.1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Result, RpcError, Text
from pytest_mcpparity.compare.answers import compare_answers, compare_tools
from pytest_mcpparity.compare.differences import Comparison
from pytest_mcpparity.explain.explanation import Explanation, explain
from pytest_mcpparity.explain.text_diff import LEFT_OUT, LIMIT, VERBOSE_LIMIT, diff_texts
from pytest_mcpparity.explain.visible import cut, excerpt, quoted, visible, visible_line
from pytest_mcpparity.json_text import parse
from tests.unit.compare_made import answer, blocks, compared, explained, members, of_texts, png, structured

HARD = "\x00\x07\x1b[31m\x7f\x85\u00ad\u200b\u200e\u2028\u202e\u2066\ufeff\u00a0\U000e0041"


def lines(count: int, word: str = "line") -> str:
    return "".join(f"{word} {number}\n" for number in range(count))


def test_lines_around_what_differs_are_shown_with_their_numbers() -> None:
    expected = lines(20)

    made = diff_texts(expected, expected.replace("line 10\n", "line ten\n"))

    assert made == (
        "@@ -8,7 +8,7 @@",
        " line 7",
        " line 8",
        " line 9",
        "-line 10",
        "+line ten",
        " line 11",
        " line 12",
        " line 13",
    )


def test_changes_far_apart_have_hunks_of_their_own() -> None:
    expected = lines(100)
    received = expected.replace("line 10\n", "ten\n").replace("line 50\n", "").replace("line 90\n", "x\ny\n")

    made = diff_texts(expected, received)

    assert [line for line in made if line.startswith("@@")] == [
        "@@ -8,7 +8,7 @@",
        "@@ -48,7 +48,6 @@",
        "@@ -88,7 +87,8 @@",
    ]
    assert [line for line in made if line[0] in "-+"] == [
        "-line 10",
        "+ten",
        "-line 50",
        "-line 90",
        "+x",
        "+y",
    ]


def test_equal_texts_have_no_difference() -> None:
    assert diff_texts("a", "a") == ()


@pytest.mark.parametrize(
    ("expected", "received", "shown"),
    [
        ("a", "", ("@@ -1,1 +0,0 @@", "-a")),
        ("", "a\n", ("@@ -0,0 +1,2 @@", "+a", "+⏎ (the text ends in a newline)")),
        ("a\n", "a", ("@@ -1,2 +1,1 @@", " a", "-⏎ (the text ends in a newline)")),
        ("a  ", "a", ("@@ -1,1 +1,1 @@", "-a··", "+a")),
        ("a\tb\r", "a b", ("@@ -1,1 +1,1 @@", "-a\\tb\\r", "+a b")),
    ],
)
def test_ends_and_blanks_can_be_seen(expected: str, received: str, shown: tuple[str, ...]) -> None:
    assert diff_texts(expected, received) == shown


def test_a_difference_has_at_most_sixty_lines_and_both_sides() -> None:
    made = diff_texts(lines(5_000, "old"), lines(5_000, "new"))

    assert len(made) <= LIMIT
    assert made[-1] == LEFT_OUT
    assert "-old 0" in made
    assert "+new 0" in made
    assert len(diff_texts(lines(200, "old"), lines(200, "new"), verbose=True)) > 400


def test_many_hunks_are_cut_at_sixty_lines() -> None:
    expected = lines(2_000)
    received = expected.replace("5\n", "five\n")

    made = diff_texts(expected, received)

    assert len(made) == LIMIT
    assert made[-1] == LEFT_OUT


def test_a_long_line_is_cut_around_what_differs() -> None:
    made = diff_texts("x" * 5_000 + "OLD" + "y" * 5_000, "x" * 5_000 + "NEW" + "y" * 5_000)

    assert len(made) == 3
    assert "OLD" in made[1]
    assert "NEW" in made[2]
    assert made[1].startswith("-…x")
    assert made[1].endswith("y…")
    assert all(len(line) < 210 for line in made)


def test_only_the_window_that_differs_is_matched_again() -> None:
    expected = lines(30_000)

    made = diff_texts(expected, "first\n" + expected + "last\n")

    assert made[1] == "+first"
    assert made[-1] == LEFT_OUT


def everything(made: Explanation) -> str:
    return "".join([made.first_line, *made.advice, *made.diff, *made.places])


@pytest.mark.parametrize(
    "made",
    [
        of_texts("a", HARD),
        of_texts(HARD, "a\n" + HARD),
        of_texts(f'{{"{HARD[8:]}":1}}', '{"a":2}'),
        explained(structured('{"a\\u001b\\u202e":"\\u0000"}'), structured('{"b\\u009b":"\\ud800"}')),
        explained(blocks(HARD, "a"), blocks("a")),
        explained(blocks(png(b"", HARD)), blocks(png(b"a", "x" + HARD))),
        explained(blocks("a"), Result(is_error=True, blocks=(Text(HARD),))),
        of_texts("\ud83d", "\ude00"),
    ],
)
def test_nothing_hidden_is_ever_shown_raw(made: Explanation) -> None:
    shown = everything(made)

    assert not set(shown) & set(HARD.replace("[31m", ""))
    assert "\ud83d" not in shown
    assert "\n" not in "".join([made.first_line, *made.diff, *made.places])


def test_what_is_hidden_is_shown_escaped() -> None:
    assert visible("\x1b[31m\u202e\t\U000e0041\ud83d") == "\\x1b[31m\\u202e\\t\\U000e0041\\ud83d"
    assert visible("é\xff\u0100\uffff\U00010000", ascii_only=True) == "\\xe9\\xff\\u0100\\uffff\\U00010000"
    assert visible("é😀 \\") == "é😀 \\"
    assert visible_line("a \t ") == "a \\t·"
    assert quoted('a"\\') == '"a\\"\\\\"'
    assert excerpt("a\nbc", 2) == '"bc"'
    assert excerpt("\nab", 2) == '"ab"'
    assert (visible_line("é "), quoted("é"), excerpt("é")) == ("é·", '"é"', '"é"')
    assert visible("a\u2800\ufe0f\U000e0100") == "a\\u2800\\ufe0f\\U000e0100"


@pytest.mark.parametrize(
    ("size", "at", "shown"),
    [
        (44, 0, "x" * 44),
        (45, 0, "x" * 44 + "…"),
        (100, 25, "x" * 69 + "…"),
        (100, 26, "…" + "x" * 64 + "…"),
        (100, 60, "…" + "x" * 60),
    ],
)
def test_an_excerpt_says_where_it_was_cut(size: int, at: int, shown: str) -> None:
    assert excerpt("x" * size, at) == f'"{shown}"'


def test_a_line_is_cut_at_60_characters() -> None:
    assert cut("x" * 60) == "x" * 60
    assert cut("x" * 61) == "x" * 59 + "…"


def test_letters_that_look_alike_are_shown_escaped() -> None:
    assert of_texts("paypal", "p\u0430ypal").diff == ("@@ -1,1 +1,1 @@", "-paypal", "+p\\u0430ypal")


def test_normalisation_is_shown_in_escapes() -> None:
    made = of_texts("caf\u00e9", "cafe\u0301")

    assert made.diff[1:] == ("-caf\\xe9", "+cafe\\u0301")


def test_json_on_one_line_is_shown_on_several() -> None:
    made = of_texts('{"a":1,"b":2}', '{"a":1,"b":3}')

    assert made.diff == ("@@ -1,4 +1,4 @@", " {", '   "a": 1,', '-  "b": 2', '+  "b": 3', " }")


@pytest.mark.parametrize(
    ("expected", "received", "changed"),
    [
        ('{\n    "a": 1\n}\n', '{\n    "a": 2\n}\n', ('-    "a": 1', '+    "a": 2')),
        ('{\n    "a": 1\n}\n', '{"a": 2}\n', ('-  "a": 1', '+  "a": 2')),
        ('{"a": 1}\n', '{\n    "a": 2\n}\n', ('-  "a": 1', '+  "a": 2')),
    ],
)
def test_json_on_several_lines_is_shown_as_it_stands_if_both_sides_are(
    expected: str, received: str, changed: tuple[str, ...]
) -> None:
    assert tuple(line for line in of_texts(expected, received).diff if line[0] in "-+") == changed


def test_structured_content_whose_order_is_free_shows_no_order() -> None:
    made = explained(structured('{"b":1,"a":2}'), structured('{"a":3,"b":1}'), "json")

    assert [line for line in made.diff if line[0] in "-+"] == ['-  "a": 2,', '+  "a": 3,']


def test_text_compared_as_a_value_shows_neither_order_nor_white_space() -> None:
    made = of_texts('{"b":1,"a":2}', '{\n"a": 3,\n"b": 1}', "json")

    assert made.diff == ("@@ -1,4 +1,4 @@", " {", '-  "a": 2,', '+  "a": 3,', '   "b": 1', " }")


def test_several_parts_are_headed_and_together_bounded() -> None:
    expected = Result(blocks=(Text(lines(100, "old")), Text("b")), structured="x")
    received = Result(blocks=(Text(lines(100, "new")), Text("c")), structured="y")

    few, many = explained(expected, received), explain(compared(expected, received), verbose=True)

    assert few.diff[0] == "block 1:"
    assert len(few.diff) == LIMIT
    assert few.diff[-1] == LEFT_OUT
    assert "structured:" in many.diff
    assert len(many.diff) > 200


def test_parts_of_several_steps_are_headed_by_their_places() -> None:
    old, new = (answer(blocks(f'{{"a":{n}}}'), Result(blocks=(Text(f"b {n}"),), structured=n)) for n in "12")

    assert explain(compare_answers(old, new, "content")).diff == (
        *("step 1 block 1:", "@@ -1,3 +1,3 @@", " {", '-  "a": 1', '+  "a": 2', " }"),
        *("step 2 block 1:", "@@ -1,1 +1,1 @@", "-b 1", "+b 2"),
        *("step 2 structured:", "@@ -1,1 +1,1 @@", '-"1"', '+"2"'),
    )
    assert explained(blocks("a", "b"), blocks("c", "d")).diff == (
        *("block 1:", "@@ -1,1 +1,1 @@", "-a", "+c"),
        *("block 2:", "@@ -1,1 +1,1 @@", "-b", "+d"),
    )


def test_a_difference_of_just_sixty_lines_is_shown_whole() -> None:
    old, new = ([f"{word} {number}" for number in range(16)] for word in ("old", "new"))
    whole = explained(blocks(*old[:15]), blocks(*new[:15])).diff

    assert len(whole) == LIMIT
    assert whole[-4:] == ("block 15:", "@@ -1,1 +1,1 @@", "-old 14", "+new 14")
    assert explained(blocks(*old), blocks(*new)).diff == (*whole[:-1], LEFT_OUT)


@pytest.mark.parametrize(
    "comparison",
    [
        compared(blocks(lines(200)), RpcError("1")),
        compared(structured(f"[{','.join('1' * 200)}]"), Result()),
        compared(blocks(lines(200, "old")), blocks(lines(200, "new"))),
        compare_tools([members(f'{{"name":"a","x":[{",".join("1" * 200)}]}}')], [], None, None),
    ],
)
def test_more_than_sixty_lines_are_shown_where_they_are_asked_for(comparison: Comparison) -> None:
    assert len(explain(comparison).diff) <= LIMIT
    assert len(explain(comparison, verbose=True).diff) > 200


def test_missing_and_extra_parts_show_their_side() -> None:
    assert explained(structured("[1]"), Result()).diff == ("@@ -1,3 +0,0 @@", "-[", "-  1", "-]")
    assert explained(blocks("a", "b"), blocks("a")).diff == ('-text "b"',)
    assert explained(blocks("a"), blocks("a", "b")).diff == ('+text "b"',)
    assert explained(blocks("a"), blocks(png(b"b"))).diff == ('-text "a"', "+image/png of 1 byte")
    assert explained(blocks("a"), Result(is_error=True, blocks=(Text("a"),))).diff[1:] == (
        "-a result",
        "+a tool-error",
        " text",
        " a",
    )


def test_a_part_on_one_side_only_is_bounded_like_others() -> None:
    long = structured(f"[{','.join('1' * 100)}]")
    few, many = (explain(compared(Result(), long), verbose=verbose).diff for verbose in (False, True))

    assert len(few) < LIMIT
    assert many == ("@@ -0,0 +1,102 @@", "+[", *["+  1,"] * 99, "+  1", "+]")
    assert explain(compared(RpcError("1", "a\nb"), RpcError("1"))).diff == ("@@ -1,2 +0,0 @@", "-a", "-b")


def test_answers_of_two_outcomes_are_shown_whole() -> None:
    error = RpcError("1", "m", parse('{"a":1}'), members('{"x":2}'))
    result = Result(blocks=(Text("t"), png(b"abc")), structured=parse("[1]"), members=members('{"_meta":{}}'))

    assert explained(error, result).diff == (
        "@@ -1,10 +1,11 @@",
        *("-rpc-error 1", "-message", "-m", "-data", "-{", '-  "a": 1', "-}", "-{", '-  "x": 2'),
        *("+a result", "+text", "+t", "+image/png of 3 bytes", "+structured content", "+[", "+  1", "+]"),
        *("+{", '+  "_meta": {}'),
        " }",
    )
    assert explained(structured("[1]"), Result(is_error=True, structured=parse("[2]"))).diff == (
        *("@@ -1,5 +1,5 @@", "-a result", "+a tool-error", " structured content", " [", "-  1", "+  2", " ]"),
    )
    assert explained(blocks("a"), RpcError("1")).diff == (
        "@@ -1,3 +1,1 @@",
        "-a result",
        "-text",
        "-a",
        "+rpc-error 1",
    )


@pytest.mark.parametrize(("at", "first"), [(0, 1), (15, 1), (16, 9), (23, 9), (24, 17)])
def test_bytes_are_shown_from_the_eight_before_those_that_differ(at: int, first: int) -> None:
    made = explained(blocks(png(b"a" * at + b"b")), blocks(png(b"a" * at + b"c")))

    assert made.diff[2].startswith(f"-from byte {first}: ")


def test_a_type_that_differs_over_the_same_bytes_is_shown() -> None:
    assert explained(blocks(png(b"ab")), blocks(png(b"ab", "image/jpeg"))).diff == (
        "-image/png of 2 bytes",
        "+image/jpeg of 2 bytes",
    )


def test_bytes_are_shown_in_hex_around_the_first_that_differs() -> None:
    made = explained(blocks(png(bytes(range(40)))), blocks(png(bytes(range(20)))))

    assert made.diff[0] == "-image/png of 40 bytes"
    assert (
        made.diff[2]
        == "-from byte 9: 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f"
    )
    assert made.diff[3] == "+from byte 9: 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13"


def test_places_name_the_values_that_differ() -> None:
    made = of_texts('{"a":1,"b":[1,2]}', '{"a":2,"b":[1,3]}')

    assert made.places == ("block 1 /a", "block 1 /b/1")
    assert of_texts('{"a":1}', '{"a":1.0}').places == ("block 1 /a",)
    assert explained(structured('{"a":1}'), structured('{"a":1.0}')).places == ("structured /a",)
    assert of_texts('{"a":1}', '{"a": 1.0}').places == ("block 1",)
    assert of_texts('{"a":1,"a":2}', '{"b":1}').places == ("block 1 /a", "block 1 /b")


def test_places_of_blocks_name_every_block_that_moved() -> None:
    fine = blocks("fine")
    old, swapped = (answer(fine, blocks(*texts)) for texts in ("abcdx", "bacdy"))

    assert explain(compare_answers(old, swapped, "content")).places == (
        "step 2 block 1",
        "step 2 block 2",
        "step 2 block 5",
    )
    assert explained(blocks("a", "b", "c"), blocks("c", "a", "b")).places == ("block 3", "block 1")
    assert explained(blocks(*"abcd"), blocks(*"cbda")).places == ("block 1", "block 3", "block 4")
    assert explained(blocks("a", "b"), blocks("a")).places == ("block 2",)


def test_places_of_the_listing_name_the_values_that_differ() -> None:
    old, new = (members(f'{{"name":"a","x":{n},"y":{{"z":{n}}}}}') for n in (1, 2))
    extra = members('{"name":"b"}')

    assert explain(compare_tools([old], [new, extra], None, None)).places == (
        "tools b",
        "tools a /x",
        "tools a /y/z",
    )


def test_descriptors_are_shown_with_their_members_in_one_order() -> None:
    old, new = members('{"name":"a","x":1,"y":1}'), members('{"y":2,"x":1,"name":"a"}')

    assert explain(compare_tools([old], [new], None, None)).diff == (
        *("@@ -1,5 +1,5 @@", " {", '   "name": "a",', '   "x": 1,', '-  "y": 1', '+  "y": 2', " }"),
    )


def test_places_of_several_parts_follow_each_other() -> None:
    old, new = (blocks(f'{{"a":{n}}}', f'{{"b":{n}}}', f"c {n}") for n in (1, 2))

    assert explained(old, new).places == ("block 1 /a", "block 2", "block 3")


def test_at_most_50_places_are_listed() -> None:
    old, new = (f"[{','.join([str(number)] * 60)}]" for number in (1, 2))

    assert of_texts(old, new).places == tuple(f"block 1 /{index}" for index in range(50))
    assert len(explained(blocks(*"a" * 60), blocks(*"b" * 60)).places) == 50


def test_the_verbose_difference_is_bounded_too() -> None:
    old, new = ([f"{word} {number}" for number in range(3_000)] for word in ("old", "new"))

    made = explain(compared(blocks(*old), blocks(*new)), verbose=True)

    assert len(made.diff) == VERBOSE_LIMIT
    assert made.first_line.endswith("; 2999 more parts differ")
