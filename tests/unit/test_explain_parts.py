"""The first lines of rows 7 to 10, of cases of several steps, and of several parts (spec § 4.1)."""

from __future__ import annotations

import itertools

import pytest

from pytest_mcpparity.answer import Level, Result, RpcError, Text
from pytest_mcpparity.compare.answers import compare_answers, covers
from pytest_mcpparity.compare.differences import BytesContent, Comparison, Content, JsonContent, TextContent
from pytest_mcpparity.explain.explanation import explain
from pytest_mcpparity.explain.part import explain_content
from pytest_mcpparity.json_text import MAX_DEPTH, parse
from tests.unit.compare_made import (
    Body,
    answer,
    blocks,
    compared,
    explained,
    first_line,
    framed,
    members,
    other,
    png,
    structured,
)

ERROR = RpcError("-32602", "Unknown tool: x")


VALUES: list[tuple[Body, Body, str]] = [
    (
        blocks('{"features":[{"owner":"billing","n":1,"m":null}]}'),
        blocks('{"features":[{"owner":"payments","n":2,"m":[]}]}'),
        'block 1: 3 values differ; first /features/0/owner: expected "billing", received "payments"',
    ),
    (
        blocks('{"features":[{"owner":"billing"}]}'),
        blocks('{"features":[{}]}'),
        'block 1: 1 value differs; first /features/0/owner is missing (expected "billing")',
    ),
    (
        blocks('{"a/b":{"c~d":1}}'),
        blocks('{"a/b":{"c~d":1,"":2}}'),
        "block 1: 1 value differs; first /a~1b/ is extra (received 2)",
    ),
    (
        blocks('{"a":1,"b":3}'),
        blocks('{"a":1,"b":3,"a":1,"a":2}'),
        "block 1: 1 value differs; first /a is given 3 times, expected once",
    ),
    (
        blocks('{"a":1,"a":2}'),
        blocks('{"b":1,"b":2}'),
        "block 1: 4 values differ; first /a is missing (expected 1)",
    ),
    (
        blocks('{"rows":[0,1,2,3,4,5,6]}'),
        blocks('{"rows":[0,1,2,4,5,6]}'),
        "block 1: 1 value differs; first /rows/3 is missing (expected 3)",
    ),
    (
        blocks('{"rows":[{"a":1},{"a":2}]}'),
        blocks('{"rows":[{"a":0},{"a":1},{"a":2}]}'),
        'block 1: 1 value differs; first /rows/0 is extra (received {"a":0})',
    ),
    (
        structured('{"result":[1]}'),
        structured('{"result":[2]}'),
        "structured content: 1 value differs; first /result/0: expected 1, received 2",
    ),
    (
        RpcError("1", "m", parse('{"a":true}')),
        RpcError("1", "m", parse('{"a":false}')),
        "error data: 1 value differs; first /a: expected true, received false",
    ),
    (
        Result(members=members('{"_meta":{"a":"x"}}')),
        Result(),
        'result members: 1 value differs; first /_meta is missing (expected {"a":"x"})',
    ),
    (
        blocks(Text("a", members('{"annotations":{"priority":1}}'))),
        blocks(Text("a", members('{"annotations":{"priority":2}}'))),
        "block 1 members: 1 value differs; first /annotations/priority: expected 1, received 2",
    ),
    (
        blocks(other('{"type":"resource","resource":{"uri":"a:b","text":"x"}}')),
        blocks(other('{"type":"resource","resource":{"uri":"a:b","text":"y"}}')),
        'block 1: 1 value differs; first /resource/text: expected "x", received "y"',
    ),
    (
        blocks('{"a":1,"a":2}'),
        blocks('{"a":2}'),
        "block 1: 1 value differs; first /a is given once, expected twice",
    ),
    (blocks("[1,2]"), blocks("[1]"), "block 1: 1 value differs; first /1 is missing (expected 2)"),
    (blocks("[1]"), blocks("[1,2]"), "block 1: 1 value differs; first /1 is extra (received 2)"),
    (blocks("[1,2,3]"), blocks("[0,1,2]"), "block 1: 2 values differ; first /0 is extra (received 0)"),
    (blocks("[1,2]"), blocks("[0,1]"), "block 1: 2 values differ; first /0: expected 1, received 0"),
    (
        blocks('{"a":"paypal"}'),
        blocks('{"a":"p\u0430ypal"}'),
        'block 1: 1 value differs; first /a: expected "paypal", received "p\\u0430ypal"',
    ),
    (
        blocks('{"a":"p\u0430ypal"}'),
        blocks('{"a":"paypal"}'),
        'block 1: 1 value differs; first /a: expected "p\\u0430ypal", received "paypal"',
    ),
    (
        blocks(f'{{"a":"{"x" * 100}a"}}'),
        blocks(f'{{"a":"{"x" * 100}b"}}'),
        f'block 1: 1 value differs; first /a: expected "…{"x" * 20}a", received "…{"x" * 20}b"',
    ),
    (
        blocks(f'{{"{"n" * 199}":1}}'),
        blocks(f'{{"{"n" * 199}":"{"x" * 60}"}}'),
        f'block 1: 1 value differs; first /{"n" * 199}: expected 1, received "{"x" * 60}"',
    ),
    (
        blocks(f'{{"{"n" * 200}":"{"x" * 61}"}}'),
        blocks(f'{{"{"n" * 200}":1}}'),
        f'block 1: 1 value differs; first /{"n" * 198}…: expected "{"x" * 59}…", received 1',
    ),
]


