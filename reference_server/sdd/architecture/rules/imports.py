"""What one import must satisfy by itself (spec § a.3, table "Import", transports and bindings)."""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture
from reference_server.sdd.architecture.documents.model import Import, Transport
from reference_server.sdd.architecture.rules.access_modes import access_mode_diagnostics
from reference_server.sdd.architecture.rules.fact_lists import fact_list_diagnostics
from reference_server.sdd.architecture.rules.local_copies import local_copy_diagnostics
from reference_server.sdd.architecture.rules.repeats import repeats
from reference_server.sdd.architecture.rules.vocabulary import (
    ACCESS_MODES,
    BINDING_KINDS,
    LIFECYCLE_STATUSES,
    TRANSPORT_KINDS,
    is_bounded_text,
    is_contract,
    is_domain,
    is_project,
    is_semantic,
)

JUSTIFICATION_LIMIT = 4096


def import_diagnostics(place: str, item: Import) -> Iterator[Diagnostic]:
    """Every problem of `item`; `place` is its field, such as `imports[0]`."""
    yield from _identity(place, item)
    yield from _classification(place, item)
    if not item.facts:
        yield architecture(
            "invalid_fact", f"{place}.facts", "import must minimize and name at least one fact"
        )
    yield from fact_list_diagnostics(f"{place}.facts", item.facts)
    for name, transport in transports(item):
        if transport is not None:
            yield from _transport(f"{place}.{name}", transport, item.status)
    yield from local_copy_diagnostics(place, item)
    yield from access_mode_diagnostics(place, item)
    yield from _bindings(place, item)


def transports(item: Import) -> tuple[tuple[str, Transport | None], ...]:
    """The three transports of `item` by member name."""
    return ("transport", item.transport), ("bootstrap", item.bootstrap), ("updates", item.updates)


def _identity(place: str, item: Import) -> Iterator[Diagnostic]:
    if not is_contract(item.id, item.version):
        yield architecture(
            "invalid_id",
            f"{place}.id",
            f"import ID must be a lower-case dotted ID ending in .v{item.version}",
        )
    if item.version < 1:
        yield architecture("invalid_id", f"{place}.version", "import version must be positive")
    if not is_domain(item.source.domain):
        yield architecture(
            "invalid_domain",
            f"{place}.from.domain",
            "producer domain must be a lower-case slash-separated semantic ID",
        )
    if not is_contract(item.source.export):
        yield architecture(
            "invalid_id", f"{place}.from.export", "producer export must be a versioned dotted contract ID"
        )
    if not is_semantic(item.local_name):
        yield architecture(
            "invalid_id", f"{place}.as", "local import name must be a lower-case dotted semantic ID"
        )


def _classification(place: str, item: Import) -> Iterator[Diagnostic]:
    if item.mode not in ACCESS_MODES:
        yield architecture("invalid_mode", f"{place}.mode", f"unknown access mode {quote(item.mode)}")
    if item.status not in LIFECYCLE_STATUSES:
        yield architecture(
            "invalid_status", f"{place}.status", f"unknown lifecycle status {quote(item.status)}"
        )
    if not is_bounded_text(item.justification, JUSTIFICATION_LIMIT):
        yield architecture("invalid_id", f"{place}.justification", "import justification is required")


def _transport(place: str, transport: Transport, import_status: str) -> Iterator[Diagnostic]:
    availability = transport.availability
    if transport.kind not in TRANSPORT_KINDS:
        yield architecture(
            "invalid_transport", f"{place}.kind", f"unknown transport kind {quote(transport.kind)}"
        )
    if availability not in LIFECYCLE_STATUSES:
        yield architecture(
            "invalid_status",
            f"{place}.availability",
            f"unknown transport availability {quote(availability)}",
        )
    if transport.kind == "none":
        if transport.contract:
            yield architecture(
                "invalid_transport", f"{place}.contract", "none transport cannot name a contract"
            )
    elif not is_contract(transport.contract):
        yield architecture(
            "invalid_transport", f"{place}.contract", "transport contract must be a versioned dotted ID"
        )
    if import_status == "active" and availability != "active":
        yield architecture(
            "invalid_status",
            f"{place}.availability",
            f"an active import cannot depend on a {availability} transport",
        )


def _bindings(place: str, item: Import) -> Iterator[Diagnostic]:
    for index, binding in enumerate(item.bindings):
        here = f"{place}.bindings[{index}]"
        if item.status == "planned":
            yield architecture(
                "invalid_binding", here, "a planned target cannot claim a current observed project binding"
            )
        if binding.kind not in BINDING_KINDS:
            yield architecture(
                "invalid_binding", f"{here}.kind", f"unsupported binding kind {quote(binding.kind)}"
            )
        sides = (("consumer", binding.consumer_project), ("producer", binding.producer_project))
        for side, project in sides:
            if not is_project(project):
                yield architecture(
                    "invalid_project",
                    f"{here}.{side}Project",
                    f"{side} project must be one canonical Putnami project ID",
                )
    for index, first, _ in repeats(item.bindings):
        yield architecture(
            "duplicate_binding",
            f"{place}.bindings[{index}]",
            f"binding is repeated (also bindings[{first}])",
        )
