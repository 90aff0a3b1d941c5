"""Targets that cannot be reached, and proxies."""

from __future__ import annotations

import socket

import pytest

from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.session.session import Limits
from tests.server.conversing import ask
from tests.server.http_serving import serving, session_at

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


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

    assert told.startswith(
        f"no session with `{url}`: 2025-11-25: the target cannot be reached: connection refused"
    )
    assert f"nothing listens at 127.0.0.1:{dead_port}" in told
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
