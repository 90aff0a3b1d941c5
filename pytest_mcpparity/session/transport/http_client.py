"""The HTTP client: which proxies it uses, where it lets itself be redirected, what goes with a request."""

from __future__ import annotations

import ipaddress
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2

from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.session.transport.endpoint import Endpoint
from pytest_mcpparity.session.transport.http_words import status_words

#: So many redirects of one request are followed.
MAX_REDIRECTS = 5
_ACCEPT = "application/json, text/event-stream"
#: The variables that say which proxy is asked, and whom TLS trusts.
_PROXIES = ("ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
_TRUST = ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE")


class RedirectRefused(Exception):
    """A redirect that is not followed; the text is a sentence without its subject."""


class HttpClient:
    """Requests to one endpoint and to no other: what goes with them was meant for it alone."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Prepare a client; nothing is connected before the first request.

        Raises:
            StartFault: the environment names a proxy or certificates that cannot be used.
        """
        self._url = httpx2.URL(endpoint.url)
        self._own = list(endpoint.headers)
        local = is_loopback(self._url.host)
        # To read all certificates takes longer than a session with a server of this machine.
        plain = local and self._url.scheme == "http"
        verify = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else _trust(endpoint)
        try:
            self._client = httpx2.AsyncClient(
                verify=verify,
                timeout=None,  # the deadlines are those of the steps
                trust_env=not local,
                follow_redirects=False,
                limits=httpx2.Limits(max_connections=None, max_keepalive_connections=8),
            )
        except ImportError:
            raise _unusable(endpoint, _PROXIES, "a SOCKS proxy needs the package socksio") from None
        except (ValueError, httpx2.InvalidURL):  # their words may hold the name of a user
            why = "a proxy is given as http://HOST:PORT, or with https or socks5 in place of http"
            raise _unusable(endpoint, _PROXIES, why) from None

    @property
    def place(self) -> str:
        """The host, and the port where the URL names one."""
        return self._url.netloc.decode("ascii", "replace")

    @asynccontextmanager
    async def ask(
        self, method: str, protocol: dict[str, str], content: bytes | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """Send one request, redirected within its own origin where the target says so.

        Args:
            method: of HTTP.
            protocol: the headers of MCP.
            content: the body, byte for byte.

        Raises:
            RedirectRefused: to another host, or one that would lose the body.
            httpx2.TransportError: no connection, or it broke.
        """
        url = self._url
        headers = [
            ("accept", _ACCEPT if method == "POST" else "text/event-stream"),
            ("accept-encoding", "identity"),  # the bytes of an answer are what matters
            ("user-agent", "pytest-mcpparity"),
            *([("content-type", "application/json")] if content is not None else []),
            *protocol.items(),
            *self._own,
        ]
        for _ in range(MAX_REDIRECTS + 1):
            request = self._client.build_request(method, url, headers=headers, content=content)
            response = await self._client.send(request, stream=True)
            try:
                if response.status_code not in (301, 302, 303, 307, 308):
                    yield response
                    return
                url = next_url(response)
            finally:
                await response.aclose()
        raise RedirectRefused(f"redirects more than {MAX_REDIRECTS} times")

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()


def _trust(endpoint: Endpoint) -> ssl.SSLContext:
    """Whom TLS trusts.

    Raises:
        StartFault: the environment names certificates that cannot be used.
    """
    try:
        return httpx2.create_ssl_context(trust_env=True)
    except OSError as error:  # those of TLS among them
        said = (error.reason if isinstance(error, ssl.SSLError) else error.strerror) or str(error)
        raise _unusable(endpoint, _TRUST, said.replace("_", " ").lower()) from None


def _unusable(endpoint: Endpoint, variables: tuple[str, ...], why: str) -> StartFault:
    """The fault of an environment that no client can be made with; a value may hold a password."""
    given = [name for one in variables for name in (one, one.lower()) if os.environ.get(name)]
    found = f"look at {' and '.join(given)} in the environment" if given else "look at the system's settings"
    what = "the certificates" if variables is _TRUST else "the proxy"
    place = escape_hidden(endpoint.shown)
    return StartFault(f"no session with `{place}`: {what} of the environment cannot be used: {why}; {found}")


def next_url(response: httpx2.Response) -> httpx2.URL:
    """Where a redirect leads.

    Raises:
        RedirectRefused: it is not followed.
    """
    here, status = response.request.url, status_words(response.status_code)
    location = response.headers.get("location", "")
    shown = escape_hidden(location[:300])
    if not location:
        raise RedirectRefused(f"redirects ({status}) without saying where")
    try:
        there = here.join(location)
    except httpx2.InvalidURL:
        raise RedirectRefused(f"redirects to {shown!r} ({status}), which is no URL") from None
    if there.userinfo:
        raise RedirectRefused(f"redirects ({status}) to a URL that brings credentials of its own")
    if there.host != here.host:
        raise RedirectRefused(f"redirects to another host, {shown} ({status}): no header is sent on to it")
    upgraded = (here.scheme, here.port, there.scheme, there.port) == ("http", None, "https", None)
    if (there.scheme, there.port) != (here.scheme, here.port) and not upgraded:
        raise RedirectRefused(f"redirects to {shown} ({status}), another port or scheme of the same host")
    if response.status_code not in (307, 308) and response.request.method == "POST":
        raise RedirectRefused(f"redirects to {shown} with {status}, which would turn a POST into a GET")
    return there


def is_loopback(host: str) -> bool:
    """Whether `host` is this machine by its name or address: no proxy may stand before it."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
