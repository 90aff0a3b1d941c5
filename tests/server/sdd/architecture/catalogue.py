"""A sound pair of manifests that uses every member of the protocol; tests break one thing at a time."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def _fact(name: str) -> Json:
    return {"name": name, "authority": "producer", "classification": "internal", "personalData": "none"}


def _export(name: str, modes: list[str]) -> Json:
    return {
        "id": f"producer.{name}.v1",
        "version": 1,
        "status": "active",
        "description": f"The {name} of the producer.",
        "facts": [_fact("id"), _fact("amount")],
        "modes": modes,
        "compatibility": {"strategy": "additive", "minimumConsumerVersion": 1},
    }


PRODUCER: Json = {
    "protocolVersion": 1,
    "domain": "producer",
    "owner": "producer-team",
    "projects": ["/producer"],
    "owns": [
        {"id": "producer.item", "kind": "model", "description": "Items."},
        {"id": "producer.price", "kind": "fact", "description": "Prices."},
    ],
    "exports": [
        _export("items", ["query", "command", "snapshot", "projection", "reference"]),
        _export("labels", ["reference"]),
    ],
    "imports": [],
}


def transport(name: str, kind: str = "api") -> Json:
    """An active transport that names a contract."""
    return {"kind": kind, "contract": f"producer.{name}.v1", "availability": "active"}


CONSISTENCY: Json = {
    "maxStaleness": "5m",
    "onMissing": "fail-closed",
    "onStale": "use-stale",
    "ordering": "source-version",
    "sourceVersion": "revision",
    "idempotencyKey": "event_id",
    "lateEvents": "ignore-older",
}
LOCAL_MODEL: Json = {
    "name": "consumer.item-copy",
    "kind": "projection",
    "sourceIdentity": "id",
    "projectedFields": ["id", "amount"],
    "localFields": ["note", "colour"],
    "provenanceField": "source",
    "observedAtField": "observed_at",
    "freshnessField": "fresh_until",
    "writer": "consumer.item-projector",
    "rebuildable": True,
    "rebuild": "bootstrap-and-replay",
}


def import_of(name: str, mode: str, **members: object) -> Json:
    """An active import of `producer.items.v1` in `mode` with the optional `members`."""
    return {
        "id": f"consumer.{name}.v1",
        "version": 1,
        "from": {"domain": "producer", "export": "producer.items.v1"},
        "as": f"consumer.{name}",
        "mode": mode,
        "status": "active",
        "facts": ["id", "amount"],
        "justification": f"The consumer needs its {name}.",
        **members,
    }


QUERY, PROJECTION, REFERENCE, COMMAND = "imports[0]", "imports[1]", "imports[2]", "imports[3]"
"""The places of the consumer's imports."""

CONSUMER: Json = {
    "$schema": "https://putnami.dev/schemas/putnami-architecture.json",
    "protocolVersion": 1,
    "domain": "consumer",
    "owner": "consumer-team",
    "projects": ["/consumer"],
    "exports": [],
    "imports": [
        import_of(
            "lookup",
            "query",
            transport=transport("items-api"),
            consistency=CONSISTENCY,
            bindings=[
                {
                    "kind": "project-dependency",
                    "consumerProject": "/consumer",
                    "producerProject": "/producer",
                }
            ],
        ),
        import_of(
            "copy",
            "projection",
            bootstrap=transport("items-dump", "file"),
            updates=transport("items-events", "event"),
            consistency=CONSISTENCY,
            deletion={"strategy": "tombstone", "tombstoneField": "deleted_at"},
            localModel=LOCAL_MODEL,
        ),
        import_of("pointer", "reference"),
        import_of("order", "command", transport=transport("items-api")),
    ],
}
