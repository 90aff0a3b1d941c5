"""Schemas of tools: which are valid, and which structured content keeps to them."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import ABSENT, Question, Result, RpcError
from pytest_mcpparity.json_text import Members, parse
from pytest_mcpparity.session.tool_schemas import OutputSchemas, input_findings, plain

CALL = Question("call", "t", "{}")


def tool(member: str, schema: str) -> Members:
    value = parse(f'{{"name":"t","{member}":{schema}}}')
    assert isinstance(value, Members)
    return value


@pytest.mark.parametrize(
    "schema",
    [
        '{"type":"object"}',
        '{"type":"object","properties":{"a":{"type":"string","enum":["x"]}},"required":["a"]}',
        '{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":["string","null"]}}}',
        '{"type":"object","properties":{"a":true},"additionalProperties":false}',
        '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{}}',
        '{"type":"object","x-vendor":{"required":1}}',
    ],
)
def test_a_valid_input_schema_is_no_finding(schema: str) -> None:
    assert input_findings([tool("inputSchema", schema)]) == []


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ("5", "it is no object"),
        ("[]", "it is no object"),
        ('{"type":"string"}', 'it does not say "type":"object"'),
        ("{}", 'it does not say "type":"object"'),
        ('{"type":"object","required":"a"}', "/required:"),
        ('{"type":"object","required":["a","a"]}', "/required:"),
        ('{"type":"object","properties":[]}', "/properties:"),
        ('{"type":"object","properties":{"a":5}}', "/properties/a:"),
        ('{"type":"object","properties":{"a":{"type":"text"}}}', "/properties/a/type:"),
        ('{"type":"object","properties":{"a":{"minimum":"1"}}}', "/properties/a/minimum:"),
        ('{"type":"object","title":5}', "/title:"),
        ('{"type":"object","$schema":7}', "/$schema: 7 is not of type 'string'"),
        ('{"type":"object","$schema":[]}', "/$schema: [] is not of type 'string'"),
        ('{"type":"object","$schema":"http://[x"}', "/$schema: 'http://[x' is no URI"),
    ],
)
def test_an_invalid_input_schema_is_told_with_its_place(schema: str, told: str) -> None:
    (finding,) = input_findings([tool("inputSchema", schema)])

    assert finding.name == "schema-input"
    assert finding.detail.startswith(f"inputSchema of t: {told}")


def test_a_missing_input_schema_is_a_finding() -> None:
    assert [finding.name for finding in input_findings([Members([("name", "t")])])] == ["schema-input"]


SCHEMA = '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}'


def structured(text: str) -> Result:
    return Result(structured=parse(text))


NO_SCHEMA = "the outputSchema is no valid JSON Schema"


@pytest.mark.parametrize(
    ("schema", "text", "told"),
    [
        (SCHEMA, '{"n":"1"}', "/n: '1' is not of type 'integer'"),
        (SCHEMA, "{}", "as a whole: 'n' is a required property"),
        (SCHEMA, "[]", "as a whole: [] is not of type 'object'"),
        ("5", "{}", "the outputSchema is no object"),
        ('{"type":"text"}', "{}", "the outputSchema is no valid JSON Schema: /type:"),
        ('{"$ref":"https://example.invalid/s"}', "{}", "the outputSchema refers to what it does not hold"),
        ('{"$ref":"\\ud800"}', "{}", "the outputSchema refers to what it does not hold: \\ud800"),
        ('{"$ref":"#"}', "{}", "the outputSchema refers to itself without end"),
        ('{"$schema":7}', "{}", f"{NO_SCHEMA}: /$schema: 7 is not of type 'string'"),
        ('{"$ref":"#/x","x":7}', "{}", f"{NO_SCHEMA}: #/x is no schema: as a whole: 7 is not of type"),
        ('{"$ref":"#/x","x":{"type":"nonsense"}}', "{}", f"{NO_SCHEMA}: #/x is no schema: /type: 'nonsense'"),
        ('{"$ref":"#/x","x":{"minimum":"1"}}', "2", f"{NO_SCHEMA}: #/x is no schema: /minimum: '1' is not"),
        ('{"$ref":"#/x/q","x":[true]}', "{}", f"{NO_SCHEMA}: #/x/q leads nowhere"),
        ('{"multipleOf":0.5}', "9" * 400, "cannot be judged: "),
        ('{"multipleOf":0.5}', "1e999", "cannot be judged: "),
    ],
)
def test_structured_content_that_breaks_its_schema_is_told(schema: str, text: str, told: str) -> None:
    schemas = OutputSchemas([tool("outputSchema", schema)])

    (finding,) = schemas.findings(CALL, structured(text))

    assert finding.name == "schema-output"
    assert finding.detail.startswith(f"structured content of t: {told}")


@pytest.mark.parametrize(
    ("question", "body"),
    [
        (CALL, structured('{"n":1}')),
        (CALL, structured('{"n":1.0}')),
        (CALL, Result(structured=ABSENT)),
        (CALL, Result(is_error=True, structured=parse("{}"))),
        (CALL, RpcError("-1", "no")),
        (Question("call", "other", "{}"), structured("{}")),
        (Question("request", "t", "{}"), structured("{}")),
    ],
)
def test_where_the_schema_holds_or_does_not_apply_nothing_is_found(
    question: Question, body: Result | RpcError
) -> None:
    schemas = OutputSchemas([tool("outputSchema", SCHEMA)])

    assert schemas.findings(question, body) == ()


def test_a_pattern_of_another_dialect_is_not_judged() -> None:
    schemas = OutputSchemas([tool("outputSchema", '{"type":"string","pattern":"\\\\p{L}"}')])

    assert schemas.findings(CALL, structured('"x"')) == ()


def test_a_pattern_that_python_warns_of_is_judged() -> None:
    schemas = OutputSchemas([tool("outputSchema", '{"type":"string","pattern":"^[[a]$"}')])

    assert schemas.findings(CALL, structured('"a"')) == ()
    (finding,) = schemas.findings(CALL, structured('"b"'))
    assert "does not match" in finding.detail


def test_numbers_become_pythons_own() -> None:
    assert plain(parse('{"a":[1,1.5,-0,1e2,null,true,"x"]}')) == {"a": [1, 1.5, 0, 100.0, None, True, "x"]}
