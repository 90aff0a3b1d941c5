"""Rules of one import: identity, transports, copies, access modes, bindings (§ a.3)."""

from __future__ import annotations

import pytest

from tests.server.sdd.architecture.catalogue import (
    COMMAND,
    LOCAL_MODEL,
    PROJECTION,
    QUERY,
    REFERENCE,
)
from tests.server.sdd.architecture.workspace import DELETE, MANIFEST, Workspace

PATH = f"consumer/{MANIFEST}"
FACT_NAME = "fact name must be lower-case snake_case, optionally dot-separated"


IDENTITY: list[tuple[str, object, str, str]] = [
    ("id", "copy.v1", "invalid_id", "import ID must be a lower-case dotted ID ending in .v1"),
    ("as", "lookup", "invalid_id", "local import name must be a lower-case dotted semantic ID"),
    ("justification", "", "invalid_id", "import justification is required"),
    ("justification", "x" * 4097, "invalid_id", "import justification is required"),
    ("status", "x", "invalid_status", 'unknown lifecycle status "x"'),
    (
        "consistency.maxStaleness",
        "5",
        "invalid_consistency",
        "max staleness must be one positive Go duration such as 5m",
    ),
    (
        "consistency.maxStaleness",
        "0",
        "invalid_consistency",
        "max staleness must be one positive Go duration such as 5m",
    ),
    (
        "consistency.onMissing",
        "use-stale",
        "invalid_consistency",
        'unknown or impossible missing-data behavior "use-stale"',
    ),
    (
        "consistency.onStale",
        "unavailable",
        "invalid_consistency",
        'unknown stale-data behavior "unavailable"',
    ),
    ("consistency.ordering", "x", "invalid_consistency", 'unknown ordering strategy "x"'),
    ("consistency.sourceVersion", "X", "invalid_consistency", "source version must name one source field"),
    (
        "consistency.idempotencyKey",
        "",
        "invalid_consistency",
        "ordered updates require an idempotency key field",
    ),
    ("consistency.lateEvents", "x", "invalid_consistency", 'unknown late-event strategy "x"'),
    ("transport.kind", "mail", "invalid_transport", 'unknown transport kind "mail"'),
    ("transport.contract", "x.v1", "invalid_transport", "transport contract must be a versioned dotted ID"),
    ("transport.contract", DELETE, "invalid_transport", "transport contract must be a versioned dotted ID"),
]


@pytest.mark.parametrize(("member", "value", "code", "message"), IDENTITY)
def test_members_of_an_import_are_checked(
    catalogue: Workspace, member: str, value: object, code: str, message: str
) -> None:
    problems = catalogue.broken(PATH, f"{QUERY}.{member}", value)

    assert problems == [(code, f"{QUERY}.{member}", message)]