@pytest.mark.parametrize(("expected", "received", "line"), VALUES)
def test_values_are_counted_and_the_first_is_named(expected: Body, received: Body, line: str) -> None:
    made = explained(expected, received)

    assert made.first_line == line
    assert made.kind == "values"


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        (
            "a\nb\nError: ENOENT: no such file",
            "a\nb\nENOENT: no such file",
            'line 3, character 1: expected "Error: ENOENT: no such file", received "ENOENT: no such file"',
        ),
        (
            "Error: ENOENT\nno file",
            "ENOENT\nno folder",
            'line 1, character 1: expected "Error: ENOENT\\nno file", received "ENOENT\\nno folder"',
        ),
        (
            "at E: ENOENT",
            "at ENOENT",
            'line 1, character 4: expected "at E: ENOENT", received "at ENOENT"',
        ),
        ("E: detail", "E", 'line 1, character 2: expected "E: detail", received "E"'),
        ("a\nb\nc", "a\nc", 'line 2, character 1: expected "b\\nc", received "c"'),
        ("a\nbc x", "a\nbd y", 'line 2, character 2: expected "bc x", received "bd y"'),
        ("\na", "\nb", 'line 2, character 1: expected "a", received "b"'),
        ("px p\u0430y", "p\u0430y", 'line 1, character 2: expected "px p\\u0430y", received "p\\u0430y"'),
        (
            f"\u00b2{'x' * 23}a",
            f"2{'x' * 23}b",
            f'line 1, character 1: expected "\\xb2{"x" * 23}a", received "2{"x" * 23}b"',
        ),
        (
            f"\u00b2{'x' * 22}a",
            f"2{'x' * 22}b",
            f'line 1, character 1: expected "\u00b2{"x" * 22}a", received "2{"x" * 22}b"',
        ),
        ("a\x00", "a\x01", 'line 1, character 2: expected "a\\x00", received "a\\x01"'),
        ("a", "", 'line 1, character 1: expected "a", received ""'),
        ("one\ntwo", "one", 'line 1, character 4: expected "one\\ntwo", received "one"'),
        ("ab", "a b", 'line 1, character 2: expected "ab", received "a b"'),
        ("a b", "a\u00a0b", 'line 1, character 2: expected "a b", received "a\\xa0b"'),
        ("paypal", "p\u0430ypal", 'line 1, character 2: expected "paypal", received "p\\u0430ypal"'),
        ("ﬁn", "fin", 'line 1, character 1: expected "\\ufb01n", received "fin"'),
        ('{"a":1}', '{"a":1', 'line 1, character 7: expected "{\\"a\\":1}", received "{\\"a\\":1"'),
        ("5", "6", 'line 1, character 1: expected "5", received "6"'),
        ("C:\\a", "C:/a", 'line 1, character 3: expected "C:\\\\a", received "C:/a"'),
    ],
)
def test_text_names_line_character_and_both_excerpts(expected: str, received: str, line: str) -> None:
    made = explained(blocks(expected), blocks(received))

    assert made.first_line == f"block 1: {line}"
    assert made.kind == "text"


