"""Strict reading of manifests, baseline and waivers: four steps, one diagnostic at most (spec § a.2)."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import (
    JSONFault,
    Struct,
    UnknownField,
    decode_clean,
    decode_document,
    first_null,
    quote,
    raw_members,
)
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture
from reference_server.sdd.architecture.documents.repeated_keys import RepeatedKey, TopLevel, walk_document

NULL_MESSAGE = "explicit null is not allowed; omit optional fields or provide their concrete wire type"


def read_strictly(data: bytes, shape: Struct) -> dict[str, Any] | Diagnostic:
    """The document in `data` as the members met, or what is wrong; its field is relative to the document.

    A document beyond doubt is taken at once; only others are looked at step by step.
    """
    document = decode_clean(data, shape)
    if document is not None and document.get("protocolVersion") == 1:
        return document
    try:
        top = walk_document(data)
        refused = _refused_version(data, top)
        if refused is not None:
            return refused
        document = decode_document(data, shape)
    except RepeatedKey as repeated:
        message = f"field {quote(repeated.path)} appears more than once"
        return architecture("duplicate_field", repeated.path, message)
    except UnknownField as unknown:
        return architecture("unknown_field", unknown.quoted.strip('"'), str(unknown))
    except JSONFault as fault:
        return architecture("parse_error", "", str(fault))
    null = first_null(data)
    if null is not None:
        return architecture("parse_error", null, NULL_MESSAGE)
    return document


def _refused_version(data: bytes, top: TopLevel) -> Diagnostic | None:
    """Step 2: an object whose `protocolVersion` is the exact token 1; raises the fault of deep nesting."""
    if top is not TopLevel.OBJECT:
        return architecture("parse_error", "", "document must be a JSON object")
    raw = dict(raw_members(data)).get("protocolVersion")
    if raw == b"1":
        return None
    message = "protocolVersion is required"
    if raw is not None:
        token = quote(raw.decode("utf-8", "surrogateescape"))
        message = f"protocolVersion token {token} is not supported (want exact integer token 1)"
    return architecture("invalid_protocol_version", "protocolVersion", message)
