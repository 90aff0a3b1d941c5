"""Host and Origin come before everything, on every path (spec 11.2)."""

from __future__ import annotations

import socket

import pytest

from reference_server.decisions.http import loopback_sockets
from tests.server.decisions.servers import HttpServer

PATHS = ["/", "/mcp", "/api/v1/decisions", "/api/v1/scenarios/diff", "/api/v1/decisions?x=%ff"]


@pytest.mark.parametrize("host", ["localhost:{}", "127.0.0.1:{}", "[::1]:{}", "LOCALHOST:{}"])
def test_loopback_names_with_the_port_are_let_in(sample_server: HttpServer, host: str) -> None:
    named = host.format(sample_server.port)

    plain = sample_server.send("GET", "/api/v1/decisions", headers={"Host": named})
    from_page = sample_server.send(
        "GET", "/api/v1/decisions", headers={"Host": named, "Origin": f"HTTP://{named}"}
    )

    assert (plain.status, from_page.status) == (200, 200)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["localhost", "localhost:1", "evil:{}", "127.0.0.1.evil:{}", ""])
def test_other_hosts_are_misdirected(sample_server: HttpServer, path: str, host: str) -> None:
    reply = sample_server.send("POST", path, b"{", {"Host": host.format(sample_server.port)})

    assert (reply.status, reply.detail()) == (421, "Host not allowed.")


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
def test_absent_host_is_misdirected(sample_server: HttpServer, version: bytes) -> None:
    answer = sample_server.raw(b"GET /mcp HTTP/" + version + b"\r\nConnection: close\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 421 Misdirected Request\r\n")
    assert b'"detail": "Host not allowed."' in answer


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
def test_repeated_host_is_misdirected(sample_server: HttpServer, version: bytes) -> None:
    host = f"Host: localhost:{sample_server.port}\r\n".encode()

    answer = sample_server.raw(b"GET / HTTP/" + version + b"\r\n" + host + host + b"\r\n")

    assert answer.startswith(b"HTTP/1.1 421 Misdirected Request\r\n")
    assert b"application/problem+json" in answer


def test_request_that_is_no_http_is_still_a_bad_request(sample_server: HttpServer) -> None:
    host = f"Host: localhost:{sample_server.port}\r\n".encode()

    answer = sample_server.raw(b"GET / HTTP/1.1\r\n" + host + b"bad header\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", ["http://evil", "null", "https://localhost:{}", "http://localhost", ""])
def test_other_origins_are_forbidden(sample_server: HttpServer, path: str, origin: str) -> None:
    reply = sample_server.send("POST", path, b"{", {"Origin": origin.format(sample_server.port)})

    assert (reply.status, reply.detail()) == (403, "Origin not allowed.")


def test_host_is_looked_at_before_origin(sample_server: HttpServer) -> None:
    reply = sample_server.send("GET", "/", headers={"Host": "evil", "Origin": "http://evil"})

    assert reply.status == 421


def test_server_listens_on_loopback_addresses_only() -> None:
    sockets = loopback_sockets(0)

    addresses = {item.getsockname()[0] for item in sockets}
    ports = {item.getsockname()[1] for item in sockets}
    for item in sockets:
        item.close()
    assert "127.0.0.1" in addresses
    assert addresses <= {"127.0.0.1", "::1"}
    assert len(ports) == 1


def test_port_that_is_taken_on_either_address_cannot_be_bound() -> None:
    with socket.socket(socket.AF_INET) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        with pytest.raises(OSError, match="in use"):
            loopback_sockets(taken.getsockname()[1])
