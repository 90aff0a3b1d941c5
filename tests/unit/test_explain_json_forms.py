"""Forms of JSON are named where they explain all that differs between two spellings (spec § 4.1 row 6)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.explain.json_forms import canonical_number
from tests.unit.compare_made import explained, of_texts, structured

JSON_FORMS = [
    (
        "member-order",
        '{"features":[{"id":1,"name":"a","owner":"b"}]}',
        '{"features":[{"name":"a","id":1,"owner":"b"}]}',
        "same JSON, other member order at /features/0 (expected id, name, owner; received name, id, owner)",
    ),
    (
        "member-order",
        '{"a":1,"b":2}',
        '{"b":2,"a":1}',
        "same JSON, other member order at the top level (expected a, b; received b, a)",
    ),
    (
        "member-order",
        '{"a b":1,"":2}',
        '{"":2,"a b":1}',
        'same JSON, other member order at the top level (expected "a b", ""; received "", "a b")',
    ),
    (
        "member-order",
        '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1}',
        '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"h":1,"g":1}',
        "same JSON, other member order at the top level (expected …, g, h; received …, h, g)",
    ),
    (
        "member-order",
        '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}',
        '{"a":1,"b":1,"c":1,"d":1,"f":1,"e":1}',
        (
            "same JSON, other member order at the top level "
            "(expected a, b, c, d, e, f; received a, b, c, d, f, e)"
        ),
    ),
    (
        "member-order",
        '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}',
        '{"b":1,"a":1,"c":1,"d":1,"e":1,"f":1,"g":1}',
        (
            "same JSON, other member order at the top level "
            "(expected a, b, c, d, e, f, …; received b, a, c, d, e, f, …)"
        ),
    ),
    (
        "member-order",
        '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}',
        '{"a":1,"c":1,"b":1,"d":1,"e":1,"f":1,"g":1}',
        (
            "same JSON, other member order at the top level "
            "(expected …, b, c, d, e, f, g; received …, c, b, d, e, f, g)"
        ),
    ),
    (
        "member-order",
        f'{{"{"m" * 60}":1,"{"n" * 61}":2}}',
        f'{{"{"n" * 61}":2,"{"m" * 60}":1}}',
        (
            f"same JSON, other member order at the top level "
            f'(expected {"m" * 60}, "{"n" * 60}"; received "{"n" * 60}", {"m" * 60})'
        ),
    ),
    ("white-space", '{"a":1}', '{\n  "a": 1\n}', "same JSON, other indentation"),
    ("white-space", '{\n  "a": 1\n}', '{\n\t"a": 1\n}', "same JSON, other indentation"),
    ("white-space", '{"a":1}', '{"a": 1}', "same JSON, other white space"),
    ("white-space", '{"a":1}\n', '{"a":1}', "same JSON, trailing newline missing"),
    ("white-space", '{"a":1}', '{"a":1}\n\n', "same JSON, 2 trailing newlines extra"),
    ("white-space", '{"a":1}', '{"a":1} ', "same JSON, other white space at the end"),
    ("white-space", '{"a":1} \n', '{"a":1}', "same JSON, other white space at the end"),
    ("white-space", '{"a":1}', '{"a":1}\n ', "same JSON, other white space at the end"),
    ("white-space", '{"a":1} ', '{"a":1}\n', "same JSON, other white space at the end"),
    (
        "white-space",
        '{"a":1}\n',
        '{"a":1 }',
        "same JSON, other white space and trailing newline missing",
    ),
    ("white-space", '{\n"a":1\n}\n', '{\r\n"a":1\r\n}\r\n', "same JSON, CRLF for LF"),
    ("white-space", '{\r\n"a":1\r\n}', '{\n"a":1\n}', "same JSON, LF for CRLF"),
    (
        "white-space",
        '{\n"a":1\n}\n',
        '{\r\n"a":1\r\n}',
        "same JSON, CRLF for LF and trailing newline missing",
    ),
    (
        "white-space",
        '{"a":[1,2]}\n',
        '{\n "a": [1,\n 2]}',
        "same JSON, other indentation and trailing newline missing",
    ),
    ("escapes", '["\\u003c"]', '["<"]', "same JSON, other escapes (expected \\u003c, received <)"),
    ("escapes", '["a\\/b"]', '["a/b"]', "same JSON, other escapes (expected \\/, received /)"),
    (
        "escapes",
        '["\\u00E9"]',
        '["\\u00e9"]',
        "same JSON, other escapes (expected \\u00E9, received \\u00e9)",
    ),
    (
        "escapes",
        '["x😀"]',
        '["x\\ud83d\\ude00"]',
        "same JSON, other escapes (expected 😀, received \\ud83d\\ude00)",
    ),
    (
        "escapes",
        '["\u2028"]',
        '["\\u2028"]',
        "same JSON, other escapes (expected U+2028 raw, received \\u2028)",
    ),
    ("escapes", '{"\\u0061":1}', '{"a":1}', "same JSON, other escapes (expected \\u0061, received a)"),
    ("number-spelling", '{"total":1}', '{"total":1.0}', "same JSON, /total is 1 expected, 1.0 received"),
    ("number-spelling", '{"e":1e22}', '{"e":1e+22}', "same JSON, /e is 1e22 expected, 1e+22 received"),
    (
        "number-spelling",
        "[1, 2, 3]",
        "[1.0, 2.0, 3e0]",
        "same JSON, /0 is 1 expected, 1.0 received (and 2 more)",
    ),
    ("number-spelling", "1", "1.0", "same JSON, the value is 1 expected, 1.0 received"),
    ("number-spelling", "[1, 2]", "[1.0, 2.0]", "same JSON, /0 is 1 expected, 1.0 received (and 1 more)"),
    (
        "number-spelling",
        f'{{"{"n" * 199}":1}}',
        f'{{"{"n" * 199}":1.0}}',
        f"same JSON, /{'n' * 199} is 1 expected, 1.0 received",
    ),
    (
        "number-spelling",
        f'{{"{"n" * 200}":1}}',
        f'{{"{"n" * 200}":1.0}}',
        f"same JSON, /{'n' * 198}… is 1 expected, 1.0 received",
    ),
    (
        "number-spelling",
        '{"é":1,"e\u0301":2}',
        '{"é":1,"e\u0301":2.0}',
        "same JSON, /e\u0301 is 2 expected, 2.0 received",
    ),
    (
        "unicode",
        '{"a":"caf\u00e9"}',
        '{"a":"cafe\u0301"}',
        "same text, other Unicode normalisation (expected NFC, received NFD) at character 10",
    ),
    (
        "unicode",
        '["e\u0301 é"]',
        '["e\u0301 e\u0301"]',
        "same text, other Unicode normalisation (expected NFC, received NFD) at character 6",
    ),
    (
        "unicode",
        '{"caf\u00e9":1}',
        '{"cafe\u0301":1}',
        "same text, other Unicode normalisation (expected NFC, received NFD) at character 6",
    ),
    (
        "white-space",
        '{"a":["caf\u00e9"]}',
        '{"a": ["cafe\u0301"]}',
        "same JSON, other white space and other Unicode normalisation (expected NFC, received NFD) at /a/0",
    ),
    (
        "escapes",
        '["e\u0301"]',
        '["e\\u0301"]',
        "same JSON, other escapes (expected U+0301 raw, received \\u0301)",
    ),
    (
        "member-order",
        '{"a":"e\u0301","b":1}',
        '{"b":1,"a":"e\\u0301"}',
        (
            "same JSON, other member order at the top level (expected a, b; received b, a) "
            "and other escapes (expected U+0301 raw, received \\u0301)"
        ),
    ),
    (
        "escapes",
        '["e\u0301",1]',
        '["e\\u0301",1.0]',
        "same JSON, other escapes (expected U+0301 raw, received \\u0301) and /1 is 1 expected, 1.0 received",
    ),
    (
        "escapes",
        '{"b":"\\u003c","a":"\\u003e","n":1}',
        '{"b":"<","a":">","n":1.0}',
        "same JSON, other escapes (expected \\u003c, received <) and /n is 1 expected, 1.0 received",
    ),
    (
        "escapes",
        '{"b":"\\u003cé","a":"\\u003e"}',
        '{"b":"<e\u0301","a":">"}',
        (
            "same JSON, other escapes (expected \\u003c, received <) "
            "and other Unicode normalisation (expected NFC, received NFD) at /b"
        ),
    ),
    (
        "escapes",
        '["e\\u0301aaaaaaaaaaaaaaaaaaaa"]',
        '["éaaaaaaaaaaaaaaaaaaaa"]',
        (
            'same JSON, other escapes (expected "e\\u0301aaaaaaaaaaa…, received "éaaaaaaaaaaaaaaaaa…) '
            "and other Unicode normalisation (expected NFD, received NFC) at /0"
        ),
    ),
    (
        "member-order",
        '{"a":"é","b":1}',
        '{"b":1,"a":"e\u0301"}',
        (
            "same JSON, other member order at the top level (expected a, b; received b, a) "
            "and other Unicode normalisation (expected NFC, received NFD) at /a"
        ),
    ),
    (
        "number-spelling",
        '{"a":"é","b":1}',
        '{"a":"e\u0301","b":1.0}',
        (
            "same JSON, /b is 1 expected, 1.0 received "
            "and other Unicode normalisation (expected NFC, received NFD) at /a"
        ),
    ),
    (
        "member-order",
        '{"a":"\\u003c","b":1}',
        '{"b": 1.0,\n"a":"<"}',
        (
            "same JSON, other member order at the top level (expected a, b; received b, a) and other "
            "indentation and other escapes (expected \\u003c, received <) and /b is 1 expected, 1.0 received"
        ),
    ),
    ("line-order", "[\n1,\n2,\n3\n]", "[\n2,\n1,\n3\n]", "same lines, other order"),
    (
        "line-order",
        '[\n  {\n    "n": "a"\n  },\n  {\n    "n": "b"\n  }\n]',
        '[\n  {\n    "n": "b"\n  },\n  {\n    "n": "a"\n  }\n]',
        "same lines, other order",
    ),
]


@pytest.mark.parametrize(("kind", "expected", "received", "words"), JSON_FORMS)
def test_a_form_of_json_that_explains_all_is_named(
    kind: str, expected: str, received: str, words: str
) -> None:
    made = of_texts(expected, received)

    assert made.first_line == f"block 1: {words}"
    assert made.kind == kind


@pytest.mark.parametrize(
    ("expected", "received", "line"),
    [
        (
            '{"x":{"b":1,"a":2}}',
            '{"x":{"a":2,"b":1}}',
            "structured content: same JSON, other member order at /x (expected b, a; received a, b)",
        ),
        ('{"a":[1]}', '{"a":[1.0]}', "structured content: same JSON, /a/0 is 1 expected, 1.0 received"),
        (
            '{"a":"é"}',
            '{"a":"e\u0301"}',
            "structured content: same JSON, other Unicode normalisation (expected NFC, received NFD) at /a",
        ),
        (
            '{"é":1}',
            '{"e\u0301":1}',
            (
                "structured content: same JSON, "
                "other Unicode normalisation (expected NFC, received NFD) at the top level"
            ),
        ),
        (
            '{"x":[{"a":1,"é":1}]}',
            '{"x":[{"a":1,"e\u0301":1}]}',
            "structured content: same JSON, other Unicode normalisation (expected NFC, received NFD) at /x/0",
        ),
        (
            '{"x":[{"a":1,"e\u0301":1}]}',
            '{"x":[{"a":1,"é":1}]}',
            "structured content: same JSON, other Unicode normalisation (expected NFD, received NFC) at /x/0",
        ),
    ],
)
def test_structured_content_has_the_forms_of_values(expected: str, received: str, line: str) -> None:
    assert explained(structured(expected), structured(received)).first_line == line


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1", "1.0", True),
        ("1e2", "100", True),
        ("0.10", "1e-1", True),
        ("0", "0.000e9", True),
        ("0", "-0", False),
        ("10", "1", False),
        ("123456789012345678901", "123456789012345678902", False),
        ("1e99999999999999999999", "10e99999999999999999998", True),
        ("1e5", "1e6", False),
        ("0.05", "5e-2", True),
        ("12", "1.2", False),
        (f"1e{'9' * 1000}", f"10e{'9' * 999}8", True),
        (f"1e{'9' * 1001}", f"10e{'9' * 1000}8", False),
        (f"1e{'9' * 5000}", f"1.0e{'9' * 5000}", False),
    ],
)
def test_numbers_are_equal_exactly(one: str, other: str, same: bool) -> None:
    assert (canonical_number(one) == canonical_number(other)) is same
