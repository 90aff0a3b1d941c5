"""What HTTP says in place of an answer, in words: what was asked, what came, and what to try (spec § 7)."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from http import HTTPStatus

from pytest_mcpparity.characters import escape_hidden

#: So many bytes of a body that is no answer are shown.
SHOWN_BODY = 300

_TRY = {
    400: "the body above is the target's reason; a proxy or another kind of server may speak in its place",
    401: "give credentials: --mcp-header 'Authorization: Bearer $TOKEN', with TOKEN in the environment",
    403: "the credentials do not suffice, or the target lets in other hosts or origins only: see "
    "--mcp-header, and the list of allowed hosts of the target",
    404: "look at the path of the URL: many targets listen at /mcp, some at /mcp/ or /",
    405: "look at the path of the URL; a server of the older HTTP+SSE transport has to be asked otherwise",
    406: "the target wants another Accept header than MCP's `application/json, text/event-stream`: it may be "
    "no MCP server",
    407: "the proxy wants credentials: see HTTPS_PROXY, or list the host in NO_PROXY",
    413: "the question is larger than the target, or a proxy before it, takes",
    415: "the target does not take application/json: it may be no MCP server",
    421: "the target does not serve this host name: use the name in the URL that it expects, such as "
    "localhost in place of 127.0.0.1",
    429: "the target is asked too often: ask for a higher limit, or run fewer cases at once",
}
_TRY_SERVER_ERROR = "look at the target's log: it failed, or a proxy before it cannot reach it"
_TRY_REDIRECT = "if that is the server you mean, give its URL to --mcp-server"


def status_words(status: int) -> str:
    """A status as people know it, such as `HTTP 404 Not Found`."""
    try:
        return f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"


def what_came(what: str, content_type: str, body: bytes) -> str:
    """A line about a response: `what` came, of which type, and the start of its body, made visible."""
    kind = escape_hidden(content_type[:100]) or "no content type"
    if not body:
        return f"came: {what}, {kind}, an empty body"
    text = body[:SHOWN_BODY].decode("utf-8", "backslashreplace")
    visible = escape_hidden(text).replace("\n", "\\n").replace("\t", "\\t")
    return f"came: {what}, {kind}: {visible}{'…' if len(body) > SHOWN_BODY else ''}"


def details(asked: str, came: str, advice: str) -> str:
    """The lines below the reason; those that are empty are left out."""
    return "\n".join(line for line in (f"asked: {asked}", came, f"try: {advice}" if advice else "") if line)


def advice_for(status: int) -> str:
    """What to try where a status came in place of an answer."""
    if 300 <= status < 400:
        return _TRY_REDIRECT
    return _TRY_SERVER_ERROR if status >= 500 else _TRY.get(status, "")


def is_over(status: int) -> bool:
    """Whether nothing more can be asked after this status: it is not about the one question."""
    return status in (401, 404, 405, 407, 410, 421, 429) or 300 <= status < 400 or status >= 500


def why_unreachable(error: BaseException, host: str) -> str:
    """Why no connection came about, or why it broke, from the deepest cause that says something."""
    for cause in _causes(error):
        match cause:
            case ssl.SSLCertVerificationError():
                return f"TLS failed, its certificate is not trusted: {cause.verify_message}"
            case ssl.SSLError():
                return f"TLS failed: {cause.reason or cause}; is it http:// in place of https://?"
            case socket.gaierror():
                return f"the host {host} is not known: {cause.strerror}"
            case ConnectionRefusedError():
                return f"connection refused: nothing listens at {host}"
            case OSError() if cause.strerror:
                return cause.strerror.lower()
            case _:
                continue
    return escape_hidden(str(error)) or type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it comes from, the deepest first."""
    seen: list[BaseException] = []
    waiting = [error]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.append(one)
        inner = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        waiting += [cause for cause in (one.__cause__, one.__context__, *inner) if cause is not None]
    return reversed(seen)
