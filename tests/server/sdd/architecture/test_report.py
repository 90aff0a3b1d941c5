"""Members, their order and the order of lists in the report (§ f, "Traps")."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reference_server.sdd.contract import WorkspaceProject
from tests.server.sdd.architecture.catalogue import PROJECTION, QUERY
from tests.server.sdd.architecture.workspace import DELETE, MANIFEST, Json, Workspace, report_text

CONSUMER = f"consumer/{MANIFEST}"
PRODUCER = f"producer/{MANIFEST}"
PARITY = Path(__file__).parents[5] / "shared" / "data" / "sdd-parity" / "workspace"


def imports(catalogue: Workspace) -> dict[str, Json]:
    """The imports of the consumer as the report shows them, by id."""
    return {item["id"]: item for item in catalogue.report("consumer")["domain"]["imports"]}


def test_members_stand_in_declaration_order(catalogue: Workspace) -> None:
    report = catalogue.report("consumer")

    assert list(report) == [
        "requested",
        "domain",
        "inbound",
        "outbound",
        "observed",
        "findings",
        "coverage",
        "ratchet",
        "baseline",
        "diagnostics",
    ]
    assert list(report["domain"]) == ["id", "owner", "source", "projects", "owns", "exports", "imports"]


def test_a_projection_shows_all_its_parts_in_order(catalogue: Workspace) -> None:
    projection = imports(catalogue)["consumer.copy.v1"]

    assert list(projection) == [
        "id",
        "version",
        "from",
        "as",
        "mode",
        "status",
        "facts",
        "bootstrap",
        "updates",
        "consistency",
        "deletion",
        "localModel",
        "justification",
    ]
    assert projection["deletion"] == {"strategy": "tombstone", "tombstoneField": "deleted_at"}
    assert projection["localModel"] == {
        "name": "consumer.item-copy",
        "kind": "projection",
        "sourceIdentity": "id",
        "projectedFields": ["amount", "id"],
        "localFields": ["colour", "note"],
        "provenanceField": "source",
        "observedAtField": "observed_at",
        "freshnessField": "fresh_until",
        "writer": "consumer.item-projector",
        "rebuildable": True,
        "rebuild": "bootstrap-and-replay",
    }
    assert list(projection["localModel"])[3:6] == ["projectedFields", "localFields", "provenanceField"]


def test_declared_edges_show_local_model_and_bindings(catalogue: Workspace) -> None:
    edges = {edge["id"]: edge for edge in catalogue.report("consumer")["inbound"]}

    common = ["id", "export", "producerDomain", "consumerDomain", "mode", "status", "facts"]
    assert list(edges["consumer.copy.v1"]) == [*common, "localModel"]
    assert list(edges["consumer.lookup.v1"]) == [*common, "bindings"]
    assert list(edges["consumer.pointer.v1"]) == common


def test_lists_are_sorted_whatever_the_file_says(catalogue: Workspace) -> None:
    catalogue.project("a")
    catalogue.edit(PRODUCER, "projects", ["/producer", "/a"])
    for member in ("owns", "exports"):
        catalogue.edit(PRODUCER, member, catalogue.read(PRODUCER)[member][::-1])

    report = catalogue.report("producer")

    domain = report["domain"]
    assert domain["projects"] == ["/a", "/producer"]
    assert [concept["id"] for concept in domain["owns"]] == ["producer.item", "producer.price"]
    assert [export["id"] for export in domain["exports"]] == ["producer.items.v1", "producer.labels.v1"]
    assert domain["exports"][0]["modes"] == ["command", "projection", "query", "reference", "snapshot"]
    assert [edge["id"] for edge in report["outbound"]] == [
        "consumer.copy.v1",
        "consumer.lookup.v1",
        "consumer.order.v1",
        "consumer.pointer.v1",
    ]
    assert list(imports(catalogue)) == [edge["id"] for edge in report["outbound"]]


def test_bindings_are_sorted_by_consumer_then_producer(catalogue: Workspace) -> None:
    catalogue.projects[0] = WorkspaceProject(
        "/consumer", "consumer", "consumer", dependencies=("/a", "/producer")
    )
    catalogue.project("a")
    catalogue.edit(PRODUCER, "projects", ["/producer", "/a"])
    second = {"kind": "project-dependency", "consumerProject": "/consumer", "producerProject": "/a"}
    catalogue.edit(CONSUMER, f"{QUERY}.bindings[1]", second)

    bindings = imports(catalogue)["consumer.lookup.v1"]["bindings"]

    assert [binding["producerProject"] for binding in bindings] == ["/a", "/producer"]
    assert list(bindings[0]) == ["kind", "consumerProject", "producerProject"]


def test_the_consumer_sees_facts_flowing_in(catalogue: Workspace) -> None:
    consumer, producer = catalogue.report("consumer"), catalogue.report("producer")

    assert (len(consumer["inbound"]), len(consumer["outbound"])) == (4, 0)
    assert (len(producer["inbound"]), len(producer["outbound"])) == (0, 4)


def test_an_empty_idempotency_key_stays(catalogue: Workspace) -> None:
    catalogue.edit(CONSUMER, f"{QUERY}.consistency.ordering", "none")
    catalogue.edit(CONSUMER, f"{QUERY}.consistency.idempotencyKey", DELETE)

    consistency = imports(catalogue)["consumer.lookup.v1"]["consistency"]

    assert list(consistency) == [
        "maxStaleness",
        "onMissing",
        "onStale",
        "ordering",
        "sourceVersion",
        "idempotencyKey",
        "lateEvents",
    ]
    assert consistency["idempotencyKey"] == ""


def test_empty_optional_members_disappear(catalogue: Workspace) -> None:
    catalogue.edit(CONSUMER, "imports[2].bindings", [])
    catalogue.edit(CONSUMER, f"{PROJECTION}.deletion", {"strategy": "retain", "tombstoneField": ""})
    catalogue.edit(CONSUMER, f"{PROJECTION}.localModel.localFields", [])
    catalogue.edit(CONSUMER, "imports[3].transport", {"kind": "none", "availability": "active"})

    shown = imports(catalogue)

    assert "bindings" not in shown["consumer.pointer.v1"]
    assert shown["consumer.copy.v1"]["deletion"] == {"strategy": "retain"}
    assert "localFields" not in shown["consumer.copy.v1"]["localModel"]
    assert shown["consumer.order.v1"]["transport"] == {"kind": "none", "availability": "active"}


def test_unclassified_facts_show_name_and_authority(catalogue: Workspace) -> None:
    catalogue.edit(PRODUCER, "exports[1].facts", [{"name": "id", "authority": "producer"}])

    exports = catalogue.report("producer")["domain"]["exports"]

    assert exports[1]["facts"] == [{"name": "id", "authority": "producer"}]


def test_missing_owned_concepts_show_as_an_empty_list(catalogue: Workspace) -> None:
    report = catalogue.report("consumer")

    assert report["domain"]["owns"] == []


def test_the_report_has_no_newline_at_its_end(catalogue: Workspace) -> None:
    text = report_text(catalogue.ask("consumer"))

    assert text.endswith('"diagnostics": []\n}')


@pytest.mark.skipif(not PARITY.is_dir(), reason="the parity workspace is not here")
def test_the_parity_workspace_is_sound(tmp_path: Path) -> None:
    shutil.copytree(PARITY, tmp_path / "w")
    workspace = Workspace((tmp_path / "w").resolve())
    workspace.project("billing", "@acme/billing", "/shipping")
    workspace.project("shipping", "@acme/shipping")

    outcomes = [workspace.ask(domain) for domain in ("billing", "shipping")]

    assert [outcome.error for outcome in outcomes] == [None, None]
    assert [edge["id"] for edge in workspace.report("shipping")["outbound"]] == ["billing.shipping-label.v1"]
