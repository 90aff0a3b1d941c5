"""Consistency, deletion and local model of an import, wherever they are present (spec § a.3)."""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture
from reference_server.sdd.architecture.documents.model import Consistency, Deletion, Import, LocalModel
from reference_server.sdd.architecture.rules.durations import is_positive_duration
from reference_server.sdd.architecture.rules.fact_lists import fact_list_diagnostics
from reference_server.sdd.architecture.rules.vocabulary import (
    DELETION_STRATEGIES,
    LATE_EVENTS,
    LOCAL_MODEL_KINDS,
    MISSING_BEHAVIORS,
    ORDERINGS,
    REBUILDS,
    STALE_BEHAVIORS,
    is_fact,
    is_semantic,
)


def local_copy_diagnostics(place: str, item: Import) -> Iterator[Diagnostic]:
    """Problems inside the three optional objects; `place` is the import's field."""
    if item.consistency is not None:
        yield from _consistency(f"{place}.consistency", item.consistency)
    if item.deletion is not None:
        yield from _deletion(f"{place}.deletion", item.deletion)
    if item.local_model is not None:
        yield from _local_model(f"{place}.localModel", item.local_model)


def _consistency(place: str, consistency: Consistency) -> Iterator[Diagnostic]:
    key_is_needed = consistency.ordering != "none"
    verdicts = (
        (
            is_positive_duration(consistency.max_staleness),
            "maxStaleness",
            "max staleness must be one positive Go duration such as 5m",
        ),
        (
            consistency.on_missing in MISSING_BEHAVIORS,
            "onMissing",
            f"unknown or impossible missing-data behavior {quote(consistency.on_missing)}",
        ),
        (
            consistency.on_stale in STALE_BEHAVIORS,
            "onStale",
            f"unknown stale-data behavior {quote(consistency.on_stale)}",
        ),
        (
            consistency.ordering in ORDERINGS,
            "ordering",
            f"unknown ordering strategy {quote(consistency.ordering)}",
        ),
        (is_fact(consistency.source_version), "sourceVersion", "source version must name one source field"),
        (
            not key_is_needed or is_fact(consistency.idempotency_key),
            "idempotencyKey",
            "ordered updates require an idempotency key field",
        ),
        (
            consistency.late_events in LATE_EVENTS,
            "lateEvents",
            f"unknown late-event strategy {quote(consistency.late_events)}",
        ),
    )
    for holds, member, message in verdicts:
        if not holds:
            yield architecture("invalid_consistency", f"{place}.{member}", message)


def _deletion(place: str, deletion: Deletion) -> Iterator[Diagnostic]:
    """At most one problem: the first that applies."""
    if deletion.strategy not in DELETION_STRATEGIES:
        yield architecture(
            "invalid_deletion",
            f"{place}.strategy",
            f"unknown deletion strategy {quote(deletion.strategy)}",
        )
    elif deletion.strategy == "tombstone":
        if not is_fact(deletion.tombstone_field):
            yield architecture(
                "invalid_deletion",
                f"{place}.tombstoneField",
                "tombstone deletion requires one tombstone field",
            )
    elif deletion.tombstone_field:
        yield architecture(
            "invalid_deletion",
            f"{place}.tombstoneField",
            "only tombstone deletion names a tombstone field",
        )


def _local_model(place: str, model: LocalModel) -> Iterator[Diagnostic]:
    verdicts = (
        (is_semantic(model.name), "name", "local model name must be a dotted semantic ID"),
        (model.kind in LOCAL_MODEL_KINDS, "kind", f"unknown local model kind {quote(model.kind)}"),
        (is_fact(model.source_identity), "sourceIdentity", "source identity must name one projected field"),
        (bool(model.projected_fields), "projectedFields", "local model must name its copied fields"),
        *_metadata_verdicts(model),
        (is_semantic(model.writer), "writer", "writer must identify the sole projector or ingester"),
        (model.rebuild in REBUILDS, "rebuild", f"unknown rebuild strategy {quote(model.rebuild)}"),
        (
            not (model.rebuildable and model.rebuild == "not-applicable"),
            "rebuild",
            "a rebuildable model needs a concrete rebuild strategy",
        ),
    )
    for holds, member, message in verdicts:
        if not holds:
            yield architecture("invalid_projection", f"{place}.{member}", message)
    yield from fact_list_diagnostics(f"{place}.projectedFields", model.projected_fields)
    yield from fact_list_diagnostics(f"{place}.localFields", model.local_fields)
    projected = set(model.projected_fields)
    for index, field in enumerate(model.local_fields):
        if field in projected:
            yield architecture(
                "invalid_projection",
                f"{place}.localFields[{index}]",
                f"field {quote(field)} cannot be both projected and locally authoritative",
            )


def _metadata_verdicts(model: LocalModel) -> Iterator[tuple[bool, str, str]]:
    fields = (
        ("provenanceField", model.provenance_field),
        ("observedAtField", model.observed_at_field),
        ("freshnessField", model.freshness_field),
    )
    for member, value in fields:
        yield is_fact(value), member, f"{member} must name one local metadata field"
