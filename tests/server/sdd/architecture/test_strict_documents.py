"""Strict reading of manifests, baseline and waivers (§ a.2, § i.6)."""

from __future__ import annotations

import pytest

from reference_server.go_json import Struct
from reference_server.sdd.architecture.diagnostics import Diagnostic
from reference_server.sdd.architecture.documents.shapes import BASELINE, MANIFEST, WAIVERS
from reference_server.sdd.architecture.documents.strict_document import read_strictly
from tests.server.sdd.architecture.workspace import MANIFEST as MANIFEST_NAME
from tests.server.sdd.architecture.workspace import Workspace

NULL = "explicit null is not allowed; omit optional fields or provide their concrete wire type"


def problem(text: str | bytes, shape: Struct = MANIFEST) -> tuple[str, str, str]:
    """Code without family, inner field and message of the one diagnostic."""
    found = read_strictly(text.encode() if isinstance(text, str) else text, shape)
    assert isinstance(found, Diagnostic)
    return found.code.removeprefix("architecture."), found.field, found.message


def body(members: str) -> str:
    return f'{{"protocolVersion":1,{members}}}'


SYNTAX = [
    ("", "EOF"),
    (" \n", "EOF"),
    ("{", "EOF"),
    ('{"a":', "EOF"),
    ('{"a"', "EOF"),
    ('{"a":1', "EOF"),
    ('{"a":[1,', "EOF"),
    ('{"a":"b"', "EOF"),
    ('{"a":"b', "unexpected EOF"),
    ('{"a":tru', "unexpected EOF"),
    ('{"a":-', "unexpected EOF"),
    ('{"a":x}', "invalid character 'x' looking for beginning of value"),
    ('{"a":1 "b":2}', "invalid character '\"' after object key:value pair"),
    ('{"a":[1 2]}', "invalid character '2' after array element"),
    ('{"a" 1}', "invalid character '1' after object key"),
    ('{"a":1,}', "invalid character '}' looking for beginning of object key string"),
    ('{"a":[1,]}', "invalid character ']' looking for beginning of value"),
    ("{1}", "invalid character '1'"),
    ('{"a":trux}', "invalid character 'x' in literal true (expecting 'e')"),
    ('{"a":"\n"}', "invalid character '\\n' in string literal"),
    ('{"a":"\\x"}', "invalid character 'x' in string escape code"),
    ('{"a":"\\u12g4"}', "invalid character 'g' in \\u hexadecimal character escape"),
    ('{"a":-x}', "invalid character 'x' in numeric literal"),
    ('{"a":1.x}', "invalid character 'x' after decimal point in numeric literal"),
    ('{"a":1ex}', "invalid character 'x' in exponent of numeric literal"),
    ('{"a":01}', "invalid character '1' after object key:value pair"),
    ("{'a':1}", "invalid character '\\''"),
    ('\ufeff{"a":1}', "invalid character 'ï' looking for beginning of value"),
    ("{} x", "invalid character 'x' looking for beginning of value"),
    ("{} [1,", "unexpected EOF"),
    ("{} nul", "unexpected EOF"),
    ('{} {"a":1}', "multiple JSON values are not allowed"),
    ("[] {}", "multiple JSON values are not allowed"),
    ("{} 1e999", "multiple JSON values are not allowed"),
    ("{} {1}", "invalid character '1' looking for beginning of object key string"),
    ("[]", "document must be a JSON object"),
    ("5", "document must be a JSON object"),
    ("null", "document must be a JSON object"),
]


@pytest.mark.parametrize(("text", "message"), SYNTAX)
def test_a_broken_text_has_the_words_of_the_decoder(text: str, message: str) -> None:
    found = problem(text)

    assert found == ("parse_error", "", message)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a":1,"a":2}', "a"),
        ('{"\\u0064omain":1,"domain":2}', "domain"),
        ('{"x":[{},{"b":{"c":1,"c"', "x[1].b.c"),
        ('[0,{"a":1,"a":2}]', "[1].a"),
        ('[[{"a":1,"a":2}]]', "[0][0].a"),
        ('{"":1,"":2}', ""),
        ('{"":{"b":1,"b":2}}', "b"),
        ('{"a":{"":1,"":2}}', "a."),
        ('{"a.b":{"c":1,"c":2}}', "a.b.c"),
        (b'{"\xff":1,"\xfe":2}', "\ufffd"),
    ],
)
def test_a_repeated_key_is_met_with_the_key_itself(text: str | bytes, path: str) -> None:
    found = problem(text)

    assert found == ("duplicate_field", path, f'field "{path}" appears more than once')


def test_a_syntax_error_before_the_repeat_comes_first() -> None:
    found = problem('{"a":1,x,"a":2}')

    assert found[0] == "parse_error"