def test_an_excerpt_shows_where_it_was_cut() -> None:
    line = first_line(blocks("x" * 100 + "a" + "y" * 100), blocks("x" * 100 + "b" + "y" * 100))

    old, new = "x" * 20 + "a" + "y" * 43, "x" * 20 + "b" + "y" * 43
    assert line == f'block 1: line 1, character 101: expected "…{old}…", received "…{new}…"'


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        (
            png(b"a" * 32 + b"b" * 780),
            png(b"a" * 32 + b"c" * 608),
            "block 1: image/png of 812 bytes expected, 640 received; first difference at byte 33",
        ),
        (
            png(b"ab"),
            png(b"a"),
            "block 1: image/png of 2 bytes expected, 1 received; first difference at byte 2",
        ),
        (
            png(b"a"),
            png(b"b", "audio/wav"),
            "block 1: image/png of 1 byte expected, audio/wav of 1 byte received; first difference at byte 1",
        ),
        (
            png(b"ab"),
            png(b"ab", "image/jpeg"),
            "block 1: image/png expected, image/jpeg received; the 2 bytes are the same",
        ),
        (
            png(b"ab", ""),
            png(b"ab", "image/png; x"),
            'block 1: "" expected, "image/png; x" received; the 2 bytes are the same',
        ),
        (
            png(b"ab", "m" * 80),
            png(b"ab", "m" * 81),
            f"block 1: {'m' * 80} expected, {'m' * 79}… received; the 2 bytes are the same",
        ),
        (
            png(b"ab", "a b"),
            png(b"ab", f"a {'m' * 80}"),
            f'block 1: "a b" expected, "a {"m" * 78}" received; the 2 bytes are the same',
        ),
    ],
)
def test_bytes_name_type_sizes_and_the_first_difference(expected: Text, received: Text, line: str) -> None:
    made = explained(blocks(expected), blocks(received))

    assert made.first_line == line
    assert made.kind == "bytes"


FRAME = '{"jsonrpc":"2.0","id":0,"result":{"content":[{"type":"text","text":"é"}]}}'


@pytest.mark.parametrize(
    ("received", "words"),
    [
        (
            '{"jsonrpc":"2.0","id":0,"result":{"content":[{"text":"é","type":"text"}]}}',
            'byte 49 (expected "type", received "text")',
        ),
        (FRAME + " ", 'byte 76 (expected the end of the line, received " ")'),
        (FRAME.replace('"id":0', '"id": 0'), 'byte 23 (expected 0, received " ")'),
        (FRAME.replace("é", "\\u00e9"), 'byte 69 (expected "é", received "\\u00e9")'),
    ],
)
def test_another_frame_names_byte_and_words(received: str, words: str) -> None:
    made = explain(compare_answers(framed(blocks("é"), FRAME), framed(blocks("é"), received), "wire"))

    assert made.first_line == f"same content, other frame: first difference at {words}"
    assert made.kind == "frame"
    assert made.places == ("frame",)


def test_another_frame_names_a_long_word_from_where_it_differs() -> None:
    lines = [f'{{"id":0,"{"x" * size}{word}":1}}' for size, word in ((40, "old"), (40, "new"), (36, "a.b"))]
    frames = [framed(blocks("a"), line) for line in (*lines, lines[2].replace("a.b", "a.c"))]
    start = "same content, other frame: first difference at byte"

    pairs = (frames[:2], frames[2:])
    made = [explain(compare_answers(old, new, "wire")).first_line for old, new in pairs]

    assert made == [
        f"{start} 50 (expected old, received new)",
        f'{start} 48 (expected "{"x" * 36}a.b", received "{"x" * 36}a.c")',
    ]


