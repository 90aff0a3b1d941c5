"""What fails before the evaluation, and the order of verdicts (§ g)."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from reference_server.sdd.architecture import architecture_context
from reference_server.sdd.contract import NO_SELECTION, Selection, ToolRequest
from tests.server.sdd.architecture.debt_files import UNDECLARED, accept, record, unbound, waive
from tests.server.sdd.architecture.workspace import MANIFEST, Workspace, report_text

REQUIRED = "domain is required (exact authored architecture domain id)"
WRONG = (
    "invalid arguments: json: cannot unmarshal {} into Go struct field "
    "architectureContextArgs.domain of type string"
)


@pytest.mark.parametrize(
    "arguments",
    [None, "null", "{}", '{"domain":null}', '{"domain":""}', '{"domain":" \\u00a0\\u2003"}'],
)
def test_a_blank_domain_is_asked_for(shop: Workspace, arguments: str | None) -> None:
    outcome = shop.call(arguments)

    assert (outcome.report, outcome.error) == (None, REQUIRED)


@pytest.mark.parametrize(
    ("value", "kind"), [("5", "number"), ("true", "bool"), ("{}", "object"), ("[]", "array")]
)
def test_a_domain_of_another_type_is_refused(shop: Workspace, value: str, kind: str) -> None:
    outcome = shop.call(f'{{"domain":{value}}}')

    assert (outcome.report, outcome.error) == (None, WRONG.format(kind))


@pytest.mark.parametrize("member", ["projects", "impacted", "baseline", "nope"])
def test_selection_arguments_are_unknown_to_the_tool(shop: Workspace, member: str) -> None:
    outcome = shop.call(f'{{"domain":"orders","{member}":null}}')

    message = f'invalid arguments: json: unknown field "{member}"'
    assert (outcome.report, outcome.error) == (None, message)


def test_the_first_problem_in_document_order_is_told(shop: Workspace) -> None:
    unknown_first = shop.call('{"nope":1,"domain":5}')
    type_first = shop.call('{"domain":5,"nope":1}')

    assert unknown_first.error == 'invalid arguments: json: unknown field "nope"'
    assert type_first.error == WRONG.format("number")


@pytest.mark.parametrize("arguments", ['{"Domain":"orders"}', '{"domain":"x","domain":"orders"}'])
def test_names_match_in_any_case_and_the_last_repeat_wins(shop: Workspace, arguments: str) -> None:
    outcome = shop.call(arguments)

    assert outcome.error is None


def test_the_domain_is_neither_trimmed_nor_shortened(shop: Workspace) -> None:
    spaced, tail = shop.ask(" orders"), shop.ask("rders")

    assert spaced.error == 'architecture domain " orders" was not found'
    assert tail.error == 'architecture domain "rders" was not found'


def test_a_request_without_a_selection_is_refused_after_the_arguments(shop: Workspace) -> None:
    def ask(arguments: bytes) -> str | None:
        return architecture_context(ToolRequest("sdd.architecture_context", arguments, shop.root)).error

    assert ask(b'{"domain":"orders"}') == NO_SELECTION
    assert ask(b"{}") == REQUIRED
    assert ask(b'{"nope":1}') == 'invalid arguments: json: unknown field "nope"'


def test_a_selection_never_changes_the_answer(shop: Workspace) -> None:
    narrow = Selection("impacted", True, (), "main", "local-trunk", True)
    request = ToolRequest(
        "sdd.architecture_context", b'{"domain":"orders"}', shop.root, tuple(shop.projects), narrow
    )

    outcome = architecture_context(request)

    assert report_text(outcome) == report_text(shop.ask("orders"))


def test_a_blocking_finding_wins_over_an_unknown_domain(shop: Workspace) -> None:
    outcome = unbound(shop).ask("nowhere")

    assert outcome.report is not None
    assert outcome.report["diagnostics"] == []
    assert "domain" not in outcome.report
    assert outcome.error == "architecture context failed with 1 blocking finding(s)"


def test_a_warning_does_not_hide_an_unknown_domain(shop: Workspace) -> None:
    accept(unbound(shop), record(UNDECLARED))

    outcome = shop.ask("nowhere")

    assert outcome.report is not None
    assert outcome.report["ratchet"] == {**shop.report("orders")["ratchet"], "knownDebt": 1}
    assert outcome.error == 'architecture domain "nowhere" was not found'


def test_a_diagnostic_wins_over_an_unknown_domain(shop: Workspace) -> None:
    shop.edit(f"stock/{MANIFEST}", "owner", "")

    outcome = shop.ask("nowhere")

    assert list(outcome.report or {}) == [
        "requested",
        "inbound",
        "outbound",
        "observed",
        "findings",
        "baseline",
        "diagnostics",
    ]
    assert outcome.error == "architecture context failed with 1 blocking finding(s)"


def test_the_requested_domain_is_quoted_and_escaped(shop: Workspace) -> None:
    outcome = shop.ask('<é"\x07\u00a0>')

    text = report_text(outcome)
    assert outcome.error == r'architecture domain "<é\"\a\u00a0>" was not found'
    assert '"requested": "\\u003cé\\"\\u0007\u00a0\\u003e"' in text
    assert r'"message": "domain \"\u003cé\\\"\\a\\u00a0\u003e\" is not declared' in text


def test_waivers_expire_by_the_present_utc_date_by_default(shop: Workspace) -> None:
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    unbound(shop)
    errors = []
    for expires in (yesterday, tomorrow):
        waive(shop, record(UNDECLARED, expires=expires))
        request = ToolRequest(
            "sdd.architecture_context",
            json.dumps({"domain": "orders"}).encode(),
            shop.root,
            tuple(shop.projects),
            Selection("all", False, ()),
        )

        errors.append(architecture_context(request).error)

    assert errors == ["architecture context failed with 1 blocking finding(s)", None]
