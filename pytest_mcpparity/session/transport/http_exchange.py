"""One POST and what comes back for it: a JSON body, an event stream, or a refusal in the words of HTTP.

Runs in the thread of HTTP; everything that comes goes to the inbox. The frames are the bytes as they
came. An exchange that is over tells so, because no answer can come any more, and nobody has to wait for
the time limit; that an answer did come, the main thread knows by itself.
"""

from __future__ import annotations

from collections.abc import Callable

import anyio
import httpx2

from pytest_mcpparity.findings import Finding, show
from pytest_mcpparity.json_text import JsonTextError, Members, Number, parse
from pytest_mcpparity.session.frames import same_id
from pytest_mcpparity.session.transport import NoReply, Signal
from pytest_mcpparity.session.transport.http_client import HttpClient, RedirectRefused
from pytest_mcpparity.session.transport.http_headers import SESSION_ID, Message, ProtocolHeaders
from pytest_mcpparity.session.transport.http_inbox import Inbox
from pytest_mcpparity.session.transport.http_words import (
    SHOWN_BODY,
    advice_for,
    details,
    is_over,
    status_words,
    what_came,
    why_unreachable,
)
from pytest_mcpparity.session.transport.sse import EventStream, OversizedEvent

JSON = "application/json"
EVENTS = "text/event-stream"
#: Seconds between two looks whether the main thread has taken what came.
_CROWDED = 0.01
#: The code with which servers say that they do not know a session, beside HTTP 404.
_SESSION_NOT_FOUND = Number("-32001")


class _Oversized(Exception):
    """A body is over the limit."""


class Exchange:
    """Sends one message and takes what comes for it.

    Args:
        client: of the endpoint.
        protocol: the headers agreed so far; learns from the answer.
        inbox: where everything goes.
        max_bytes: of one frame.
    """

    def __init__(self, client: HttpClient, protocol: ProtocolHeaders, inbox: Inbox, max_bytes: int) -> None:
        self._client, self._protocol, self._inbox = client, protocol, inbox
        self._max_bytes = max_bytes
        self._head = b""  # the start of what came, to be shown
        self._size = 0

    async def post(self, frame: bytes, message: Message, url: str) -> None:
        """POST `frame`; nothing is raised for a fault of the target."""
        asked = f"POST {url}, {message.shown}"
        had_session = self._protocol.session_id is not None
        try:
            async with self._client.ask("POST", self._protocol.of(message), frame) as response:
                await self._take(response, message, asked, in_session=had_session)
        except _Oversized:
            self._inbox.put(Signal.OVERSIZED)
        except RedirectRefused as refused:
            self._no_reply(message, f"the target {refused}", details(asked, "", advice_for(307)), over=True)
        except Exception as error:
            self._no_reply(message, *_broken(error, self._client.place, asked, self._size), over=True)

    async def _take(
        self, response: httpx2.Response, message: Message, asked: str, *, in_session: bool
    ) -> None:
        status = response.status_code
        kind = response.headers.get("content-type", "")
        if not 200 <= status < 300:
            await self._refused(response, message, asked, in_session=in_session)
            return
        if message.method == "initialize" and not in_session:
            self._protocol.session_id = response.headers.get(SESSION_ID) or None
        media = kind.partition(";")[0].strip().lower()
        if media == EVENTS:
            unfinished = await self._read_events(response, self._answerer(message))
            ended = "the target ended its event stream without an answer"
            reason = f"{ended}, in the middle of an event" if unfinished else ended
        else:
            body = await self._read_body(response)
            if media == JSON and body.strip():
                self._protocol.note_answer(message, body)
                self._inbox.put(_without_line_end(body))
                reason = f"the target ended its response to {message.shown} without an answer"
            elif not body:
                reason = f"the target took {message.shown} with {status_words(status)} and gives no answer"
            else:
                reason = f"the target answered {message.shown} with neither JSON nor an event stream"
        came = what_came(status_words(status), kind, self._head)
        self._no_reply(message, reason, details(asked, came, ""))

    async def _refused(
        self, response: httpx2.Response, message: Message, asked: str, *, in_session: bool
    ) -> None:
        """Take a status that is no success; the JSON-RPC error in its body, if it answers the question."""
        status, kind = response.status_code, response.headers.get("content-type", "")
        body = await self._read_body(response)
        error = _error_for(body, message, status)
        came = what_came(status_words(status), kind, self._head)
        if status == 404 and in_session and (error is None or error.get("code") == _SESSION_NOT_FOUND):
            reason = f"the target does not know the session any more ({status_words(status)})"
            self._no_reply(message, reason, details(asked, came, ""), over=True, asked=False)
            return
        if error is not None:
            self._inbox.put(_without_line_end(body))
        reason = f"the target refused {message.shown} with {status_words(status)}"
        over = is_over(status) and error is None
        self._no_reply(message, reason, details(asked, came, advice_for(status)), over=over)

    def _no_reply(
        self, message: Message, reason: str, told: str, *, over: bool = False, asked: bool = True
    ) -> None:
        if message.is_question or over:
            self._inbox.put(NoReply(message.id, reason, told, over=over, asked=asked))

    def _answerer(self, message: Message) -> Callable[[bytes], None]:
        def take(data: bytes) -> None:
            self._protocol.note_answer(message, data)
            self._inbox.put(data)

        return take

    async def listen(self) -> None:
        """Open the stream on which a target asks and tells what belongs to no question; many have none."""
        try:
            async with self._client.ask("GET", self._protocol.of_session()) as response:
                kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                if response.status_code == 200 and kind == EVENTS:
                    await self._read_events(response, self._inbox.put)
        except _Oversized:
            self._inbox.put(Signal.OVERSIZED)
        except Exception:
            return  # its end says nothing about the session: the next question will

    async def _read_events(self, response: httpx2.Response, take: Callable[[bytes], None]) -> bool:
        """Hand on the data of each event; tell whether the stream ended within one."""
        stream = EventStream(self._max_bytes)
        async for chunk in response.aiter_bytes():
            self._note(chunk)
            try:
                events = stream.feed(chunk)
            except OversizedEvent:
                raise _Oversized from None
            for event in events:
                if event.type != "message":
                    told = f"an event of the type {show(event.type.encode())}: {show(event.data)}"
                    self._inbox.put(Finding("stray-output", told))
                elif event.data:  # one without data only gives clients that resume an id to start from
                    take(event.data)
            while self._inbox.holds_more_than(self._max_bytes):
                await anyio.sleep(_CROWDED)
        return stream.unfinished

    async def _read_body(self, response: httpx2.Response) -> bytes:
        parts: list[bytes] = []
        async for chunk in response.aiter_bytes():
            self._note(chunk)
            parts.append(chunk)
            if self._size > self._max_bytes:
                raise _Oversized
        return b"".join(parts)

    def _note(self, chunk: bytes) -> None:
        self._size += len(chunk)
        if len(self._head) <= SHOWN_BODY:
            self._head += chunk[: SHOWN_BODY + 1]


