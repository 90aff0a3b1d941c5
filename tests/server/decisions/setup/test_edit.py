"""The byte-preserving edit (12.4)."""

from __future__ import annotations

import json

import pytest

from reference_server.decisions.setup.edit import ShapeFault, edited

ENTRY: dict[str, object] = {"command": "/sp", "args": ["mcp"]}


def put(text: str, *, jsonc: bool = False) -> str:
    return edited(text, "servers", "sp", ENTRY, jsonc=jsonc)


def test_an_empty_text_gives_the_whole_object_and_one_line_end() -> None:
    expected = """\
{
  "servers": {
    "sp": {
      "command": "/sp",
      "args": [
        "mcp"
      ]
    }
  }
}
"""

    assert put("") == expected


def test_an_entry_of_that_name_is_replaced_and_all_else_keeps_its_bytes() -> None:
    before = '{"x":1 ,\n "servers":\t{ "a" : {},"sp" :'
    after = ', "z":[ ] }  }\n\n'

    new = put(before + '{"command":"old"}' + after)

    assert new.startswith(before)
    assert new.endswith(after)
    entry = new[len(before) : -len(after)]
    assert entry == '{\n   "command": "/sp",\n   "args": [\n    "mcp"\n   ]\n  }'


@pytest.mark.parametrize("old", ["null", "7", '"text"', "[1, 2]", "{}"])
def test_an_entry_of_any_kind_is_replaced(old: str) -> None:
    new = put(f'{{"servers": {{"sp": {old}}}}}')

    assert json.loads(new) == {"servers": {"sp": ENTRY}}


def test_the_same_edit_again_changes_nothing() -> None:
    for start in ("", "{}", '{\n\t"servers": {\n\t\t"a": 1\n\t}\n}\n'):
        once = put(start)

        assert put(once) == once


def test_a_member_goes_last_into_the_object_of_key() -> None:
    old = '{\n    "servers": {\n        "a": {}\n    },\n    "inputs": []\n}\n'

    new = put(old)

    assert new == (
        '{\n    "servers": {\n        "a": {},\n'
        '        "sp": {\n            "command": "/sp",\n            "args": [\n                "mcp"\n'
        "            ]\n        }\n"
        '    },\n    "inputs": []\n}\n'
    )


def test_a_missing_key_goes_last_into_the_root() -> None:
    new = put('{\n  "theme": "dark"\n}\n')

    assert new == (
        '{\n  "theme": "dark",\n'
        '  "servers": {\n    "sp": {\n      "command": "/sp",\n      "args": [\n        "mcp"\n      ]\n'
        "    }\n  }\n}\n"
    )


def test_an_object_on_one_line_gets_its_closing_brace_on_a_new_line() -> None:
    assert put("{}") == (
        '{\n  "servers": {\n    "sp": {\n      "command": "/sp",\n      "args": [\n        "mcp"\n      ]\n'
        "    }\n  }\n}"
    )
    assert put('{"servers": { }}') == (
        '{"servers": {\n    "sp": {\n      "command": "/sp",\n      "args": [\n        "mcp"\n      ]\n'
        "    }\n   }}"
    )


def test_white_space_before_a_closing_brace_on_the_same_line_is_kept() -> None:
    assert put('{"a": 1 }').endswith("  }\n }")


def test_an_empty_object_over_two_lines_keeps_its_closing_line() -> None:
    new = put('{\n  "servers": {\n  }\n}')

    assert new.endswith("    }\n  }\n}")
    assert '"servers": {\n    "sp": {' in new


def test_a_trailing_comma_is_used_and_no_second_one_is_added() -> None:
    new = put('{\n  "servers": {\n    "a": 1,\n  },\n}\n', jsonc=True)

    assert '"a": 1,\n    "sp": {' in new
    assert new.endswith("    }\n  },\n}\n")


