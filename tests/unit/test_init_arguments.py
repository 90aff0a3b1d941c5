"""Arguments made up from schemas, and the cases drafted from a listing (spec § 5)."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pytest_mcpparity.init.arguments import CannotMake, make_arguments
from pytest_mcpparity.init.drafting import draft_cases
from pytest_mcpparity.init.paths import Paths, paths_in
from pytest_mcpparity.init.patterns import matching_texts
from pytest_mcpparity.json_text import Members, parse

NOWHERE = Paths()
DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#"}


def of(required: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A schema of an object with these properties, all of them required."""
    return {"type": "object", "properties": required, "required": list(required), **more}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"const": 7}, 7),
        ({"type": "string", "default": "given"}, "given"),
        ({"type": "string", "examples": ["first", "second"]}, "first"),
        ({"type": "string", "example": "only"}, "only"),
        ({"enum": ["a", "b"]}, "a"),
        ({"type": "integer", "default": "no number", "minimum": 3}, 3),
        ({"type": "string"}, "a"),
        ({"type": "string", "minLength": 4}, "aaaa"),
        ({"type": "string", "maxLength": 0}, ""),
        ({"type": "string", "format": "date"}, "2026-01-01"),
        ({"type": "string", "format": "uuid"}, "00000000-0000-4000-8000-000000000000"),
        ({"type": "string", "pattern": "^[A-Z]{2}-\\d+$"}, "AA-0"),
        ({"type": "string", "pattern": "^[a-z]+$", "minLength": 3}, "aaa"),
        ({"type": "integer"}, 1),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "integer", "maximum": -2}, -2),
        ({"type": "integer", "exclusiveMinimum": 5, "multipleOf": 4}, 8),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.5),
        ({"type": "number", "minimum": 0.5}, 0.5),
        ({"type": "number", "minimum": -1.7976931348623157e308}, 1),
        ({"type": "number", "minimum": -math.inf, "maximum": math.inf, "multipleOf": 0.5}, 1),
        ({"type": "integer", "minimum": -math.inf, "maximum": 10**400}, 1),
        ({"type": "boolean"}, False),
        ({"type": "null"}, None),
        ({"type": ["null", "integer"]}, 1),
        ({"type": "array"}, []),
        ({"type": "array", "items": {}}, []),
        ({"type": "array", "items": {"type": "integer", "minimum": 4}}, [4]),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 0}, []),
        ({"type": "array", "items": {"type": "string", "pattern": "(?=b)a"}}, []),
        ({"type": "array", "items": {"$ref": "#/$defs/Size"}}, [12]),
        (
            {"type": "array", "items": {"anyOf": [{"type": "null"}, of({"text": {"const": "x"}})]}},
            [{"text": "x"}],
        ),
        ({"type": "array", "prefixItems": [{"const": 1}, {"const": "b"}]}, [1, "b"]),
        ({"type": "array", "items": {"type": "array", "items": {"type": "boolean"}}}, [[False]]),
        ({"type": "array", "default": [], "items": {"type": "integer"}}, []),
        ({"type": "array", "minItems": 2, "items": {"type": "integer"}}, [1, 1]),
        ({"type": "array", "minItems": 2, "uniqueItems": True, "items": {"enum": ["x", "y"]}}, ["x", "y"]),
        ({"type": "array", "minItems": 2, "uniqueItems": True, "items": {"type": "string"}}, ["a", ""]),
        (
            {"type": "array", "minItems": 3, "uniqueItems": True, "items": {"minLength": 2}},
            ["aa", "aa1", "aa2"],
        ),
        ({"type": "array", "minItems": 2, "prefixItems": [{"const": 1}, {"const": "b"}]}, [1, "b"]),
        (of({"x": {"type": "integer", "minimum": 9}}), {"x": 9}),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
        ({"oneOf": [{"type": "string", "minLength": 2}, {"type": "boolean"}]}, "aa"),
        ({"allOf": [{"type": "integer"}, {"minimum": 4}]}, 4),
        ({"$ref": "#/$defs/Size"}, 12),
        ({"$ref": "#/properties/other"}, True),
        (True, "a"),
    ],
)
def test_a_value_is_named_by_the_schema_or_the_smallest_that_it_takes(schema: Any, value: Any) -> None:
    root = of({"x": schema}, **{"$defs": {"Size": {"type": "integer", "minimum": 12}}})
    root["properties"]["other"] = {"const": True}

    made = make_arguments("tool", root, NOWHERE)

    assert made["x"] == value
    assert type(made["x"]) is type(value)
    jsonschema.validate(made, root)