def _without_line_end(body: bytes) -> bytes:
    return body.removesuffix(b"\n").removesuffix(b"\r")


def _error_for(body: bytes, message: Message, status: int) -> Members | None:
    """The error in a refusal's body, where that is the JSON-RPC answer to the question.

    One without an id speaks of HTTP, except where a bad request could not be read well enough to know it.
    """
    try:
        value = parse(body.decode("utf-8", "surrogateescape"))
    except JsonTextError:
        return None
    error = value.get("error") if isinstance(value, Members) else None
    if not isinstance(value, Members) or not isinstance(error, Members) or not value.has("id"):
        return None
    identity = value.get("id")
    answers = status == 400 if identity is None else same_id(message.id, identity) != "other"
    return error if answers else None


def _broken(error: Exception, place: str, asked: str, size: int) -> tuple[str, str]:
    """Reason and details where there is no connection, or it broke."""
    why = why_unreachable(error, place)
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
        return f"the target cannot be reached: {why}", details(asked, "", "start the server, or mend the URL")
    came = f"came: {size} bytes of a response" if size else "came: nothing"
    if isinstance(error, httpx2.TransportError | httpx2.DecodingError):
        return f"the connection to the target broke: {why}", details(asked, came, "")
    return f"the request failed: {type(error).__name__}: {why}", details(asked, came, "")


async def delete_session(client: HttpClient, protocol: ProtocolHeaders) -> Finding | None:
    """Tell the target that its session is over; a finding where it does not take that."""
    try:
        async with client.ask("DELETE", protocol.of_session()) as response:
            status = response.status_code
    except Exception as error:
        why = str(error) if isinstance(error, RedirectRefused) else why_unreachable(error, client.place)
        return Finding("exit-code", f"the end of the session was not taken: DELETE: {why}")
    if 200 <= status < 300 or status in (404, 405):  # 405: only the target ends its sessions
        return None
    return Finding(
        "exit-code", f"the target answers the end of the session (DELETE) with {status_words(status)}"
    )
