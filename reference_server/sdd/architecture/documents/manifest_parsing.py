"""From the bytes of `putnami.architecture.json` to a `Manifest` (spec § a.1, § a.2)."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import SelfDecoded
from reference_server.sdd.architecture.diagnostics import Diagnostic, at
from reference_server.sdd.architecture.documents.model import (
    Binding,
    Compatibility,
    Consistency,
    Deletion,
    Export,
    ExportReference,
    Fact,
    Import,
    LocalModel,
    Manifest,
    OwnedConcept,
    Transport,
)
from reference_server.sdd.architecture.documents.shapes import MANIFEST
from reference_server.sdd.architecture.documents.strict_document import read_strictly

Members = dict[str, Any]
"""A decoded struct: the members met, under their declared names."""


def parse_manifest(path: str, data: bytes) -> Manifest | Diagnostic:
    """The manifest in `data`, or the one thing that keeps it from being read, with its complete field."""
    document = read_strictly(data, MANIFEST)
    if isinstance(document, Diagnostic):
        return Diagnostic(document.code, at(path, document.field), document.message)
    return Manifest(
        path=path,
        protocol_version=document.get("protocolVersion", 0),
        domain=document.get("domain", ""),
        owner=document.get("owner", ""),
        projects=tuple(document["projects"]) if "projects" in document else None,
        owns=tuple(map(_owned_concept, document.get("owns", ()))),
        exports=tuple(map(_export, document["exports"])) if "exports" in document else None,
        imports=tuple(map(_import, document["imports"])) if "imports" in document else None,
    )


def _owned_concept(members: Members) -> OwnedConcept:
    get = members.get
    return OwnedConcept(get("id", ""), get("kind", ""), get("description", ""))


def _export(members: Members) -> Export:
    get = members.get
    compatibility = get("compatibility", {})
    return Export(
        id=get("id", ""),
        version=get("version", 0),
        status=get("status", ""),
        description=get("description", ""),
        facts=tuple(map(_fact, get("facts", ()))),
        modes=tuple(get("modes", ())),
        compatibility=Compatibility(
            compatibility.get("strategy", ""), compatibility.get("minimumConsumerVersion", 0)
        ),
    )


def _fact(members: Members) -> Fact:
    get = members.get
    spelled = members.spelled if isinstance(members, SelfDecoded) else members
    return Fact(
        name=get("name", ""),
        authority=get("authority", ""),
        classification=get("classification", ""),
        personal_data=get("personalData", ""),
        classification_stated="classification" in spelled,
        personal_data_stated="personalData" in spelled,
    )


def _import(members: Members) -> Import:
    get = members.get
    source = get("from", {})
    return Import(
        id=get("id", ""),
        version=get("version", 0),
        source=ExportReference(source.get("domain", ""), source.get("export", "")),
        local_name=get("as", ""),
        mode=get("mode", ""),
        status=get("status", ""),
        facts=tuple(get("facts", ())),
        transport=_transport(get("transport")),
        bootstrap=_transport(get("bootstrap")),
        updates=_transport(get("updates")),
        consistency=_consistency(get("consistency")),
        deletion=_deletion(get("deletion")),
        local_model=_local_model(get("localModel")),
        bindings=tuple(map(_binding, get("bindings", ()))),
        justification=get("justification", ""),
    )


def _transport(members: Members | None) -> Transport | None:
    if members is None:
        return None
    get = members.get
    return Transport(get("kind", ""), get("contract", ""), get("availability", ""))


def _consistency(members: Members | None) -> Consistency | None:
    if members is None:
        return None
    get = members.get
    return Consistency(
        max_staleness=get("maxStaleness", ""),
        on_missing=get("onMissing", ""),
        on_stale=get("onStale", ""),
        ordering=get("ordering", ""),
        source_version=get("sourceVersion", ""),
        idempotency_key=get("idempotencyKey", ""),
        late_events=get("lateEvents", ""),
    )


def _deletion(members: Members | None) -> Deletion | None:
    if members is None:
        return None
    return Deletion(members.get("strategy", ""), members.get("tombstoneField", ""))


def _local_model(members: Members | None) -> LocalModel | None:
    if members is None:
        return None
    get = members.get
    return LocalModel(
        name=get("name", ""),
        kind=get("kind", ""),
        source_identity=get("sourceIdentity", ""),
        projected_fields=tuple(get("projectedFields", ())),
        local_fields=tuple(get("localFields", ())),
        provenance_field=get("provenanceField", ""),
        observed_at_field=get("observedAtField", ""),
        freshness_field=get("freshnessField", ""),
        writer=get("writer", ""),
        rebuildable=get("rebuildable", False),
        rebuild=get("rebuild", ""),
    )


def _binding(members: Members) -> Binding:
    get = members.get
    return Binding(get("kind", ""), get("consumerProject", ""), get("producerProject", ""))
