"""From the bytes of `schema/capabilities.json` to its domain-access rows or its problems (spec § c.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reference_server.go_json import (
    JSONFault,
    Struct,
    TokenReader,
    UnknownField,
    decode_clean,
    decode_document,
)
from reference_server.sdd.architecture.capabilities.lists import LISTS, EntryList
from reference_server.sdd.architecture.capabilities.model import (
    AccessTransport,
    CapabilityManifest,
    ConfigField,
    Entry,
    Identity,
    Location,
    Provenance,
)
from reference_server.sdd.architecture.capabilities.shapes import VERSION_1, VERSION_2
from reference_server.sdd.architecture.capabilities.shared_rules import capability
from reference_server.sdd.architecture.capabilities.version1_rules import version1_diagnostics
from reference_server.sdd.architecture.capabilities.version2_rules import version2_diagnostics
from reference_server.sdd.architecture.diagnostics import Diagnostic
from reference_server.sdd.version_scan import VersionRefused, scan_version

Members = dict[str, Any]
"""A decoded struct: the members met, under their declared names."""


@dataclass(frozen=True, slots=True)
class ParsedCapabilities:
    """Rows in file order, none if there are diagnostics; fields are relative to the document."""

    domain_access: tuple[Entry, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def parse_capabilities(data: bytes) -> ParsedCapabilities:
    """Decode and check a document of version 1 (never any rows) or version 2."""
    try:
        version, document = _decode(data)
    except VersionRefused as refused:
        return _broken("invalid_protocol_version", "protocolVersion", str(refused))
    except UnknownField as unknown:
        return _broken("unknown_field", unknown.quoted.strip('"'), str(unknown))
    except JSONFault as fault:
        return _broken("parse_error", "", str(fault))
    manifest = _manifest(document)
    rules = version1_diagnostics if version == 1 else version2_diagnostics
    diagnostics = tuple(rules(manifest))
    rows = () if diagnostics or version == 1 else manifest.entries["domainAccess"]
    return ParsedCapabilities(rows, diagnostics)


def _broken(code: str, field: str, message: str) -> ParsedCapabilities:
    return ParsedCapabilities(diagnostics=(capability(code, field, message),))


def _decode(data: bytes) -> tuple[int, Members]:
    """The version by its token and the members; a document beyond doubt is taken at once."""
    shapes: tuple[tuple[int, Struct], ...] = ((2, VERSION_2), (1, VERSION_1))
    for version, shape in shapes:
        document = decode_clean(data, shape)
        if document is not None and document.get("protocolVersion") == version:
            return version, document
    version = scan_version(data, (1, 2), "manifest")
    if version == 2:
        return version, decode_document(data, VERSION_2)
    # Version 1 takes the first value and leaves whatever follows it.
    return version, decode_document(TokenReader(data).raw_value(), VERSION_1)


def _manifest(document: Members) -> CapabilityManifest:
    return CapabilityManifest(
        protocol_version=document.get("protocolVersion", 0),
        project=document.get("project", ""),
        entries={
            entry_list.name: tuple(_entry(entry_list, item) for item in document.get(entry_list.name, ()))
            for entry_list in LISTS
        },
    )


def _entry(entry_list: EntryList, members: Members) -> Entry:
    get = members.get
    return Entry(
        name=get(entry_list.name_member, ""),
        kind=get(entry_list.kind_member or "kind", ""),
        identity=_identity(get("identity", {})),
        provenance=_provenance(get("provenance", {})),
        path=get("path", ""),
        version=get("version", ""),
        datasource=get("datasource", ""),
        status=get("status", ""),
        fields=tuple(_config_field(field) for field in get("fields", ())),
        requires=tuple(get("requires", ())),
        transports=tuple(_transport(transport) for transport in get("transports", ())),
    )


def _identity(members: Members) -> Identity:
    get = members.get
    return Identity(get("ownerProject", ""), get("kind", ""), get("subkind", ""), get("key", ""))


def _config_field(members: Members) -> ConfigField:
    return ConfigField(members.get("name", ""), members.get("type", ""), members.get("sensitive", False))


def _transport(members: Members) -> AccessTransport:
    return AccessTransport(members.get("role", ""), members.get("kind", ""), members.get("availability", ""))


def _provenance(members: Members) -> Provenance:
    get = members.get
    return Provenance(
        project=get("project", ""),
        package=get("package", ""),
        source_kind=get("sourceKind", ""),
        source_binding=get("sourceBinding", ""),
        declaration=_location(get("declaration", {})),
        artifacts=tuple(_location(artifact) for artifact in get("artifacts", ())),
        evidence_path=get("evidencePath", ""),
    )


def _location(members: Members) -> Location:
    return Location(members.get("root", ""), members.get("path", ""), members.get("digest", ""))