def test_repeats_in_what_follows_the_document_are_not_looked_for() -> None:
    found = problem('{} {"a":1,"a":2}')

    assert found == ("parse_error", "", "multiple JSON values are not allowed")


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("1.0", '"1.0"'),
        ('"1"', r'"\"1\""'),
        ("1e0", '"1e0"'),
        ("2", '"2"'),
        ("null", '"null"'),
        ('{ "a" : 1 }', r'"{ \"a\" : 1 }"'),
    ],
)
def test_the_version_is_compared_as_it_is_spelled(token: str, shown: str) -> None:
    found = problem(f'{{"protocolVersion": {token} }}')

    message = f"protocolVersion token {shown} is not supported (want exact integer token 1)"
    assert found == ("invalid_protocol_version", "protocolVersion", message)


def test_bytes_that_are_not_utf8_show_in_the_version_token() -> None:
    found = problem(b'{"protocolVersion":"\xff"}')

    message = r'protocolVersion token "\"\xff\"" is not supported (want exact integer token 1)'
    assert found == ("invalid_protocol_version", "protocolVersion", message)


@pytest.mark.parametrize("text", ["{}", '{"ProtocolVersion":1}'])
def test_the_version_is_required_in_its_exact_spelling(text: str) -> None:
    found = problem(text)

    assert found == ("invalid_protocol_version", "protocolVersion", "protocolVersion is required")


def test_a_member_nested_too_deep_comes_before_the_version() -> None:
    found = problem('{"a":' + "[" * 10001 + "]" * 10001 + "}")

    assert found == ("parse_error", "", "invalid character '[' exceeded max depth")


def test_a_document_too_deep_by_its_own_braces_comes_after_the_version() -> None:
    deep = '{"a":' + "[" * 10000 + "]" * 10000

    without, versioned = problem(deep + "}"), problem(deep + ',"protocolVersion":1}')

    assert without[0] == "invalid_protocol_version"
    assert versioned == ("parse_error", "", "invalid character '[' exceeded max depth")


@pytest.mark.parametrize(
    ("member", "field", "shown"),
    [
        ("domian", "domian", '"domian"'),
        (r"\"x\"", '\\"x\\', r'"\"x\""'),
        ("", "", '""'),
    ],
)
def test_an_unknown_member_is_named_bare(member: str, field: str, shown: str) -> None:
    found = problem(body(f'"{member}":1'))

    assert found == ("unknown_field", field, f"json: unknown field {shown}")


PREFIX = "json: cannot unmarshal"
TYPES = [
    ('"domain":5', "number into Go struct field Manifest.domain of type string"),
    ('"projects":{}', "object into Go struct field Manifest.projects of type []string"),
    ('"projects":[1]', "number into Go struct field Manifest.projects of type string"),
    ('"owns":[1]', "number into Go struct field Manifest.owns of type architecture.OwnedConcept"),
    (
        '"owns":[{"kind":true}]',
        "bool into Go struct field OwnedConcept.owns.kind of type architecture.OwnershipKind",
    ),
    ('"exports":"x"', "string into Go struct field Manifest.exports of type []architecture.Export"),
    ('"exports":[{"version":"1"}]', "string into Go struct field Export.exports.version of type int"),
    ('"exports":[{"version":1.5}]', "number 1.5 into Go struct field Export.exports.version of type int"),
    (
        '"exports":[{"version":9223372036854775808}]',
        "number 9223372036854775808 into Go struct field Export.exports.version of type int",
    ),
    (
        '"exports":[{"status":[]}]',
        "array into Go struct field Export.exports.status of type architecture.LifecycleStatus",
    ),
    (
        '"exports":[{"modes":1}]',
        "number into Go struct field Export.exports.modes of type []architecture.AccessMode",
    ),
    (
        '"exports":[{"modes":[1]}]',
        "number into Go struct field Export.exports.modes of type architecture.AccessMode",
    ),
    (
        '"exports":[{"compatibility":{"strategy":1}}]',
        (
            "number into Go struct field Compatibility.exports.compatibility.strategy of type "
            "architecture.CompatibilityStrategy"
        ),
    ),
    (
        '"exports":[{"facts":1}]',
        "number into Go struct field Export.exports.facts of type []architecture.Fact",
    ),
    (
        '"exports":[{"facts":[1]}]',
        "number into Go struct field Export.exports.facts of type architecture.wireFact",
    ),
    (
        '"exports":[{"facts":[{"name":1}]}]',
        "number into Go struct field Export.exports.facts.name of type string",
    ),
    (
        '"exports":[{"facts":[{"personalData":1}]}]',
        "number into Go struct field Export.exports.facts.personalData of type architecture.PersonalData",
    ),
    (
        '"imports":[{"from":[]}]',
        "array into Go struct field Import.imports.from of type architecture.ExportReference",
    ),
    (
        '"imports":[{"From":{"Export":1}}]',
        "number into Go struct field ExportReference.imports.from.export of type string",
    ),
    (
        '"imports":[{"updates":{"kind":1}}]',
        "number into Go struct field Transport.imports.updates.kind of type architecture.TransportKind",
    ),
    (
        '"imports":[{"consistency":{"onStale":1}}]',
        (
            "number into Go struct field Consistency.imports.consistency.onStale"
            " of type architecture.FailureMode"
        ),
    ),
    (
        '"imports":[{"localModel":{"rebuildable":"yes"}}]',
        "string into Go struct field LocalModel.imports.localModel.rebuildable of type bool",
    ),
    (
        '"imports":[{"bindings":[{"kind":1}]}]',
        "number into Go struct field Binding.imports.bindings.kind of type architecture.BindingKind",
    ),
]


