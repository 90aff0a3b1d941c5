"""Which version a capability manifest states, by a scan of its top level alone (spec § c.3)."""

from __future__ import annotations

from reference_server.go_json import Delimiter, JSONFault, TokenReader, quote

VERSIONS = {b"1": 1, b"2": 2}


class VersionRefused(Exception):
    """The document states no version, two, or one that is not known; `str()` is the message."""


def scan_version(data: bytes) -> int:
    """1 or 2. Raises `VersionRefused`, or a `JSONFault` for a text that is no object or broken.

    A second version is met when its value has been read, before anything that follows.
    """
    reader = TokenReader(data)
    if reader.token() != Delimiter("{"):
        raise JSONFault("manifest must be a JSON object")
    raw: bytes | None = None
    while reader.more():
        is_version = reader.token() == "protocolVersion"
        value = reader.raw_value()
        if is_version and raw is not None:
            raise VersionRefused("protocolVersion must appear exactly once")
        raw = value if is_version else raw
    reader.token()
    if raw is None:
        raise VersionRefused("protocolVersion is required")
    if raw not in VERSIONS:
        token = quote(raw.decode("utf-8", "surrogateescape"))
        raise VersionRefused(
            f"protocolVersion token {token} is not supported (want exact integer token 1 or 2)"
        )
    return VERSIONS[raw]
