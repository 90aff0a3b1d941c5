"""Targets that cannot be reached, and proxies."""

from __future__ import annotations

import socket
import threading
import warnings

import httpx2
import pytest

from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.session.session import Limits
from pytest_mcpparity.session.transport.http_client import RedirectRefused, next_url
from tests.server.conversing import ask
from tests.server.http_serving import serving, session_at

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def dead_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def why_not(url: str, start: float = 20.0) -> str:
    with pytest.raises(StartFault) as raised:
        session_at(url, limits=Limits(start=start))
    return str(raised.value)


def test_nobody_listens(dead_port: int) -> None:
    url = f"http://127.0.0.1:{dead_port}/mcp"

    told = why_not(url)

    assert told.split("\n")[0] == (
        f"no session with `{url}`: 2025-11-25: the target cannot be reached: connection refused: "
        f"nothing listens at 127.0.0.1:{dead_port}"
    )
    assert "try: start the server, or mend the URL" in told


def test_the_host_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_args: object, **_options: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)

    told = why_not("http://nowhere.invalid/mcp")

    assert "the host nowhere.invalid is not known: Name or service not known" in told


def test_tls_with_a_server_that_speaks_none() -> None:
    with serving("none") as url:
        told = why_not(url.replace("http:", "https:"))

    assert "the target cannot be reached: TLS failed: " in told
    assert "is it http:// in place of https://?" in told


def test_a_listener_that_says_nothing_is_silent() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()

        told = why_not(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", start=0.5)

    assert "the target is silent after 0.5 s before it negotiated" in told


@pytest.mark.parametrize(
    ("here", "location", "there"),
    [
        ("http://host/mcp", "/mcp/", "http://host/mcp/"),
        ("http://host:81/mcp", "http://HOST:81/x?y=1", "http://host:81/x?y=1"),
        ("http://host/mcp", "https://host/mcp", "https://host/mcp"),
    ],
)
def test_a_redirect_within_the_same_host_is_followed(here: str, location: str, there: str) -> None:
    response = httpx2.Response(308, headers={"location": location}, request=httpx2.Request("POST", here))

    assert next_url(response) == httpx2.URL(there)


@pytest.mark.parametrize(
    ("here", "location", "status", "told"),
    [
        ("http://host/mcp", "http://other/mcp", 307, "redirects to another host, http://other/mcp (HTTP 307"),
        ("http://host/mcp", "//host.other/mcp", 307, "redirects to another host"),
        ("https://host/mcp", "http://host/mcp", 307, "another port or scheme of the same host"),
        ("http://host:81/mcp", "http://host:82/mcp", 308, "another port or scheme of the same host"),
        ("http://host:81/mcp", "https://host:81/mcp", 308, "another port or scheme of the same host"),
        ("http://host/mcp", "http://me:pw@host/mcp", 307, "brings credentials of its own"),
        ("http://host/mcp", "/mcp/", 302, "would turn a POST into a GET"),
        ("http://host/mcp", "http://host:port/", 307, "which is no URL"),
        ("http://host/mcp", "", 307, "without saying where"),
    ],
)
def test_any_other_redirect_is_refused_with_its_reason(
    here: str, location: str, status: int, told: str
) -> None:
    response = httpx2.Response(status, headers={"location": location}, request=httpx2.Request("POST", here))

    with pytest.raises(RedirectRefused) as raised:
        next_url(response)

    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ALL_PROXY", "socks5://me:hidden-word@proxy:1", "a SOCKS proxy needs the package socksio"),
        ("http_proxy", "foo://me:hidden-word@proxy:1", "a proxy is given as http://HOST:PORT"),
        ("HTTP_PROXY", "http://proxy:hidden-word", "a proxy is given as http://HOST:PORT"),
        ("SSL_CERT_FILE", "/missing/hidden-word", "no such file or directory"),
        ("SSL_CERT_FILE", __file__, "no certificate or crl found"),
    ],
)
def test_an_environment_that_no_client_can_be_made_with_is_told_and_leaves_no_thread(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    before = threading.active_count()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        words = why_not("http://mcp.invalid/mcp")

    assert words.startswith("no session with `http://mcp.invalid/mcp`: the ")
    assert f"of the environment cannot be used: {told}" in words
    assert words.endswith(f"look at {name} in the environment")
    assert "hidden-word" not in words
    assert threading.active_count() == before


def test_a_server_of_this_machine_is_asked_whatever_proxy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://proxy:1")
    monkeypatch.setenv("SSL_CERT_FILE", "/missing")

    with serving("none") as url:
        session = session_at(url)
        played = ask(session)
        session.end()

    assert played.fault is None


def test_a_proxy_stands_before_other_hosts_only(monkeypatch: pytest.MonkeyPatch, dead_port: int) -> None:
    with serving("none") as url:
        monkeypatch.setenv("HTTP_PROXY", url.removesuffix("/mcp"))
        through = session_at("http://mcp.invalid/mcp")
        played = ask(through)
        through.end()
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{dead_port}")
        direct = session_at(url)
        beside = ask(direct)
        direct.end()

        told = why_not("http://mcp.invalid/mcp")

    assert played.fault is None
    assert beside.fault is None
    assert "the target cannot be reached: connection refused" in told