def test_optional_arguments_are_given_only_where_the_schema_has_a_sample() -> None:
    schema = {
        "type": "object",
        "properties": {
            "plain": {"type": "string"},
            "sampled": {"type": "string", "examples": ["s"]},
            "limit": {"type": "integer", "default": 10},
            "nothing": {"default": None},
        },
    }

    assert make_arguments("tool", schema, NOWHERE) == {"sampled": "s", "limit": 10}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "minProperties": 2},
        {"type": "object", "properties": {"a": {}, "b": {}}, "minProperties": 2},
        {"type": "object", "oneOf": [of({"a": {"const": 1}}), of({"b": {"const": 2}})]},
        {"type": "object", "properties": {"a": {"default": 1}, "b": {}}, "dependentRequired": {"a": ["b"]}},
        of({"a": {}}, additionalProperties=False),
        {"$ref": "#/$defs/All", "$defs": {"All": of({"a": {"type": "integer"}})}},
        {},
    ],
)
def test_what_a_schema_asks_of_the_whole_is_kept(schema: dict[str, Any]) -> None:
    made = make_arguments("tool", schema, NOWHERE)

    jsonschema.validate(made, schema)


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        (of({"x": False}), "no valid value was found for x"),
        (of({"x": {"type": "string", "pattern": "(?=b)c"}}), "no valid value was found for x"),
        (
            of({"x": {"$ref": "#/$defs/X"}}, **{"$defs": {"X": of({"y": {"$ref": "#/$defs/X"}})}}),
            "no valid value was found for x",
        ),
        (of({"x": {"$ref": "https://example.test/x"}}), "its inputSchema cannot be followed: "),
        (of({"x": {"type": "strin"}}), "its inputSchema cannot be followed: "),
        ({"type": "string"}, ""),
    ],
)
def test_what_cannot_be_made_up_is_told(schema: dict[str, Any], reason: str) -> None:
    with pytest.raises(CannotMake, match=f"^{re.escape(reason)}"):
        make_arguments("tool", schema, NOWHERE)


#: A schema of an older draft, or one that means it without saying so, and what is made of it.
@pytest.mark.parametrize(
    ("schema", "made"),
    [
        (of({"a": {"type": "string", "required": True}}), {"a": "a"}),
        ({**of({"a": {"type": "array", "minItems": 2, "items": [{"const": 1}, {"const": "b"}]}}), **DRAFT_7},
         {"a": [1, "b"]}),
        ({**of({"a": {"minItems": 2, "items": [{"const": 1}], "additionalItems": {"const": 2}}}), **DRAFT_7},
         {"a": [1, 2]}),
    ],
)  # fmt: skip
def test_what_older_drafts_say_is_understood(schema: dict[str, Any], made: dict[str, Any]) -> None:
    assert make_arguments("tool", schema, NOWHERE) == made


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        (
            {"type": "object", "properties": {"a": {}}, "required": True},
            "/required: True is not of type 'array'",
        ),
        (of({"a": "string"}), "/properties/a: 'string' is not of type 'object', 'boolean'"),
        (of({"a": None}), "/properties/a: None is not of type 'object', 'boolean'"),
        (of({"a": {"minItems": 1, "items": 7}}), "/properties/a/items: 7 is not of type 'object', 'boolean'"),
        (of({"a": {"minItems": 1, "prefixItems": ["x"]}}), "/properties/a/prefixItems/0: 'x' is not of type"),
        (of({"a": {"minItems": 1, "items": [{}]}}), "/properties/a/items: [{}] is not of type"),
        (of({"a": {"$ref": "#/x"}}, x=7), "#/x is no schema: as a whole: 7 is not of type"),
        (
            of({"a": {}}, **{"$schema": "http://[x", "minProperties": "1"}),
            "/minProperties: '1' is not of type",
        ),
    ],
)
def test_what_is_no_schema_is_told_with_its_place(schema: dict[str, Any], reason: str) -> None:
    drafted = draft_cases([tool("t", schema)], NOWHERE, all_tools=True)

    (told,) = drafted.unmade
    assert told.startswith(f"t: its inputSchema is no valid JSON Schema: {reason}")


