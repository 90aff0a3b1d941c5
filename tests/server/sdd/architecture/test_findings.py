"""Observed edges, findings, debt and ratchet (§ c.1, § d, § e)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.sdd.architecture.violations import finding_id
from reference_server.sdd.contract import WorkspaceProject
from tests.server.sdd.architecture.debt_files import UNDECLARED, accept, record, unbound, waive
from tests.server.sdd.architecture.workspace import MANIFEST, TODAY, Workspace

ORDERS = f"orders/{MANIFEST}"
UNOBSERVED = UNDECLARED.replace("undeclared_project_dependency", "declared_binding_unobserved")


def verdicts(workspace: Workspace, today: str = TODAY) -> list[tuple[str, str, str]]:
    """Code, severity and disposition of every finding shown for the orders domain."""
    findings: list[dict[str, Any]] = workspace.report("orders", today)["findings"]
    return [(each["code"], each["severity"], each["disposition"]) for each in findings]


def test_a_binding_that_is_not_observed_is_a_finding(shop: Workspace) -> None:
    shop.projects[0] = WorkspaceProject("/orders", "orders", "orders")

    report = shop.report("stock")

    assert report["observed"] == []
    assert report["findings"] == [
        {
            "id": UNOBSERVED,
            "code": "architecture.declared_binding_unobserved",
            "severity": "error",
            "disposition": "new",
            "message": (
                "DARC orders.stock-levels.v1 declares project dependency /orders -> /stock, "
                "but the workspace graph no longer observes it"
            ),
            "edge": {
                "kind": "project-dependency",
                "producerDomain": "stock",
                "consumerDomain": "orders",
                "producerProject": "/stock",
                "consumerProject": "/orders",
            },
        }
    ]


@pytest.mark.parametrize("status", ["legacy", "deprecated"])
def test_bindings_of_old_imports_authorise_equally(shop: Workspace, status: str) -> None:
    shop.edit(ORDERS, "imports[0].status", status)

    found = verdicts(shop)

    assert found == []


def test_edges_need_two_mapped_projects_of_different_domains(shop: Workspace) -> None:
    shop.projects[0] = WorkspaceProject(
        "/orders", "orders", "orders", dependencies=("/free", "/ghost", "/orders", "/stock", "/stock")
    )
    shop.projects.append(WorkspaceProject("/free", "free", "free", dependencies=("/orders", "/stock")))

    report = shop.report("orders")

    assert len(report["observed"]) == 1
    assert report["findings"] == []


def test_observed_edges_are_sorted_consumer_first(shop: Workspace) -> None:
    empty = {"protocolVersion": 1, "owner": "x", "exports": [], "imports": []}
    shop.write(f"a/{MANIFEST}", {**empty, "domain": "a", "projects": ["/a"]})
    shop.projects.append(WorkspaceProject("/a", "a", "a", dependencies=("/orders", "/stock")))

    observed = shop.report("stock")["observed"]

    pairs = [(edge["consumerDomain"], edge["producerDomain"]) for edge in observed]
    assert pairs == [("a", "stock"), ("orders", "stock")]
    assert list(observed[0]) == [
        "kind",
        "producerDomain",
        "consumerDomain",
        "producerProject",
        "consumerProject",
    ]


def test_findings_of_other_edges_are_counted_but_not_shown(shop: Workspace) -> None:
    empty = {"protocolVersion": 1, "owner": "x", "projects": [], "exports": [], "imports": []}
    unbound(shop).write(f"a/{MANIFEST}", {**empty, "domain": "a"})

    report = shop.report("a")

    assert report["findings"] == []
    assert report["ratchet"]["new"] == 1


def test_the_expiry_of_a_baseline_record_is_not_evaluated(shop: Workspace) -> None:
    accept(unbound(shop), record(UNDECLARED, expires="2000-01-01"))

    found = verdicts(shop)

    assert found == [("architecture.undeclared_project_dependency", "warning", "known-debt")]


@pytest.mark.parametrize("expires", ["", TODAY, "2026-03-02"])
def test_a_waiver_holds_through_its_last_day(shop: Workspace, expires: str) -> None:
    waive(unbound(shop), record(UNDECLARED, expires=expires))

    report = shop.report("orders")

    assert verdicts(shop) == [("architecture.undeclared_project_dependency", "warning", "waived")]
    assert report["ratchet"]["waived"] == 1


def test_an_expired_waiver_keeps_the_id_and_the_edge(shop: Workspace) -> None:
    waive(unbound(shop), record(UNDECLARED, expires="2026-02-28"))

    report = shop.report("orders")

    [finding] = report["findings"]
    assert finding["id"] == UNDECLARED
    assert finding["code"] == "architecture.expired_waiver"
    assert (finding["severity"], finding["disposition"]) == ("error", "expired-waiver")
    assert finding["message"] == f"temporary waiver for {UNDECLARED} expired on 2026-02-28"
    assert finding["edge"]["consumerDomain"] == "orders"
    assert report["ratchet"]["expiredWaiver"] == 1


def test_a_waiver_without_a_finding_is_stale(shop: Workspace) -> None:
    waive(shop, record("architecture.x:a b".replace(" ", "%20")))

    report = shop.report("stock")

    assert report["findings"] == [
        {
            "id": "architecture.stale_waiver:architecture.x:a%2520b",
            "code": "architecture.stale_waiver",
            "severity": "error",
            "disposition": "stale-waiver",
            "message": "waiver entry architecture.x:a%20b has no current violation and must be removed",
        }
    ]
    assert report["ratchet"]["staleWaiver"] == 1


def test_stale_debt_shows_even_for_an_unknown_domain(shop: Workspace) -> None:
    accept(shop, record("architecture.gone"))

    outcome = shop.ask("nowhere")

    assert outcome.report is not None
    assert [finding["code"] for finding in shop.report("nowhere")["findings"]] == [
        "architecture.stale_baseline"
    ]
    assert outcome.report["diagnostics"] == []
    assert outcome.error == "architecture context failed with 1 blocking finding(s)"


def test_findings_are_sorted_by_id(shop: Workspace) -> None:
    accept(shop, record("architecture.b"))
    waive(shop, record("architecture.c"), record("architecture.a"))

    ids = [finding["id"] for finding in shop.report("orders")["findings"]]

    assert ids == [
        "architecture.stale_baseline:architecture.b",
        "architecture.stale_waiver:architecture.a",
        "architecture.stale_waiver:architecture.c",
    ]


def test_the_baseline_member_never_changes(shop: Workspace) -> None:
    accept(shop)

    report = shop.report("orders")

    assert report["baseline"] == {"compared": False, "priorFile": False}
    assert report["ratchet"]["baselineGrowth"] == 0


@pytest.mark.parametrize(
    ("part", "encoded"),
    [
        ("A-Za_z.~$&+=:@09", "A-Za_z.~$&+=:@09"),
        ("a/b%c d,e;f!g'h(i)*j?#[]", "a%2Fb%25c%20d%2Ce%3Bf%21g%27h%28i%29%2Aj%3F%23%5B%5D"),
        ("é", "%C3%A9"),
        ("\udcff", "%FF"),
    ],
)
def test_parts_of_ids_are_percent_encoded(part: str, encoded: str) -> None:
    found = finding_id("x", part, "y")

    assert found == f"architecture.x:{encoded}:y"
