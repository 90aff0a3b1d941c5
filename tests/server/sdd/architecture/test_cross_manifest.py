"""Rules over all manifests together (§ a.3, table "Cross-manifest")."""

from __future__ import annotations

import pytest

from tests.server.sdd.architecture.catalogue import CONSUMER, PRODUCER, QUERY, REFERENCE
from tests.server.sdd.architecture.workspace import DELETE, MANIFEST, Workspace, edited

CONSUMER_PATH = f"consumer/{MANIFEST}"
PRODUCER_PATH = f"producer/{MANIFEST}"
EMPTY = {"protocolVersion": 1, "owner": "x", "projects": [], "exports": [], "imports": []}


def test_a_domain_is_declared_once(catalogue: Workspace) -> None:
    catalogue.write(f"later/{MANIFEST}", {**EMPTY, "domain": "consumer"})

    problems = catalogue.problems()

    message = f'domain "consumer" is also declared by {CONSUMER_PATH}'
    assert problems == [("architecture.duplicate_domain", f"later/{MANIFEST}#domain", message)]


def test_manifests_without_domain_share_the_empty_one(empty: Workspace) -> None:
    empty.write(f"a/{MANIFEST}", EMPTY)
    empty.write(f"b/{MANIFEST}", EMPTY)

    problems = empty.problems()

    form = "domain must be a lower-case slash-separated semantic ID"
    assert problems == [
        ("architecture.invalid_domain", f"a/{MANIFEST}#domain", form),
        (
            "architecture.duplicate_domain",
            f"b/{MANIFEST}#domain",
            f'domain "" is also declared by a/{MANIFEST}',
        ),
        ("architecture.invalid_domain", f"b/{MANIFEST}#domain", form),
    ]


def test_an_empty_domain_counts_as_declared(catalogue: Workspace) -> None:
    catalogue.write(f"later/{MANIFEST}", EMPTY)
    catalogue.edit(CONSUMER_PATH, f"{REFERENCE}.from.domain", DELETE)

    codes = {code for code, _, _ in catalogue.problems()}

    assert codes == {"architecture.invalid_domain", "architecture.incompatible_import"}


def test_a_project_belongs_to_one_domain(catalogue: Workspace) -> None:
    catalogue.edit(PRODUCER_PATH, "projects[1]", "/consumer")

    problems = catalogue.problems()

    message = 'project "/consumer" is already owned by domain "consumer"'
    assert problems == [("architecture.duplicate_project", f"{PRODUCER_PATH}#projects[1]", message)]


def test_ids_repeated_in_one_file_are_told_locally_and_across(catalogue: Workspace) -> None:
    catalogue.edit(PRODUCER_PATH, "exports[2]", PRODUCER["exports"][1])
    catalogue.edit(CONSUMER_PATH, "imports[4]", CONSUMER["imports"][2])

    problems = catalogue.problems()

    assert problems == [
        (
            "architecture.duplicate_import",
            f"{CONSUMER_PATH}#imports[4].id",
            f'import "consumer.pointer.v1" is also declared by {CONSUMER_PATH}',
        ),
        (
            "architecture.duplicate_import",
            f"{CONSUMER_PATH}#imports[4].id",
            'import "consumer.pointer.v1" is repeated (also imports[2])',
        ),
        (
            "architecture.duplicate_export",
            f"{PRODUCER_PATH}#exports[2].id",
            f'export "producer.labels.v1" is also declared by {PRODUCER_PATH}',
        ),
        (
            "architecture.duplicate_export",
            f"{PRODUCER_PATH}#exports[2].id",
            'export "producer.labels.v1" is repeated (also exports[1])',
        ),
    ]


def test_a_binding_is_authorised_once(catalogue: Workspace) -> None:
    binding = CONSUMER["imports"][0]["bindings"][0]
    catalogue.edit(CONSUMER_PATH, f"{QUERY}.bindings[1]", binding)
    catalogue.edit(CONSUMER_PATH, f"{REFERENCE}.bindings", [binding])

    problems = catalogue.problems()

    already = 'binding is already authorized by import "consumer.lookup.v1"'
    code = "architecture.duplicate_binding"
    assert problems == [
        (code, f"{CONSUMER_PATH}#{QUERY}.bindings[1]", already),
        (code, f"{CONSUMER_PATH}#{QUERY}.bindings[1]", "binding is repeated (also bindings[0])"),
        (code, f"{CONSUMER_PATH}#{REFERENCE}.bindings[0]", already),
    ]


