"""The strict reading that feature manifests and specs share: version, decode, no null."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import (
    JSONFault,
    Struct,
    UnknownField,
    decode_clean,
    decode_document,
    first_null,
)
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.version_scan import VersionRefused, scan_version

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
    try:
        scan_version(data, versions, "document")
        document = decode_document(data, shape)
    except VersionRefused as refused:
        return Diagnostic(INVALID_VERSION, str(refused), "protocolVersion")
    except UnknownField as unknown:
        return Diagnostic(UNKNOWN_FIELD, str(unknown), unknown.quoted.strip('"'))
    except JSONFault as fault:
        return Diagnostic(PARSE_ERROR, str(fault))
    null = first_null(data)
    return document if null is None else Diagnostic(PARSE_ERROR, _NULL, null)