def test_comments_stay_where_they_are() -> None:
    old = (
        '// head\n{\n  "x": 0,\n  /* own */ "servers": {\n    "a": 1 // first\n    // last\n'
        "  } // tail\n}\n// end\n"
    )

    new = put(old, jsonc=True)

    head = '// head\n{\n  "x": 0,\n  /* own */ "servers": {\n    "a": 1, // first\n    // last\n    "sp": {'
    assert new.startswith(head)
    assert new.endswith("    }\n  } // tail\n}\n// end\n")


def test_a_comment_after_a_trailing_comma_stays_before_the_new_member() -> None:
    new = put('{ "servers": { "a": 1, /* x */ } }', jsonc=True)

    assert new.startswith('{ "servers": { "a": 1, /* x */\n    "sp": {')
    assert new.endswith("    }\n   } }")


def test_an_object_with_only_a_comment_gets_no_comma() -> None:
    new = put('{"servers": { /* none yet */ }}', jsonc=True)

    assert new.startswith('{"servers": { /* none yet */\n    "sp": {')


def test_a_replaced_value_leaves_the_comments_around_it() -> None:
    new = put('{"servers": {"sp": /* a */ {"old": 1 /* inner */} /* b */}}', jsonc=True)

    assert new.startswith('{"servers": {"sp": /* a */ {\n')
    assert new.endswith("} /* b */}}")
    assert "inner" not in new


def test_windows_line_ends_are_used_where_the_first_line_end_is_one() -> None:
    new = put('{\r\n  "a": 1\r\n}\r\n')

    assert "\n" not in new.replace("\r\n", "")
    assert new.count("\r\n") == 3 + 8


def test_a_unix_first_line_end_wins_over_later_ones() -> None:
    new = put('{\n  "a": 1\r\n}\r\n')

    assert new.startswith('{\n  "a": 1,\n  "servers": {\n')
    assert new.endswith("  }\r\n}\r\n")


@pytest.mark.parametrize(
    ("old", "indent"),
    [
        ('{\n\t"a": 1\n}', "\t"),
        ('{\n "a": 1,\n    "b": 2\n}', " "),
        ('{\n"a": [\n      1,\n   "x"]\n}', "   "),
        ('{\n"a": 1\n}', "  "),
        ('{"a": 1}', "  "),
        ('{\r\n \t"a": 1\r\n}', " \t"),
    ],
)
def test_the_indent_is_that_of_the_first_indented_line_with_a_quote(old: str, indent: str) -> None:
    new = put(old)

    assert f'\n{indent}"servers": {{' in new.replace("\r\n", "\n")
    assert f'\n{indent * 3}"command"' in new.replace("\r\n", "\n")


def test_a_quote_inside_a_comment_gives_the_indent_too() -> None:
    new = put('/*\n\t"x" */ {}', jsonc=True)

    assert '\n\t"servers": {' in new


def test_a_key_deeper_in_the_file_is_not_the_key() -> None:
    new = put('{"mcp": {"servers": {"sp": 1}}}')

    assert json.loads(new) == {"mcp": {"servers": {"sp": 1}}, "servers": {"sp": ENTRY}}


def test_an_escaped_key_is_the_same_key() -> None:
    new = put('{"s\\u0065rvers": {"s\\u0070": 1}}')

    assert json.loads(new) == {"servers": {"sp": ENTRY}}


def test_text_beyond_ascii_is_written_as_it_is() -> None:
    new = edited("{}", "servers", "sp", {"command": "/naïve/🍕"}, jsonc=False)

    assert '"command": "/naïve/🍕"' in new


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "is not valid JSON"),
        ('{"a": 1,}', "is not valid JSON"),
        ('{"a": 1, "a": 1}', "is not valid JSON"),
        ("[]", "does not hold an object"),
        ("null", "does not hold an object"),
        ('{"servers": []}', "is not an object"),
        ('{"servers": null}', "is not an object"),
    ],
)
def test_a_text_of_the_wrong_shape_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(ShapeFault) as caught:
        put(text)

    assert caught.value.reason == reason
