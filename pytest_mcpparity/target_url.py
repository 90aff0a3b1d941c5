"""Targets by URL: what `--mcp-header` gives, and what a URL has to be (spec § 3)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pytest_mcpparity.errors import UsageFault

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VARIABLE = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
_USER = re.compile(r"//[^/?#]*@")
_VALUE = re.compile(r"[\x20-\x7e\t]*")
#: Headers that MCP and HTTP need to set themselves.
_TAKEN = {
    "accept", "accept-encoding", "connection", "content-length", "content-type", "last-event-id",
    "mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id", "transfer-encoding",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers that go with each request; `secrets` are the variables that came in by `$NAME`."""

    lines: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)


def parse_headers(spellings: Iterable[str]) -> Headers:
    """The headers that `Name: value` gives, each `$NAME` in a value taken from the environment of pytest.

    Raises:
        UsageFault: no name, one that MCP sets itself, a variable that is not set, or a value that cannot
            stand in a header. The message holds no value of a variable.
    """
    lines: list[tuple[str, str]] = []
    secrets: dict[str, str] = {}
    for spelled in spellings:
        name, colon, value = (part.strip() for part in spelled.partition(":"))
        if not colon or not _TOKEN.fullmatch(name):
            shown = name if colon else "…"  # what follows may be a secret
            raise UsageFault(f"--mcp-header {shown!r}: write it as 'Name: value', such as 'X-Team: blue'")
        if name.lower() in _TAKEN:
            raise UsageFault(f"--mcp-header {name}: this header belongs to the protocol and is set by it")
        secrets |= _variables(name, value)
        filled = _VARIABLE.sub(lambda match: os.environ[match[1]], value).strip()
        if not _VALUE.fullmatch(filled):
            raise UsageFault(
                f"--mcp-header {name}: the value holds a line break or another character than printable "
                "ASCII, which no header can carry; look at the variables that it names"
            )
        lines.append((name, filled))
    return Headers(tuple(lines), secrets)


def _variables(header: str, value: str) -> dict[str, str]:
    names = _VARIABLE.findall(value)
    for name in names:
        if name not in os.environ:
            raise UsageFault(
                f"--mcp-header {header}: the variable {name} is not set; set it in the environment"
            )
    return {name: os.environ[name] for name in names}


def check_url(spelled: str) -> None:
    """Make sure that a target's URL can be asked.

    Raises:
        UsageFault: it has no host, a port that is none, or holds credentials.
    """
    try:
        parts = urlsplit(spelled)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageFault(f"--mcp-server {_USER.sub('//…@', spelled)}: this is no URL: {error}") from None
    if parts.username is not None or parts.password is not None:
        raise UsageFault(
            f"--mcp-server {parts.scheme}://…@{host}: credentials in a URL would be shown; give them with "
            "--mcp-header 'Authorization: …$NAME'"
        )
    if not host:
        raise UsageFault(f"--mcp-server {spelled}: the URL names no host, as in http://localhost:8000/mcp")
    if not re.fullmatch(r"[\x21-\x7e]+", spelled):
        raise UsageFault(f"--mcp-server {spelled!r}: a URL holds no blanks and ASCII only")