@pytest.mark.parametrize("sample", [math.inf, [1, -math.inf]])
def test_a_sample_that_no_file_can_hold_is_left_out(sample: Any) -> None:
    assert make_arguments("tool", of({"a": {"default": sample}}), NOWHERE) == {"a": "a"}


def test_text_that_no_file_can_hold_is_escaped_and_a_tool_of_such_a_name_is_told() -> None:
    listed = [tool("t", of({"a": {"const": "\ud800"}})), tool("\udfff", {"type": "object"})]

    drafted = draft_cases(listed, NOWHERE, all_tools=True)

    assert drafted.cases[0].arguments == '{"a":"\\ud800"}'
    assert drafted.unmade == ("\\udfff: its name is no text that a file can hold",)


@pytest.mark.parametrize(
    "huge",
    [
        {"type": "string", "minLength": 10**12},
        {"type": "array", "minItems": 10**12},
        {"type": "object", "minProperties": 10**12},
        {"type": "string", "minLength": math.inf},
    ],
)
def test_a_size_that_would_fill_the_memory_is_not_made(huge: dict[str, Any]) -> None:
    with pytest.raises(CannotMake, match=r"^no valid value was found for a$"):
        make_arguments("tool", of({"a": huge}), NOWHERE)


@pytest.mark.parametrize(
    ("tool", "name", "value"),
    [
        ("read_file", "path", "{workspace}/a.txt"),
        ("read_file", "filePath", "{workspace}/a.txt"),
        ("read_media_file", "path", "{workspace}/p.png"),
        ("list_directory", "path", "{workspace}"),
        ("git_status", "repo_path", "{workspace}"),
        ("search", "root_dir", "{workspace}"),
        ("write_file", "path", "{workspace}/new.txt"),
        ("create_directory", "path", "{workspace}/new"),
        ("move_file", "source", "{workspace}/a.txt"),
        ("move_file", "destination", "{workspace}/new.txt"),
        ("convert_time", "source", "a"),
        ("convert_time", "source_timezone", "UTC"),
        ("fetch", "url", "https://example.test/"),
        ("greet", "profile", "a"),
    ],
)
def test_an_argument_that_looks_like_a_path_gets_one(tool: str, name: str, value: str) -> None:
    paths = Paths("{workspace}/a.txt", "{workspace}/p.png")

    assert make_arguments(tool, of({name: {"type": "string"}}), paths) == {name: value}


