"""Framework evidence and coverage (§ c.2, § c.4)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reference_server.sdd.contract import WorkspaceProject
from tests.server.sdd.architecture.workspace import DATA, DELETE, MANIFEST, Workspace, edited

CAPABILITIES = "orders/schema/capabilities.json"
STOCK_CAPABILITIES = "stock/schema/capabilities.json"
DETECTED, NOTHING = "framework-evidence", "not-detected"
DOCUMENT: dict[str, Any] = json.loads((DATA / "workspace" / CAPABILITIES).read_bytes())
UNKNOWN_IMPORT = "orders.other.v1"


def row(
    owner: str, import_id: str = UNKNOWN_IMPORT, mode: str = "query", **members: object
) -> dict[str, Any]:
    """An access row that is sound whatever its owner is."""
    known = DOCUMENT["domainAccess"][0]
    identity = {"ownerProject": owner, "kind": "domainAccess", "subkind": mode, "key": import_id}
    provenance = {**known["provenance"], "project": owner}
    return {
        **known,
        "identity": identity,
        "provenance": provenance,
        "import": import_id,
        "mode": mode,
        **members,
    }


def document(*rows: dict[str, Any]) -> dict[str, Any]:
    return {**DOCUMENT, "domainAccess": list(rows)}


def findings(workspace: Workspace, domain: str = "orders") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = workspace.report(domain)["findings"]
    return found


def test_without_evidence_nothing_is_detected(shop: Workspace) -> None:
    (shop.root / CAPABILITIES).unlink()

    report = shop.report("orders")

    assert report["coverage"] == {
        "projectDependencies": "enforced-for-mapped-projects",
        "database": NOTHING,
        "http": NOTHING,
        "events": NOTHING,
        "domainAccess": NOTHING,
    }
    assert report["findings"] == []


@pytest.mark.parametrize(
    ("kind", "http", "events"),
    [("api", DETECTED, NOTHING), ("event", NOTHING, DETECTED), ("file", NOTHING, NOTHING)],
)
def test_transports_show_in_the_coverage_of_every_domain(
    shop: Workspace, kind: str, http: str, events: str
) -> None:
    shop.edit(CAPABILITIES, "domainAccess[0].transports[0].kind", kind)

    coverage = shop.report("stock")["coverage"]

    assert (coverage["http"], coverage["events"], coverage["domainAccess"]) == (http, events, DETECTED)


def test_an_undeclared_import_is_a_finding_of_every_domain(shop: Workspace) -> None:
    known = DOCUMENT["domainAccess"][0]
    transports = [
        {"role": "updates", "kind": "event", "contract": "c", "availability": "planned"},
        {"role": "bootstrap", "kind": "x", "availability": "active"},
    ]
    shop.write(CAPABILITIES, document(known, row("/orders", transports=transports)))

    found = findings(shop, "stock")

    assert found == [
        {
            "id": "architecture.evidence_without_declaration:orders:orders.other.v1:query",
            "code": "architecture.evidence_without_declaration",
            "severity": "error",
            "disposition": "new",
            "message": (
                "project /orders implements query access for import orders.other.v1, "
                "which domain orders does not declare"
            ),
            "evidence": {
                "kind": "framework-primitive",
                "consumerDomain": "orders",
                "consumerProject": "/orders",
                "import": "orders.other.v1",
                "mode": "query",
                "transports": [
                    {"role": "bootstrap", "kind": "x", "availability": "active"},
                    {"role": "updates", "kind": "event", "availability": "planned"},
                ],
            },
        }
    ]


def test_another_mode_is_another_import(shop: Workspace) -> None:
    shop.write(CAPABILITIES, document(row("/orders", "orders.stock-levels.v1", "command")))

    ids = [finding["id"] for finding in findings(shop)]

    assert ids == [
        "architecture.declared_without_evidence:orders:orders.stock-levels.v1:query",
        "architecture.evidence_without_declaration:orders:orders.stock-levels.v1:command",
    ]


def test_an_active_import_without_evidence_stands_out_beside_others(shop: Workspace) -> None:
    shop.write(CAPABILITIES, document(row("/orders")))

    found = findings(shop)

    assert found[0] == {
        "id": "architecture.declared_without_evidence:orders:orders.stock-levels.v1:query",
        "code": "architecture.declared_without_evidence",
        "severity": "error",
        "disposition": "new",
        "message": (
            "domain orders declares active query import orders.stock-levels.v1 and implements other "
            "imports, but nothing in it implements this one"
        ),
        "evidence": {
            "kind": "framework-primitive",
            "consumerDomain": "orders",
            "import": "orders.stock-levels.v1",
            "mode": "query",
        },
    }


@pytest.mark.parametrize("status", ["legacy", "deprecated"])
def test_only_active_imports_are_missed(shop: Workspace, status: str) -> None:
    shop.edit(f"orders/{MANIFEST}", "imports[0].status", status)
    shop.write(CAPABILITIES, document(row("/orders")))

    codes = [finding["code"] for finding in findings(shop)]

    assert codes == ["architecture.evidence_without_declaration"]


def test_a_row_without_transports_shows_none(shop: Workspace) -> None:
    shop.write(CAPABILITIES, edited(document(row("/orders")), "domainAccess[0].transports", DELETE))

    evidence = findings(shop)[1]["evidence"]

    assert list(evidence) == ["kind", "consumerDomain", "consumerProject", "import", "mode"]


@pytest.mark.parametrize("owner", ["/stock", "stock", "/stock/", "stock/", "@acme/stock"])
def test_a_row_counts_for_the_domain_of_its_owner(shop: Workspace, owner: str) -> None:
    shop.projects[1] = WorkspaceProject("/stock", "@acme/stock", "stock")
    known = DOCUMENT["domainAccess"][0]
    shop.write(CAPABILITIES, document(known, row(owner)))

    [evidence] = [finding["evidence"] for finding in findings(shop)]

    assert (evidence["consumerDomain"], evidence["consumerProject"]) == ("stock", "/stock")


def test_an_id_is_found_before_a_name(shop: Workspace) -> None:
    shop.projects[0] = WorkspaceProject("/orders", "/stock", "orders", dependencies=("/stock",))
    known = DOCUMENT["domainAccess"][0]
    shop.write(CAPABILITIES, document(known, row("/stock")))

    [evidence] = [finding["evidence"] for finding in findings(shop)]

    assert evidence["consumerProject"] == "/stock"


def test_of_equal_names_the_last_project_is_meant(shop: Workspace) -> None:
    shop.projects[:] = [
        WorkspaceProject("/orders", "same", "orders", dependencies=("/stock",)),
        WorkspaceProject("/stock", "same", "stock"),
    ]
    known = DOCUMENT["domainAccess"][0]
    shop.write(CAPABILITIES, document(known, row("same")))

    [evidence] = [finding["evidence"] for finding in findings(shop)]

    assert evidence["consumerProject"] == "/stock"


@pytest.mark.parametrize("owner", ["/ghost", "free"])
def test_rows_of_unknown_and_unmapped_projects_are_ignored(shop: Workspace, owner: str) -> None:
    shop.project("free")
    known = DOCUMENT["domainAccess"][0]
    shop.write(CAPABILITIES, document(known, row(owner)))

    found = findings(shop)

    assert found == []


def test_files_of_unmapped_projects_are_not_read(shop: Workspace) -> None:
    shop.project("free")
    shop.write("free/schema/capabilities.json", "broken")

    problems = shop.problems()

    assert problems == []


def test_the_same_row_in_two_files_counts_twice(shop: Workspace) -> None:
    known = DOCUMENT["domainAccess"][0]
    shop.write(CAPABILITIES, document(known, row("/orders")))
    shop.write(STOCK_CAPABILITIES, document(row("/orders")))

    report = shop.report("orders")

    assert len({finding["id"] for finding in report["findings"]}) == 1
    assert report["ratchet"]["new"] == 2


def test_equal_findings_keep_the_order_of_the_projects(shop: Workspace) -> None:
    kinds = [f"kind-{number:02}" for number in range(20)]
    manifest = f"stock/{MANIFEST}"
    for number, kind in enumerate(kinds):
        path = f"p{number:02}"
        shop.project(path)
        shop.edit(manifest, f"projects[{number + 1}]", f"/{path}")
        transports = [{"role": "transport", "kind": kind, "availability": "active"}]
        shop.write(f"{path}/schema/capabilities.json", document(row("/stock", transports=transports)))

    found = findings(shop)

    shown = [finding["evidence"]["transports"][0]["kind"] for finding in found]
    assert len({finding["id"] for finding in found}) == 1
    assert shown == kinds


def test_version_1_gives_no_rows_but_its_errors_count(shop: Workspace) -> None:
    shop.write(STOCK_CAPABILITIES, {"protocolVersion": 1, "project": "/stock"})
    sound = shop.problems()
    shop.write(STOCK_CAPABILITIES, {"protocolVersion": 1, "project": ""})

    broken = shop.problems()

    message = "manifest is missing the project identifier"
    assert sound == []
    assert broken == [("capabilities.missing_project", f"{STOCK_CAPABILITIES}#project", message)]


def test_a_broken_file_is_named_without_inner_field(shop: Workspace) -> None:
    shop.write(STOCK_CAPABILITIES, "[]")

    problems = shop.problems()

    assert problems == [("capabilities.parse_error", STOCK_CAPABILITIES, "manifest must be a JSON object")]


def test_evidence_is_read_beside_invalid_manifests(shop: Workspace) -> None:
    shop.write(STOCK_CAPABILITIES, "[]")
    shop.edit(f"stock/{MANIFEST}", "owner", "")

    codes = [code for code, _, _ in shop.problems()]

    assert codes == ["architecture.invalid_domain", "capabilities.parse_error"]


def test_a_symlinked_file_is_not_read(shop: Workspace) -> None:
    (shop.root / "stock" / "schema").mkdir()
    (shop.root / STOCK_CAPABILITIES).symlink_to(shop.root / CAPABILITIES)

    problems = shop.problems()

    message = "read capability manifest: file is not regular"
    assert problems == [("architecture.read_failure", STOCK_CAPABILITIES, message)]


def test_a_file_in_place_of_the_directory_is_an_error(shop: Workspace) -> None:
    shop.write("stock/schema", "")

    problems = shop.problems()

    path = shop.root / STOCK_CAPABILITIES
    message = f"read capability manifest: lstat {path}: not a directory"
    assert problems == [("architecture.read_failure", STOCK_CAPABILITIES, message)]


def test_a_project_beside_the_root_is_read_at_its_clean_place(shop: Workspace) -> None:
    outside = Workspace(shop.root / "inner")
    outside.projects = [WorkspaceProject("/orders", "orders", "../orders")]
    outside.write(f"here/{MANIFEST}", {**shop.read(f"stock/{MANIFEST}"), "projects": ["/orders"]})
    (shop.root / CAPABILITIES).unlink()
    (shop.root / "orders" / "schema").rmdir()
    shop.write("orders/schema", "")

    [problem] = outside.problems()

    path = shop.root / CAPABILITIES
    assert problem == (
        "architecture.read_failure",
        f"../{CAPABILITIES}",
        f"read capability manifest: lstat {path}: not a directory",
    )


def test_a_project_at_the_root_has_its_file_there(shop: Workspace) -> None:
    shop.projects.append(WorkspaceProject("/", "root", ""))
    shop.edit(f"stock/{MANIFEST}", "projects[1]", "/x")
    shop.projects.append(WorkspaceProject("/x", "x", "."))
    shop.write("schema/capabilities.json", "[]")

    fields = [field for _, field, _ in shop.problems()]

    assert fields == ["schema/capabilities.json"]
