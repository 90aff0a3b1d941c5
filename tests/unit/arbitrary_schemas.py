"""Arbitrary schemas for property tests: any JSON, and keywords with values that fit them or do not."""

from __future__ import annotations

from hypothesis import strategies as st

from pytest_mcpparity.json_text import Members, Number, Value
from tests.unit.arbitrary import texts, values

_URIS = [
    "http://[x", "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema",
    "urn:x", "", "#", "#/$defs/a", "#/x", "#/x/q", "#/x/0", "#/properties/a", "#a", "a#/b", "#/%zz",
    "\ud800", "#~2",
]  # fmt: skip
_TYPES = ["string", "number", "integer", "boolean", "object", "array", "null", "nonsense", "any", ""]
_PATTERNS = ["a", "[", "(?=a)b", r"\p{L}", "[[a]]", "a{3}", r"(a)\1", "(?a", "^[a-z]+$", "a{5000000000}"]
_NAMES = ["a", "b", "path", "url", "q/r", "", "\ud800", "required", "$ref"]
_FORMATS = ["date", "uri", "uuid", "ipv6", "hostname", "regex", "idn-email", "json-pointer", "other"]

numbers = st.sampled_from(
    [
        *("0", "1", "-1", "0.5", "2", "1.0", "1e20", "-0.0", "0.1", "1e308", "-1.7976931348623157e308"),
        *("1e999", "-1e999", "5e-324", "9" * 400, "1" + "0" * 5000),
    ]
).map(Number)
_uris = st.sampled_from(_URIS)
_names = st.sampled_from(_NAMES)
leaves: st.SearchStrategy[Value] = st.one_of(
    st.none(), st.booleans(), numbers, st.sampled_from([*_NAMES, *_TYPES, *_PATTERNS]), texts
)
#: Values of few kinds that a keyword of a schema may well take: names and numbers meet again.
instances: st.SearchStrategy[Value] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.lists(st.tuples(_names, inner), max_size=3).map(Members)
    ),
    max_leaves=6,
)
_TEXTS_OF: dict[str, st.SearchStrategy[Value]] = {
    **dict.fromkeys(["$schema", "$id", "id", "$ref", "$dynamicRef"], _uris),
    **dict.fromkeys(["$anchor", "description", "title"], _names),
    "type": st.one_of(st.sampled_from(_TYPES), st.lists(st.sampled_from(_TYPES), max_size=3)),
    "pattern": st.sampled_from(_PATTERNS),
    "format": st.sampled_from(_FORMATS),
    "required": st.lists(_names, max_size=3),
    **dict.fromkeys(["enum", "examples"], st.lists(instances, max_size=3)),
    **dict.fromkeys(["const", "default", "example", "x"], instances),
    "uniqueItems": st.booleans(),
}
_NUMBER_WORDS = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "minItems", "maxItems", "minProperties", "maxProperties", "minContains",
]  # fmt: skip
_SCHEMA_WORDS = [
    "items", "additionalItems", "additionalProperties", "contains", "not", "if", "then", "else",
    "propertyNames", "unevaluatedProperties", "unevaluatedItems",
]  # fmt: skip
_SCHEMAS_WORDS = ["allOf", "anyOf", "oneOf", "prefixItems"]
_NAMED_WORDS = ["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"]
_WORDS = [*_TEXTS_OF, *_NUMBER_WORDS, *_SCHEMA_WORDS, *_SCHEMAS_WORDS, *_NAMED_WORDS, "properties", "$defs"]


@st.composite
def keyworded(draw: st.DrawFn, depth: int = 0) -> Value:
    """What looks like a schema: most keywords have a value of the kind that they want, a few have any."""
    if depth > 2:
        return draw(st.one_of(st.booleans(), instances))
    words = draw(st.lists(st.sampled_from(_WORDS), max_size=4 - depth))
    return Members([(word, _value(draw, word, depth)) for word in words])


def _value(draw: st.DrawFn, word: str, depth: int) -> Value:
    if draw(st.integers(0, 7)) == 7:
        return draw(instances)
    if word in _TEXTS_OF:
        return draw(_TEXTS_OF[word])
    if word in _NUMBER_WORDS:
        return draw(numbers)
    inner = keyworded(depth + 1)
    if word in _SCHEMAS_WORDS:
        return draw(st.lists(inner, max_size=3))
    if word in _NAMED_WORDS:
        return Members(draw(st.lists(st.tuples(_names, inner), max_size=3)))
    return draw(inner)


def _of_an_object(schema: Value, x: Value, a: Value) -> Value:
    """`schema` as one is advertised, with what the references of this module lead to."""
    members = schema if isinstance(schema, Members) else ()
    return Members([("type", "object"), *members, ("x", x), ("$defs", Members([("a", a)]))])


#: Any JSON, and what looks like a schema; most as they are advertised, of an object.
schemas: st.SearchStrategy[Value] = st.one_of(
    st.builds(_of_an_object, keyworded(), instances, keyworded()), keyworded(), values
)
