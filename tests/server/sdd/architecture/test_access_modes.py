"""What each access mode asks of an import (§ a.3, "By mode")."""

from __future__ import annotations

import pytest

from tests.server.sdd.architecture.catalogue import CONSISTENCY, PROJECTION, QUERY, REFERENCE, transport
from tests.server.sdd.architecture.workspace import DELETE, MANIFEST, Workspace

PATH = f"consumer/{MANIFEST}"
REQUIRED = {
    "bootstrap": "a projection requires an explicit bootstrap transport",
    "updates": "a projection requires an explicit updates transport",
    "consistency": "a projection requires freshness, ordering, and idempotency guarantees",
    "deletion": "a projection requires a deletion strategy",
    "localModel": "a projection requires an explicit local model",
}


@pytest.mark.parametrize("member", REQUIRED)
def test_a_projection_needs_all_its_parts(catalogue: Workspace, member: str) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.{member}", DELETE)

    assert problems == [("invalid_projection", f"{PROJECTION}.{member}", REQUIRED[member])]


def test_a_projection_has_no_single_transport(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{PROJECTION}.transport", transport("items-api"))

    message = "a projection uses bootstrap and updates, not one ambiguous transport"
    assert problems == [("invalid_projection", f"{PROJECTION}.transport", message)]


def test_a_projection_needs_monotone_ordering_and_a_key(catalogue: Workspace) -> None:
    unordered = {**CONSISTENCY, "ordering": "none", "idempotencyKey": ""}

    problems = catalogue.broken(PATH, f"{PROJECTION}.consistency", unordered)

    place = f"{PROJECTION}.consistency"
    assert problems == [
        ("invalid_projection", f"{place}.idempotencyKey", "a projection requires an idempotency key"),
        ("invalid_projection", f"{place}.ordering", "a projection requires monotone ordering"),
    ]


def test_ordering_of_a_projection_is_judged_only_beside_a_local_model(catalogue: Workspace) -> None:
    unordered = {**CONSISTENCY, "ordering": "none", "idempotencyKey": ""}
    catalogue.edit(PATH, f"{PROJECTION}.consistency", unordered)

    problems = catalogue.broken(PATH, f"{PROJECTION}.localModel", DELETE)

    assert problems == [("invalid_projection", f"{PROJECTION}.localModel", REQUIRED["localModel"])]


@pytest.mark.parametrize("mode", ["query", "snapshot", "command"])
def test_direct_access_needs_one_transport_and_no_others(catalogue: Workspace, mode: str) -> None:
    catalogue.edit(PATH, f"{QUERY}.mode", mode)
    catalogue.edit(PATH, f"{QUERY}.transport", DELETE)

    problems = catalogue.broken(PATH, f"{QUERY}.updates", transport("items-events"))

    assert problems == [
        ("invalid_transport", QUERY, f"{mode} access cannot declare projection bootstrap or updates"),
        ("invalid_transport", f"{QUERY}.transport", f"{mode} access requires one explicit transport"),
    ]


@pytest.mark.parametrize("mode", ["query", "snapshot"])
def test_reading_access_needs_consistency(catalogue: Workspace, mode: str) -> None:
    catalogue.edit(PATH, f"{QUERY}.mode", mode)

    problems = catalogue.broken(PATH, f"{QUERY}.consistency", DELETE)

    message = f"{mode} access requires explicit freshness and failure behavior"
    assert problems == [("invalid_consistency", f"{QUERY}.consistency", message)]


def test_a_reference_declares_no_projection_transports(catalogue: Workspace) -> None:
    problems = catalogue.broken(PATH, f"{REFERENCE}.bootstrap", transport("items-dump"))

    message = "reference access cannot declare projection bootstrap or updates"
    assert problems == [("invalid_transport", REFERENCE, message)]
