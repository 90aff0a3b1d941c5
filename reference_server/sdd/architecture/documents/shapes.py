"""The wire types of manifests, baseline and waivers, with their names in Go (spec § a.1, § a.5, § i.6)."""

from __future__ import annotations

from reference_server.go_json import BOOL, INT, STRING, ListOf, Scalar, Shape, Struct, string_type


def _named(name: str) -> Scalar:
    return string_type(f"architecture.{name}")


def _struct(name: str, members: dict[str, Shape]) -> Struct:
    return Struct(name, f"architecture.{name}", members)


_LIFECYCLE = _named("LifecycleStatus")
_ACCESS_MODE = _named("AccessMode")
_FAILURE_MODE = _named("FailureMode")
_STRINGS = ListOf(STRING)

OWNED_CONCEPT = _struct(
    "OwnedConcept", {"id": STRING, "kind": _named("OwnershipKind"), "description": STRING}
)
FACT = Struct(
    "wireFact",
    "architecture.wireFact",
    {
        "name": STRING,
        "authority": STRING,
        "classification": _named("Classification"),
        "personalData": _named("PersonalData"),
    },
    own_decoder=True,
)
COMPATIBILITY = _struct(
    "Compatibility", {"strategy": _named("CompatibilityStrategy"), "minimumConsumerVersion": INT}
)
EXPORT = _struct(
    "Export",
    {
        "id": STRING,
        "version": INT,
        "status": _LIFECYCLE,
        "description": STRING,
        "facts": ListOf(FACT, named="[]architecture.Fact"),
        "modes": ListOf(_ACCESS_MODE),
        "compatibility": COMPATIBILITY,
    },
)
EXPORT_REFERENCE = _struct("ExportReference", {"domain": STRING, "export": STRING})
TRANSPORT = _struct(
    "Transport", {"kind": _named("TransportKind"), "contract": STRING, "availability": _LIFECYCLE}
)
CONSISTENCY = _struct(
    "Consistency",
    {
        "maxStaleness": STRING,
        "onMissing": _FAILURE_MODE,
        "onStale": _FAILURE_MODE,
        "ordering": _named("OrderingStrategy"),
        "sourceVersion": STRING,
        "idempotencyKey": STRING,
        "lateEvents": _named("LateEventStrategy"),
    },
)
DELETION = _struct("Deletion", {"strategy": _named("DeletionStrategy"), "tombstoneField": STRING})
LOCAL_MODEL = _struct(
    "LocalModel",
    {
        "name": STRING,
        "kind": _named("LocalModelKind"),
        "sourceIdentity": STRING,
        "projectedFields": _STRINGS,
        "localFields": _STRINGS,
        "provenanceField": STRING,
        "observedAtField": STRING,
        "freshnessField": STRING,
        "writer": STRING,
        "rebuildable": BOOL,
        "rebuild": _named("RebuildStrategy"),
    },
)
BINDING = _struct(
    "Binding", {"kind": _named("BindingKind"), "consumerProject": STRING, "producerProject": STRING}
)
IMPORT = _struct(
    "Import",
    {
        "id": STRING,
        "version": INT,
        "from": EXPORT_REFERENCE,
        "as": STRING,
        "mode": _ACCESS_MODE,
        "status": _LIFECYCLE,
        "facts": _STRINGS,
        "transport": TRANSPORT,
        "bootstrap": TRANSPORT,
        "updates": TRANSPORT,
        "consistency": CONSISTENCY,
        "deletion": DELETION,
        "localModel": LOCAL_MODEL,
        "bindings": ListOf(BINDING),
        "justification": STRING,
    },
)
MANIFEST = _struct(
    "Manifest",
    {
        "$schema": STRING,
        "protocolVersion": INT,
        "domain": STRING,
        "owner": STRING,
        "projects": _STRINGS,
        "owns": ListOf(OWNED_CONCEPT),
        "exports": ListOf(EXPORT),
        "imports": ListOf(IMPORT),
    },
)

DEBT_RECORD = _struct(
    "DebtRecord",
    {
        "finding": STRING,
        "owner": STRING,
        "reason": STRING,
        "scope": STRING,
        "tracking": STRING,
        "removeWhen": STRING,
        "expires": STRING,
    },
)
BASELINE = _struct("Baseline", {"$schema": STRING, "protocolVersion": INT, "findings": ListOf(DEBT_RECORD)})
WAIVERS = _struct("WaiverFile", {"$schema": STRING, "protocolVersion": INT, "waivers": ListOf(DEBT_RECORD)})