def test_an_export_of_another_domain_is_refused(catalogue: Workspace) -> None:
    catalogue.edit(CONSUMER_PATH, f"{REFERENCE}.from.domain", "consumer")

    problems = catalogue.problems()

    message = 'export "producer.items.v1" belongs to domain "producer", not "consumer"'
    assert problems == [("architecture.incompatible_import", f"{CONSUMER_PATH}#{REFERENCE}.from", message)]


def test_importing_from_the_own_domain_is_allowed(catalogue: Workspace) -> None:
    own = edited(CONSUMER["imports"][2], "id", "producer.pointer.v1")
    catalogue.edit(PRODUCER_PATH, "imports", [own])

    report = catalogue.report("producer")

    assert report["diagnostics"] == []
    assert [edge["id"] for edge in report["inbound"]] == ["producer.pointer.v1"]
    assert "producer.pointer.v1" in [edge["id"] for edge in report["outbound"]]


@pytest.mark.parametrize(
    ("producer_edit", "value", "field", "message"),
    [
        ("modes", ["query", "command", "projection"], f"{REFERENCE}.mode", "does not allow reference access"),
        (
            "compatibility.minimumConsumerVersion",
            2,
            f"{REFERENCE}.version",
            "import version 1 is below export minimum consumer version 2",
        ),
        ("status", "legacy", f"{REFERENCE}.status", "active import depends on legacy export"),
    ],
)
def test_an_import_must_fit_its_export(
    catalogue: Workspace, producer_edit: str, value: object, field: str, message: str
) -> None:
    catalogue.edit(PRODUCER_PATH, f"exports[0].{producer_edit}", value)

    problems = catalogue.problems()

    texts = {place: text for code, place, text in problems if code == "architecture.incompatible_import"}
    assert message in texts[f"{CONSUMER_PATH}#{field}"]


def test_a_planned_import_may_wait_for_a_planned_export(catalogue: Workspace) -> None:
    catalogue.edit(PRODUCER_PATH, "exports[1].status", "planned")
    catalogue.edit(CONSUMER_PATH, f"{REFERENCE}.from.export", "producer.labels.v1")
    catalogue.edit(CONSUMER_PATH, f"{REFERENCE}.status", "planned")

    problems = catalogue.problems()

    assert problems == []


def test_an_unexposed_fact_is_refused(catalogue: Workspace) -> None:
    catalogue.edit(CONSUMER_PATH, f"{REFERENCE}.facts[1]", "weight")

    problems = catalogue.problems()

    message = 'fact "weight" is not exposed by export "producer.items.v1"'
    field = f"{CONSUMER_PATH}#{REFERENCE}.facts[1]"
    assert problems == [("architecture.incompatible_import", field, message)]


def test_bindings_stay_within_the_two_domains(catalogue: Workspace) -> None:
    swapped = {
        "kind": "project-dependency",
        "consumerProject": "/producer",
        "producerProject": "/consumer",
    }
    catalogue.edit(CONSUMER_PATH, f"{QUERY}.bindings", [swapped])

    problems = catalogue.problems()

    place = f"{CONSUMER_PATH}#{QUERY}.bindings[0]"
    assert problems == [
        (
            "architecture.invalid_binding",
            f"{place}.consumerProject",
            'consumer project belongs to domain "producer", not "consumer"',
        ),
        (
            "architecture.invalid_binding",
            f"{place}.producerProject",
            'producer project belongs to domain "consumer", not "producer"',
        ),
    ]


def test_a_mapped_project_must_be_a_member_of_the_workspace(catalogue: Workspace) -> None:
    catalogue.edit(CONSUMER_PATH, "projects[1]", "/ghost")

    problems = catalogue.problems()

    message = 'project "/ghost" is not present in the resolved Putnami workspace'
    assert problems == [("architecture.unknown_project", f"{CONSUMER_PATH}#projects[1]", message)]


def test_positions_are_sorted_as_text(catalogue: Workspace) -> None:
    projects = ["/consumer", *(f"/ghost{number}" for number in range(1, 11))]
    catalogue.edit(CONSUMER_PATH, "projects", projects)

    fields = [field.partition("#")[2] for _, field, _ in catalogue.problems()]

    assert fields[:3] == ["projects[10]", "projects[1]", "projects[2]"]