def test_a_list_of_trees_does_not_grow_tall() -> None:
    tree = of({"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}})

    made = make_arguments(
        "tool", of({"trees": {"type": "array", "items": tree}}, **{"$defs": {"Tree": tree}}), NOWHERE
    )

    assert made == {"trees": [{"name": "a", "children": [{"name": "a", "children": []}]}]}


def test_where_items_take_too_many_tries_a_list_is_left_empty() -> None:
    """No try is left for what stands behind the list, once each of these branches came to nothing."""
    deep: dict[str, Any] = {"anyOf": [{"enum": []}] * 600}

    made = make_arguments(
        "tool", of({"a": {"type": "array", "items": deep}, "b": {"type": "integer"}}), NOWHERE
    )

    assert made == {"a": [], "b": 1}


def test_a_list_of_paths_holds_one() -> None:
    schema = of({"paths": {"type": "array", "items": {"type": "string"}}})

    assert make_arguments("read_files", schema, Paths("{workspace}/a.txt")) == {
        "paths": ["{workspace}/a.txt"]
    }


def test_a_workspace_offers_its_first_file_and_its_first_image(tmp_path: Path) -> None:
    for name in ("b/z.txt", "b/y.png", ".hidden", "c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    assert paths_in(tmp_path) == Paths("{workspace}/c.txt", "{workspace}/b/y.png")
    assert paths_in(None) == Paths()


@pytest.mark.parametrize(
    "pattern",
    [
        "^abc$", "a.c", "[0-9]{3}", "[^a]+", "(x|y)z", r"\d\w\s\S\D\W", "a?b*c+", "^$", r"(\w)\1", "[^a-z ]",
        r"^\d{4}-\d{2}$", "(?:ab){2,}", r"[\d.]+", "a{0,3}b",
    ],
)  # fmt: skip
def test_a_text_is_found_for_a_plain_pattern(pattern: str) -> None:
    texts = list(matching_texts(pattern, 3))

    assert texts
    assert all(re.search(pattern, text) for text in texts)


@pytest.mark.parametrize(
    "pattern", ["(?=a)b", "[", r"\p{L}", "(?!a)", "((a{999}){999}){999}", "a{5000000000}", r"(?:(?<=a+)b)?"]
)
def test_no_text_is_found_for_another_pattern(pattern: str) -> None:
    assert list(matching_texts(pattern, 3)) == []


def tool(name: str, schema: Any, *, read_only: bool = True) -> Members:
    """A descriptor as it is listed."""
    found = parse(
        json.dumps({"name": name, "inputSchema": schema, "annotations": {"readOnlyHint": read_only}})
    )
    assert isinstance(found, Members)
    return found


def test_a_tool_gets_a_call_one_without_each_required_argument_and_one_with_too_many() -> None:
    schema = of({"a": {"type": "integer"}, "b": {"const": "é"}})

    drafted = draft_cases([tool("Get.Thing", schema)], NOWHERE, all_tools=False)

    assert [(case.id, case.tool, case.arguments, case.unadvertised) for case in drafted.cases] == [
        ("get-thing", "Get.Thing", '{"a":1,"b":"é"}', False),
        ("get-thing-without-a", "Get.Thing", '{"b":"é"}', False),
        ("get-thing-without-b", "Get.Thing", '{"a":1}', False),
        ("get-thing-unknown-argument", "Get.Thing", '{"a":1,"b":"é","no_such_argument":true}', False),
        ("no-such-tool", "no_such_tool", "{}", True),
    ]


def test_only_tools_that_say_so_are_called() -> None:
    unsaid = tool("unsaid", {"type": "object"}).without("annotations")
    listed = [tool("look", {"type": "object"}), tool("drop", {"type": "object"}, read_only=False), unsaid]

    careful = draft_cases(listed, NOWHERE, all_tools=False)
    bold = draft_cases(listed, NOWHERE, all_tools=True)

    assert {case.tool for case in careful.cases} == {"look", "no_such_tool"}
    assert careful.uncalled == ("drop", "unsaid")
    assert {case.tool for case in bold.cases} == {"look", "drop", "unsaid", "no_such_tool"}
    assert bold.uncalled == ()


def test_ids_are_free_and_allowed() -> None:
    names = ["Session", "tools", "a b", "a-b", "ü", "x" * 150, "x" * 151, "no-such-tool", "no_such_tool"]

    drafted = draft_cases([tool(name, {"type": "object"}) for name in names], NOWHERE, all_tools=False)

    ids = [case.id for case in drafted.cases]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,99}", id_) for id_ in ids)
    assert not {"session", "tools"} & set(ids)
    assert drafted.cases[-1].tool == "no_such_tool_"


def test_a_tool_for_which_nothing_can_be_made_up_is_told() -> None:
    drafted = draft_cases([tool("odd", of({"x": False})), tool("none", 5)], NOWHERE, all_tools=False)

    assert [case.id for case in drafted.cases] == ["no-such-tool"]
    assert drafted.unmade == ("odd: no valid value was found for x", "none: its inputSchema is no object")
