"""Version dispatch and decoding of capability manifests (§ c.3, § i.6)."""

from __future__ import annotations

import json

import pytest

from reference_server.sdd.architecture.capabilities.parsing import parse_capabilities
from tests.server.sdd.architecture.capability_documents import VERSION_1, VERSION_2, broken, problems_of

PREFIX = "json: cannot unmarshal"


@pytest.mark.parametrize("document", [VERSION_1, VERSION_2])
def test_sound_documents_have_no_problem(document: dict[str, object]) -> None:
    problems = problems_of(document)

    assert problems == []


def test_only_version_2_has_rows() -> None:
    first = parse_capabilities(json.dumps(VERSION_1).encode())
    second = parse_capabilities(json.dumps(VERSION_2).encode())

    assert first.domain_access == ()
    assert [row.name for row in second.domain_access] == ["a.b.v1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "EOF"),
        ('{"protocolVersion":2', "EOF"),
        ('{"protocolVersion":2,', "EOF"),
        ('{"a":{"b":1', "unexpected EOF"),
        ('{"a":', "EOF"),
        ('{"a" 1}', "expected colon after object key"),
        ('{"a":{"b" 1}}', "invalid character '1' after object key"),
        ("{1}", "invalid character '1'"),
        ('{"a":{1}}', "invalid character '1' looking for beginning of object key string"),
        ('{"a":1,}', "invalid character '}' looking for beginning of object key string"),
        ('{"a":1 x}', "invalid character 'x' after object key:value pair"),
        ("[]", "manifest must be a JSON object"),
        ("5", "manifest must be a JSON object"),
        ('{"a":' + "[" * 10001, "invalid character '[' exceeded max depth"),
        ('{"protocolVersion":2,"project":"/p"} {}', "multiple JSON values are not allowed"),
        ('{"protocolVersion":2,"project":"/p"} x', "invalid character 'x' looking for beginning of value"),
        ('{"protocolVersion":2,"project":"/p"} [', "unexpected EOF"),
        (
            '{"protocolVersion":2,"project":"/p"} [1e999, 2e999]',
            "json: cannot unmarshal number 1e999 into Go value of type float64",
        ),
    ],
)
def test_a_broken_text_has_the_words_of_the_decoder(text: str, message: str) -> None:
    problems = problems_of(text)

    assert problems == [("parse_error", "", message)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "protocolVersion is required"),
        ('{"ProtocolVersion":2}', "protocolVersion is required"),
        ('{"protocolVersion":2,"protocolVersion":2 x', "protocolVersion must appear exactly once"),
        (
            '{"protocolVersion":3}',
            'protocolVersion token "3" is not supported (want exact integer token 1 or 2)',
        ),
        (
            '{"protocolVersion":"2"}',
            r'protocolVersion token "\"2\"" is not supported (want exact integer token 1 or 2)',
        ),
    ],
)
def test_the_version_is_an_exact_token(text: str, message: str) -> None:
    problems = problems_of(text)

    assert problems == [("invalid_protocol_version", "protocolVersion", message)]


def test_a_repeat_after_a_syntax_error_is_not_met() -> None:
    problems = problems_of('{"protocolVersion":2 x "protocolVersion":2}')

    assert problems == [("parse_error", "", "invalid character 'x' after object key:value pair")]


def test_anything_may_follow_a_version_1_document() -> None:
    problems = problems_of('{"protocolVersion":1,"project":"/p"} [broken')

    assert problems == []


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (1, "protocolVersion 9 is not supported by this parser (want 1)"),
        (2, "protocolVersion 9 is not supported by the v2 parser (want 2)"),
    ],
)
def test_another_spelling_can_overwrite_the_number(version: int, message: str) -> None:
    problems = problems_of(f'{{"protocolVersion":{version},"PROTOCOLVERSION":9,"project":"/p"}}')

    assert problems == [("invalid_protocol_version", "protocolVersion", message)]


def test_repeats_and_nulls_are_accepted() -> None:
    problems = problems_of(
        '{"protocolVersion":2,"project":"/p","project":"/q","schemas":[{}],"schemas":null,'
        '"migrations":null,"$schema":null}'
    )

    assert problems == []


def test_a_null_enforcement_is_absent() -> None:
    problems = broken(VERSION_2, "domainAccess[0].enforced", None)

    assert problems == []


@pytest.mark.parametrize("member", ["identity", "packages", "domainAccess"])
def test_version_1_does_not_know_what_version_2_added(member: str) -> None:
    path = "schemas[0].identity" if member == "identity" else member

    problems = broken(VERSION_1, path, [])

    assert problems == [("unknown_field", member, f'json: unknown field "{member}"')]


