"""Values that are the same under another name, or were wrapped: the advice says so (spec § 4.1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.compare.answers import compare_tools
from pytest_mcpparity.explain.explanation import explain
from tests.unit.compare_made import explained, members, of_texts, structured

SAME = "; it is the same otherwise."
LAST = "If it was reviewed and stays: "


def advice(expected: str, received: str) -> list[str]:
    """What is said of two values before what can always be said."""
    made = explained(structured(expected), structured(received))
    return [line for line in made.advice if not line.startswith(LAST)]


@pytest.mark.parametrize(
    ("expected", "received", "words"),
    [
        ('{"a":1,"x":[2]}', '{"a":1,"y":[2]}', "/y has the value that /x had."),
        ('{"o":{"x":{"n":1,"m":2}}}', '{"o":{"y":{"m":2,"n":1}}}', "/o/y has the value that /o/x had."),
        ('{"x":1,"n":1}', '{"y":1,"n":2}', "/y has the value that /x had."),
        (
            '[{"createdAt":1,"id":0},{"createdAt":2,"id":1},{"createdAt":3,"id":2}]',
            '[{"created_at":1,"id":0},{"created_at":2,"id":1},{"created_at":3,"id":2}]',
            "/0/created_at has the value that /0/createdAt had (and 2 more like it).",
        ),
        # Of several members, those whose names differ by the habits of a language only.
        (
            '{"createdAt":1,"up-dated":2,"gone":3}',
            '{"UpDated":2,"created_at":1,"came":3}',
            "/created_at has the value that /createdAt had (and 1 more like it).",
        ),
        ('{"result":{"a":1,"b":2}}', '{"b":2,"a":1}', f"The value is no longer wrapped in /result{SAME}"),
        ('{"a":1,"b":2}', '{"re/sult":{"a":1,"b":2}}', f"The value is wrapped in /re~1sult now{SAME}"),
        ("[1,2]", '{"items":[1,2]}', f"The value is wrapped in /items now{SAME}"),
        ('{"a":1}', '[{"a":1}]', f"The value is wrapped in an array now{SAME}"),
        ("[[1,2]]", "[1,2]", f"The value is no longer wrapped in an array{SAME}"),
        ('{"n":0,"r":1}', '{"n":0,"r":[1]}', f"/r is wrapped in an array now{SAME}"),
        ('{"n":0,"r":{"v":1}}', '{"n":0,"r":1}', f"/r is no longer wrapped in /v{SAME}"),
        ('{"a":1,"b":2}', '{"r":{"b":2,"a":1}}', f"The value is wrapped in /r now{SAME}"),
        ('{"a":1,"a":2,"x":5}', '{"a":1,"y":5}', "/y has the value that /x had."),
        (f'{{"{"x" * 199}":5}}', '{"y":5}', f"/y has the value that /{'x' * 199} had."),
        (f'{{"{"x" * 200}":5}}', '{"y":5}', f"/y has the value that /{'x' * 198}… had."),
    ],
)
def test_a_value_that_is_elsewhere_is_found(expected: str, received: str, words: str) -> None:
    assert advice(expected, received) == [words]


@pytest.mark.parametrize(
    ("expected", "received"),
    [
        ('{"x":1}', '{"y":2}'),
        ('{"o":{"x":1}}', '{"p":{"y":1}}'),
        ('{"x":1,"z":2}', '{"y":1,"w":2}'),
        ('{"x":1,"n":0}', '{"n":0}'),
        ('{"n":0}', '{"n":0,"x":1}'),
        ('{"a":1,"a":2}', '{"a":1}'),
        ('{"r":{"v":1},"n":0}', '{"r":1,"n":2}'),
        ('{"r":{"a":1}}', '{"a":2}'),
        ('{"r":{"a":1},"s":1}', '{"a":1}'),
        ('{"x":1}', '{"x":1.0,"y":1}'),
    ],
)
def test_a_value_that_is_another_is_not_said_to_have_moved(expected: str, received: str) -> None:
    assert advice(expected, received) == []


def test_of_a_text_of_json_and_of_a_tool_too() -> None:
    old, new = (f'{{"name":"t","x":{{"properties":{{"{name}":{{}}}}}}}}' for name in ("userId", "user_id"))

    assert of_texts('{"a":1,"n":0}', '{"b":1,"n":0}').advice[0] == "/b has the value that /a had."
    assert explain(compare_tools([members(old)], [members(new)], None, None)).advice[0] == (
        "/x/properties/user_id has the value that /x/properties/userId had."
    )


def test_names_are_shown_with_nothing_hidden() -> None:
    assert advice('{"a\\u202e":1,"n":0}', '{"b\\u202e":1,"n":0}') == [
        "/b\\u202e has the value that /a\\u202e had."
    ]