@pytest.mark.parametrize(("members", "message"), TYPES)
def test_a_wrong_type_names_struct_path_and_type(members: str, message: str) -> None:
    found = problem(body(members))

    assert found == ("parse_error", "", f"{PREFIX} {message}")


@pytest.mark.parametrize(
    ("shape", "members", "message"),
    [
        (
            BASELINE,
            '"findings":1',
            "number into Go struct field Baseline.findings of type []architecture.DebtRecord",
        ),
        (
            WAIVERS,
            '"waivers":[1]',
            "number into Go struct field WaiverFile.waivers of type architecture.DebtRecord",
        ),
        (
            WAIVERS,
            '"waivers":[{"owner":1}]',
            "number into Go struct field DebtRecord.waivers.owner of type string",
        ),
    ],
)
def test_debt_files_name_their_own_structs(shape: Struct, members: str, message: str) -> None:
    found = problem(body(members), shape)

    assert found == ("parse_error", "", f"{PREFIX} {message}")


def test_the_first_decoding_problem_in_document_order_is_told() -> None:
    found = problem(body('"nope":1,"domain":5'))

    assert found[0] == "unknown_field"


def test_a_problem_inside_a_fact_wins_over_an_earlier_one() -> None:
    found = problem(body('"domain":5,"exports":[{"facts":[{"nope":1}]}]'))

    assert found == ("unknown_field", "nope", 'json: unknown field "nope"')


@pytest.mark.parametrize(
    ("members", "path"),
    [
        ('"owner":null', "owner"),
        ('"owner":null,"exports":[{"status":null}]', "exports[0].status"),
        ('"imports":[{"transport":null}]', "imports[0].transport"),
        ('"exports":[{"facts":[null]}]', "exports[0].facts[0]"),
    ],
)
def test_an_explicit_null_is_refused(members: str, path: str) -> None:
    found = problem(body(members))

    assert found == ("parse_error", path, NULL)


def test_names_match_in_any_case_and_the_later_spelling_wins(empty: Workspace) -> None:
    text = body('"domain":"a","Domain":"b","owner":"x","projects":[],"exports":[],"imports":[]')
    empty.write(MANIFEST_NAME, text)

    report = empty.report("b")

    assert report["domain"]["id"] == "b"


def test_an_object_is_decoded_over_the_earlier_spelling() -> None:
    members = '"imports":[{"from":{"domain":"a","export":"b"},"From":{"export":"c"}}]'

    document = read_strictly(body(members).encode(), MANIFEST)

    assert isinstance(document, dict)
    assert document["imports"][0]["from"] == {"domain": "a", "export": "c"}


def test_elements_cut_off_by_a_shorter_list_show_again_under_a_longer_one() -> None:
    members = '"owns":[{"id":"a"},{"id":"b"}],"Owns":[{"kind":"x"}],"OWNS":[{},{"kind":"y"}]'

    document = read_strictly(body(members).encode(), MANIFEST)

    assert isinstance(document, dict)
    assert document["owns"] == [{"id": "a", "kind": "x"}, {"id": "b", "kind": "y"}]


def test_facts_are_replaced_whole() -> None:
    members = '"exports":[{"facts":[{"name":"a","authority":"b"}],"Facts":[{"name":"c"}]}]'

    document = read_strictly(body(members).encode(), MANIFEST)

    assert isinstance(document, dict)
    assert document["exports"][0]["facts"] == [{"name": "c"}]


def test_the_field_is_the_path_of_the_file(empty: Workspace) -> None:
    empty.write(f"x/{MANIFEST_NAME}", "[]")
    empty.write(MANIFEST_NAME, '{"domain":1,"domain":2}')

    problems = empty.problems()

    assert problems == [
        (
            "architecture.duplicate_field",
            f"{MANIFEST_NAME}#domain",
            'field "domain" appears more than once',
        ),
        ("architecture.parse_error", f"x/{MANIFEST_NAME}", "document must be a JSON object"),
    ]