def test_version_2_does_not_know_what_version_1_had() -> None:
    problems = broken(VERSION_2, "schemas[0].provenance.evidencePath", "x")

    assert problems == [("unknown_field", "evidencePath", 'json: unknown field "evidencePath"')]


TYPES = [
    (1, "project", "Manifest.project of type string"),
    (1, "configDefinitions", "Manifest.configDefinitions of type []capabilities.ConfigDefinition"),
    (1, "configDefinitions[0].fields[0].name", "ConfigField.configDefinitions.fields.name of type string"),
    (1, "schemas[0].kind", "SchemaContribution.schemas.kind of type capabilities.SchemaKind"),
    (1, "discoverers[0].kind", "Discoverer.discoverers.kind of type capabilities.DiscovererKind"),
    (1, "migrations[0].name", "MigrationBundle.migrations.name of type string"),
    (
        1,
        "infraRequirements[0].kind",
        "InfraRequirement.infraRequirements.kind of type capabilities.InfraKind",
    ),
    (
        1,
        "healthContributors[0].probe",
        "HealthContributor.healthContributors.probe of type capabilities.ProbeKind",
    ),
    (1, "lifecycleHooks[0].phase", "LifecycleHook.lifecycleHooks.phase of type capabilities.LifecyclePhase"),
    (1, "packageVersions[0].version", "PackageVersion.packageVersions.version of type string"),
    (
        1,
        "requiredCapabilities[0].requires[0]",
        "RequiredCapability.requiredCapabilities.requires of type capabilities.CapabilityKind",
    ),
    (1, "schemas[0].provenance", "SchemaContribution.schemas.provenance of type capabilities.Provenance"),
    (
        1,
        "schemas[0].provenance.sourceKind",
        "Provenance.schemas.provenance.sourceKind of type capabilities.SourceKind",
    ),
    (2, "project", "ManifestV2.project of type string"),
    (2, "configDefinitions[0].path", "ConfigDefinitionV2.configDefinitions.path of type string"),
    (2, "configDefinitions[0].fields[0].name", "ConfigField.configDefinitions.fields.name of type string"),
    (2, "schemas[0].name", "SchemaContributionV2.schemas.name of type string"),
    (2, "discoverers[0].name", "DiscovererV2.discoverers.name of type string"),
    (2, "migrations[0].kind", "MigrationBundleV2.migrations.kind of type string"),
    (2, "infraRequirements[0].name", "InfraRequirementV2.infraRequirements.name of type string"),
    (2, "healthContributors[0].name", "HealthContributorV2.healthContributors.name of type string"),
    (2, "lifecycleHooks[0].name", "LifecycleHookV2.lifecycleHooks.name of type string"),
    (2, "packages[0].package", "PackageV2.packages.package of type string"),
    (2, "packageVersions[0].package", "PackageVersionV2.packageVersions.package of type string"),
    (2, "requiredCapabilities[0].name", "RequiredCapabilityV2.requiredCapabilities.name of type string"),
    (2, "domainAccess[0].mode", "DomainAccessV2.domainAccess.mode of type string"),
    (
        2,
        "domainAccess[0].transports",
        "DomainAccessV2.domainAccess.transports of type []capabilities.DomainAccessTransportV2",
    ),
    (
        2,
        "domainAccess[0].transports[0].kind",
        "DomainAccessTransportV2.domainAccess.transports.kind of type string",
    ),
    (
        2,
        "domainAccess[0].enforced",
        "DomainAccessV2.domainAccess.enforced of type capabilities.DomainAccessEnforcementV2",
    ),
    (
        2,
        "domainAccess[0].enforced.rebuild",
        "DomainAccessEnforcementV2.domainAccess.enforced.rebuild of type string",
    ),
    (
        2,
        "domainAccess[0].identity.kind",
        "ContributionIdentity.domainAccess.identity.kind of type capabilities.ContributionKind",
    ),
    (2, "schemas[0].provenance.package", "ProvenanceV2.schemas.provenance.package of type string"),
    (
        2,
        "schemas[0].provenance.declaration.root",
        "DeclarationLocation.schemas.provenance.declaration.root of type capabilities.LocationRoot",
    ),
    (
        2,
        "schemas[0].provenance.artifacts[0].root",
        "ArtifactLocation.schemas.provenance.artifacts.root of type capabilities.LocationRoot",
    ),
]


@pytest.mark.parametrize(("version", "path", "place"), TYPES)
def test_a_wrong_type_names_struct_path_and_type(version: int, path: str, place: str) -> None:
    document = VERSION_1 if version == 1 else VERSION_2

    problems = broken(document, path, 5)

    assert problems == [("parse_error", "", f"{PREFIX} number into Go struct field {place}")]