def test_a_version_below_one_shows_in_the_id_message(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{QUERY}.version", 0)

    assert problems == [
        ("invalid_id", f"{QUERY}.id", "import ID must be a lower-case dotted ID ending in .v0"),
        (
            "incompatible_import",
            f"{QUERY}.version",
            "import version 0 is below export minimum consumer version 1",
        ),
        ("invalid_id", f"{QUERY}.version", "import version must be positive"),
    ]


def test_an_unknown_mode_brings_no_mode_rule(catalogue: Workspace) -> None:
    catalogue.edit(PATH, f"{QUERY}.transport", DELETE)

    problems = catalogue.broken(PATH, f"{QUERY}.mode", "peek")

    assert problems == [
        ("incompatible_import", f"{QUERY}.mode", 'export "producer.items.v1" does not allow peek access'),
        ("invalid_mode", f"{QUERY}.mode", 'unknown access mode "peek"'),
    ]


def test_a_malformed_producer_is_also_an_unknown_one(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{REFERENCE}.from", {"domain": "X", "export": "y"})

    place = f"{REFERENCE}.from"
    assert problems == [
        (
            "invalid_domain",
            f"{place}.domain",
            "producer domain must be a lower-case slash-separated semantic ID",
        ),
        ("unknown_domain", f"{place}.domain", 'producer domain "X" is not declared'),
        ("invalid_id", f"{place}.export", "producer export must be a versioned dotted contract ID"),
        ("unknown_export", f"{place}.export", 'export "y" is not declared'),
    ]


@pytest.mark.parametrize("facts", [DELETE, []])
def test_an_import_without_facts_is_refused(catalogue: Workspace, facts: object) -> None:
    problems = catalogue.broken(PATH, f"{REFERENCE}.facts", facts)

    message = "import must minimize and name at least one fact"
    assert problems == [("invalid_fact", f"{REFERENCE}.facts", message)]


def test_repeated_facts_cite_the_whole_list_path(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{REFERENCE}.facts", ["id", "id", "id"])

    message = f'fact "id" is repeated (also {REFERENCE}.facts[0])'
    assert problems == [
        ("invalid_fact", f"{REFERENCE}.facts[1]", message),
        ("invalid_fact", f"{REFERENCE}.facts[2]", message),
    ]


def test_a_fact_out_of_form_is_also_not_exposed(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{REFERENCE}.facts", ["Id"])

    assert problems == [
        (
            "incompatible_import",
            f"{REFERENCE}.facts[0]",
            'fact "Id" is not exposed by export "producer.items.v1"',
        ),
        ("invalid_fact", f"{REFERENCE}.facts[0]", FACT_NAME),
    ]


@pytest.mark.parametrize("name", ["transport", "bootstrap", "updates"])
def test_an_active_import_needs_active_transports(catalogue: Workspace, name: str) -> None:
    place = COMMAND if name == "transport" else PROJECTION

    problems = catalogue.broken(PATH, f"{place}.{name}.availability", "planned")

    message = "an active import cannot depend on a planned transport"
    assert problems == [("invalid_status", f"{place}.{name}.availability", message)]


def test_an_unknown_availability_is_told_twice_for_an_active_import(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{COMMAND}.transport.availability", "<soon>")

    field = f"{COMMAND}.transport.availability"
    assert problems == [
        ("invalid_status", field, "an active import cannot depend on a <soon> transport"),
        ("invalid_status", field, 'unknown transport availability "<soon>"'),
    ]


def test_a_transport_of_kind_none_names_no_contract(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{COMMAND}.transport.kind", "none")

    message = "none transport cannot name a contract"
    assert problems == [("invalid_transport", f"{COMMAND}.transport.contract", message)]


def test_a_transport_of_kind_none_without_contract_is_fine(catalogue: Workspace) -> None:
    bare = {"kind": "none", "contract": "", "availability": "active"}

    problems = catalogue.broken(PATH, f"{COMMAND}.transport", bare)

    assert problems == []


def test_an_unknown_ordering_still_wants_an_idempotency_key(catalogue: Workspace) -> None:
    catalogue.edit(PATH, f"{QUERY}.consistency.idempotencyKey", DELETE)

    problems = catalogue.broken(PATH, f"{QUERY}.consistency.ordering", "x")

    place = f"{QUERY}.consistency"
    assert problems == [
        (
            "invalid_consistency",
            f"{place}.idempotencyKey",
            "ordered updates require an idempotency key field",
        ),
        ("invalid_consistency", f"{place}.ordering", 'unknown ordering strategy "x"'),
    ]


def test_unordered_updates_need_no_idempotency_key(catalogue: Workspace) -> None:
    catalogue.edit(PATH, f"{QUERY}.consistency.idempotencyKey", "")

    problems = catalogue.broken(PATH, f"{QUERY}.consistency.ordering", "none")

    assert problems == []


@pytest.mark.parametrize(
    ("deletion", "member", "message"),
    [
        ({"strategy": "x", "tombstoneField": "y"}, "strategy", 'unknown deletion strategy "x"'),
        ({}, "strategy", 'unknown deletion strategy ""'),
        ({"strategy": "tombstone"}, "tombstoneField", "tombstone deletion requires one tombstone field"),
        (
            {"strategy": "retain", "tombstoneField": "y"},
            "tombstoneField",
            "only tombstone deletion names a tombstone field",
        ),
    ],
)
def test_deletion_stops_at_its_first_problem(
    catalogue: Workspace, deletion: dict[str, str], member: str, message: str
) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.deletion", deletion)

    assert problems == [("invalid_deletion", f"{PROJECTION}.deletion.{member}", message)]


MODEL_PROBLEMS: list[tuple[str, object, str]] = [
    ("name", "copy", "local model name must be a dotted semantic ID"),
    ("provenanceField", "", "provenanceField must name one local metadata field"),
    ("observedAtField", "X", "observedAtField must name one local metadata field"),
    ("freshnessField", DELETE, "freshnessField must name one local metadata field"),
    ("writer", "x", "writer must identify the sole projector or ingester"),
    ("rebuild", "x", 'unknown rebuild strategy "x"'),
    ("rebuildable", DELETE, "a projection must be rebuildable"),
]


@pytest.mark.parametrize(("member", "value", "message"), MODEL_PROBLEMS)
def test_a_local_model_is_checked(catalogue: Workspace, member: str, value: object, message: str) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel.{member}", value)

    assert problems == [("invalid_projection", f"{PROJECTION}.localModel.{member}", message)]


def test_a_reference_may_keep_a_model_that_a_projection_may_not(catalogue: Workspace) -> None:
    model = {**LOCAL_MODEL, "kind": "snapshot", "rebuildable": False, "rebuild": "not-applicable"}

    problems = catalogue.broken(PATH, f"{REFERENCE}.localModel", model)

    assert problems == []


def test_the_kind_of_a_projected_model_is_projection(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel.kind", "x")

    field = f"{PROJECTION}.localModel.kind"
    assert problems == [
        ("invalid_projection", field, "projection access requires a projection local model"),
        ("invalid_projection", field, 'unknown local model kind "x"'),
    ]


def test_a_rebuildable_model_needs_a_strategy(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel.rebuild", "not-applicable")

    place = f"{PROJECTION}.localModel"
    assert problems == [
        ("invalid_projection", f"{place}.rebuild", "a rebuildable model needs a concrete rebuild strategy"),
        ("invalid_projection", f"{place}.rebuildable", "a projection must be rebuildable"),
    ]


def test_a_source_identity_must_be_a_projected_field(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel.sourceIdentity", "Other")

    field = f"{PROJECTION}.localModel.sourceIdentity"
    assert problems == [
        ("invalid_projection", field, "source identity must be one of the projected fields"),
        ("invalid_projection", field, "source identity must name one projected field"),
    ]


MISMATCH = "projected fields must exactly match the minimized imported facts"


def test_missing_projected_fields_are_told_by_every_rule(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel.projectedFields", [])

    place = f"{PROJECTION}.localModel"
    assert problems == [
        ("invalid_projection", f"{place}.projectedFields", "local model must name its copied fields"),
        ("invalid_projection", f"{place}.projectedFields", MISMATCH),
        (
            "invalid_projection",
            f"{place}.sourceIdentity",
            "source identity must be one of the projected fields",
        ),
    ]


def test_projected_fields_are_compared_without_order(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel.projectedFields", ["amount", "id"])

    assert problems == []


def test_local_fields_are_disjoint_from_projected_ones(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel.localFields", ["id", "id", "N"])

    place = f"{PROJECTION}.localModel.localFields"
    both = 'field "id" cannot be both projected and locally authoritative'
    assert problems == [
        ("invalid_projection", f"{place}[0]", both),
        ("invalid_fact", f"{place}[1]", f'fact "id" is repeated (also {place}[0])'),
        ("invalid_projection", f"{place}[1]", both),
        ("invalid_fact", f"{place}[2]", FACT_NAME),
    ]


def test_a_planned_import_carries_no_binding(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{QUERY}.status", "planned")

    message = "a planned target cannot claim a current observed project binding"
    assert problems == [("invalid_binding", f"{QUERY}.bindings[0]", message)]


def test_bindings_are_checked(catalogue: Workspace) -> None:
    binding = {"kind": "call", "consumerProject": "consumer", "producerProject": "/producer/"}

    problems = catalogue.broken(PATH, f"{QUERY}.bindings[0]", binding)

    place = f"{QUERY}.bindings[0]"
    side = "project must be one canonical Putnami project ID"
    assert problems == [
        ("invalid_project", f"{place}.consumerProject", f"consumer {side}"),
        (
            "unknown_project",
            f"{place}.consumerProject",
            'consumer project "consumer" is not mapped to a domain',
        ),
        ("invalid_binding", f"{place}.kind", 'unsupported binding kind "call"'),
        ("invalid_project", f"{place}.producerProject", f"producer {side}"),
        (
            "unknown_project",
            f"{place}.producerProject",
            'producer project "/producer/" is not mapped to a domain',
        ),
    ]
