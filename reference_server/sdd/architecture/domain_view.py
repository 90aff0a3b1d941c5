"""A domain's declaration as the report shows it: members in wire order, lists sorted (spec § b, § f)."""

from __future__ import annotations

from collections.abc import Iterable

from reference_server.sdd.architecture.documents.model import (
    Binding,
    Consistency,
    Deletion,
    Export,
    Fact,
    Import,
    LocalModel,
    Manifest,
    Transport,
)

Json = dict[str, object]
"""A JSON object in the order in which it is printed."""


def domain_view(manifest: Manifest) -> Json:
    """The complete declaration in `manifest`, without the members that are only read."""
    return {
        "id": manifest.domain,
        "owner": manifest.owner,
        "source": manifest.path,
        "projects": sorted(manifest.projects or ()),
        "owns": [
            {"id": concept.id, "kind": concept.kind, "description": concept.description}
            for concept in sorted(manifest.owns, key=lambda concept: concept.id)
        ],
        "exports": [_export(export) for export in sorted(manifest.exports or (), key=lambda each: each.id)],
        "imports": [_import(item) for item in sorted(manifest.imports or (), key=lambda each: each.id)],
    }


def local_model_view(model: LocalModel) -> Json:
    """A local model; `localFields` only if there are some."""
    view: Json = {
        "name": model.name,
        "kind": model.kind,
        "sourceIdentity": model.source_identity,
        "projectedFields": sorted(model.projected_fields),
    }
    if model.local_fields:
        view["localFields"] = sorted(model.local_fields)
    view.update(
        {
            "provenanceField": model.provenance_field,
            "observedAtField": model.observed_at_field,
            "freshnessField": model.freshness_field,
            "writer": model.writer,
            "rebuildable": model.rebuildable,
            "rebuild": model.rebuild,
        }
    )
    return view


def binding_views(bindings: Iterable[Binding]) -> list[Json]:
    """Bindings by kind, consumer, producer."""
    ordered = sorted(
        bindings, key=lambda binding: (binding.kind, binding.consumer_project, binding.producer_project)
    )
    return [
        {
            "kind": binding.kind,
            "consumerProject": binding.consumer_project,
            "producerProject": binding.producer_project,
        }
        for binding in ordered
    ]


def _export(export: Export) -> Json:
    return {
        "id": export.id,
        "version": export.version,
        "status": export.status,
        "description": export.description,
        "facts": [_fact(fact) for fact in sorted(export.facts, key=lambda fact: fact.name)],
        "modes": sorted(export.modes),
        "compatibility": {
            "strategy": export.compatibility.strategy,
            "minimumConsumerVersion": export.compatibility.minimum_consumer_version,
        },
    }


def _fact(fact: Fact) -> Json:
    view: Json = {"name": fact.name, "authority": fact.authority}
    if fact.classification:
        view["classification"] = fact.classification
    if fact.personal_data:
        view["personalData"] = fact.personal_data
    return view


def _import(item: Import) -> Json:
    view: Json = {
        "id": item.id,
        "version": item.version,
        "from": {"domain": item.source.domain, "export": item.source.export},
        "as": item.local_name,
        "mode": item.mode,
        "status": item.status,
        "facts": sorted(item.facts),
    }
    transports = (("transport", item.transport), ("bootstrap", item.bootstrap), ("updates", item.updates))
    for name, transport in transports:
        if transport is not None:
            view[name] = _transport(transport)
    if item.consistency is not None:
        view["consistency"] = _consistency(item.consistency)
    if item.deletion is not None:
        view["deletion"] = _deletion(item.deletion)
    if item.local_model is not None:
        view["localModel"] = local_model_view(item.local_model)
    if item.bindings:
        view["bindings"] = binding_views(item.bindings)
    view["justification"] = item.justification
    return view


def _transport(transport: Transport) -> Json:
    view: Json = {"kind": transport.kind}
    if transport.contract:
        view["contract"] = transport.contract
    view["availability"] = transport.availability
    return view


def _consistency(consistency: Consistency) -> Json:
    return {
        "maxStaleness": consistency.max_staleness,
        "onMissing": consistency.on_missing,
        "onStale": consistency.on_stale,
        "ordering": consistency.ordering,
        "sourceVersion": consistency.source_version,
        "idempotencyKey": consistency.idempotency_key,
        "lateEvents": consistency.late_events,
    }


def _deletion(deletion: Deletion) -> Json:
    view: Json = {"strategy": deletion.strategy}
    if deletion.tombstone_field:
        view["tombstoneField"] = deletion.tombstone_field
    return view
