"""Which version a document states, by a scan of its top level alone."""

from __future__ import annotations

from collections.abc import Sequence

from reference_server.go_json import Delimiter, JSONFault, TokenReader, quote


class VersionRefused(Exception):
    """The document states no version, two, or one that is not known; `str()` is the message."""


def scan_version(data: bytes, accepted: Sequence[int], noun: str) -> int:
    """The version that the document, called `noun` in messages, states by the exact token of an integer.

    A second version is met when its value has been read, before anything that follows; what follows the
    object is not looked at.

    Raises:
        VersionRefused: it states none of those `accepted`.
        JSONFault: a text that is no object, or broken.
    """
    reader = TokenReader(data)
    if reader.token() != Delimiter("{"):
        raise JSONFault(f"{noun} must be a JSON object")
    version: bytes | None = None
    while reader.more():
        name = reader.token()
        raw = reader.raw_value()
        if name != "protocolVersion":
            continue
        if version is not None:
            raise VersionRefused("protocolVersion must appear exactly once")
        version = raw
    reader.token()
    if version is None:
        raise VersionRefused("protocolVersion is required")
    tokens = {str(one).encode(): one for one in accepted}
    if version not in tokens:
        shown = quote(version.decode("utf-8", "surrogateescape"))
        wanted = " or ".join(str(one) for one in accepted)
        raise VersionRefused(
            f"protocolVersion token {shown} is not supported (want exact integer token {wanted})"
        )
    return tokens[version]
