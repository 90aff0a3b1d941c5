"""The strict reading that feature manifests and specs share: version, decode, no null."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import (
    Delimiter,
    JSONFault,
    Struct,
    TokenReader,
    UnknownField,
    decode_clean,
    decode_document,
    first_null,
    quote,
)
from reference_server.sdd.diagnostics import Diagnostic

PARSE_ERROR = "features.parse_error"
INVALID_VERSION = "features.invalid_protocol_version"
UNKNOWN_FIELD = "features.unknown_field"

_NULL = "explicit null is not allowed; omit optional fields or provide their concrete wire type"


def read_document(data: bytes, shape: Struct, versions: tuple[int, ...]) -> dict[str, Any] | Diagnostic:
    """The members of the document in `data`, or the diagnostic of the first phase that fails.

    The diagnostic's field is the inner one. `versions` are the protocol versions accepted.
    """
    document = decode_clean(data, shape)
    if document is not None and document.get("protocolVersion") in versions:
        return document
    fault = _scan_version(data, [str(version).encode() for version in versions])
    if fault is not None:
        return fault
    try:
        document = decode_document(data, shape)
    except UnknownField as unknown:
        return Diagnostic(UNKNOWN_FIELD, str(unknown), unknown.quoted.strip('"'))
    except JSONFault as refused:
        return Diagnostic(PARSE_ERROR, str(refused))
    null = first_null(data)
    return document if null is None else Diagnostic(PARSE_ERROR, _NULL, null)


def _scan_version(data: bytes, accepted: list[bytes]) -> Diagnostic | None:
    """Look at the top level only, token by token; what follows the object is not looked at."""
    reader = TokenReader(data)
    version = None
    try:
        if reader.token() != Delimiter("{"):
            return Diagnostic(PARSE_ERROR, "document must be a JSON object")
        while reader.more():
            name = reader.token()
            raw = reader.raw_value()
            if name != "protocolVersion":
                continue
            if version is not None:
                return _version_fault("protocolVersion must appear exactly once")
            version = raw
        reader.token()
    except JSONFault as fault:
        return Diagnostic(PARSE_ERROR, str(fault))
    if version is None:
        return _version_fault("protocolVersion is required")
    if version in accepted:
        return None
    shown = quote(version.decode("utf-8", "surrogateescape"))
    wanted = " or ".join(token.decode() for token in accepted)
    return _version_fault(
        f"protocolVersion token {shown} is not supported (want exact integer token {wanted})"
    )


def _version_fault(message: str) -> Diagnostic:
    return Diagnostic(INVALID_VERSION, message, "protocolVersion")
