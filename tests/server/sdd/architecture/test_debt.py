"""The root files `architecture.baseline.json` and `architecture.waivers.json` (§ a.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.architecture.workspace import DELETE, Workspace, edited

BASELINE = "architecture.baseline.json"
WAIVERS = "architecture.waivers.json"
LIST = {BASELINE: "findings", WAIVERS: "waivers"}
BOTH = pytest.mark.parametrize("file", [BASELINE, WAIVERS])
RECORD: dict[str, Any] = {
    "finding": "architecture.some_finding:a",
    "owner": "team",
    "reason": "Known.",
    "scope": "/a -> /b",
    "removeWhen": "Done.",
}
CODE = "architecture.invalid_debt_record"


def write(workspace: Workspace, file: str, *records: dict[str, Any]) -> None:
    workspace.write(file, {"$schema": "s", "protocolVersion": 1, LIST[file]: list(records)})


@BOTH
def test_a_sound_record_has_no_problem(shop: Workspace, file: str) -> None:
    write(shop, file, {**RECORD, "tracking": " ", "expires": "2026-12-31"})

    problems = shop.problems()

    assert problems == []


@pytest.mark.parametrize(
    ("file", "why"),
    [(BASELINE, "no adoption debt remains"), (WAIVERS, "no temporary exceptions remain")],
)
def test_a_missing_list_is_asked_for(shop: Workspace, file: str, why: str) -> None:
    shop.write(file, {"protocolVersion": 1})

    problems = shop.problems()

    name = LIST[file]
    message = f"{name} is required; use an empty array when {why}"
    assert problems == [("architecture.parse_error", f"{file}#{name}", message)]


EXACT = "finding must be one exact stable architecture finding ID"
DATE = "expires must be an RFC 3339 full-date (YYYY-MM-DD)"


@BOTH
@pytest.mark.parametrize(
    ("member", "value", "place", "message"),
    [
        ("finding", DELETE, ".finding", EXACT),
        ("finding", "other.finding", ".finding", EXACT),
        ("finding", "architecture.a b", ".finding", EXACT),
        ("finding", "architecture.a\r", ".finding", EXACT),
        ("owner", "", ".owner", "owner is required"),
        ("reason", " x", ".reason", "reason is required"),
        ("scope", "x" * 4097, ".scope", "scope is required"),
        ("removeWhen", "", "", "debt requires removeWhen or expires"),
        ("removeWhen", DELETE, "", "debt requires removeWhen or expires"),
        ("expires", "2026-02-29", ".expires", DATE),
        ("expires", "2026-2-01", ".expires", DATE),
        ("expires", "2026-13-01", ".expires", DATE),
        ("expires", "2026-01-32", ".expires", DATE),
        ("expires", "2026-01-01T00:00:00Z", ".expires", DATE),
        ("expires", " ", ".expires", DATE),
    ],
)
def test_records_are_checked(
    shop: Workspace, file: str, member: str, value: object, place: str, message: str
) -> None:
    write(shop, file, edited(RECORD, member, value))

    problems = shop.problems()

    assert problems == [(CODE, f"{file}#{LIST[file]}[0]{place}", message)]


@BOTH
@pytest.mark.parametrize(
    ("member", "value"), [("removeWhen", " "), ("expires", "0000-02-29"), ("expires", "9999-12-31")]
)
def test_odd_but_allowed_values_pass(shop: Workspace, file: str, member: str, value: str) -> None:
    write(shop, file, {**RECORD, member: value})

    problems = shop.problems()

    assert problems == []


@BOTH
def test_all_rules_of_an_empty_record_are_told(shop: Workspace, file: str) -> None:
    write(shop, file, {})

    problems = shop.problems()

    fields = [field.removeprefix(f"{file}#{LIST[file]}") for _, field, _ in problems]
    assert fields == ["[0]", "[0].finding", "[0].owner", "[0].reason", "[0].scope"]


@BOTH
def test_repeated_findings_cite_the_first(shop: Workspace, file: str) -> None:
    write(shop, file, RECORD, {**RECORD, "finding": "architecture.other"}, RECORD, RECORD)

    problems = shop.problems()

    name = LIST[file]
    message = f"finding is repeated (also {name}[0])"
    assert problems == [
        ("architecture.duplicate_debt_record", f"{file}#{name}[2].finding", message),
        ("architecture.duplicate_debt_record", f"{file}#{name}[3].finding", message),
    ]


TWICE = (
    "finding is already classified as adoption debt in architecture.baseline.json and cannot also be waived"
)


def test_a_finding_is_not_in_both_files(shop: Workspace) -> None:
    write(shop, BASELINE, RECORD)
    write(shop, WAIVERS, {**RECORD, "finding": "architecture.other"}, RECORD)

    problems = shop.problems()

    assert problems == [("architecture.duplicate_debt_record", f"{WAIVERS}#waivers[1].finding", TWICE)]


def test_ids_of_invalid_records_are_compared_too(shop: Workspace) -> None:
    write(shop, BASELINE, {})
    write(shop, WAIVERS, {**RECORD, "finding": ""})

    problems = shop.problems()

    assert ("architecture.duplicate_debt_record", f"{WAIVERS}#waivers[0].finding", TWICE) in problems


def test_a_file_that_does_not_parse_is_not_compared(shop: Workspace) -> None:
    shop.write(BASELINE, '{"protocolVersion":1,"findings":[{"finding":1}]}')
    write(shop, WAIVERS, RECORD)

    problems = shop.problems()

    message = "json: cannot unmarshal number into Go struct field DebtRecord.findings.finding of type string"
    assert problems == [("architecture.parse_error", BASELINE, message)]


@BOTH
def test_another_spelling_can_overwrite_the_protocol_version(shop: Workspace, file: str) -> None:
    shop.write(file, f'{{"protocolVersion":1,"PROTOCOLVERSION":2,"{LIST[file]}":[]}}')

    problems = shop.problems()

    message = "protocol version 2 is not supported"
    assert problems == [("architecture.invalid_protocol_version", f"{file}#protocolVersion", message)]


@pytest.mark.parametrize(("file", "noun"), [(BASELINE, "baseline"), (WAIVERS, "waivers")])
@pytest.mark.parametrize("target", ["missing.json", "orders/putnami.architecture.json"])
def test_a_symlink_is_refused_also_when_it_dangles(
    shop: Workspace, file: str, noun: str, target: str
) -> None:
    (shop.root / file).symlink_to(target)

    problems = shop.problems()

    message = f"read architecture {noun}: file is not regular"
    assert problems == [("architecture.read_failure", file, message)]
