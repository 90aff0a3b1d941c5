"""What each access mode asks of an import (spec § a.3, "By mode"); an unknown mode asks nothing."""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture
from reference_server.sdd.architecture.documents.model import Consistency, Import, LocalModel


def access_mode_diagnostics(place: str, item: Import) -> Iterator[Diagnostic]:
    """Problems of the combination of mode and optional objects; `place` is the import's field."""
    if item.mode == "projection":
        yield from _projection(place, item)
    elif item.mode in ("query", "command", "snapshot"):
        yield from _direct(place, item)
    elif item.mode == "reference":
        yield from _no_projection_transports(place, item)


def _direct(place: str, item: Import) -> Iterator[Diagnostic]:
    if item.transport is None:
        yield architecture(
            "invalid_transport",
            f"{place}.transport",
            f"{item.mode} access requires one explicit transport",
        )
    yield from _no_projection_transports(place, item)
    if item.mode != "command" and item.consistency is None:
        yield architecture(
            "invalid_consistency",
            f"{place}.consistency",
            f"{item.mode} access requires explicit freshness and failure behavior",
        )


def _no_projection_transports(place: str, item: Import) -> Iterator[Diagnostic]:
    if item.bootstrap is not None or item.updates is not None:
        yield architecture(
            "invalid_transport", place, f"{item.mode} access cannot declare projection bootstrap or updates"
        )


def _projection(place: str, item: Import) -> Iterator[Diagnostic]:
    if item.transport is not None:
        yield architecture(
            "invalid_projection",
            f"{place}.transport",
            "a projection uses bootstrap and updates, not one ambiguous transport",
        )
    needed = (
        ("bootstrap", item.bootstrap, "an explicit bootstrap transport"),
        ("updates", item.updates, "an explicit updates transport"),
        ("consistency", item.consistency, "freshness, ordering, and idempotency guarantees"),
        ("deletion", item.deletion, "a deletion strategy"),
        ("localModel", item.local_model, "an explicit local model"),
    )
    for member, value, what in needed:
        if value is None:
            yield architecture("invalid_projection", f"{place}.{member}", f"a projection requires {what}")
    if item.local_model is not None:
        yield from _projected_model(f"{place}.localModel", item.local_model, item.facts)
        # The two ordering rules stand among those of a local model that is present.
        if item.consistency is not None:
            yield from _projected_consistency(f"{place}.consistency", item.consistency)


def _projected_model(place: str, model: LocalModel, facts: tuple[str, ...]) -> Iterator[Diagnostic]:
    projected = model.projected_fields
    imported = set(facts)
    verdicts = (
        (model.kind == "projection", "kind", "projection access requires a projection local model"),
        (
            model.rebuildable and model.rebuild != "not-applicable",
            "rebuildable",
            "a projection must be rebuildable",
        ),
        (
            len(projected) == len(facts) and all(field in imported for field in projected),
            "projectedFields",
            "projected fields must exactly match the minimized imported facts",
        ),
        (
            model.source_identity in projected,
            "sourceIdentity",
            "source identity must be one of the projected fields",
        ),
    )
    for holds, member, message in verdicts:
        if not holds:
            yield architecture("invalid_projection", f"{place}.{member}", message)


def _projected_consistency(place: str, consistency: Consistency) -> Iterator[Diagnostic]:
    if consistency.ordering == "none":
        yield architecture(
            "invalid_projection", f"{place}.ordering", "a projection requires monotone ordering"
        )
    if not consistency.idempotency_key:
        yield architecture(
            "invalid_projection", f"{place}.idempotencyKey", "a projection requires an idempotency key"
        )
