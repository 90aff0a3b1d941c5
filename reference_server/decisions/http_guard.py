"""Which Host and Origin headers are let in: the server is for this machine alone (11.2)."""

from __future__ import annotations

from collections.abc import Iterable

from reference_server.decisions.http_problems import Problem

HOST_REFUSED = Problem(421, "Host not allowed.")
ORIGIN_REFUSED = Problem(403, "Origin not allowed.")


def refusal_of(headers: Iterable[tuple[bytes, bytes]], port: int) -> Problem | None:
    """The refusal of a request with these headers (names in lower case) on `port`, or None.

    A browser page elsewhere can send requests here; it can forge neither of the two headers.
    """
    allowed = {f"{name}:{port}".encode() for name in ("localhost", "127.0.0.1", "[::1]")}
    hosts: list[bytes] = []
    origins: list[bytes] = []
    for name, value in headers:
        if name == b"host":
            hosts.append(value.lower())
        elif name == b"origin":
            origins.append(value.lower())
    if len(hosts) != 1 or hosts[0] not in allowed:
        return HOST_REFUSED
    if len(origins) > 1 or any(origin not in {b"http://" + host for host in allowed} for origin in origins):
        return ORIGIN_REFUSED
    return None
