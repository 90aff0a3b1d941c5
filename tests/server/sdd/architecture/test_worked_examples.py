"""The worked examples of the specification, to the byte."""

from __future__ import annotations

import json
import shutil

import pytest

from reference_server.go_json import marshal_indent
from tests.server.sdd.architecture.workspace import DATA, DELETE, MANIFEST, Workspace, edited, report_text

ORDERS = f"orders/{MANIFEST}"
BASELINE = "architecture.baseline.json"
FINDING = "architecture.undeclared_project_dependency:project-dependency:orders:stock:%2Forders:%2Fstock"


def expected(name: str) -> str:
    return (DATA / f"{name}.json").read_text(encoding="utf-8").removesuffix("\n")


def test_a_declared_domain_is_answered_in_one_block(shop: Workspace) -> None:
    outcome = shop.call('{"domain":"orders"}')

    assert report_text(outcome) == expected("h1_declared_domain")
    assert outcome.error is None


def test_an_unknown_domain_is_reported_beside_its_message(shop: Workspace) -> None:
    outcome = shop.call('{"domain":"Orders"}')

    assert report_text(outcome) == expected("h2_unknown_domain")
    assert outcome.error == 'architecture domain "Orders" was not found'


def test_a_missing_binding_blocks_the_producer_too(shop: Workspace) -> None:
    shop.edit(ORDERS, "imports[0].bindings", DELETE)

    outcome = shop.call('{"domain":"stock"}')

    assert report_text(outcome) == expected("h3_missing_binding")
    assert outcome.error == "architecture context failed with 1 blocking finding(s)"


def test_an_unrelated_domain_fails_with_an_empty_list_of_findings(shop: Workspace) -> None:
    shop.edit(ORDERS, "imports[0].bindings", DELETE)
    unrelated = {"protocolVersion": 1, "domain": "third", "owner": "t", "projects": [], "exports": []}
    shop.write(f"third/{MANIFEST}", {**unrelated, "imports": []})

    outcome = shop.ask("third")

    assert outcome.report is not None
    assert outcome.report["findings"] == []
    assert outcome.error == "architecture context failed with 1 blocking finding(s)"


def test_a_baseline_record_turns_the_finding_into_known_debt(shop: Workspace) -> None:
    shop.edit(ORDERS, "imports[0].bindings", DELETE)
    shutil.copy(DATA / "h4_baseline_file.json", shop.root / BASELINE)
    known = json.loads(expected("h3_missing_binding"))
    known["findings"][0].update(severity="warning", disposition="known-debt")
    known["ratchet"].update(new=0, knownDebt=1)

    outcome = shop.call('{"domain":"stock"}')

    assert report_text(outcome) == marshal_indent(known)
    assert outcome.error is None


@pytest.mark.parametrize("domain", ["orders", "stock"])
def test_a_baseline_record_without_a_finding_is_stale(shop: Workspace, domain: str) -> None:
    shutil.copy(DATA / "h4_baseline_file.json", shop.root / BASELINE)
    stale = FINDING.replace("%", "%25")

    outcome = shop.ask(domain)

    assert outcome.report is not None
    assert outcome.report["findings"] == [
        {
            "id": f"architecture.stale_baseline:{stale}",
            "code": "architecture.stale_baseline",
            "severity": "error",
            "disposition": "stale-baseline",
            "message": f"baseline entry {FINDING} is no longer observed and must be removed",
        }
    ]
    assert outcome.error == "architecture context failed with 1 blocking finding(s)"


def test_a_truncated_manifest_leaves_only_diagnostics(shop: Workspace) -> None:
    shop.write(ORDERS, '{"protocolVersion":1,"domain":')

    outcome = shop.call('{"domain":"orders"}')

    assert report_text(outcome) == expected("h5_truncated_manifest")
    assert outcome.error == "architecture context failed with 1 blocking finding(s)"


def test_a_missing_producer_and_an_unknown_project_are_all_told(shop: Workspace) -> None:
    (shop.root / "stock" / MANIFEST).unlink()
    shop.write(ORDERS, edited(shop.read(ORDERS), "projects", ["/orders", "/ghost"]))

    outcome = shop.call('{"domain":"orders"}')

    assert report_text(outcome) == expected("h6_unknown_projects")
    assert outcome.error == "architecture context failed with 4 blocking finding(s)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("{}", "domain is required (exact authored architecture domain id)"),
        ('{"domain":"orders","nope":1}', 'invalid arguments: json: unknown field "nope"'),
        (
            '{"domain":5}',
            (
                "invalid arguments: json: cannot unmarshal number into Go struct field "
                "architectureContextArgs.domain of type string"
            ),
        ),
    ],
)
def test_argument_failures_carry_one_block(shop: Workspace, arguments: str, message: str) -> None:
    outcome = shop.call(arguments)

    assert outcome.report is None
    assert outcome.error == message