def _of_steps(expected: tuple[Body, ...], received: tuple[Body, ...]) -> str:
    return explain(compare_answers(answer(*expected), answer(*received), "content")).first_line


def test_with_several_steps_the_place_starts_with_the_step() -> None:
    fine = blocks("fine")

    assert _of_steps((fine, blocks("a")), (fine, blocks("b"))).startswith(
        "step 2 block 1: line 1, character 1:"
    )
    assert (
        _of_steps((fine, blocks("a", "b")), (fine, blocks("b", "a"))) == "step 2 blocks 1 and 2 are swapped"
    )
    assert _of_steps((fine, structured("1")), (fine, Result())) == "step 2 structured content is missing"
    assert _of_steps((fine, ERROR), (fine, RpcError("1"))) == (
        "step 2: expected rpc-error -32602, received rpc-error 1"
    )
    assert (
        _of_steps((fine, ERROR), (fine, Result())) == "step 2: expected rpc-error -32602, received a result"
    )


def test_the_first_step_that_differs_is_named_whatever_follows() -> None:
    line = _of_steps((blocks("a"), blocks("b"), ERROR), (blocks("x"), blocks("y"), Result()))

    assert line.startswith('step 1 block 1: line 1, character 1: expected "a", received "x"')
    assert line.endswith("; 2 more parts differ")


def test_the_first_part_that_differs_is_named_and_the_others_counted() -> None:
    expected = Result(blocks=(Text("a"), Text("b")), structured=parse("1"))
    received = Result(blocks=(Text("a"), Text("c")), structured=parse("2"))

    line = first_line(expected, received)

    assert line == 'block 2: line 1, character 1: expected "b", received "c"; 1 more part differs'


@pytest.mark.parametrize(
    ("expected", "received"),
    list(
        itertools.permutations(
            (TextContent("1"), JsonContent(parse("1")), BytesContent("image/png", b"1")), 2
        )
    ),
)
def test_sides_of_two_types_cannot_be_explained(expected: Content, received: Content) -> None:
    with pytest.raises(TypeError, match=r"^the two sides of a part are of one type$"):
        explain_content(expected, received)


def test_nothing_can_be_explained_where_nothing_differs() -> None:
    with pytest.raises(ValueError, match=r"^nothing differs: there is nothing to explain$"):
        explain(Comparison())


@pytest.mark.parametrize("pair", [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("level", ["content", "json"])
def test_the_deepest_json_is_explained_too(pair: tuple[str, str], level: Level) -> None:
    deepest = MAX_DEPTH
    old, new, spelled = (pair[0] * deepest + end + pair[1] * deepest for end in ("1", "2", "1.0"))
    too_deep = f"{pair[0]}{old}{pair[1]}"

    assert explained(blocks(old), blocks(new), level).kind == "values"
    assert explained(blocks(old), blocks(spelled), level).kind == "number-spelling"
    assert explained(structured(old), structured(new), level).kind == "values"
    assert explained(blocks(old, "x"), blocks("x", old), level).first_line == "blocks 1 and 2 are swapped"
    assert explained(blocks(too_deep), blocks(too_deep.replace("1", "2")), level).kind == "text"
    place = "block 1 " + ("/0" if pair[0] == "[" else "/a") * deepest
    assert covers(compared(blocks(old), blocks(new), level), place)


@pytest.mark.parametrize("level", ["content", "json"])
def test_bare_numbers_have_forms_and_are_text_otherwise(level: Level) -> None:
    assert explained(blocks("5"), blocks(" 6"), level).first_line == (
        'block 1: line 1, character 1: expected "5", received " 6"'
    )
    assert explained(blocks("1"), blocks("1.0"), level).first_line == (
        "block 1: same JSON, the value is 1 expected, 1.0 received"
    )
