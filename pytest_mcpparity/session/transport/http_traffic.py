"""The order of requests over HTTP: one question after the other, replies and cancellations at once.

Everything here runs in the thread of HTTP.
"""

from __future__ import annotations

import anyio

from pytest_mcpparity.findings import Finding
from pytest_mcpparity.json_text import Value
from pytest_mcpparity.session.frames import id_key
from pytest_mcpparity.session.transport.endpoint import Endpoint
from pytest_mcpparity.session.transport.http_client import HttpClient
from pytest_mcpparity.session.transport.http_exchange import Exchange, delete_session
from pytest_mcpparity.session.transport.http_headers import Message, ProtocolHeaders, read_message
from pytest_mcpparity.session.transport.http_inbox import Inbox

#: Seconds that a question waits for the end of the one before, which may never be answered.
ORDER_GRACE = 0.3
_CANCELLED = "notifications/cancelled"
_INITIALIZED = "notifications/initialized"


class Traffic:
    """All requests of one session."""

    def __init__(self, endpoint: Endpoint, inbox: Inbox, max_bytes: int) -> None:
        self._endpoint, self._inbox, self._max_bytes = endpoint, inbox, max_bytes
        self._client = HttpClient(endpoint)
        self._protocol = ProtocolHeaders()
        self._last: tuple[anyio.Event, bool] | None = None  # the end of the last one, and if it may tarry
        self._open: dict[str, anyio.CancelScope] = {}

    async def send(self, frame: bytes) -> None:
        """POST `frame`, after what was sent before it where the order matters."""
        message = read_message(frame)
        if message.method == _CANCELLED and self._protocol.stateless:
            self._cancel(message.params.get("requestId"))  # to close the stream is the cancellation
        elif message.is_reply or message.method == _CANCELLED:
            await self._exchange().post(frame, message, self._endpoint.shown)
        else:
            before, done = self._last, anyio.Event()
            self._last = done, message.is_question
            try:
                await self._post_after(before, frame, message)
            finally:
                done.set()
            if message.method == _INITIALIZED:
                await self._exchange().listen()  # until the session is over

    async def _post_after(
        self, before: tuple[anyio.Event, bool] | None, frame: bytes, message: Message
    ) -> None:
        if before is not None:
            ended, may_tarry = before
            with anyio.move_on_after(ORDER_GRACE if may_tarry else None):
                await ended.wait()
        if not message.is_question:
            await self._exchange().post(frame, message, self._endpoint.shown)
            return
        scope = anyio.CancelScope()
        self._open[id_key(message.id)] = scope
        self._inbox.count(1)
        try:
            with scope:
                await self._exchange().post(frame, message, self._endpoint.shown)
        finally:
            self._open.pop(id_key(message.id), None)
            self._inbox.count(-1)

    def _exchange(self) -> Exchange:
        return Exchange(self._client, self._protocol, self._inbox, self._max_bytes)

    def _cancel(self, identity: Value) -> None:
        if (scope := self._open.get(id_key(identity))) is not None:
            scope.cancel()

    def abandon(self) -> None:
        """Close the streams of all questions: nobody waits for them any more."""
        for scope in self._open.values():
            scope.cancel()

    async def end(self, grace: float) -> Finding | None:
        """Tell the target that the session is over, where it has one; a finding where it does not take it."""
        self.abandon()
        if self._protocol.session_id is None:
            return None
        with anyio.move_on_after(grace):
            return await delete_session(self._client, self._protocol)
        return Finding(
            "killed", f"the target did not answer the end of the session (DELETE) within {grace:g} s"
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()
